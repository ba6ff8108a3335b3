"""Random expressions on random robots, compiled and compared with plain matrices; `make fuzz` tries more."""

from __future__ import annotations

import pytest
from fuzzing.__main__ import PER_ROBOT, drawn
from fuzzing.judge import judge

ROBOTS = sorted({*range(24)} - {3, 8, 11, 18})  # what these draw takes half of the time


@pytest.mark.parametrize("robot", ROBOTS)
def test_what_is_compiled_is_what_is_written(robot: int) -> None:
    for number in range(PER_ROBOT * robot, PER_ROBOT * (robot + 1)):
        expression, subject, rolled = drawn(number)
        verdict = judge(expression, subject, number, rolled=rolled)
        assert not verdict.is_finding, f"{number}: {expression}: {verdict}"
