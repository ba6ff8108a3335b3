"""Derivatives against Pinocchio's, and against the functions themselves: python -m benchmarks.derivatives.

Pinocchio has no loop over a batch for derivatives: its time in C++ is that of the call from Python, less that
of the same call for a robot without joints. psiphi's results are new arrays, as callers have them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.dynamics import METHOD, OUT, TOLERANCES, relative_error
from benchmarks.pinocchio_side import BINDING, CALL
from benchmarks.quantities import Array, Inputs
from benchmarks.robots import SUBJECTS, Subject
from benchmarks.timing import Budget, Contender, race
from psiphi.compat.pinocchio import PinocchioMap

BATCH = 1024
ROBOTS = ("UR5", "Panda", "ANYmal", "Talos")
PACKED = "psiphi, packed"
_CHECKED_ROWS = 8

_CALLS = {
    "inverse_dynamics_derivatives": ("computeRNEADerivatives", ("dtau_dq", "dtau_dv")),
    "forward_dynamics_derivatives": ("computeABADerivatives", ("ddq_dq", "ddq_dv")),
    "inverse_dynamics_regressor": ("computeJointTorqueRegressor", ()),
}
_FUNCTIONS = ("inverse_dynamics", "forward_dynamics")


@dataclass(frozen=True)
class Row:
    """Seconds for a row of a batch: ours, theirs in C++, and of packed results where there are any."""

    robot: str
    what: str
    ours: float
    theirs: float
    packed: float | None = None

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours

    def __str__(self) -> str:
        packed = (
            "" if self.packed is None else f"{1e9 * self.packed:.0f} ns ({self.theirs / self.packed:.1f})"
        )
        return (
            f"| {self.robot} | {self.what.replace('_', ' ')} | {1e9 * self.ours:.0f} ns ({self.ratio:.1f}) "
            f"| {packed} | {1e9 * self.theirs:.0f} ns |"
        )


def against_pinocchio(subject: Subject, inputs: Inputs, budget: Budget) -> Iterator[Row]:
    """Each quantity checked, then timed in turns with Pinocchio's."""
    robot = subject.robot
    for name, (function, matrices) in _CALLS.items():
        third = inputs.tau if name.startswith("forward") else inputs.a
        _check(subject, name, function, matrices, inputs, third)
        method = getattr(robot, name)
        names = {"f": method, "q": inputs.q, "v": inputs.v, "x": third}
        contenders = [Contender(OUT, "f(q, v, x)", names, inputs.batch)]
        if matrices:
            contenders.append(Contender(PACKED, "f(q, v, x, packed=True)", names, inputs.batch))
        contenders += _calls(subject, function, inputs, third)
        best = {name: min(samples) for name, samples in race(contenders, budget).items()}
        theirs = max(best[CALL] - best[BINDING], 0.0)
        yield Row(subject.name, name, best[OUT], theirs, best.get(PACKED))


def against_functions(subject: Subject, inputs: Inputs, budget: Budget) -> Iterator[Row]:
    """Products with derivatives, timed in turns with what they are derivatives of."""
    for name in _FUNCTIONS:
        kernel = subject.robot.kernel(name)
        third = inputs.tau if name.startswith("forward") else inputs.a
        state = {"q": inputs.q, "v": inputs.v, "x": third}
        calls = {"vjp": "f(q, v, x, x)", "jvp": "f(q, v, x, v, x, v)"}
        for mode, statement in calls.items():
            contenders = [
                Contender(OUT, statement, {"f": getattr(kernel, mode).call, **state}, inputs.batch),
                Contender(CALL, "f(q, v, x)", {"f": kernel.call, **state}, inputs.batch),
            ]
            best = {name: min(samples) for name, samples in race(contenders, budget).items()}
            yield Row(subject.name, f"{mode} of {name}", best[OUT], best[CALL])


def of_mass_matrices(subject: Subject, inputs: Inputs, budget: Budget) -> Row:
    """Dense and packed, timed in turns with filling an array of that size with zeros."""
    names = {"f": subject.robot.mass_matrix, "q": inputs.q}
    names["a"] = subject.robot.mass_matrix(inputs.q)
    contenders = [
        Contender(OUT, "f(q)", names, inputs.batch),
        Contender(PACKED, "f(q, packed=True)", names, inputs.batch),
        Contender(CALL, "a.fill(0.0)", names, inputs.batch),
    ]
    best = {name: min(samples) for name, samples in race(contenders, budget).items()}
    return Row(subject.name, "mass_matrix beside zeros", best[OUT], best[CALL], best[PACKED])


