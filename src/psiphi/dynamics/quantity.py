"""An entry of the catalogue, and the ways to write one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from psiphi.algebra import B, frame_vector
from psiphi.algebra.expression import Expr
from psiphi.dynamics.features import Features
from psiphi.frozen import frozen
from psiphi.kernel.reading import Reading

_Told = TypeVar("_Told")
_Loaded = Callable[[Features, Expr | None], _Told]

LOAD: Expr = B @ frame_vector("external_forces")
"""Forces on the bodies, from those at frames."""


@frozen
class Quantity:
    """An entry: the expression for a robot's features, the names of its arguments, its source and cost.

    cost      operations for a chain of N joints, and frames whose number does not grow: "N" or "N²"
    reading   what of a matrix is wanted; None for all of it
    beside    vectors that are computed with it, as further results
    skipping  whether singular systems get the least of their solutions, and not NaN
    slopes    derivatives by arguments that are known as expressions (Request.slopes)
    solved    parts of the derivatives of a solution that need no solving (Request.solved)
    """

    expression: Callable[[Features], Expr]
    arguments: tuple[str, ...]
    source: str
    cost: str = ""
    reading: Reading | None = None
    beside: Callable[[Features], tuple[Expr, ...]] | None = None
    skipping: bool = False
    slopes: Callable[[Features], dict[str, Expr]] | None = None
    solved: Callable[[Features], dict[str, Expr]] | None = None


def entry(
    expression: Callable[[Features], Expr],
    arguments: str,
    source: str,
    cost: str = "N",
    reading: Reading | None = None,
    *,
    beside: Callable[[Features], tuple[Expr, ...]] | None = None,
    skipping: bool = False,
) -> Quantity:
    """A quantity whose arguments are named in a row."""
    return Quantity(expression, tuple(arguments.split()), source, cost, reading, beside, skipping)


def loaded(
    name: str,
    expression: _Loaded[Expr],
    arguments: str,
    source: str,
    last: str = "",
    *,
    beside: _Loaded[tuple[Expr, ...]] | None = None,
    skipping: bool = False,
    slopes: _Loaded[dict[str, Expr]] | None = None,
    solved: _Loaded[dict[str, Expr]] | None = None,
) -> dict[str, Quantity]:
    """Two quantities, without and with forces at frames, which are an argument before the `last` ones."""

    def under(load: Expr | None, forces: str) -> Quantity:
        given = tuple(f"{arguments} {forces} {last}".split())
        told, by, known = _under(load, beside), _under(load, slopes), _under(load, solved)
        return Quantity(lambda x: expression(x, load), given, source, "N", None, told, skipping, by, known)

    return {name: under(None, ""), f"{name}_with_forces": under(LOAD, "external_forces")}


def _under(load: Expr | None, told: _Loaded[_Told] | None) -> Callable[[Features], _Told] | None:
    return None if told is None else lambda robot: told(robot, load)
