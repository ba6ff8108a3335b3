"""What accelerations of a robot should do: tasks T a + d, linear in a, each a program of q, v and a."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from psiphi.dynamics.compiled import DEFAULT_REFERENCE, Reference
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.differentiate import jvp
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value, add
from psiphi.model.arguments import batch_argument, positive_number
from psiphi.robot import Robot


@frozen(kw_only=True)
class Task(ABC):
    """A part of the accelerations, served as well as can be.

    weight    beside tasks of the same priority
    priority  lower numbers come first
    """

    weight: float = 1.0
    priority: int = 0

    def __post_init__(self) -> None:
        positive_number("weight", self.weight)
        if not isinstance(self.priority, int):
            raise InputError(f"priority: {self.priority!r} given; give an integer, lower ones first.")

    @abstractmethod
    def program(self, robot: Robot) -> Program:
        """T a + d (k,) from q (nq,), v (nv,) and a, `acceleration` (nv,)."""


@frozen
class FrameTask(Task):
    """The acceleration of a frame, J a + J̇v, [angular; linear]: that of its origin, not the spatial one.

    rows       which of the six numbers; all if None
    reference  the axes, as those of `robot.jacobian`
    """

    frame: str
    rows: Sequence[int] | None = None
    reference: Reference = DEFAULT_REFERENCE

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rows is not None:
            rows = batch_argument("rows", self.rows)
            if not rows or len(set(rows)) < len(rows) or not set(rows) <= set(range(6)):
                raise InputError(f"rows: {list(rows)} given; give some of 0 to 5, each once.")
            object.__setattr__(self, "rows", rows)

    def program(self, robot: Robot) -> Program:
        moved, rest = (
            robot.kernel(name, [self.frame], reference=self.reference).program
            for name in ("frame_velocity", "jacobian_dot_v")
        )
        graph, arguments = Graph(), _arguments(robot)
        (J_a,) = Copy(moved, graph, {"v": arguments[-1].scalars(graph)}).outputs()
        (drift,) = Copy(rest, graph).outputs()
        rows = range(6) if self.rows is None else self.rows
        return Program(arguments, (_output([add(J_a[i], drift[i]) for i in rows]),))


@frozen
class PostureTask(Task):
    """The accelerations of all degrees of freedom, (nv,)."""

    def program(self, robot: Robot) -> Program:
        arguments = _arguments(robot)
        return Program(arguments, (_output(arguments[-1].scalars(Graph())),))


@frozen
class CenterOfMassTask(Task):
    """The acceleration of the centre of mass in the axes of the world, (3,)."""

    def program(self, robot: Robot) -> Program:
        """The second derivative in time of where it is: along v, and what v changes by along a."""
        twice = jvp(jvp(robot.kernel("center_of_mass").program))
        graph, arguments = Graph(), _arguments(robot)
        v, a = (argument.scalars(graph) for argument in arguments[1:])
        (found,) = Copy(twice, graph, {"d_q": v, "d2_q": v, "d2_d_q": a}).outputs()
        return Program(arguments, (_output(found),))


def _arguments(robot: Robot) -> tuple[Argument, ...]:
    sizes = {"q": robot.nq, "v": robot.nv, "acceleration": robot.nv}
    return tuple(Argument(name, (size,)) for name, size in sizes.items())


def _output(values: Sequence[Value]) -> Output:
    return Output("task", (len(values),), tuple(values))