def of_one_row(subject: Subject, inputs: Inputs, budget: Budget) -> Iterator[Row]:
    """One call each, compiled beforehand, timed in turns with Pinocchio's whole call.

    Pinocchio fills matrices that were made before: so does psiphi, where they are given as `out`.
    """
    robot = subject.robot
    for name, (function, matrices) in _CALLS.items():
        if matrices:
            third = inputs.tau if name.startswith("forward") else inputs.a
            robot.function(name).prepare(batch=False, compiled=True)
            state = {"q": inputs.q[0].copy(), "v": inputs.v[0].copy(), "x": third[0].copy()}
            out = getattr(robot, name)(*state.values())  # the next one is the built-in function
            names = {"f": getattr(robot, name), "out": out, **state}
            contenders = [
                Contender(METHOD, "f(q, v, x)", names),
                Contender(OUT, "f(q, v, x, out=out)", names),
                _calls(subject, function, inputs, third)[0],
            ]
            best = {name: min(samples) for name, samples in race(contenders, budget).items()}
            yield Row(subject.name, f"one call of {name}", best[METHOD], best[CALL])
            yield Row(subject.name, f"one call of {name}, out given", best[OUT], best[CALL])


def _calls(subject: Subject, function: str, inputs: Inputs, third: Array) -> list[Contender]:
    to = PinocchioMap(subject.robot.model, subject.pin_model)
    f = getattr(pin, function)
    there = to.q_to(inputs.q[0]), to.v_to(inputs.v[0]).copy(), to.v_to(third[0]).copy()
    empty, nothing = pin.Model(), np.zeros(0)
    found: list[Contender] = []
    for name, model, (q, v, x) in (
        (CALL, subject.pin_model, there),
        (BINDING, empty, (nothing, nothing, nothing)),
    ):
        names = {"f": f, "model": model, "data": model.createData(), "q": q, "v": v, "x": x}
        found.append(Contender(name, "f(model, data, q, v, x)", names))
    return found


def _check(
    subject: Subject, name: str, function: str, matrices: tuple[str, ...], inputs: Inputs, third: Array
) -> None:
    """Nothing is timed that is wrong; parameters of regressors stand in another order there."""
    model, robot = subject.pin_model, subject.robot
    data, to = model.createData(), PinocchioMap(robot.model, model)
    rows = slice(0, _CHECKED_ROWS)
    found = getattr(robot, name)(inputs.q[rows], inputs.v[rows], third[rows])
    if not matrices:  # the parameters times the regressor are the forces
        parameters = np.ravel(robot.inertial_parameters())
        forces = robot.inverse_dynamics(inputs.q[rows], inputs.v[rows], third[rows])
        errors = [relative_error(found @ parameters, forces)]
    else:
        right: dict[str, list[Any]] = {matrix: [] for matrix in matrices}
        for q, v, x in zip(inputs.q[rows], inputs.v[rows], third[rows], strict=True):
            getattr(pin, function)(model, data, to.q_to(q), to.v_to(v), to.v_to(x))
            for matrix in matrices:
                right[matrix].append(np.array(getattr(data, matrix)))
        errors = [
            relative_error(found[i], to.matrix_from(np.array(right[matrix])))
            for i, matrix in enumerate(matrices)
        ]
    if not max(errors) <= TOLERANCES["float64"]:
        raise SystemExit(f"{subject.name}, {name}: differs from Pinocchio's by {max(errors):.1e}, relative.")


def measured(subject: Subject, batch: int, budget: Budget) -> Iterator[Row]:
    """All rows of one robot."""
    inputs = Inputs.drawn(subject.robot, batch)
    yield from against_pinocchio(subject, inputs, budget)
    yield from against_functions(subject, inputs, budget)
    yield of_mass_matrices(subject, inputs, budget)
    yield from of_one_row(subject, inputs, budget)


def main() -> None:
    print(f"Batches of {BATCH}, one core; in brackets how many times faster than the last column.\n")
    print("| robot | derivative | psiphi | packed | Pinocchio, or the function |\n|---|---|--:|--:|--:|")
    for name in sys.argv[1:] or ROBOTS:
        for row in measured(SUBJECTS[name](), BATCH, Budget(1.0, rounds=20)):
            print(row, flush=True)


if __name__ == "__main__":
    main()
