"""The configuration manifold joint by joint: the same maps as model/joints/manifolds.py, on generic numbers.

Two charts around a configuration q are used. In the *group* chart a velocity in body axes is held for unit
time, q · exp(dq): the chart of `integrate` and `difference`. In the *split* chart positions move along
straight lines and rotations by exponentials on their own, which is what methods of integration step in
[Munthe-Kaas, BIT 38, 1998]:

| kind | coordinates of the split chart | their rates |
|---|---|---|
| free | ξ with quaternion ⊗ exp(ξ); position − p₀ | dexp⁻¹(ξ) ω; R v |
| spherical | ξ | dexp⁻¹(ξ) ω |
| planar | θ − θ₀; position − p₀ | ω; R v |
| all others | q − q₀ | v |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.model import Model
from psiphi.model.joints.kinds import JointKind
from psiphi.recursion.bodies.joint_maps import quaternion_product
from psiphi.recursion.manifold import rotations
from psiphi.recursion.manifold.rotations import half_turn, rotated, turned, turned_in_plane, unit
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number

Numbers = Sequence[Number]
StepMap = Callable[[Numbers, Numbers, Arithmetic], Numbers]


def integrate(model: Model, q: Numbers, dq: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """q · exp(dq), the velocity dq held for unit time; quaternions must have unit length."""
    return _by_joint(model, q, dq, arithmetic, lambda maps: maps.integrate)


def difference(model: Model, q0: Numbers, q1: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """The shortest dq with q0 · exp(dq) = q1; quaternions must have unit length."""
    return _by_joint(model, q0, q1, arithmetic, lambda maps: maps.difference, to_rates=True)


def stretch(kind: JointKind, reference: Numbers, q: Numbers, arithmetic: Arithmetic) -> Numbers:
    """How far the coordinates of one joint are from a reference, along its rates."""
    return _maps(kind).difference(reference, q, arithmetic)


def normalized(model: Model, q: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """q with quaternions of unit length; one that is zero becomes NaN."""
    result = list(q)
    for kind, places, _ in joints_of(model):
        quaternion = [i for i, nature in zip(places, kind.coordinates, strict=True) if nature == "quaternion"]
        if quaternion:
            for place, x in zip(quaternion, unit([q[i] for i in quaternion], arithmetic), strict=True):
                result[place] = x
    return result


def lifted(model: Model, q: Numbers, slopes: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """Slopes along the coordinates, (nq), that are these along the rates, (nv): c with T* c = slopes.

    T is how the coordinates move with the rates, δq = T δv. Its columns are orthogonal, those of positions
    and angles of length one, those of quaternions, ½ q ⊗ [ω, 0], of length ½: c = T (T*T)⁻¹ slopes.
    """
    return _by_joint(model, q, slopes, arithmetic, lambda maps: maps.lifted)


def lowered(model: Model, q: Numbers, change: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """The rates, (nv), with which coordinates change so, (nq): δv = (T*T)⁻¹T* δq, with T as in `lifted`."""
    return _by_joint(model, q, change, arithmetic, lambda maps: maps.lowered, to_rates=True)


def moved(model: Model, q: Numbers, x: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """The configuration at x in the split chart around q."""
    return _by_joint(model, q, x, arithmetic, lambda maps: maps.moved)


def rates(model: Model, q: Numbers, x: Numbers | None, v: Numbers, arithmetic: Arithmetic) -> list[Number]:
    """dx/dt at the configuration q whose coordinates in the split chart are x; None in its middle."""
    result = list(v)
    for kind, q_places, v_places in joints_of(model):
        maps = _maps(kind)
        if maps.rates is not None:
            own_x = None if x is None else [x[i] for i in v_places]
            found = maps.rates([q[i] for i in q_places], own_x, [v[i] for i in v_places], arithmetic)
            for place, rate in zip(v_places, found, strict=True):
                result[place] = rate
    return result


def _by_joint(
    model: Model,
    q: Numbers,
    other: Numbers,
    arithmetic: Arithmetic,
    which: Callable[[_Maps], StepMap],
    *,
    to_rates: bool = False,
) -> list[Number]:
    """What one of the maps makes of q and rates: coordinates; or of q and coordinates: rates."""
    result: list[Number] = [0.0] * (model.nv if to_rates else model.nq)
    for kind, q_places, v_places in joints_of(model):
        given, found = (q_places, v_places) if to_rates else (v_places, q_places)
        made = which(_maps(kind))([q[i] for i in q_places], [other[i] for i in given], arithmetic)
        for place, x in zip(found, made, strict=True):
            result[place] = x
    return result


def joints_of(model: Model) -> list[tuple[JointKind, list[int], list[int]]]:
    """The kind of each joint that has coordinates of its own, and their places in q and v."""
    return [
        (group.kind, q.tolist(), v.tolist())
        for group in model.coordinates.groups
        for q, v in zip(group.q, group.v, strict=True)
    ]


# Plain numbers


def _add(q: Numbers, dq: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [x + dx for x, dx in zip(q, dq, strict=True)]


def _subtract(q0: Numbers, q1: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [y - x for x, y in zip(q0, q1, strict=True)]


# Rotations


def _rotation_between(q0: Numbers, q1: Numbers, arithmetic: Arithmetic) -> rotations.Logarithm:
    return rotations.logarithm(quaternion_product(rotations.conjugate(q0), q1), arithmetic)


def _difference_of_rotations(q0: Numbers, q1: Numbers, arithmetic: Arithmetic) -> Numbers:
    return _rotation_between(q0, q1, arithmetic).omega


def _turn(q: Numbers, dq: Numbers, arithmetic: Arithmetic) -> Numbers:
    x, y, z = dq
    return turned(q, rotations.exponential(half_turn((x, y, z), arithmetic)))


def _rotation_rates(q: Numbers, x: Numbers | None, v: Numbers, arithmetic: Arithmetic) -> Numbers:
    if x is None:
        return v
    (a, b, c), (d, e, f) = x, v
    return rotations.rate_of_rotation_vector((a, b, c), (d, e, f), arithmetic)


def _lift_rotation(q: Numbers, slopes: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [2.0 * x for x in quaternion_product(q, (*slopes, 0.0))]


def _lower_rotation(q: Numbers, change: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [2.0 * x for x in quaternion_product(rotations.conjugate(q), change)[:3]]


# Poses


def _integrate_pose(q: Numbers, dq: Numbers, arithmetic: Arithmetic) -> Numbers:
    turn = half_turn((dq[0], dq[1], dq[2]), arithmetic)
    step = rotated(q[3:], rotations.translation_of_screw(turn, (dq[3], dq[4], dq[5])))
    return [*(x + dx for x, dx in zip(q, step, strict=False)), *turned(q[3:], rotations.exponential(turn))]


def _difference_of_poses(q0: Numbers, q1: Numbers, arithmetic: Arithmetic) -> Numbers:
    turn = _rotation_between(q0[3:], q1[3:], arithmetic)
    x, y, z = _subtract(q0[:3], q1[:3], arithmetic)
    apart = rotated(rotations.conjugate(q0[3:]), (x, y, z))
    return [*turn.omega, *rotations.screw_of_translation(turn, apart)]


def _move_pose(q: Numbers, x: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [*_add(q[:3], x[3:], arithmetic), *_turn(q[3:], x[:3], arithmetic)]


def _pose_rates(q: Numbers, x: Numbers | None, v: Numbers, arithmetic: Arithmetic) -> Numbers:
    own = None if x is None else x[:3]
    return [*_rotation_rates(q[3:], own, v[:3], arithmetic), *rotated(q[3:], (v[3], v[4], v[5]))]


def _lift_pose(q: Numbers, slopes: Numbers, arithmetic: Arithmetic) -> Numbers:
    linear = rotated(q[3:], (slopes[3], slopes[4], slopes[5]))
    return [*linear, *_lift_rotation(q[3:], slopes[:3], arithmetic)]


def _lower_pose(q: Numbers, change: Numbers, arithmetic: Arithmetic) -> Numbers:
    linear = rotated(rotations.conjugate(q[3:]), (change[0], change[1], change[2]))
    return [*_lower_rotation(q[3:], change[3:], arithmetic), *linear]


# Poses in a plane: q = [x, y, θ], v = [ω, vx, vy]


def _integrate_in_plane(q: Numbers, dq: Numbers, arithmetic: Arithmetic) -> Numbers:
    turn = half_turn((0.0, 0.0, dq[0]), arithmetic)
    step = rotations.translation_of_screw(turn, (dq[1], dq[2], 0.0))
    x, y = turned_in_plane(step[0], step[1], q[2], arithmetic)
    return [q[0] + x, q[1] + y, q[2] + dq[0]]


def _difference_in_plane(q0: Numbers, q1: Numbers, arithmetic: Arithmetic) -> Numbers:
    """The turn is that of a quaternion about z, the shorter way round."""
    x, y, angle = _subtract(q0, q1, arithmetic)
    half = 0.5 * angle
    turn = rotations.logarithm((0.0, 0.0, arithmetic.sin(half), arithmetic.cos(half)), arithmetic)
    x, y = turned_in_plane(x, y, -q0[2], arithmetic)
    x, y, _ = rotations.screw_of_translation(turn, (x, y, 0.0))
    return [turn.omega[2], x, y]


def _move_in_plane(q: Numbers, x: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [q[0] + x[1], q[1] + x[2], q[2] + x[0]]


def _plane_rates(q: Numbers, x: Numbers | None, v: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [v[0], *turned_in_plane(v[1], v[2], q[2], arithmetic)]


def _lift_in_plane(q: Numbers, slopes: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [*turned_in_plane(slopes[1], slopes[2], q[2], arithmetic), slopes[0]]


def _lower_in_plane(q: Numbers, change: Numbers, arithmetic: Arithmetic) -> Numbers:
    return [change[2], *turned_in_plane(change[0], change[1], -q[2], arithmetic)]


def _same(q: Numbers, slopes: Numbers, arithmetic: Arithmetic) -> Numbers:
    return slopes


@frozen
class _Maps:
    """How the coordinates of one kind of joint move; `rates` is None where they are v itself."""

    integrate: StepMap = _add
    difference: StepMap = _subtract
    moved: StepMap = _add
    rates: Callable[[Numbers, Numbers | None, Numbers, Arithmetic], Numbers] | None = None
    lifted: StepMap = _same
    lowered: StepMap = _same


_PLAIN = _Maps()
_MAPS = {
    "spherical": _Maps(
        _turn, _difference_of_rotations, _turn, _rotation_rates, _lift_rotation, _lower_rotation
    ),
    "planar": _Maps(
        _integrate_in_plane,
        _difference_in_plane,
        _move_in_plane,
        _plane_rates,
        _lift_in_plane,
        _lower_in_plane,
    ),
    "free": _Maps(_integrate_pose, _difference_of_poses, _move_pose, _pose_rates, _lift_pose, _lower_pose),
}


def _maps(kind: JointKind) -> _Maps:
    if kind.is_plain:
        return _PLAIN
    if kind.name not in _MAPS:
        raise CompileError(
            f"joints of the kind {kind.name!r} cannot be moved by compiled code: give "
            "recursion/manifold/joints.py the map of their coordinates."
        )
    return _MAPS[kind.name]
