"""Random robots for tests: every joint type, every shape of tree, no constant that happens to be zero.

Only uniform numbers, arithmetic and square roots are used, so that a seed gives the same robot everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import InputError
from psiphi.model import JOINT_KINDS, Body, Frame, Joint, Limits, Mimic, Model, Rotor
from psiphi.model.tree import depth_first, renumbered
from psiphi.spatial import Inertia, Pose, quaternion_to_rotation

Array = NDArray[np.float64]

BODIES_PER_FRAME = 3
RANGED_KINDS = ("revolute", "prismatic", "helical", "universal")
NO_ROTOR = Rotor()


def random_tree(
    seed: int = 0,
    *,
    bodies: int = 8,
    kinds: Sequence[str] | None = None,
    branching: float | Literal["chain", "star"] = 0.5,
    base: Literal["fixed", "free"] = "fixed",
    roots: int = 1,
    mimic: float = 0.0,
    rotors: bool | Literal["carried"] = False,
) -> Model:
    """A robot drawn at random, the same for the same arguments.

    `kinds`      joint kinds to draw from; all of them when not given. The joints of the roots are drawn from
                 the moving ones among them, or are free with base="free" (the first is then called "root").
    `branching`  the share of bodies that start a branch at a random earlier body instead of continuing the
                 last one: 0 or "chain" is a chain, 1 a tree of depth O(log n); with "star" all hang on the
                 first body.
    `roots`      how many bodies stand on the world.
    `mimic`      the share of one-coordinate joints that follow an earlier one.
    `rotors`     whether joints have rotors behind gears; with "carried" those of one degree of freedom spin
                 on the parent bodies.

    Inertias are those of real bodies, with strict inequalities. Every third body carries a frame.
    """
    names = _checked_kinds(kinds)
    _check_branching(branching)
    for what, count in (("seed", seed), ("bodies", bodies), ("roots", roots)):
        if not isinstance(count, int | np.integer) or count < 0:
            raise InputError(f"{what} is {count!r}; it is a whole number, not negative.")
    if not 1 <= roots <= bodies:
        raise InputError(f"bodies is {bodies} and roots is {roots}; let 1 ≤ roots ≤ bodies.")
    if base not in ("fixed", "free"):
        raise InputError(f"base is {base!r}; it is 'fixed' or 'free'.")
    if not 0.0 <= mimic <= 1.0:
        raise InputError(f"mimic is {mimic}; it is a share of the joints, from 0 to 1.")

    rng = np.random.default_rng(seed)
    parents = _parents(rng, bodies, roots, branching)
    drawn = _kinds(rng, names, parents, base)
    mimics = _mimics(rng, drawn, mimic)
    joints = _joints(rng, drawn, mimics, bool(rotors), base)
    if rotors == "carried":
        joints = [
            _with_carried_rotor(joint, parents.count(parent))
            for joint, parent in zip(joints, parents, strict=True)
        ]
    inertias = _inertias(rng, bodies)
    marked = range(0, bodies, BODIES_PER_FRAME)
    return Model(
        f"random_tree_{seed}",
        [Body(f"body_{index}", parents[index], joints[index], inertias[index]) for index in range(bodies)],
        [
            Frame(f"frame_{index}", index, pose)
            for index, pose in zip(marked, _poses(rng, len(marked)), strict=True)
        ],
    )


def _checked_kinds(kinds: Sequence[str] | None) -> tuple[str, ...]:
    names = tuple(JOINT_KINDS) if kinds is None else (kinds,) if isinstance(kinds, str) else tuple(kinds)
    unknown = [name for name in names if name not in JOINT_KINDS]
    if unknown or not names:
        raise InputError(f"kinds is {names}; draw from one or more of {', '.join(JOINT_KINDS)}.")
    return names


def _check_branching(branching: float | str) -> None:
    if branching not in ("chain", "star") and not (
        isinstance(branching, (int, float)) and 0.0 <= branching <= 1.0
    ):
        raise InputError(f"branching is {branching!r}; it is a number from 0 to 1, 'chain' or 'star'.")


def _parents(rng: np.random.Generator, bodies: int, roots: int, branching: float | str) -> list[int]:
    """The parent of each body, the bodies already in depth-first order."""
    chances = rng.random(bodies)
    anywhere = (rng.random(bodies) * np.arange(bodies)).astype(int)
    if branching == "star":
        parents = np.zeros(bodies, dtype=int)
    else:
        share = 0.0 if isinstance(branching, str) else branching
        parents = np.where(chances < share, anywhere, np.arange(bodies) - 1)
    # The roots are spread along the bodies, so that each has a share of the tree.
    parents[(np.arange(roots) * bodies) // roots] = -1
    listed = parents.tolist()
    order = depth_first(listed)
    new_index = renumbered(order)
    return [new_index[listed[old]] for old in order]


def _kinds(rng: np.random.Generator, names: tuple[str, ...], parents: list[int], base: str) -> list[str]:
    moving = tuple(name for name in names if name != "fixed") or names
    anywhere = rng.integers(len(names), size=len(parents)).tolist()
    at_root = rng.integers(len(moving), size=len(parents)).tolist()
    root_kinds = ("free",) * len(moving) if base == "free" else moving
    return [
        root_kinds[at_root[index]] if parent < 0 else names[anywhere[index]]
        for index, parent in enumerate(parents)
    ]


def _mimics(rng: np.random.Generator, kinds: list[str], share: float) -> dict[int, Mimic]:
    """What some one-coordinate joints follow: an earlier one that leads itself."""
    count = len(kinds)
    chances, choices = rng.random(count).tolist(), rng.random(count).tolist()
    ratios, offsets = _away_from_zero(rng, (count,)).tolist(), rng.uniform(-0.5, 0.5, count).tolist()
    leaders: list[int] = []
    followers: dict[int, Mimic] = {}
    for index, kind in enumerate(kinds):
        if JOINT_KINDS[kind].nq != 1:
            continue
        if leaders and chances[index] < share:
            leader = leaders[int(choices[index] * len(leaders))]
            followers[index] = Mimic(f"joint_{leader}", ratios[index], offsets[index])
        else:
            leaders.append(index)
    return followers


def _joints(
    rng: np.random.Generator, kinds: list[str], mimics: dict[int, Mimic], rotors: bool, base: str
) -> list[Joint]:
    count = len(kinds)
    placements = _poses(rng, count)
    axes = _unit(_away_from_zero(rng, (count, 3)))
    second_axes = _axes_beside(rng, axes).tolist()
    axes = axes.tolist()
    pitches = (_away_from_zero(rng, (count,)) * 0.1).tolist()
    lower, upper = (-rng.uniform(1.0, 3.0, count)).tolist(), rng.uniform(1.0, 3.0, count).tolist()
    speed, effort = rng.uniform(1.0, 5.0, count).tolist(), rng.uniform(10.0, 100.0, count).tolist()
    damping, friction = rng.uniform(0.05, 0.5, count).tolist(), rng.uniform(0.05, 0.5, count).tolist()
    inertias, ratios = rng.uniform(1e-5, 1e-4, count).tolist(), rng.uniform(20.0, 100.0, count).tolist()
    joints = []
    for k, kind in enumerate(kinds):
        if kind in RANGED_KINDS:
            limits = Limits(lower[k], upper[k], speed[k], effort[k])
        else:
            limits = Limits(velocity=speed[k], effort=effort[k])
        joints.append(
            Joint(
                "root" if k == 0 and base == "free" else f"joint_{k}",
                kind,
                placements[k],
                axis=axes[k],
                axis2=second_axes[k],
                pitch=pitches[k],
                limits=limits,
                damping=damping[k],
                friction=friction[k],
                rotor=Rotor(inertias[k], ratios[k]) if rotors and kind != "free" else NO_ROTOR,
                mimic=mimics.get(k),
            )
        )
    return joints


def _with_carried_rotor(joint: Joint, siblings: int) -> Joint:
    """Its rotor on the parent body, small enough for all siblings, about the joint's axis or across it."""
    if joint.kind.nv != 1:
        return joint
    x, y, z = joint.axis
    axis = (y, z, x) if x > 0.0 else "joint"
    return replace(joint, rotor=replace(joint.rotor, inertia=joint.rotor.inertia / siblings, axis=axis))


