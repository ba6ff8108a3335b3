"""The model: what a robot is."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import compress
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.flexible.modes import Modes
from psiphi.frozen import frozen
from psiphi.locks import cached_property
from psiphi.model import configuration, editing, merging
from psiphi.model.actuator import Actuator
from psiphi.model.arguments import vector_argument
from psiphi.model.body import WORLD, Body, Frame, frames_of
from psiphi.model.bounds import Bounds, bounds_of
from psiphi.model.content import content
from psiphi.model.coordinates import Coordinates, coordinates_of, modes_slice, own_slice
from psiphi.model.geometry import Geometry
from psiphi.model.joints import elastic_gears
from psiphi.model.joints.joint import Joint
from psiphi.model.loops.loop import Loop, slices_of
from psiphi.model.names import found
from psiphi.model.plausibility import doubts
from psiphi.model.remarks import Dropped, NamedConfiguration, configurations_of
from psiphi.model.rerooting import Rerooting
from psiphi.model.tendon import Tendon
from psiphi.model.tree import children_of, handed_down
from psiphi.model.validation import gravity_argument, validate
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose

Array = NDArray[np.float64]


@frozen(eq=False)
class Model:
    """A robot as frozen data: a tree of bodies with the joints that carry them, named frames and gravity.

    Bodies are listed with parents before children; several may hang on the world. `loops` close the tree,
    `tendons` and `actuators` act on its joints. `geometries` are shapes, with no part in the dynamics;
    `dropped` lists what the file says and the model does not hold. Models are equal, and hash alike, when all
    their names and numbers are, but for what was dropped. Editing returns a new model.
    """

    name: str
    bodies: tuple[Body, ...]
    frames: tuple[Frame, ...] = ()
    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)
    loops: tuple[Loop, ...] = ()
    geometries: tuple[Geometry, ...] = ()
    tendons: tuple[Tendon, ...] = ()
    actuators: tuple[Actuator, ...] = ()
    named_configurations: tuple[NamedConfiguration, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    def __init__(
        self,
        name: str,
        bodies: Sequence[Body],
        frames: Sequence[Frame] = (),
        gravity: Sequence[float] = (0.0, 0.0, -9.81),
        loops: Sequence[Loop] = (),
        geometries: Sequence[Geometry] = (),
        tendons: Sequence[Tendon] = (),
        actuators: Sequence[Actuator] = (),
        named_configurations: Sequence[NamedConfiguration] = (),
        dropped: Sequence[Dropped] = (),
    ) -> None:
        store = object.__setattr__
        store(self, "name", name)
        store(self, "bodies", tuple(bodies))
        store(self, "frames", tuple(frames))
        store(self, "gravity", gravity_argument(name, gravity))
        store(self, "loops", tuple(loops))
        store(self, "geometries", tuple(geometries))
        store(self, "tendons", tuple(tendons))
        store(self, "actuators", tuple(actuators))
        store(self, "named_configurations", tuple(named_configurations))
        store(self, "dropped", tuple(dropped))
        validate(self)

    # Identity

    @cached_property
    def key(self) -> str:
        """The SHA-256, in hexadecimal, of all that bears on the dynamics: the same on every machine."""
        return hashlib.sha256(content(self)).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Model) and self.key == other.key and self.geometries == other.geometries
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[type[Model], tuple[object, ...]]:
        return Model, tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {len(self.bodies)} bodies, nq = {self.nq}, nv = {self.nv}>"

    # The tree

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """The index of each body's parent, −1 for the world."""
        return tuple(body.parent for body in self.bodies)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The indices of each body's children."""
        return children_of(self.parents)

    @cached_property
    def body_names(self) -> tuple[str, ...]:
        """The names of the bodies, in their order."""
        return tuple(body.name for body in self.bodies)

    @cached_property
    def _body_indices(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.body_names)}

    @cached_property
    def _joint_indices(self) -> dict[str, int]:
        return {body.joint.name: index for index, body in enumerate(self.bodies)}

    def body_index(self, name: str) -> int:
        """The index of the body of this name."""
        return found("body", name, self._body_indices)

    def joint_index(self, name: str) -> int:
        """The index of the body that the joint of this name carries."""
        return found("joint", name, self._joint_indices)

    def joint(self, name: str) -> Joint:
        """The joint of this name, fixed and mimic joints included."""
        return self.bodies[self.joint_index(name)].joint

    @cached_property
    def movable(self) -> tuple[bool, ...]:
        """For each body, whether some joint between it and the world can move."""
        moving = [body.joint.kind.nv > 0 or body.modes is not None for body in self.bodies]
        return handed_down(self.parents, moving)

    @cached_property
    def mass(self) -> float:
        """The mass of all bodies that can move, in kg."""
        return math.fsum(compress((body.inertia.mass for body in self.bodies), self.movable))

    # Frames

    @cached_property
    def frames_by_name(self) -> Mapping[str, Frame]:
        """Everything in `frame_names` with its frame."""
        return MappingProxyType(frames_of(self.bodies, self.frames))

    @cached_property
    def frame_names(self) -> tuple[str, ...]:
        """All that `frame` finds: the bodies, the frames, and the fixed joints whose name is free."""
        return tuple(self.frames_by_name)

    def has_frame(self, name: str) -> bool:
        """Whether `frame(name)` finds something."""
        return name in self.frames_by_name or name == "world"

    def frame(self, name: str) -> Frame:
        """The frame of this name. Bodies and fixed joints count as frames, and so does "world"."""
        if name == "world" and name not in self.frames_by_name:
            return Frame("world", WORLD, Pose.identity())
        return found("frame", name, self.frames_by_name)

    # Coordinates

    @cached_property
    def coordinates(self) -> Coordinates:
        """Where the coordinates of each joint sit."""
        return coordinates_of(self.bodies)

    @property
    def nq(self) -> int:
        """The number of independent coordinates."""
        return self.coordinates.nq

    @property
    def nv(self) -> int:
        """The number of independent velocities: the degrees of freedom."""
        return self.coordinates.nv

    @property
    def nq_tree(self) -> int:
        """The number of coordinates of all joints, mimics included."""
        return self.coordinates.nq_tree

    @property
    def nv_tree(self) -> int:
        """The number of velocities of all joints, mimics included."""
        return self.coordinates.nv_tree

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints with coordinates of their own, in the order of their coordinates."""
        return self.coordinates.joint_names

    @property
    def q_tree_slices(self) -> tuple[slice, ...]:
        """For each body, where the coordinates of its joint sit in the tree coordinates."""
        return self.coordinates.q_tree_slices

    @property
    def v_tree_slices(self) -> tuple[slice, ...]:
        """For each body, where the velocities of its joint sit in the tree velocities."""
        return self.coordinates.v_tree_slices

    def q_slice(self, joint: str) -> slice:
        """Where the coordinates of a joint sit in q; a flexible body stands for its modes."""
        return own_slice(self, joint, self.coordinates.q_slices, self.coordinates.q_modes)

    def v_slice(self, joint: str) -> slice:
        """Where the velocities of a joint sit in v; a flexible body stands for its modes."""
        return own_slice(self, joint, self.coordinates.v_slices, self.coordinates.v_modes)

    @cached_property
    def is_flexible(self) -> bool:
        """Whether some body has modes."""
        return any(body.modes is not None for body in self.bodies)

    def q_modes(self, body: str) -> slice:
        """Where the modal coordinates of a flexible body sit in q."""
        return modes_slice(self, body, self.coordinates.q_modes)

    def v_modes(self, body: str) -> slice:
        """Where the rates of the modal coordinates of a flexible body sit in v."""
        return modes_slice(self, body, self.coordinates.v_modes)

    @cached_property
    def coupling(self) -> Array:
        """The matrix S, (nv_tree, nv), with v_tree = S v.

        It is dense; for large models take `coordinates.v_columns` and `coordinates.v_ratios`.
        """
        return self.coordinates.coupling()

    def tree_configuration(self, q: ArrayLike) -> Array:
        """The coordinates of every joint, mimics included: (..., nq) → (..., nq_tree)."""
        q = vector_argument("q", q, self.nq)
        return self.coordinates.of_tree(q)

    def tree_velocity(self, v: ArrayLike) -> Array:
        """The velocities of every joint, mimics included, S v: (..., nv) → (..., nv_tree)."""
        v = vector_argument("v", v, self.nv)
        return v[..., self.coordinates.v_columns] * self.coordinates.v_ratios

    # The configuration manifold

    def neutral(self) -> Array:
        """The neutral configuration, (nq,)."""
        return configuration.neutral(self)

    @cached_property
    def limits(self) -> Bounds:
        """The limits of all joints as arrays in the order of q and v: `.lower`, `.upper`, `.velocity`, …"""
        return bounds_of(self)

    @cached_property
    def configurations(self) -> Mapping[str, Array]:
        """The configurations that have names, each (nq,)."""
        return MappingProxyType(configurations_of(self))

    def random_configuration(
        self, rng: np.random.Generator | None = None, batch: int | tuple[int, ...] = ()
    ) -> Array:
        """Random configurations within the limits, (*batch, nq)."""
        return configuration.random_configuration(self, rng, batch)

    def integrate(self, q: ArrayLike, v: ArrayLike, dt: ArrayLike = 1.0) -> Array:
        """Where v, held for the time dt, leads from q: (..., nq), (..., nv) → (..., nq)."""
        return configuration.integrate(self, q, v, dt)

    def difference(self, q0: ArrayLike, q1: ArrayLike) -> Array:
        """The velocity that leads from q0 to q1 in unit time: (..., nq), (..., nq) → (..., nv)."""
        return configuration.difference(self, q0, q1)

    # Loops

    @cached_property
    def loop_slices(self) -> Mapping[str, slice]:
        """Where the equations of each loop, by name, sit among those of all, in the order of `loops`."""
        return MappingProxyType(slices_of(self.loops))

    @property
    def loop_size(self) -> int:
        """The number of equations of all loops."""
        return sum(loop.size for loop in self.loops)

    def loop(self, name: str) -> Loop:
        """The loop of this name."""
        return found("loop", name, {loop.name: loop for loop in self.loops})

    def with_loop(
        self,
        first: str,
        second: str = "",
        kind: str = "weld",
        *,
        name: str | None = None,
        axis: Sequence[float] = (0.0, 0.0, 1.0),
        axis2: Sequence[float] = (1.0, 0.0, 0.0),
        coefficients: Sequence[float] = (0.0, 1.0),
        length: float | None = None,
        pitch: float = 0.0,
    ) -> Model:
        """The model with a loop between two frames, or two joints for the kind "joint"; see `Loop`."""
        return editing.with_loop(
            self,
            first,
            second,
            kind,
            name=name,
            axis=axis,
            axis2=axis2,
            coefficients=coefficients,
            length=length,
            pitch=pitch,
        )

    def without_loop(self, name: str) -> Model:
        """The model with a loop taken out."""
        return editing.without_loop(self, name)

    # The same robot otherwise

    @cached_property
    def _merged(self) -> Model:
        return merging.merged(self)

    def merged(self) -> Model:
        """The same robot without fixed joints: bodies behind them are lumped, their names kept as frames."""
        return self._merged

    def lock(self, joint: str, q: ArrayLike) -> Model:
        """The model with a joint, and those that mimic it, fixed at q."""
        return editing.lock(self, joint, q)

    def attach(self, other: Model, at: str, prefix: str = "") -> Model:
        """The model with another one hung on the frame `at`; names of the other get the prefix."""
        return editing.attach(self, other, at, prefix)

    def with_payload(self, frame: str, inertia: Inertia) -> Model:
        """The model with an inertia, given in a frame, added to the body of that frame."""
        return editing.with_payload(self, frame, inertia)

    def with_modes(self, body: str, modes: Modes) -> Model:
        """The model with a body made flexible; its inertia becomes that of the modes (psiphi.flexible).

        Joints and frames on the body sit on the nearest node of the modes. q and v have the modal coordinates
        and their rates after those of the joint that carries the body.
        """
        return editing.with_modes(self, body, modes)

    def lock_modes(self, body: str, eta: ArrayLike = 0.0) -> Model:
        """The model with a flexible body made rigid, in the shape of the modal coordinates η."""
        return editing.lock_modes(self, body, eta)

    def with_elastic_gear(
        self, joint: str, stiffness: float, damping: float = 0.0, rotor_inertia: float | None = None
    ) -> Model:
        """The model with a spring between the motor of a joint and its link, N m/rad or N/m behind the gear.

        The joint moves with its motor; "JOINT gear" after it is how far the gear gives. rotor_inertia is seen
        behind the gear; that of the joint's rotor if not given.
        """
        return elastic_gears.with_elastic_gear(self, joint, stiffness, damping, rotor_inertia)

    def without(self, body: str) -> Model:
        """The model without a body and all that it carries."""
        return editing.without(self, body)

    def rerooted(self, body: str) -> Model:
        """The same free-floating system, rooted at another body."""
        return Rerooting(self, body).rerooted

    def rerooting(self, body: str) -> Rerooting:
        """The change to `rerooted(body)`, which also converts q and v."""
        return Rerooting(self, body)

    # What a person should look at

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What is allowed in a model but rarely meant: impossible inertias, joints that carry no mass."""
        return tuple(doubts(self))
