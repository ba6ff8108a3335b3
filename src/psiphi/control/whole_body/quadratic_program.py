"""The quadratic program of whole-body control, formed by one compiled function.

Accelerations a, forces f of the loops and errors e of the tasks follow from the m joint forces u that are
chosen: e = e₀ + E u, and so for a and f. They are given at u = 0 and at a unit of each; of these rows

    H = Σ w E*E + εI,   g = Σ w E*e₀    for each priority
    low ≤ [u; C u] ≤ high               for forces, for friction, and for joints
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from psiphi.control.whole_body.tasks import Task
from psiphi.errors import InputError, UnknownNameError
from psiphi.frozen import frozen
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.functions import absolute, maximum, minimum, select
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value, add, multiply, reciprocal, subtract
from psiphi.model.arguments import positive_number
from psiphi.robot import Robot

UNLIMITED = 1e30
"""Stands for limits that are infinite, as DAQP knows them."""
_REGULAR = 1e-10
"""ε beside the mean weight of the forces in the tasks: forces that move nothing are the least."""
_EMPTY = 1e-9
"""Rows of C with entries below this part of the largest are those that no force changes."""
_LEAST = 1e-30

Values = Sequence[Value]
Limited = tuple[Values, Value, Value]
"""A row of C, and its limits."""


@frozen
class QuadraticProgram:
    """What decides the form of the program.

    motors     how many forces are chosen
    friction   coefficients of point contacts by the names of their loops
    dt         for how long joints must stay within their limits, None for not at all
    """

    robot: Robot
    tasks: tuple[Task, ...]
    motors: int
    friction: tuple[tuple[str, float], ...]
    dt: float | None

    def errors(self) -> NativeFunction:
        """T a + d − b (k,) of each task, from q, v, accelerations, and b of each."""

        def build() -> Program:
            robot, graph, outputs = self.robot, Graph(), list[Output]()
            sizes = {"q": robot.nq, "v": robot.nv, "acceleration": robot.nv}
            for number, task in enumerate(self.tasks):
                (y,) = Copy(task.program(robot), graph).outputs()
                sizes[f"wanted_{number}"] = len(y)
                error = map(subtract, y, graph.inputs(f"wanted_{number}", len(y)))
                outputs.append(Output(f"error_{number}", (len(y),), tuple(error)))
            return Program(tuple(Argument(name, (n,)) for name, n in sizes.items()), tuple(outputs))

        return self._compiled("errors", build)

    def formed(self, sizes: Sequence[int]) -> NativeFunction:
        """H and g of each priority, C, low and high.

        From the errors of each task by rows, (m + 1, k), with as many numbers as in `sizes`; the limits of
        forces, (m,); for friction f by rows; for limits of joints a by rows, q and v.
        """
        robot, rows = self.robot, self.motors + 1
        shapes: dict[str, tuple[int, ...]] = {f"error_{i}": (rows, size) for i, size in enumerate(sizes)}
        shapes |= {"least": (self.motors,), "most": (self.motors,)}
        if self.friction:
            shapes |= {"f": (rows, robot.model.loop_size)}
        if self.dt is not None:
            shapes |= {"a": (rows, robot.nv), "q": (robot.nq,), "v": (robot.nv,)}
        cones, arguments = self._cones(), tuple(Argument(*each) for each in shapes.items())

        def build() -> Program:
            graph = Graph()
            x = {each.name: each.scalars(graph) for each in arguments}
            limited = list(_pressed(cones, _Affine.of(x["f"], rows))) if self.friction else []
            if self.dt is not None:
                limited += self._kept(_Affine.of(x["a"], rows), x["q"], x["v"], self.dt)
            C = _without_empty([row for row, _, _ in limited])
            low = [*x["least"], *(least for _, least, _ in limited)]
            high = [*x["most"], *(most for _, _, most in limited)]
            outputs = [
                *(y for priority in priorities(self.tasks) for y in self._weighed(priority, x)),
                Output("C", (len(C), self.motors), tuple(entry for row in C for entry in row)),
                Output("low", (len(low),), tuple(low)),
                Output("high", (len(high),), tuple(high)),
            ]
            return Program(arguments, tuple(outputs))

        return self._compiled("program", build)

    def _compiled(self, name: str, build: Callable[[], Program]) -> NativeFunction:
        model = self.robot.model
        key = repr(("whole body", name, model.key, self.tasks, self.motors, self.friction, self.dt))
        return compile_program(build, key=key)

    def _weighed(self, priority: int, x: Mapping[str, Values]) -> tuple[Output, Output]:
        """H and g of a priority, of size one."""
        m = self.motors
        H: list[list[Value]] = [[0.0] * m for _ in range(m)]
        g: list[Value] = [0.0] * m
        for number, task in enumerate(self.tasks):
            if task.priority == priority:
                error = _Affine.of(x[f"error_{number}"], m + 1)
                for i, unit in enumerate(error.units):
                    heavy = [multiply(task.weight, entry) for entry in unit]
                    g[i] = add(g[i], _dot(heavy, error.rest))
                    for j in range(i + 1):
                        H[i][j] = add(H[i][j], _dot(heavy, error.units[j]))
        mean = multiply(1.0 / m, reduce(add, (H[i][i] for i in range(m))))
        size = reciprocal(maximum(mean, _LEAST))
        whole = [multiply(size, H[max(i, j)][min(i, j)]) for i in range(m) for j in range(m)]
        whole[:: m + 1] = [add(entry, _REGULAR) for entry in whole[:: m + 1]]
        return (
            Output(f"H_{priority}", (m, m), tuple(whole)),
            Output(f"g_{priority}", (m,), tuple(multiply(size, entry) for entry in g)),
        )

    def _kept(self, a: _Affine, q: Values, v: Values, dt: float) -> Iterator[Limited]:
        """Accelerations that keep v + a dt and q + v dt + ½ a dt² within the limits of joints."""
        robot, bounds = self.robot, self.robot.limits
        places = {
            robot.v_slice(name).start: robot.q_slice(name).start
            for name in robot.joint_names
            if robot.model.joint(name).kind.is_plain and robot.model.joint(name).kind.nv == 1
        }
        for i in range(robot.nv):
            low, high = list[Value](), list[Value]()
            if np.isfinite(bounds.velocity[i]):
                low.append(multiply(1.0 / dt, subtract(-float(bounds.velocity[i]), v[i])))
                high.append(multiply(1.0 / dt, subtract(float(bounds.velocity[i]), v[i])))
            if i in places:
                k = places[i]
                ahead, share = add(q[k], multiply(dt, v[i])), 2.0 / dt**2
                if np.isfinite(bounds.lower[k]):
                    low.append(multiply(share, subtract(float(bounds.lower[k]), ahead)))
                if np.isfinite(bounds.upper[k]):
                    high.append(multiply(share, subtract(float(bounds.upper[k]), ahead)))
            if low or high:
                yield (
                    [unit[i] for unit in a.units],
                    subtract(reduce(maximum, low), a.rest[i]) if low else -UNLIMITED,
                    subtract(reduce(minimum, high), a.rest[i]) if high else UNLIMITED,
                )

    def _cones(self) -> NDArray[np.float64]:
        """K with K f ≤ 0 where |f_x|, |f_y| ≤ μ/√2 |f_z| and f_z ≤ 0, of the forces on the ground."""
        model = self.robot.model
        loops = {loop.name: loop for loop in model.loops}
        found = np.zeros((5 * len(self.friction), model.loop_size))
        for number, (name, coefficient) in enumerate(self.friction):
            if name not in loops or loops[name].kind != "point_contact":
                known = ", ".join(x.name for x in loops.values() if x.kind == "point_contact") or "none"
                raise UnknownNameError(f"friction: no point contact {name!r}; there are {known}.")
            if model.frame(loops[name].first).body != -1:
                raise InputError(
                    f"friction: the first frame of {name!r} is not fixed to the world; turn it round."
                )
            share = positive_number(f"friction of {name}", coefficient) / np.sqrt(2.0)
            cone = [[0, 0, 1.0], [1, 0, share], [-1, 0, share], [0, 1, share], [0, -1, share]]
            found[5 * number : 5 * number + 5, model.loop_slices[name]] = cone
        return found


@frozen
class _Affine:
    """What forces change: its values without any, and what a unit of each adds."""

    rest: Values
    units: Sequence[Values]

    @staticmethod
    def of(x: Values, rows: int) -> _Affine:
        """From the values by rows."""
        size = len(x) // rows
        rest, *others = (x[i * size : (i + 1) * size] for i in range(rows))
        return _Affine(rest, [[subtract(y, z) for y, z in zip(row, rest, strict=True)] for row in others])


def priorities(tasks: Sequence[Task]) -> list[int]:
    """Those of the tasks, in their order."""
    return sorted({task.priority for task in tasks})


def _pressed(cones: NDArray[np.float64], f: _Affine) -> Iterator[Limited]:
    """Contact forces within the cones, K f ≤ 0."""
    for cone in cones.tolist():
        yield [_dot(cone, unit) for unit in f.units], -UNLIMITED, multiply(-1.0, _dot(cone, f.rest))


def _without_empty(rows: Sequence[Values]) -> list[list[Value]]:
    """Rows that are zero where they are but rounding: what no force changes holds, or does not."""
    sizes = [reduce(maximum, map(absolute, row)) for row in rows]
    if not sizes:
        return []
    least = multiply(_EMPTY, reduce(maximum, sizes))
    tests = [subtract(size, least) for size in sizes]
    return [[select(test, entry, 0.0) for entry in row] for test, row in zip(tests, rows, strict=True)]


def _dot(x: Values, y: Values) -> Value:
    return reduce(add, map(multiply, x, y), 0.0)
