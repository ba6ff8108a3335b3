"""MuJoCo's equality constraints as loops: data that a Model carries along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

from psiphi.formats.mjcf.drives import WRAP_JOINT, Drop
from psiphi.formats.mjcf.names import given_names
from psiphi.model import Loop
from psiphi.model.names import unused_name
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import normalized, quaternion_to_rotation

CONNECT, WELD, JOINT, TENDON = range(4)  # mujoco.mjtEq
TORQUESCALE = 10  # its place in the data of a weld
SITE = 6  # mujoco.mjtObj.mjOBJ_SITE


def loops_from_mujoco(
    mj: Any,
    joints: Sequence[str],
    frame_on: Callable[[int, str, Pose], str],
    site_frame: Callable[[int, str], str],
    drop: Drop,
) -> list[Loop]:
    """The constraints that are active from the start.

    `frame_on(body, name, pose)` makes a frame on a MuJoCo body and tells its name, `site_frame(site, name)`
    one where a site is. The frames of the loop `grip` are `grip:first` and `grip:second`. A connect
    constraint becomes a point, a weld a weld, or a point where its torquescale is 0 (two connects on one
    axis, MuJoCo's hinge, stay two points, of whose six equations one is superfluous); couplings of joints,
    and of tendons over one joint each, are re-expanded about q = 0, MuJoCo having them about the references.
    """
    loops: list[Loop] = []
    names = given_names(mj, mj.name_eqadr)
    taken = set(names)
    for index, given in enumerate(names):
        name = given or unused_name(f"equality_{index}", taken)
        taken.add(name)
        kind, data = mj.eq_type[index], np.array(mj.eq_data[index])
        first, second = int(mj.eq_obj1id[index]), int(mj.eq_obj2id[index])
        if not mj.eq_active0[index]:
            continue
        coupled = _coupled(mj, kind, first, second, data[:5])
        if coupled is not None:
            one, other, polynomial = coupled
            ends = joints[one], joints[other] if other >= 0 else ""
            loops.append(Loop(name, "joint", *ends, coefficients=_recentred(mj, one, other, polynomial)))
        elif kind not in (CONNECT, WELD):
            drop("equality", "a constraint on a tendon over more than one joint, a flex or a distance", index)
        elif _on_one_body(mj, mj.eq_objtype[index], first, second):
            drop("equality", "a constraint between things that never move apart", index)
        else:
            if mj.eq_objtype[index] == SITE:
                ends = [
                    site_frame(site, f"{name}:{end}") for site, end in ((first, "first"), (second, "second"))
                ]
            else:
                poses = _connect_poses(data) if kind == CONNECT else _weld_poses(data)
                ends = [
                    frame_on(body, f"{name}:{end}", pose)
                    for body, end, pose in ((first, "first", poses[0]), (second, "second", poses[1]))
                ]
            pointlike = kind == CONNECT or data[TORQUESCALE] == 0.0
            loops.append(Loop(name, "point" if pointlike else "weld", ends[0], ends[1]))
    return loops


def _coupled(
    mj: Any, kind: int, first: int, second: int, polynomial: np.ndarray
) -> tuple[int, int, np.ndarray] | None:
    """Two joints, or one and −1, and the polynomial between their ways from the references.

    So are tendons over one joint each, c q = p(d q'), and one tendon over two joints, c q + d q' = p₀. None
    for anything else.
    """
    if kind == JOINT:
        return first, second, polynomial
    if kind != TENDON:
        return None
    ends = [_joints_of(mj, first), [(-1, 1.0)] if second < 0 else _joints_of(mj, second)]
    if second < 0 and len(ends[0]) == 2:
        ends = [[joint] for joint in ends[0]]
        polynomial = np.array([polynomial[0], -1.0, 0.0, 0.0, 0.0])
    if any(len(end) != 1 for end in ends):
        return None
    ((one, c),), ((other, d),) = ends
    return (one, other, polynomial * d ** np.arange(5) / c) if c and one != other else None


def _joints_of(mj: Any, tendon: int) -> list[tuple[int, float]]:
    """The joints of a fixed tendon with their coefficients; none of any other."""
    wraps = slice(mj.tendon_adr[tendon], mj.tendon_adr[tendon] + mj.tendon_num[tendon])
    fixed = (mj.wrap_type[wraps] == WRAP_JOINT).all()
    return [*zip(mj.wrap_objid[wraps].tolist(), mj.wrap_prm[wraps].tolist(), strict=True)] if fixed else []


def _on_one_body(mj: Any, kind: int, first: int, second: int) -> bool:
    """Whether the two bodies, or the bodies of the two sites, are rigidly joined."""
    bodies = [mj.site_bodyid[end] if kind == SITE else end for end in (first, second)]
    return mj.body_weldid[bodies[0]] == mj.body_weldid[bodies[1]]


def _connect_poses(data: np.ndarray) -> tuple[Pose, Pose]:
    """The anchor in the frames of both bodies."""
    return Pose(position=data[:3]), Pose(position=data[3:6])


def _weld_poses(data: np.ndarray) -> tuple[Pose, Pose]:
    """The welded frame in both bodies: at the anchor, with the axes of the second."""
    rotation = quaternion_to_rotation(normalized(np.roll(data[6:10], -1)))
    return Pose(rotation, data[3:6]), Pose(position=data[:3])


def _recentred(mj: Any, first: int, second: int, coefficients: np.ndarray) -> tuple[float, ...]:
    """q₁ − ref₁ = Σ cₖ (q₂ − ref₂)ᵏ as a polynomial in q₂."""
    reference = [float(mj.qpos0[mj.jnt_qposadr[joint]]) if joint >= 0 else 0.0 for joint in (first, second)]
    polynomial = Polynomial(coefficients)
    if reference[1]:
        polynomial = polynomial(Polynomial([-reference[1], 1.0]))
    expanded = np.zeros(5)
    expanded[: len(polynomial.coef)] = polynomial.coef
    expanded[0] += reference[0]
    return tuple(expanded.tolist())
