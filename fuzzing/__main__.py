"""`python -m fuzzing N [SEED]`: N random expressions; what is found is made small and printed."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np

from fuzzing.expressions import Generator
from fuzzing.judge import Verdict, judge
from fuzzing.robots import Subject, draw_subject
from fuzzing.shrink import StillFails, shrunk
from psiphi.algebra.expression import Expr

PER_ROBOT = 10
"""Expressions tried on one robot before another is drawn."""


def drawn(seed: int) -> tuple[Expr, Subject, bool | None]:
    """The expression of a number, its robot, and whether loops are asked for."""
    subject = draw_subject(np.random.default_rng([1, seed // PER_ROBOT]))
    rng = np.random.default_rng([2, seed])
    expression = Generator(rng, flying=subject.flying, closed=bool(subject.model.loops)).expression()
    rolled = True if expression.is_vector and rng.random() < 0.15 else None
    return expression, subject, rolled


def is_compiled(number: int) -> bool:
    """Whether an expression is compiled: of most the program that would be is run, ten times as fast."""
    return number % PER_ROBOT == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzzing", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("seed", type=int, nargs="?", default=0, help="the first number")
    parser.add_argument(
        "--quick", action="store_true", help="print findings as they are, without making them small"
    )
    parser.add_argument("--compile", action="store_true", help="compile all, not one in ten")
    options = parser.parse_args()
    counts, refusals, findings = Counter[str](), Counter[str](), 0
    started = time.monotonic()
    for number in range(options.seed, options.seed + options.count):
        expression, subject, rolled = drawn(number)
        compiled = options.compile or is_compiled(number)
        verdict = judge(expression, subject, number, rolled=rolled, compiled=compiled)
        counts[verdict.kind] += 1
        if verdict.kind == "refused":
            refusals[verdict.told[:300]] += 1
        if verdict.is_finding:
            findings += 1
            if not options.quick:
                again = partial(judge, seed=number, rolled=rolled, compiled=compiled)
                expression, subject = shrunk(expression, subject, _fails_as(verdict, again))
                verdict = again(expression, subject)
            print(f"\r{number}: {_described(verdict, expression, subject, rolled)}", flush=True)
        if sys.stderr.isatty() or (number + 1) % 100 == 0:
            rate = (number + 1 - options.seed) / (time.monotonic() - started)
            print(
                f"\r{number + 1 - options.seed} of {options.count}, {rate:.1f}/s, {dict(counts)}  ",
                end="",
                file=sys.stderr,
            )
    told = sum(counts[kind] for kind in counts if kind != "skipped")
    print(f"\n{options.count} expressions: {dict(counts)}")
    print(f"refused {counts['refused']} of {told} that have a value ({counts['refused'] / max(told, 1):.1%})")
    for message, times in refusals.most_common(30):
        print(f"{times:5}  {message}")
    return int(findings > 0)


def _fails_as(verdict: Verdict, again: Callable[[Expr, Subject], Verdict]) -> StillFails:
    return lambda x, where: again(x, where).kind == verdict.kind


def _described(verdict: Verdict, expression: Expr, subject: Subject, rolled: bool | None) -> str:
    how = ", rolled" if rolled else ""
    return (
        f"{verdict.kind}: {expression}\n    {verdict.told}\n    {expression!r}\n"
        f"    {subject.model.name}: {len(subject.model.merged().bodies)} bodies, frames {subject.frames}{how}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
