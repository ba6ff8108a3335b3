"""Which inertial parameters joint forces tell of: by the structure of a robot, whatever its motions are.

A body is the symmetric 4×4 P = Σ m x̄x̄ᵀ of its points x̄ = [x; 1], and a motion the 4×4 A with velocities A x̄:
so w*Mh = ⟨A_wᵀA_h, P⟩, and P in the axes of its parent is T P Tᵀ. Parameters make no difference where
w*r(k)h = 0 of the composites r(k), in every configuration, for the axes h of all joints and all motions w of
the bodies they move, gravity among them as an acceleration of the world. A joint moves by T exp(A_h q): a
functional F of its parent changes along it as AᵀF + FA. So, base to tip,

    V(c) = span of the motions V(p), carried in all poses of the joint, and of its own axes
    W(c) = span of the functionals W(p), carried in all poses, and of Z(c):      those that must be constant
    Z(c) = span of w*·h, w in V(c), and of AᵀF + FA for the carried ones:        those that must vanish

and what Z(k) makes of the composites r(k) in any one configuration is all that is told. (Motions of bodies as
spans: Wensing, Niemeyer and Slotine, Int. J. Robotics Research 43, 2024.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen
from psiphi.model.joints.joint import Joint
from psiphi.model.model import Model
from psiphi.spatial.rotation import skew

Array = NDArray[np.float64]
DEPENDENT = 1e-9
"""A direction less than this part of which is its own, beside those before it, is not counted."""


@frozen
class _Step:
    """A joint with axes that stand still in its body: `placement` on the step `parent`, `axes`, 4×4 all.

    `body` is the body of the model it moves, None for what is between the axes of a universal joint.
    """

    parent: int
    placement: Array
    axes: tuple[Array, ...]
    body: int | None
    joint: int


def observable_rows(model: Model, *, armature: bool = False) -> Array:
    """Rows that span what joint forces tell of the parameters, (n, 10 bodies), and of a rotor for each joint.

    For robots whose joints move independently of each other.
    """
    merged = model.merged()
    steps = list(_steps(merged))
    length = max((float(np.abs(step.placement[:3, 3]).max()) for step in steps), default=0.0) or 1.0
    bodies, rows = len(merged.bodies), [np.zeros((0, 11 * len(merged.bodies)))]
    world = _Span([_motion(np.zeros(3), np.asarray(merged.gravity))])
    motions: list[_Span] = []
    constant: list[_Span] = []
    for k, step in enumerate(steps):
        T, axes = _scaled(step.placement, length), [_scaled(A, length) for A in step.axes]
        back = np.linalg.inv(T)
        carried = _Span(back @ X @ T for X in (world if step.parent < 0 else motions[step.parent]))
        carried.close([lambda X, A=A: X @ A - A @ X for A in axes])
        held = _Span(T.T @ F @ T for F in (() if step.parent < 0 else constant[step.parent]))
        held.close([lambda F, A=A: A.T @ F + F @ A for A in axes])
        own = [_symmetric(X.T @ A) for A in axes for X in carried]
        own += [A.T @ F + F @ A for A in axes for F in held]
        pairs = [(_symmetric(B.T @ A), float(A is B)) for A in axes for B in axes]
        told = np.array([*own, *(F for F, _ in pairs)])
        found = np.zeros((len(told), 11 * bodies))
        found[len(own) :, 10 * bodies + step.joint] = [rotor / length**2 for _, rotor in pairs]
        _add_composites(found, steps, k, told, length)
        rows.append(found)
        if armature and _turns_its_slides(step.axes):
            rows.append(np.eye(1, 11 * bodies, 10 * bodies + step.joint))
        motions.append(carried.grown(axes))
        constant.append(held.grown(told))
    table = np.concatenate(rows)
    return table if armature else table[:, : 10 * bodies]


def _steps(model: Model) -> Iterator[_Step]:
    last: dict[int, int] = {-1: -1}
    count = 0
    for k, body in enumerate(model.bodies):
        parent, placement = last[body.parent], body.joint.placement.matrix()
        groups = list(_axes(body.joint))
        for i, axes in enumerate(groups):
            yield _Step(parent, placement, axes, k if i == len(groups) - 1 else None, k)
            parent, placement = count, np.eye(4)
            count += 1
        last[k] = parent


def _axes(joint: Joint) -> Iterator[tuple[Array, ...]]:
    """The axes of a joint; the first of a universal one stands still in a body of its own."""
    if joint.kind.name == "universal":
        yield (_motion(np.array(joint.axis), np.zeros(3)),)
        yield (_motion(np.array(joint.axis2), np.zeros(3)),)
    else:
        columns = joint.kind.motion_subspace(joint, np.array(joint.kind.neutral)).T
        yield tuple(_motion(column[:3], column[3:]) for column in columns)


def _turns_its_slides(axes: tuple[Array, ...]) -> bool:
    """Whether slides turn with the joint: a rotor for each, unlike a mass, does not feel that."""
    return any(np.any(A @ B - B @ A) and not np.any(A[:3, :3]) for A in axes for B in axes)


def _motion(angular: Array, linear: Array) -> Array:
    A = np.zeros((4, 4))
    A[:3, :3], A[:3, 3] = skew(angular), linear
    return A


def _scaled(T: Array, length: float) -> Array:
    """With lengths in units of the robot's own."""
    found = T.copy()
    found[:3, 3] /= length
    return found


