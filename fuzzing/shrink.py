"""A finding made small: the least expression, and the least robot, for which it stays one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from fuzzing.robots import Subject
from psiphi import Robot
from psiphi.algebra.construction import adjoint, diagonal, identity, inverse_node, linear, power_node, product
from psiphi.algebra.derivatives import rate
from psiphi.algebra.expression import (
    Adjoint,
    Derivative,
    Diagonal,
    Expr,
    Inverse,
    Power,
    Product,
    Sum,
    children,
)
from psiphi.errors import PsiphiError
from psiphi.formats.robots.random_tree import random_tree

StillFails = Callable[[Expr, Subject], bool]
MOST_TRIALS = 150


def shrunk(expression: Expr, subject: Subject, fails: StillFails) -> tuple[Expr, Subject]:
    """The least that was found in MOST_TRIALS trials."""
    trials = 0
    smaller = True
    while smaller and trials < MOST_TRIALS:
        smaller = False
        for x, where in _candidates(expression, subject):
            trials += 1
            if trials >= MOST_TRIALS:
                break
            if fails(x, where):
                expression, subject, smaller = x, where, True
                break
    return expression, subject


def _candidates(x: Expr, subject: Subject) -> Iterator[tuple[Expr, Subject]]:
    seen = {x}
    for y in sorted(_simpler(x), key=size):
        if y not in seen and size(y) < size(x):
            seen.add(y)
            yield y, subject
    if len(subject.frames) > 1:
        yield x, replace(subject, frames=subject.frames[:1])
    for seed in range(2):
        for bodies in range(1, len(subject.model.merged().bodies)):
            model = random_tree(seed, bodies=bodies, base="free" if subject.flying else "fixed")
            yield x, Subject(Robot(model), model.frame_names[-1:])


def size(x: Expr) -> int:
    """How many nodes an expression has."""
    return 1 + sum(map(size, children(x)))


def _simpler(x: Expr) -> Iterator[Expr]:
    """Subexpressions, and expressions with one node simpler."""
    for y in children(x):
        yield y
    if x.range is x.domain:
        yield identity(x.range)
    match x:
        case Sum(terms=terms):
            yield linear((abs(c) / abs(c), y) for c, y in terms)
            for i in range(len(terms)):
                yield linear(terms[:i] + terms[i + 1 :]) if len(terms) > 1 else terms[i][1]
            for i, (c, y) in enumerate(terms):
                for z in _simpler(y):
                    if (z.range, z.domain) == (y.range, y.domain):
                        yield linear((*terms[:i], (c, z), *terms[i + 1 :]))
        case Product(factors=factors):
            for i in range(len(factors)):
                for j in range(i + 1, len(factors) + 1):
                    if (i, j) != (0, len(factors)) and factors[i].range is factors[j - 1].domain:
                        yield product((*factors[:i], identity(factors[i].range), *factors[j:]))
                    if (i, j) != (0, len(factors)):
                        yield product(factors[i:j])
            for i, y in enumerate(factors):
                for z in _simpler(y):
                    if (z.range, z.domain) == (y.range, y.domain):
                        yield product((*factors[:i], z, *factors[i + 1 :]))
        case Inverse() | Power() | Diagonal() | Derivative():
            for y in _simpler(x.base):
                if (y.range, y.domain) == (x.base.range, x.base.domain):
                    yield from _rebuilt(x, y)
        case Adjoint():
            yield adjoint(x)
        case _:
            pass


def _rebuilt(x: Expr, base: Expr) -> Iterator[Expr]:
    try:
        match x:
            case Inverse():
                yield inverse_node(base)
            case Power(exponent=exponent):
                yield power_node(base, exponent)
            case Diagonal():
                yield diagonal(base)
            case _:
                yield rate(base)
    except PsiphiError:
        return
