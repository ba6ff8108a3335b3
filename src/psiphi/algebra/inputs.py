"""What callers give with each call: named vectors on each space, and named operators."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from psiphi.algebra.construction import symbol
from psiphi.algebra.expression import Expr, Owner, Rows, Symbol, symbols_of
from psiphi.algebra.families import Riccati
from psiphi.algebra.letters import LETTERS, OPERATORS
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError, InputError
from psiphi.frozen import frozen
from psiphi.model.model import Model


def joint_vector(name: str) -> Symbol:
    """A named input vector on the joints: rates, accelerations or forces, (..., nv)."""
    return _vector(name, Space.JOINT)


def body_vector(name: str) -> Symbol:
    """A named input vector on the bodies, (..., 6·bodies), base to tip, each in its body's frame."""
    return _vector(name, Space.BODY)


def frame_vector(name: str) -> Symbol:
    """A named input vector on the chosen frames, (..., 6·frames), each in its frame."""
    return _vector(name, Space.FRAME)


def coordinate_vector(name: str) -> Symbol:
    """A named input vector on the independent coordinates, for robots whose joints are coupled."""
    return _vector(name, Space.COORDINATE)


def loop_vector(name: str) -> Symbol:
    """A named input vector on the loops, (..., equations of all loops), in the order of `model.loops`."""
    return _vector(name, Space.LOOP)


def tendon_vector(name: str) -> Symbol:
    """A named input vector on the tendons with armature, (..., such tendons), in the order of the model."""
    return _vector(name, Space.TENDON)


def world_vector(name: str) -> Symbol:
    """A named input vector at the origin of the world, (..., 6), in its axes."""
    return _vector(name, Space.WORLD)


@frozen
class Given:
    """What marks an operator whose numbers callers give, as they give those of vectors.

    One on the joints is `diagonal`, or has a block for each; one on loops is diagonal.
    """

    diagonal: bool = False


def body_operator(name: str) -> Symbol:
    """A named input operator on the bodies, (..., bodies, 6, 6): a block for each, in its body's frame.

    Positive semidefinite, as a payload's inertia is: inv(H @ phi @ (M + body_operator("payload")) @ …). Of
    each block the lower triangle is read.
    """
    return _operator(name, Space.BODY)


def frame_operator(name: str) -> Symbol:
    """A named input operator on the chosen frames, (..., frames, 6, 6), positive semidefinite as above."""
    return _operator(name, Space.FRAME)


def joint_operator(name: str, *, diagonal: bool) -> Symbol:
    """A named input operator on the joints, positive semidefinite: its diagonal (..., nv), as of an armature.

    One that is not diagonal has the block of each joint, n×n with the modes of a flexible body after the
    joint, row by row and one after the other: (..., Σ n²), of which the lower triangles are read. Where loops
    are joints, each has one. What joins several joints is J.T @ frame_operator(...) @ J.
    """
    return _operator(name, Space.JOINT, diagonal=diagonal)


def loop_operator(name: str) -> Symbol:
    """A named input operator on the equations of loops, its diagonal (..., m), nowhere negative."""
    _vector(name, Space.LOOP)
    return symbol(name, Space.LOOP, Space.LOOP, semidefinite=True, owner=Given(diagonal=True))


def _operator(name: str, space: Space, *, diagonal: bool = False) -> Symbol:
    _vector(name, space)  # the same names are free
    return symbol(name, space, space, Reach.MEMORYLESS, semidefinite=True, owner=Given(diagonal))


def _vector(name: str, space: Space) -> Symbol:
    if not _NAME.fullmatch(name):
        raise ExpressionError(
            f"{name!r} cannot name a vector: "
            "use letters, digits, underscores and trailing primes, a letter first."
        )
    if name in OPERATORS or name in _RESERVED:
        raise ExpressionError(f"{name!r} already names an operator or an argument; choose another name.")
    return symbol(name, space, Space.ONE)


def symbols_within(expressions: Sequence[Expr]) -> set[Symbol]:
    """The symbols of expressions and of the definitions of the families that occur in them."""
    found: set[Symbol] = set()
    pending = list(expressions)
    while pending:
        for each in symbols_of(pending.pop()) - found:
            found.add(each)
            pending += each.owner.arguments if isinstance(each.owner, Owner) else ()
    return found


def input_vectors(occurring: set[Symbol]) -> dict[str, Symbol]:
    """The input vectors among symbols, by name; two inputs of one name are refused."""
    found: dict[str, Symbol] = {}
    for s in occurring:
        if (s.is_vector and s.name not in OPERATORS) or isinstance(s.owner, Given):
            if s.name in found:
                spaces = " and one of ".join(sorted(x.range.value for x in (s, found[s.name])))
                raise InputError(f"two vectors are called {s.name!r}, one of {spaces} space: rename one.")
            found[s.name] = s
    return {name: s for name, s in found.items() if s.is_vector}


def input_operators(occurring: set[Symbol]) -> dict[str, Symbol]:
    """The input operators among symbols, by name."""
    return {s.name: s for s in occurring if isinstance(s.owner, Given)}


def check_rows(occurring: set[Symbol], sizes: Mapping[Space, int]) -> None:
    """Refuse Π_p and Π_f of degrees of freedom that a robot does not have."""
    for s in sorted(occurring, key=str):
        if isinstance(s.owner, Rows) and s.owner.dofs and s.owner.dofs[-1] >= sizes[s.range]:
            raise InputError(
                f"'{s}' is for degree of freedom {s.owner.dofs[-1]}, and the {s.range.value} vectors of this "
                f"robot have {sizes[s.range]} numbers, which count from 0."
            )


def operator_shape(operator: Symbol, robot: Model, size: int) -> tuple[int, ...]:
    """The shape of what is given for an input operator, on a space of this size."""
    if operator.range is Space.BODY:
        return len(robot.bodies), 6, 6
    if operator.range is Space.FRAME:
        return size // 6, 6, 6
    assert isinstance(operator.owner, Given)
    places = zip(robot.v_tree_slices, robot.coordinates.v_tree_modes, strict=True)
    return (size if operator.owner.diagonal else sum((modes.stop - own.start) ** 2 for own, modes in places),)


VECTORS: dict[Space, Callable[[str], Symbol]] = {
    Space.JOINT: joint_vector,
    Space.BODY: body_vector,
    Space.FRAME: frame_vector,
    Space.COORDINATE: coordinate_vector,
    Space.LOOP: loop_vector,
    Space.TENDON: tendon_vector,
    Space.WORLD: world_vector,
}
INPUT_OPERATORS: dict[Space, Callable[[str], Symbol]] = {
    Space.JOINT: partial(joint_operator, diagonal=True),
    Space.BODY: body_operator,
    Space.FRAME: frame_operator,
    Space.LOOP: loop_operator,
}

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*'*")
_RESERVED = frozenset(
    {
        *("I", "J", "mass", "phi_tilde", "psi_tilde", "chi", "r_f", "Pi_p", "Pi_f"),  # what text may say
        *("inv", "diag", "rate", "derivative", "cross", "crossbar", "bend"),
        *("q", "out", "threads"),  # arguments of compiled functions
        *(f"I_{space.value}" for space in Space),
        *(f"{name}_{kind}" for owner, name in LETTERS if owner is Riccati for kind in ("R", "Gamma")),
    }
)
