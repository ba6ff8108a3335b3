"""What is wrong with a compiled expression: its numbers against plain matrices, its errors, its time.

An error is measured against what the same matrices make of their last digits: a relative change DISTURBANCE
of every entry, of symbols and of what is computed from them, shows how much of an error rounding may make.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fuzzing.robots import Subject
from fuzzing.timer import Overdue, at_most
from psiphi.algebra.dense.arguments import checked_batch
from psiphi.algebra.dense.evaluation import Evaluation
from psiphi.algebra.expression import Adjoint, Expr, Identity
from psiphi.algebra.inputs import input_operators, symbols_within
from psiphi.algebra.spaces import Space
from psiphi.errors import PsiphiError
from psiphi.kernel.program.program import Argument, evaluate
from psiphi.kernel.request import Request

Array = NDArray[np.float64]

DISTURBANCE = 1e-10
ROUNDINGS = 3e3
"""How many roundings of each entry an error may be worth."""
EXACT = 1e-11
CONDITION = 1e7
"""Above it, what rounding may do to a value is not worth a comparison."""
SECONDS = 10.0


@dataclass(frozen=True)
class Verdict:
    """What came of an expression: right, refused or skipped; wrong, crash, slow or singular are findings."""

    kind: str
    told: str = ""
    seconds: float = 0.0

    @property
    def is_finding(self) -> bool:
        return self.kind in ("wrong", "crash", "slow", "singular")


def judge(
    expression: Expr, subject: Subject, seed: int, *, rolled: bool | None = None, compiled: bool = True
) -> Verdict:
    """Compile an expression and compare it on two rows, the second in a batch.

    Where it need not be `compiled`, the program that would be is run on NumPy: ten times as fast.
    """
    rng = np.random.default_rng(seed)
    started = time.process_time()
    try:
        with at_most(3 * SECONDS):
            kernel = subject.robot.compile(expression, frames=subject.frames, rolled=rolled)
            q = subject.robot.random_configuration(rng, (3,))
            given = {
                a.name: _numbers(a, expression, rng, (3,))
                for a in kernel.signature.arguments
                if a.name not in ("q", "v")
            }
            v = rng.standard_normal((3, subject.model.nv))
            moving = {"v": v} if any(a.name == "v" for a in kernel.signature.arguments) else {}
            if compiled or rolled:
                row = {name: x[0] for name, x in {**given, **moving}.items()}
                found = [kernel.call(q[0], **row), kernel.call(q, **given, **moving)[1]]
            else:
                (rows,) = evaluate(kernel.program, {"q": q, **given, **moving})
                found = [rows[0], rows[1]]
    except PsiphiError as refused:
        if rolled and "rolled" in str(refused):
            return Verdict("skipped", "not rolled")
        return _refused(expression, subject, seed, refused)
    except Overdue:
        return Verdict("slow", f"more than {3 * SECONDS:.0f} s")
    except Exception as error:
        return Verdict("crash", f"{type(error).__name__}: {error}")
    seconds = time.process_time() - started
    vectors = {name.replace("_prime", "'"): x for name, x in given.items()}
    for row in (0, 1):
        verdict = _compared(
            expression, subject, q[row], v[row], {n: x[row] for n, x in vectors.items()}, found[row]
        )
        if verdict.kind != "right":
            return verdict
    if seconds > SECONDS:
        return Verdict("slow", f"{seconds:.1f} s of processor time", seconds)
    return Verdict("right", seconds=seconds)


def _refused(expression: Expr, subject: Subject, seed: int, refused: PsiphiError) -> Verdict:
    """A refusal, which is right where plain matrices refuse as well."""
    rng = np.random.default_rng(seed)
    q, v = subject.robot.random_configuration(rng), rng.standard_normal(subject.model.nv)
    vectors = _random_vectors(expression, subject, rng)
    try:
        value, error = _sensitivity(expression, subject, q, v, vectors)
    except PsiphiError:
        return Verdict("skipped", "has no value")
    except Exception as crash:
        return Verdict("crash", f"dense: {type(crash).__name__}: {crash}")
    if error > CONDITION * np.abs(value).max(initial=0.0):
        return Verdict("skipped", "has no value to speak of")
    return Verdict("refused", f"{type(refused).__name__}: {refused}")


def _compared(
    expression: Expr, subject: Subject, q: Array, v: Array, vectors: Mapping[str, Array], found: Array
) -> Verdict:
    try:
        value, error = _sensitivity(expression, subject, q, v, vectors)
    except PsiphiError as singular:
        if (
            "singular" in str(singular)
            and np.isfinite(found).all()
            and 0.0 < np.abs(found).max(initial=0.0) < 1e12
        ):
            return Verdict("singular", f"a number where plain matrices refuse: {singular}")
        return Verdict("skipped", "has no value")
    except Exception as crash:
        return Verdict("crash", f"dense: {type(crash).__name__}: {crash}")
    size = np.abs(value).max(initial=0.0)
    if not np.isfinite(size) or error > CONDITION * size:
        return Verdict("skipped", "ill-conditioned")
    if np.shape(found) != np.shape(value):
        return Verdict("wrong", f"shape {np.shape(found)} for {np.shape(value)}")
    if not np.isfinite(found).all():
        return Verdict("wrong", f"not a number; condition {error / max(size, 1e-300):.0e}")
    off = np.abs(found - value).max(initial=0.0)
    allowed = EXACT * size + ROUNDINGS * np.finfo(float).eps * error
    if off > allowed:
        return Verdict("wrong", f"off by {off:.1e} of {size:.1e}; rounding may do {allowed:.1e}")
    return Verdict("right")


def _sensitivity(
    expression: Expr, subject: Subject, q: Array, v: Array, vectors: Mapping[str, Array]
) -> tuple[Array, float]:
    """The value, and the largest change of it for a relative change 1 of all entries, to first order."""
    with np.errstate(all="ignore"):
        batch = checked_batch([expression], subject.model, q, v, subject.frames, vectors)
        ((_, plain),) = batch.evaluations()
        value = plain.value(expression)
        changes = []
        for seed in (1, 2):
            ((_, other),) = batch.evaluations()
            disturbed = _Disturbed(other.system, other.vectors)
            disturbed.rng = np.random.default_rng(seed)
            changes.append(np.abs(disturbed.value(expression) - value).max(initial=0.0) / DISTURBANCE)
    shape = tuple(batch.sizes[s] for s in (expression.range, expression.domain) if s is not Space.ONE)
    return value.reshape(shape), float(np.max(changes))


class _Disturbed(Evaluation):
    """Plain matrices whose entries are off by a little, and so are those of what they make."""

    rng: np.random.Generator

    def _evaluate(self, x: Expr) -> Array:
        value = super()._evaluate(x)
        if isinstance(x, Adjoint | Identity):
            return value
        return value * (1.0 + DISTURBANCE * self.rng.uniform(-1.0, 1.0, value.shape))


def _random_vectors(expression: Expr, subject: Subject, rng: np.random.Generator) -> dict[str, Array]:
    request = Request(subject.model, expression, subject.frames)
    arguments = {a.name: a for a in request.arguments()}
    return {
        name: _numbers(arguments[name.replace("'", "_prime")], expression, rng)
        for name in (*request.vectors(), *request.operators())
    }


def _numbers(
    argument: Argument, expression: Expr, rng: np.random.Generator, batch: tuple[int, ...] = ()
) -> Array:
    """A vector, or an input operator: semidefinite blocks, or a diagonal."""
    numbers = rng.standard_normal((*batch, *argument.shape))
    operator = input_operators(symbols_within([expression])).get(argument.name.replace("_prime", "'"))
    if operator is None:
        return numbers
    return np.abs(numbers) if len(argument.shape) == 1 else numbers @ np.swapaxes(numbers, -1, -2)
