"""`robot.inverse_kinematics` and `robot.reachable`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.inverse_kinematics.seeds import SEEDS
from psiphi.dynamics.inverse_kinematics.targets import (
    Pose,
    Targets,
    is_moderate,
    nearest_rotations,
    side_by_side,
    wanted,
)
from psiphi.dynamics.inverse_kinematics.tasks import Task
from psiphi.dynamics.kinematics import Kinematics
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.locks import cached_property
from psiphi.model.arguments import broadcast_batch, configuration_argument, count, is_single

if TYPE_CHECKING:  # the compiler is loaded when something is compiled
    from psiphi.dynamics.inverse_kinematics.solution import Solution
    from psiphi.dynamics.inverse_kinematics.solver import Solver

Array = NDArray[np.float64]


class InverseKinematics(Kinematics):
    """Configurations in which frames are where they are wanted."""

    @cached_property
    def _solvers(self) -> dict[object, Solver]:
        return {}

    def inverse_kinematics(
        self,
        targets: Targets,
        *,
        q0: ArrayLike | None = None,
        seeds: int | ArrayLike | None = None,
        limits: bool = True,
        tolerance: float = 1e-6,
        center_of_mass: ArrayLike | Pose | None = None,
        posture: ArrayLike | None = None,
        tracking: bool = False,
        all_solutions: bool = False,
        threads: int = 1,
    ) -> Solution:
        """Configurations that put frames where they are wanted, and what came of each row [RJK 2].

        targets     {frame: (rotation, position)}, of (..., 3, 3) and (..., 3) in the world, as `frame_pose`
                    answers; None leaves one of them free. Or (frame, rotation, position). Instead of a pair,
                    a Pose, Direction or PointAt of psiphi.targets, or a list of these for one frame
        q0          where to begin, (..., nq), to stay near: no other seeds are tried then unless they are
                    asked for
        seeds       how many of the robot's own list of 256 are tried, or configurations (n, nq)
        limits      whether the joints keep within their limits; they do so exactly
        tolerance   the largest error in m and rad
        center_of_mass   where the centre of mass is wanted, (..., 3)
        posture     a configuration (..., nq) to stay near with what the targets leave free; the search begins
                    there, unless q0 is given
        tracking    whether the first dimension of the targets is time: each begins where the one before it
                    ended, the first at q0
        all_solutions   whether all configurations that are found are told, (..., branches, nq): NaN, and not
                    converged, where a row has fewer; for robots that move in no more ways than are wanted
        threads     over which a batch is split

        Damped least squares, by the filter that the algebra derives for them (step.py); all steps run in
        native code and in double precision, and q is rounded to float32 where all that is given is float32.
        What is found for a row depends on its targets and its q0 alone, bit for bit. Loops are closed, to a
        thousandth of the tolerance where a row converged. Targets that cannot be met raise nothing:
        `converged` is False, and q is the nearest that was found.
        """
        if type(limits) not in (bool, np.bool_):
            raise ArgumentTypeError(f"limits: {limits!r} given; give True or False.")
        plain = center_of_mass is None and posture is None and seeds is None
        if plain and type(targets) is dict and threads == 1 and not (tracking or all_solutions):
            found = self._one_pose(targets, q0, limits, tolerance)
            if found is not None:
                return found
        asked = wanted(self.model, targets, center_of_mass, tolerance)
        single = asked.single and all(x is None or is_single(x) for x in (q0, posture))
        solver = self._solver(asked.tasks, limits, posture is not None)
        nq, numbers = self.model.nq, asked.numbers
        starts = self._seeds(seeds, q0)
        count("threads", threads)
        if posture is not None:
            near = configuration_argument(self.model, "posture", posture)
            numbers = side_by_side([numbers, near])
            q0 = near if q0 is None else q0
        start: Array | None = None
        if q0 is not None:
            start = configuration_argument(self.model, "q0", q0)
            batch = broadcast_batch(targets=numbers, q0=start)
            numbers = np.broadcast_to(numbers, (*batch, numbers.shape[-1]))
            start = np.broadcast_to(start, (*batch, nq))
        batch, size = numbers.shape[:-1], numbers.shape[-1]
        if tracking:
            if start is None or not batch:
                raise InputError("tracking: give q0, and targets whose first dimension is time.")
            if all_solutions or seeds is not None:
                raise InputError("tracking: goes with neither all_solutions nor seeds; leave them out.")
            path = np.ascontiguousarray(numbers).reshape(batch[0], math.prod(batch[1:]), size)
            begin = start[:1].reshape(-1, nq)
            found = solver.track(path, asked.tolerances, begin, threads)
            found = found.reshape((*batch, found.shape[-1]))
            start = found[..., 2 : 2 + nq]
        elif all_solutions:
            if start is not None:
                raise InputError("all_solutions: goes with neither q0 nor posture; give `seeds`, if any.")
            rows = nearest_rotations(asked.tasks, numbers, np.ones(batch, np.bool_))
            found = solver.branches(rows, asked.tolerances, starts, threads)
            found = found.reshape((*batch, *found.shape[1:]))
            numbers = np.broadcast_to(numbers[..., None, :], (*found.shape[:-1], size))
        else:
            rows = np.ascontiguousarray(numbers).reshape(-1, size)
            own = None if start is None else start.reshape(-1, nq)
            found = solver.solve(rows, asked.tolerances, own, starts, threads)
            found = found.reshape((*batch, found.shape[-1]))
        answer = solver.answer(numbers, found, start, single=single)
        if not all_solutions and not answer.converged.all():
            nearest_rotations(asked.tasks, numbers, ~answer.converged)
        return answer

    def _one_pose(
        self, targets: dict[str, Any], q0: ArrayLike | None, limits: bool, tolerance: float
    ) -> Solution | None:
        """The answer to the commonest call, one pose as arrays: the same, sooner.

        None where it is another call, the first of its kind, or one without a solution.
        """
        if len(targets) != 1 or type(tolerance) is not float or not is_moderate(tolerance):
            return None
        ((frame, pair),) = targets.items()
        if type(pair) is not tuple or len(pair) != 2 or not _is_plain(pair[1], (3,)):
            return None
        if not _is_plain(pair[0], (3, 3)) or not (q0 is None or _is_plain(q0, (self.model.nq,))):
            return None
        solver = self._solvers.get((frame, bool(limits)))
        if solver is None:
            task = (Task("pose", frame),)
            solver = self._solvers.get((task, bool(limits), False))
            if solver is None or self.model.loops:
                return None
            self._solvers[frame, bool(limits)] = solver
        numbers = np.concatenate((pair[0].ravel(), pair[1]))[None]
        start = None if q0 is None else q0[None]
        found = solver.alone(numbers, (tolerance, tolerance), start, 0 if q0 is not None else SEEDS)
        return solver.answer(numbers[0], found[0], q0) if found[0, 0] > 0.0 else None

    def reachable(self, targets: Targets, **options: Any) -> NDArray[np.bool_]:
        """Whether a configuration within the limits meets the targets, (...); as `inverse_kinematics`.

        It says False also where none was found from any seed.
        """
        return self.inverse_kinematics(targets, **options).converged

    def _seeds(self, seeds: int | ArrayLike | None, q0: ArrayLike | None) -> int | Array:
        if seeds is None:
            return SEEDS if q0 is None else 0
        if isinstance(seeds, int | np.integer):
            least = 1 if q0 is None else 0
            if not least <= seeds <= SEEDS:
                raise InputError(f"seeds: {seeds} given; give {least} to {SEEDS}, or configurations (n, nq).")
            return int(seeds)
        found = np.atleast_2d(configuration_argument(self.model, "seeds", seeds))
        if found.ndim != 2 or not len(found):
            raise InputError(f"seeds: has shape {found.shape}; give one configuration or more, (n, nq).")
        return found

    def _solver(self, tasks: tuple[Any, ...], limits: bool, posture: bool) -> Solver:
        key = (tasks, bool(limits), posture)
        found = self._solvers.get(key)
        if found is None:
            from psiphi.dynamics.inverse_kinematics.solver import Solver

            plain = self._solver(tasks, limits, False) if posture else None
            found = self._solvers[key] = Solver(self, tasks, bool(limits), plain)
        return found


def _is_plain(value: Any, shape: tuple[int, ...]) -> TypeGuard[Array]:
    """Whether it is an array of doubles of this shape."""
    return type(value) is np.ndarray and value.shape == shape and value.dtype == np.float64
