"""The least squares of a step, on the numbers of one program: errors of all tasks, slopes, damped solutions.

Tasks of frames go by operators: slopes J*f, and (J*C*WCJ + Λ)⁻¹ as the algebra derives it. Rows A of what is
no motion of one frame, the centre of mass and loops, are joined by the matrix inversion lemma: with
X = J*C*WCJ + Λ,

    (X + A*VA)⁻¹ y = x − Y (V⁻¹ + AY)⁻¹ A x,    x = X⁻¹ y,    Y = X⁻¹A*
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from psiphi.algebra import E_0, H, J, M, frame_vector, phi
from psiphi.algebra.construction import symbol
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.inputs import Given, frame_operator
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.algebra.spaces import Space
from psiphi.dynamics.inverse_kinematics.tasks import CENTER_OF_MASS, Row, Task, demand, normal_equations
from psiphi.dynamics.loops.constraints import constraint_jacobian
from psiphi.dynamics.loops.opening import Poses, frame_poses, loop_errors
from psiphi.dynamics.motion.step_dynamics import on_coordinates
from psiphi.kernel.tracing import candidates
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors
from psiphi.recursion.numbers.vectors import dot, is_zero, minus, negative, plus, times
from psiphi.recursion.sweeps.evaluate import evaluate_together

if TYPE_CHECKING:
    from psiphi.dynamics.inverse_kinematics.step import Step

Numbers = Sequence[Number]

weights: Symbol = frame_operator("weights")
"""C*WC of each frame."""
damping: Symbol = symbol(
    "damping", Space.JOINT, Space.JOINT, Reach.MEMORYLESS, positive=True, owner=Given(True)
)
"""Λ."""
_pull: Symbol = frame_vector("pull")


class LeastSquares:
    """What is wanted at q.

    squares   of the errors, part by part
    total     E, the weighted sum of squares
    slope     g on the coordinates: half of −∂E/∂q
    """

    def __init__(
        self, step: Step, solution: Sequence[Polynomial] | None, xs: Arithmetic, q: Numbers, wanted: Numbers
    ) -> None:
        self._step, self._solution, self._xs, self.q = step, solution, xs, q
        self._mechanism = step.mechanism()
        self.squares: list[Number] = []
        rows: dict[str, list[Row]] = {frame: [] for frame in step.frames}
        self._more: list[tuple[float, Number, Numbers]] = []  # rows on the coordinates: weight, error, row
        poses = frame_poses(self._mechanism, step.frames, q, xs)
        first = 0
        for task in step.tasks:
            numbers = wanted[first : first + task.size]
            first += task.size
            if task.kind == CENTER_OF_MASS:
                self._add_center_of_mass(task, numbers)
                continue
            asked = demand(task, *poses[task.frame], numbers, step.radius, xs)
            rows[task.frame] += asked.rows
            self.squares += asked.squares
        if step.model.loops:
            self._add_loops(poses)
        self._weights: list[Number] = []
        forces: list[Number] = []
        self.total: Number = 0.0
        for of_frame in rows.values():
            matrix, force, total = normal_equations(of_frame)
            self._weights += matrix
            forces += force
            self.total = plus(self.total, total)
        slope: list[Number] = [0.0] * step.model.nv
        if step.frames:
            slope = self._slope_of(forces)
        for weight, error, row in self._more:
            slope = [plus(x, times(times(weight, error), y)) for x, y in zip(slope, row, strict=True)]
            self.total = plus(self.total, times(weight, times(error, error)))
        self.slope = slope

    def left_by(self, way: Numbers) -> list[Number]:
        """g − (J*C*WCJ + A*VA)z, the slope that a motion z leaves.

        z + (X + A*VA)⁻¹(…) is then a step that goes along z as far as the tasks leave it free.
        """
        robot, slope = self._step.robot, list(self.slope)
        if self._step.frames:
            motion = robot.vector("way")
            motions = self._evaluated(J @ robot.rates(motion), {"way": (motion.range, way)})
            forces: list[Number] = []
            for row in range(len(motions)):
                own = motions[row - row % 6 :][:6]
                forces.append(dot(self._weights[6 * row : 6 * row + 6], own))
            slope = [minus(x, y) for x, y in zip(slope, self._slope_of(forces), strict=True)]
        for weight, _, row in self._more:
            share = times(weight, dot(row, way))
            slope = [minus(x, times(share, y)) for x, y in zip(slope, row, strict=True)]
        return slope

    def _slope_of(self, forces: Numbers) -> list[Number]:
        """J*f on the coordinates."""
        return self._evaluated(self._step.robot.forces(J.T @ _pull), {"pull": (Space.FRAME, forces)})

    def solved(self, damped: Numbers, slope: Numbers) -> list[Number]:
        """(X + A*VA)⁻¹ g, for Λ that is given on the coordinates."""
        x = self._filtered(damped, slope)
        if not self._more:
            return x
        rows = [row for _, _, row in self._more]
        columns = [self._filtered(damped, row) for row in rows]
        matrix = [[dot(row, column) for column in columns] for row in rows]
        for i, (weight, _, _) in enumerate(self._more):
            matrix[i][i] = plus(matrix[i][i], 1.0 / weight)
        shares = Factors.of(matrix, self._xs).solve([dot(row, x) for row in rows])
        for share, column in zip(shares, columns, strict=True):
            x = [minus(value, times(share, y)) for value, y in zip(x, column, strict=True)]
        return x

    def _filtered(self, damped: Numbers, y: Numbers) -> list[Number]:
        """(J*C*WCJ + Λ)⁻¹ y; Λ of a coordinate is that of each joint that follows it."""
        coordinates = self._step.model.merged().coordinates
        tree = [damped[k] for k in coordinates.v_columns.tolist()]
        if self._solution is not None:
            name = self._step.robot.vector("slope")
            given = {weights: self._weights, damping: tree}
            return self._evaluated(self._solution, {"slope": (name.range, y)}, given)
        sums = on_coordinates(self._step.model, tree)
        return [times(value, self._xs.reciprocal(total)) for value, total in zip(y, sums, strict=True)]

    def _evaluated(
        self,
        x: Expr | Sequence[Polynomial],
        inputs: Mapping[str, tuple[Space, Numbers]],
        given: Mapping[Symbol, Numbers] | None = None,
    ) -> list[Number]:
        polynomials = candidates([x])[0][1] if isinstance(x, Expr) else x
        (values,) = evaluate_together(
            polynomials, self._mechanism, self._xs, self.q, None, inputs, given=given
        )
        return values

    def _add_loops(self, poses: Poses) -> None:
        """−e of all loops, and the rows J_c of their rates."""
        model = self._step.model
        jacobian = self._evaluated(constraint_jacobian(self._step.robot), {})
        errors = loop_errors(model, poses, self.q, self._xs)
        self.squares.append(dot(errors, errors))
        for k, error in enumerate(errors):
            if not is_zero(error):
                row = jacobian[k * model.nv : (k + 1) * model.nv]
                self._more.append((1.0, negative(error), row))

    def _add_center_of_mass(self, task: Task, wanted: Numbers) -> None:
        """c_d − c, and the rows of ċ: linear momenta over the mass."""
        robot, mass = self._step.robot, 1.0 / self._mechanism.mass
        inertia = self._evaluated(E_0.T @ phi @ M @ phi.T @ E_0, {})
        momenta = self._evaluated(E_0.T @ phi @ M @ phi.T @ robot.rates_of(H.T), {})
        nv = self._step.model.nv
        moments = (inertia[6 * 2 + 4], inertia[6 * 0 + 5], inertia[6 * 1 + 3])
        errors = [minus(x, times(mass, moment)) for x, moment in zip(wanted, moments, strict=True)]
        self.squares.append(dot(errors, errors))
        for axis, error in enumerate(errors, 3):
            row = [times(mass, x) for x in momenta[axis * nv : (axis + 1) * nv]]
            self._more.append((task.weight, error, row))
