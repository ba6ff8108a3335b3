"""One step of inverse kinematics as a scalar program: errors, damped least squares, joint limits.

    E = Σ e*We,    g = J*f,    f = C*We        of all tasks (tasks.py)
    Λ = λI,    λ = c min(E, ℓ²) + b ℓ√E + ε        but joints at a limit that g leads beyond are held
    δ = (J*C*WCJ + Λ)⁻¹ g        by the filter that the algebra derives for it [RJK 2, 15]
    q ← q · exp(δ), within the limits

Damping in proportion to the error needs no trial steps, and the last steps converge quadratically
[Sugihara, IEEE Trans. Robotics 27, 2011]. Where an error is left even at the best, least squares without the
curvature of the frames' paths, some √E/ℓ, overshoot: there b makes up for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from psiphi.algebra import J, inv
from psiphi.algebra.expression import Expr
from psiphi.algebra.lowered import JOINT_FACTORS
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.dynamics.features import Features
from psiphi.dynamics.inverse_kinematics.least_squares import LeastSquares, damping, weights
from psiphi.dynamics.inverse_kinematics.tasks import CENTER_OF_MASS, LOOPS, Task
from psiphi.dynamics.loops.opening import loop_frames
from psiphi.frozen import frozen
from psiphi.kernel.iterate.emit_search import VERDICT
from psiphi.kernel.iterate.iteration import Phase
from psiphi.kernel.iterate.search import Search
from psiphi.kernel.iterate.slots import NEXT
from psiphi.kernel.program.counts import fewest
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Value
from psiphi.kernel.tracing import MOST_JOINTS_FACTORED, candidates
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.manifold.joints import difference, integrate
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import dot

DAMPING, FLOOR = 0.03, 1e-10
"""c, and ε in parts of ℓ²; found by trial on arms, on which a factor of three makes no difference."""
HELD = 1e30
"""The damping of a joint that is held at its limit, in parts of ℓ²."""
FADING = 0.75
"""The part of the steps from a seed in which a posture matters, less and less."""
SETTLED = 1e-4
"""The length of a step, in rad and m, below which a posture is as near as the tasks allow."""
_REACHED = 1e-300
"""What makes a joint that is at its limit, exactly, count as beyond it."""


@frozen
class Step:
    """What a robot is asked for, and how far its joints may move.

    lower, upper   (nq), infinite where a coordinate has no limit
    radius         the length ℓ/4 that an angle of 1 rad counts for
    posture        whether what the tasks leave free goes towards a configuration that is given
    """

    model: Model
    tasks: tuple[Task, ...]
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    radius: float
    posture: bool = False

    @property
    def key(self) -> str:
        """A name for the step in any process."""
        own = (self.tasks, self.lower, self.upper, self.radius, self.posture)
        return repr(("inverse kinematics", self.model.key, *own))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The errors of all tasks, each an angle or a length, and that of all loops as the last."""
        loops = (LOOPS,) if self.model.loops else ()
        return (*(part for task in self.tasks for part in task.parts), *loops)

    def search(self) -> Search:
        """Steps until the tasks are met, in native code, from one seed after the other.

        wanted    the numbers of all tasks, then the configuration to stay near, if there is one
        common    1/tolerance² of each part, then how many steps were taken
        q         where to begin
        start     the number of the seed, its steps so far, after how many to give it up, and b
        verdict   (search.py), then q, the squares of the errors, the number of the seed, and all steps
        """
        parts, nq = len(self.parts), self.model.nq
        return Search(
            self.key,
            (Phase("step", self.program),),
            given={"wanted": sum(task.size for task in self.tasks) + self.posture * nq, "common": parts + 1},
            begun={"q": nq, "start": 4},
            kept={VERDICT: 2 + nq + parts + 2},
        )

    def program(self) -> Program:
        """The cheapest program of all forms that the derivation of δ has."""
        if not self.frames:
            return self._program(None)
        small = self.model.nv_tree <= MOST_JOINTS_FACTORED
        found = (
            self._program(forms)
            for name, forms in candidates([self.solution])
            if small or name != JOINT_FACTORS
        )
        return fewest(found)

    @cached_property
    def frames(self) -> tuple[str, ...]:
        """The frames of which something is wanted, and those of which loops want something."""
        tasks = [task.frame for task in self.tasks if task.kind != CENTER_OF_MASS]
        return tuple(dict.fromkeys([*tasks, *loop_frames(self.model)]))

    @cached_property
    def robot(self) -> Features:
        """How the equations of the robot are written, frames in their own axes."""
        return Features.of(self.model, "local")

    @cached_property
    def solution(self) -> Expr:
        """(J*C*WCJ + Λ)⁻¹ g for the tasks of frames."""
        normal = self.robot.forces(self.robot.rates_of(J.T @ weights @ J + damping))
        return inv(normal) @ self.robot.vector("slope")

    def mechanism(self) -> Mechanism:
        """The robot, in the frames and with the inertias that leave the fewest constants."""
        whole = any(task.kind == CENTER_OF_MASS for task in self.tasks)
        return Mechanism.from_model(self.model, canonical=True, regrouped=not whole, frames=self.frames)

    def _program(self, solution: Sequence[Polynomial] | None) -> Program:
        graph = Graph()
        xs = GraphArithmetic(graph)
        search = self.search()
        sizes = {**search.given, **search.begun}
        arguments = tuple(Argument(name, (size,)) for name, size in sizes.items())
        x = {argument.name: argument.scalars(graph) for argument in arguments}
        system = LeastSquares(self, solution, xs, x["q"], x["wanted"])
        *tightness, steps = x["common"]
        number, age, patience, caution = x["start"]
        worst: Value = 0.0
        for square, tight in zip(system.squares, tightness, strict=True):
            worst = xs.maximum(worst, square * tight)
        steps, age = steps + 1.0, age + 1.0
        slope, met = system.slope, 1.0
        way: list[Number] = []
        if self.posture:
            # longer steps overshoot, since what the tasks leave free is bent; at last there are none
            share = 0.5 * xs.maximum(1.0 - age / (FADING * patience), 0.0)
            way = self._towards(x["wanted"][-self.model.nq :], x["q"], share, xs)
            slope = system.left_by(way)
        change = system.solved(self._damped(system.total, x["q"], slope, caution, xs), slope)
        if self.posture:
            change = [x + y for x, y in zip(way, change, strict=True)]
            met = xs.select(patience - age, xs.select(dot(change, change) - SETTLED**2, 0.0, 1.0), 1.0)
        verdict = xs.select(1.0 - worst, met, xs.select(patience - age, 0.0, -1.0))
        outputs = {
            "q": self._within(integrate(self.model, x["q"], change, xs), xs),
            "start": [number, age, patience, caution],
            "common": [*tightness, steps],
            VERDICT: [verdict, system.total, *x["q"], *system.squares, number, steps],
        }
        return Program(arguments, tuple(Output(n + NEXT, (len(v),), tuple(v)) for n, v in outputs.items()))

    def _towards(
        self, posture: Sequence[Number], q: Sequence[Number], share: Number, xs: GraphArithmetic
    ) -> list[Number]:
        """A share of the way from q to a posture, that many rad where it is long, within the limits."""
        way = difference(self.model, q, posture, xs)
        shorter = share * xs.reciprocal(xs.sqrt(1.0 + dot(way, way)))
        way = [shorter * x for x in way]
        for i, k in self._plain:
            way[k] = xs.select(self._outward(i, q[i], way[k], xs), 0.0, way[k])
        return way

    @cached_property
    def _plain(self) -> list[tuple[int, int]]:
        """The places in q and in v of the coordinates whose rates are velocities."""
        groups = [group for group in self.model.coordinates.groups if group.kind.is_plain]
        return [pair for x in groups for pair in zip(x.q.ravel().tolist(), x.v.ravel().tolist(), strict=True)]

    def _damped(
        self,
        total: Number,
        q: Sequence[Number],
        slope: Sequence[Number],
        caution: Number,
        xs: GraphArithmetic,
    ) -> list[Number]:
        """Λ; joints that are at a limit and pushed outward are held there."""
        length = 4.0 * self.radius
        size = length**2
        least = DAMPING * xs.minimum(total, size) + FLOOR * size
        least = least + caution * (length * xs.sqrt(total))
        damped = [least] * self.model.nv
        for i, k in self._plain:
            damped[k] = xs.select(self._outward(i, q[i], slope[k], xs), HELD * size, least)
        return damped

    def _outward(self, place: int, q: Number, slope: Number, xs: GraphArithmetic) -> Number:
        """A positive number where a coordinate is at a limit and a slope leads beyond it."""
        found: list[Number] = []
        if np.isfinite(self.lower[place]):
            found.append(xs.minimum(self.lower[place] - q + _REACHED, -slope))
        if np.isfinite(self.upper[place]):
            found.append(xs.minimum(q - self.upper[place] + _REACHED, slope))
        return reduce(xs.maximum, found) if found else -1.0

    def _within(self, q: Sequence[Number], xs: GraphArithmetic) -> list[Number]:
        """q moved to the limits where it is beyond them."""
        found: list[Number] = []
        for value, lower, upper in zip(q, self.lower, self.upper, strict=True):
            value = xs.maximum(value, lower) if np.isfinite(lower) else value
            found.append(xs.minimum(value, upper) if np.isfinite(upper) else value)
        return found
