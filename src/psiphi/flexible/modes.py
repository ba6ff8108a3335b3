"""The modes of a flexible body: mass points, how each moves with each mode, and where other bodies attach.

With η the modal coordinates, a point of the body stands in the body's frame at

    x(η) = x₀ + Σ Ψ_i η_i + Σ β_r ξ_r,    ξ_r = ½ η* c_r η

The *bound shapes* β_r are what makes a bent beam shorter: their coordinates follow from η, so that they cost
no degree of freedom, and give geometric stiffening without ever making an inertia indefinite. A node turns by
the rotation cay(σ) of the vector σ = Π_ω η (flexible/deformed.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from psiphi.errors import ModelError
from psiphi.flexible.arguments import (
    SLACK,
    Array,
    is_symmetric,
    mass_array,
    named_points,
    number_array,
    operator_array,
)
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

REACH = 0.02
"""Random deflections reach this part of the size of the body."""


@frozen(eq=False)
class Modes:
    """Mass points x₀ (N, 3) of a body with their masses (N,), and n shapes Ψ (N, 3, n), in the body's frame.

    `masses` may be a mass matrix (N, N) that is the same for the three directions, as solid elements have it.
    `nodes` names points, or numbers them, that other bodies and frames may sit on; `rotations` (nodes, 3, n)
    is how each of them turns with each mode. `stiffness` and `damping` are (n, n), or their diagonals (n,).
    `bound_shapes` β (N, 3, R), `bound_rotations` (nodes, 3, R) and `bound_curvatures` c (R, n, n) are
    shapes whose coordinates are ½ η*cη. What a joint or a frame on the body sits on is the nearest node, or
    the body's own frame where that is nearer.

    Modes are seen from the inboard joint: at the origin of the body's frame nothing moves. `inboard` names a
    node there whose motion is taken off all others, for modes that do not vanish there.
    """

    positions: Array
    masses: Array
    shapes: Array
    rotations: Array
    stiffness: Array
    damping: Array
    nodes: Mapping[str, int]
    bound_shapes: Array
    bound_rotations: Array
    bound_curvatures: Array

    def __init__(
        self,
        positions: ArrayLike,
        masses: ArrayLike,
        shapes: ArrayLike,
        rotations: ArrayLike | None = None,
        stiffness: ArrayLike = 0.0,
        damping: ArrayLike = 0.0,
        nodes: Mapping[str, int] | Sequence[int] = (),
        bound_shapes: ArrayLike | None = None,
        bound_rotations: ArrayLike | None = None,
        bound_curvatures: ArrayLike | None = None,
        *,
        inboard: str | int | None = None,
    ) -> None:
        places = number_array("positions", positions, (None, 3))
        count = len(places)
        fields = number_array("shapes", shapes, (count, 3, None))
        n = fields.shape[2]
        named = named_points(nodes, count)
        c = number_array(
            "bound_curvatures", np.zeros((0, n, n)) if bound_curvatures is None else bound_curvatures
        )
        if c.shape[1:] != (n, n) or not is_symmetric(c):
            raise ModelError(f"modes: bound_curvatures {c.shape}: give symmetric matrices (R, {n}, {n})")
        R = len(c)
        turns = number_array(
            "rotations",
            np.zeros((len(named), 3, n)) if rotations is None else rotations,
            (len(named), 3, n),
        )
        store = object.__setattr__
        store(self, "positions", places)
        store(self, "masses", mass_array(masses, count))
        store(self, "shapes", fields)
        store(self, "rotations", turns)
        store(self, "stiffness", operator_array("stiffness", stiffness, n))
        store(self, "damping", operator_array("damping", damping, n))
        store(self, "nodes", MappingProxyType(named))
        for name, given, shape in (
            ("bound_shapes", bound_shapes, (count, 3, R)),
            ("bound_rotations", bound_rotations, (len(named), 3, R)),
        ):
            store(self, name, number_array(name, np.zeros(shape) if given is None else given, shape))
        store(self, "bound_curvatures", c)
        if inboard is not None:
            self._take_off(inboard)
        for field in self.arrays.values():
            field.setflags(write=False)
        self._check()

    # Sizes and names

    @property
    def count(self) -> int:
        """The number of modes, n."""
        return self.shapes.shape[2]

    @property
    def node_names(self) -> tuple[str, ...]:
        """The names of the nodes; those of numbered ones are their numbers."""
        return tuple(self.nodes)

    @property
    def arrays(self) -> dict[str, Array]:
        """All numbers, by the names of the arguments."""
        names = (
            *("positions", "masses", "shapes", "rotations", "stiffness", "damping"),
            *("bound_shapes", "bound_rotations", "bound_curvatures"),
        )
        return {name: getattr(self, name) for name in names}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Modes) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return (
            f"<Modes: {self.count} of {len(self.positions)} points, nodes {', '.join(self.nodes) or 'none'}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        rest = [getattr(self, name) for name in ("bound_shapes", "bound_rotations", "bound_curvatures")]
        given = [x for name, x in self.arrays.items() if not name.startswith("bound")]
        return Modes, (*given, dict(self.nodes), *rest)

    @cached_property
    def _identity(self) -> tuple[Any, ...]:
        return tuple(self.nodes.items()), tuple((x.shape, x.tobytes()) for x in self.arrays.values())

    # What follows from the numbers

    def weighted(self, left: Array, right: Array) -> Array:
        """Σ m left rightᵀ over the points: (N, …) and (N, …) → (…, …)."""
        if self.masses.ndim == 1:
            spread = self.masses.reshape(-1, *[1] * (right.ndim - 1)) * right
        else:
            spread = np.tensordot(self.masses, right, 1)
        return np.tensordot(left, spread, (0, 0))

    @cached_property
    def inertia(self) -> Inertia:
        """That of the undeformed body."""
        return self.locked_inertia(np.zeros(self.count))

    def locked_inertia(self, eta: ArrayLike) -> Inertia:
        """That of the body held in the shape of the modal coordinates η (n,)."""
        x = self.deformed(eta)
        ones = np.ones(len(x))
        mass = float(self.weighted(ones, ones))
        center = self.weighted(ones, x) / mass
        second = self.weighted(x - center, x - center)
        second = 0.5 * (second + second.T)
        return Inertia(mass, center, np.trace(second) * np.eye(3) - second)

    def center(self, eta: Array) -> Array:
        """The centre of mass of the deformed body, (..., n) → (..., 3)."""
        moved = self.weighted(np.ones(len(self.positions)), self.all_shapes) / self.inertia.mass
        return self.inertia.center + self.all_coordinates(eta) @ moved.T

    def deformed(self, eta: ArrayLike) -> Array:
        """Where the points are, x(η), (N, 3) in the body's frame."""
        return self.positions + self.all_shapes @ self.all_coordinates(np.asarray(eta, dtype=float))

    @cached_property
    def all_shapes(self) -> Array:
        """Ψ and β side by side, (N, 3, n + R)."""
        return np.concatenate([self.shapes, self.bound_shapes], axis=2)

    @cached_property
    def all_rotations(self) -> Array:
        """Those of the nodes, (nodes, 3, n + R)."""
        return np.concatenate([self.rotations, self.bound_rotations], axis=2)

    def all_coordinates(self, eta: Array) -> Array:
        """ξ = (η, ½ η*c_rη): (..., n) → (..., n + R)."""
        if not len(self.bound_curvatures):
            return eta
        bound = 0.5 * np.einsum("rij,...i,...j->...r", self.bound_curvatures, eta, eta)
        return np.concatenate([eta, bound], axis=-1)

    @cached_property
    def modal_mass(self) -> Array:
        """M_ff of the undeformed body, (n, n)."""
        return np.trace(
            np.moveaxis(self.weighted(self.shapes, self.shapes), (0, 2), (-2, -1)), axis1=-2, axis2=-1
        )

    @cached_property
    def frequencies(self) -> Array:
        """√λ of K u = λ M_ff u, rising, in rad/s: the frequencies with the inboard joint held."""
        lower = np.linalg.cholesky(self.modal_mass)
        scaled = np.linalg.solve(lower, np.linalg.solve(lower, self.stiffness).T)
        return np.sqrt(np.maximum(np.linalg.eigvalsh(scaled), 0.0))

    def orthonormal(self) -> Modes:
        """The same body in coordinates whose modal mass is the identity and whose stiffness is diag(ω²).

        Frequencies rise. Orthonormal modes cost the fewest operations.
        """
        lower = np.linalg.cholesky(self.modal_mass)
        scaled = np.linalg.solve(lower, np.linalg.solve(lower, self.stiffness).T)
        squares, vectors = np.linalg.eigh(0.5 * (scaled + scaled.T))
        U = np.linalg.solve(lower.T, vectors)
        return _with(
            self,
            shapes=self.shapes @ U,
            rotations=self.rotations @ U,
            stiffness=np.diag(np.maximum(squares, 0.0)),
            damping=U.T @ self.damping @ U,
            bound_curvatures=U.T @ self.bound_curvatures @ U,
        )

    @cached_property
    def reach(self) -> Array:
        """The coordinate at which each mode alone moves a point by 2 % of the body's size, (n,)."""
        size = float(np.abs(self.positions).max(initial=0.0)) or 1.0
        largest = np.abs(self.shapes).max(axis=(0, 1), initial=0.0)
        return REACH * size / np.where(largest > 0.0, largest, size)

    def node_near(self, position: ArrayLike) -> int | None:
        """The place among the nodes of the one nearest to a point of the undeformed body.

        None where the origin, which no mode moves, is nearer.
        """
        if not self.nodes:
            return None
        point = np.asarray(position, dtype=float)
        apart = np.linalg.norm(self.positions[list(self.nodes.values())] - point, axis=1)
        nearest = int(np.argmin(apart))
        return nearest if apart[nearest] < np.linalg.norm(point) else None

    def expressed_in(self, pose: Pose) -> Modes:
        """The same modes in the parent frame of `pose`, the pose of the present frame in that parent."""
        turned = {name: np.einsum("ab,pbi->pai", pose.rotation, x) for name, x in self._fields.items()}
        return _with(self, positions=self.positions @ pose.rotation.T + pose.position, **turned)

    @property
    def _fields(self) -> dict[str, Array]:
        names = ("shapes", "rotations", "bound_shapes", "bound_rotations")
        return {name: getattr(self, name) for name in names}

    # Checks

    def _take_off(self, inboard: str | int) -> None:
        """Subtract the rigid motion of the inboard node from all points and nodes."""
        if str(inboard) not in self.nodes:
            raise ModelError(f"modes: inboard {inboard!r} is none of the nodes {', '.join(self.nodes)}")
        place, point = self.node_names.index(str(inboard)), self.nodes[str(inboard)]
        for shapes, rotations in (("shapes", "rotations"), ("bound_shapes", "bound_rotations")):
            field, turns = getattr(self, shapes), getattr(self, rotations)
            shift, turn = field[point], turns[place]
            apart = self.positions - self.positions[point]
            moved = shift[None] + np.cross(turn.T[None], apart[:, None, :]).transpose(0, 2, 1)
            object.__setattr__(self, shapes, field - moved)
            object.__setattr__(self, rotations, turns - turn[None])

    def _check(self) -> None:
        """Refuse modes that no body has."""
        n = self.count
        if n == 0:
            raise ModelError("modes: there are none; give shapes (N, 3, n) with n of 1 or more")
        mass = self.modal_mass
        scale = np.sqrt(np.maximum(np.diag(mass), 0.0))
        if not (scale > 0.0).all():
            still = int(np.argmin(scale))
            raise ModelError(f"modes: mode {still} moves no mass; leave it out, or give its shape")
        least = float(np.linalg.eigvalsh(mass / np.outer(scale, scale))[0])
        if least < SLACK:
            raise ModelError(
                f"modes: the shapes depend on each other (the least eigenvalue of their mass matrix is "
                f"{least:.1e} of its diagonal); leave some out"
            )
        for name in ("stiffness", "damping"):
            matrix = getattr(self, name)
            size = float(np.abs(matrix).max(initial=0.0))
            if size and float(np.linalg.eigvalsh(matrix)[0]) < -SLACK * size:
                raise ModelError(f"modes: the {name} has a negative eigenvalue; give a semidefinite one")
        size = float(np.abs(self.positions).max(initial=0.0))
        largest, turned = (float(np.abs(x).max(initial=0.0)) for x in (self.shapes, self.rotations))
        turned = max(turned, largest / size) if size else turned
        for point in np.flatnonzero(np.linalg.norm(self.positions, axis=1) <= SLACK * size):
            if float(np.abs(self.shapes[point]).max()) > SLACK * largest:
                raise ModelError(
                    f"modes: point {point} lies at the origin, the inboard joint, and moves with the modes; "
                    "modes vanish there. Name it as a node and as `inboard`, and its motion is taken off"
                )
            for place, name in enumerate(self.nodes):
                if self.nodes[name] == point and float(np.abs(self.rotations[place]).max()) > SLACK * turned:
                    raise ModelError(
                        f"modes: node {name!r} lies at the origin, the inboard joint, and turns with the "
                        f"modes; modes vanish there. Give inboard={name!r}, and its motion is taken off"
                    )


def _with(modes: Modes, **changed: Array) -> Modes:
    arrays: dict[str, Any] = {**modes.arrays, **changed}
    return Modes(**arrays, nodes=dict(modes.nodes))
