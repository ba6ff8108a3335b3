"""What operations are made of that are no instruction of processors: fused signs, tests and choices."""

from __future__ import annotations

import numpy as np

from psiphi.kernel.emit.lanes import Lanes
from psiphi.recursion.numbers.arithmetic import LOST


def multiply_subtract(lanes: Lanes, a: str, b: str, c: str) -> str:
    """a · b − c."""
    return lanes.multiply_add(a, b, lanes.negate(c))


def subtract_product(lanes: Lanes, a: str, b: str, c: str) -> str:
    """c − a · b."""
    return lanes.multiply_add(a, lanes.negate(b), c)


def significant(lanes: Lanes, a: str, size: str) -> str:
    """a where a > LOST · ε · size, NaN elsewhere."""
    bound = lanes.multiply(lanes.constant(LOST * float(np.finfo(lanes.precision.dtype).eps)), size)
    return lanes.select(lanes.compare("ogt", a, bound), a, lanes.constant(float("nan")))


def or_zero(lanes: Lanes, a: str) -> str:
    """a where it is a number, 0 where it is NaN."""
    return lanes.select(lanes.compare("ord", a, a), a, lanes.constant(0.0))


def minimum(lanes: Lanes, a: str, b: str) -> str:
    """The lesser of both, a where they are equal, NaN where one of them is."""
    return _extremum(lanes, "olt", a, b)


def maximum(lanes: Lanes, a: str, b: str) -> str:
    """The greater of both, a where they are equal, NaN where one of them is."""
    return _extremum(lanes, "ogt", a, b)


def _extremum(lanes: Lanes, relation: str, a: str, b: str) -> str:
    # A comparison with NaN is false, and answers a: so b is looked at, unless it is a constant.
    found = lanes.select(lanes.compare(relation, b, a), b, a)
    return found if _is_constant(b) else lanes.select(lanes.compare("ord", b, b), found, b)


def select(lanes: Lanes, test: str, positive: str, otherwise: str) -> str:
    """One value where test > 0, another where test ≤ 0, NaN where the test is NaN."""
    chosen = lanes.select(lanes.compare("ogt", test, lanes.constant(0.0)), positive, otherwise)
    return lanes.select(lanes.compare("ord", test, test), chosen, test)


def _is_constant(name: str) -> bool:
    return not name.startswith("%")