def _axes_beside(rng: np.random.Generator, axes: Array) -> Array:
    """Unit axes across the given ones, leaning toward them a little: neither parallel nor square to them."""
    across = np.cross(axes, _away_from_zero(rng, axes.shape))
    return _unit(_unit(across) + 0.4 * axes)


def _inertias(rng: np.random.Generator, count: int) -> list[Inertia]:
    """Inertias of real bodies: with second moments s about the principal axes, I = m(Σs − s) along each."""
    masses = rng.uniform(0.5, 3.0, count)
    centers = _away_from_zero(rng, (count, 3)) * 0.2
    second_moments = rng.uniform(0.03, 0.15, (count, 3)) ** 2
    moments = masses[:, None] * (second_moments.sum(axis=1, keepdims=True) - second_moments)
    axes = quaternion_to_rotation(_unit(_away_from_zero(rng, (count, 4))))
    rotational = (axes[:, :, None, :] * moments[:, None, None, :] * axes[:, None, :, :]).sum(axis=-1)
    rotational = 0.5 * (rotational + rotational.transpose(0, 2, 1))
    return [Inertia(*figures) for figures in zip(masses.tolist(), centers, rotational, strict=True)]


def _poses(rng: np.random.Generator, count: int) -> list[Pose]:
    rotations = quaternion_to_rotation(_unit(_away_from_zero(rng, (count, 4))))
    positions = _away_from_zero(rng, (count, 3)) * 0.4
    return [Pose(rotation, position) for rotation, position in zip(rotations, positions, strict=True)]


def _away_from_zero(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Numbers of either sign between 0.2 and 1 in size."""
    numbers = rng.uniform(-0.8, 0.8, shape)
    return numbers + np.where(numbers < 0.0, -0.2, 0.2)


def _unit(vectors: Array) -> Array:
    return vectors / np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True))