def _symmetric(F: Array) -> Array:
    return (F + F.T) / 2.0


def _add_composites(rows: Array, steps: list[_Step], k: int, told: Array, length: float) -> None:
    """Put in what functionals (n, 4, 4) say of r(k), by the bodies it is made of, no joint being moved."""
    basis = _basis(length)
    seen = {k: told}
    for d in range(k, len(steps)):
        step = steps[d]
        if d > k:
            if step.parent not in seen:
                continue
            T = _scaled(step.placement, length)
            seen[d] = T.T @ seen[step.parent] @ T
        if step.body is not None:
            rows[:, 10 * step.body : 10 * step.body + 10] += np.einsum("nij,pij->np", seen[d], basis)


def _basis(length: float) -> Array:
    """P of a body of which one of the ten parameters is 1 and the others 0, (10, 4, 4)."""
    basis = np.zeros((10, 4, 4))
    basis[0, 3, 3] = 1.0
    for i in range(3):
        basis[1 + i, i, 3] = basis[1 + i, 3, i] = 1.0 / length
    for number, (i, j) in enumerate(((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))):
        inertia = np.zeros((3, 3))
        inertia[i, j] = inertia[j, i] = 1.0
        basis[4 + number, :3, :3] = (np.trace(inertia) / 2.0 * np.eye(3) - inertia) / length**2
    return basis


class _Span:
    """Matrices, orthonormal as vectors, that others are combinations of."""

    def __init__(self, matrices: Iterable[Array] = ()) -> None:
        self._basis: list[Array] = []
        for X in matrices:
            self._add(X)

    def __iter__(self) -> Iterator[Array]:
        return iter(self._basis)

    def grown(self, matrices: Iterable[Array]) -> _Span:
        """The span of these and others."""
        return _Span([*self._basis, *matrices])

    def close(self, changes: list[Callable[[Array], Array]]) -> None:
        """Add what the changes make of its matrices, and of these, until nothing is new."""
        for X in self._basis:  # grows on the way
            for change in changes:
                self._add(change(X))

    def _add(self, X: Array) -> None:
        length = np.linalg.norm(X)
        if length < DEPENDENT:
            return
        rest = X / length
        for _ in range(2):  # once more for the digits that the first time lost
            for B in self._basis:
                rest = rest - np.sum(B * rest) * B
        length = np.linalg.norm(rest)
        if length > DEPENDENT:
            self._basis.append(rest / length)
