"""Random expressions on random robots compared with plain matrices; `make fuzz` tries and compiles more."""

from __future__ import annotations

import pytest
from fuzzing.__main__ import PER_ROBOT, drawn, is_compiled
from fuzzing.judge import judge

ROBOTS = 36


@pytest.mark.parametrize("robot", range(ROBOTS))
def test_what_is_compiled_is_what_is_written(robot: int) -> None:
    for number in range(PER_ROBOT * robot, PER_ROBOT * (robot + 1)):
        expression, subject, rolled = drawn(number)
        verdict = judge(expression, subject, number, rolled=rolled, compiled=is_compiled(number))
        assert not verdict.is_finding, f"{number}: {expression}: {verdict}"
