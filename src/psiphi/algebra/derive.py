"""`derive`: from an expression as written to one without inverses of anything recursive.

Inverses go first, innermost first (inverse_rules.py). Then neighbouring factors contract wherever the
definitions make their product shorter, as (I − HψK)Hφ = Hψ does. Last, the normal forms of the whole are
looked at, with M kept and with M eliminated, and the form with the fewest sweeps stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from psiphi.algebra.construction import identity, linear, product
from psiphi.algebra.derivation import Derivation, Worksheet
from psiphi.algebra.expression import Expr, Identity, Inverse, Product, Sum, as_expression, nodes_of
from psiphi.algebra.families import Riccati
from psiphi.algebra.rewriting.applying import apply_identities
from psiphi.algebra.rewriting.cost import cost, is_recursive
from psiphi.algebra.rewriting.definitions import can_eliminate, filters_in, rules_for
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.inverse_rules import Accept, eliminate
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.errors import BudgetError

if TYPE_CHECKING:
    from psiphi.algebra.identities.identity import Identity as Row

Form = Literal["fewest sweeps", "as written", "M kept", "M eliminated"]
_KEPT, _ELIMINATED = "M kept", "M eliminated"
_WINDOW = 3  # factors looked at together; (I − HψK) H φ needs three
_MAX_STEPS = 500
_MOST_FAMILIES = 3  # that M is eliminated with in turn: completing the rules of n families takes about n²


def derive(expression: Expr, form: Form = "fewest sweeps", *, using: Iterable[Row] = ()) -> Derivation:
    """Rewrite an expression into one that can be read off as sweeps.

    `form` chooses among equal results: "as written" removes inverses and contracts factors without
    multiplying brackets out; "M kept" and "M eliminated" are the two normal forms; the default is the one
    with the fewest sweeps, the earlier in this list where they tie.

    `using` are identities that rewrite it from their left sides to their right, before and after inverses
    are removed: definitions of operators of your own, or what the general rules do not find. Each must hold
    for every robot, which is tried on a few.
    """
    return _derive(as_expression(expression), form, tuple(using))


@lru_cache(maxsize=4096)
def _derive(expression: Expr, form: Form, using: tuple[Row, ...]) -> Derivation:
    sheet = _as_written(expression, using=using)
    if form == "as written":
        return sheet.derivation()
    while _distribute(sheet):
        _contract(sheet)
    wanted = (_KEPT, _ELIMINATED) if form == "fewest sweeps" else (form,)
    candidates = _normal_forms(sheet.current, wanted, sheet.given_up)
    if candidates:
        name, best = min(candidates, key=lambda c: cost(c[1]))
        if form != "fewest sweeps" or cost(best) < cost(expand(sheet.current)):
            sheet.rewrite(sheet.current, factor(best), f"normal form with {name}")
    return sheet.derivation()


def derive_checked(expression: Expr, accept: Accept) -> Derivation:
    """The derivation "as written" by those steps alone that `accept` accepts (inverse_rules.py)."""
    return _as_written(expression, accept).derivation()


def _as_written(expression: Expr, accept: Accept | None = None, using: tuple[Row, ...] = ()) -> Worksheet:
    sheet = Worksheet(expression)
    apply_identities(sheet, using)
    _remove_inverses(sheet, accept)
    _contract(sheet)
    apply_identities(sheet, using)
    return sheet


def forms(expression: Expr) -> list[tuple[str, Polynomial]]:
    """Every form worth compiling, multiplied out: as written, and the two normal forms, without repeats."""
    written = derive(expression, "as written").result
    candidates = [("as written", expand(written)), *_normal_forms(written, (_KEPT, _ELIMINATED), set())]
    distinct: dict[Polynomial, str] = {}
    for name, p in candidates:
        distinct.setdefault(p, name)
    return [(name, p) for p, name in distinct.items()]


def _normal_forms(x: Expr, wanted: Collection[str], given_up: set[str]) -> list[tuple[str, Polynomial]]:
    """The wanted ones of the two normal forms, but for those that take too long: these are given up."""
    p = expand(x)
    kept = _reduced(p, None, _KEPT, given_up)
    if kept is None:
        return []
    found = [(_KEPT, kept)] if _KEPT in wanted else []
    families = list(filter(can_eliminate, filters_in(p)))
    if _ELIMINATED not in wanted or len(families) > _MOST_FAMILIES:
        given_up.update({f"normal form with {_ELIMINATED}"} if _ELIMINATED in wanted else ())
        return found
    for family in families:
        eliminated = _reduced(kept, family, _ELIMINATED, given_up)
        if eliminated is not None:
            found.append((_ELIMINATED, eliminated))
    return found


def _reduced(p: Polynomial, family: Riccati | None, name: str, given_up: set[str]) -> Polynomial | None:
    try:
        return rules_for(p, family).reduce(p)
    except BudgetError:
        given_up.add(f"normal form with {name}")
        return None


def _remove_inverses(sheet: Worksheet, accept: Accept | None) -> None:
    settled: set[Expr] = set()
    for _ in range(_MAX_STEPS):
        inverses = (x for x in nodes_of(sheet.current) if isinstance(x, Inverse))
        node = next((x for x in inverses if x not in settled), None)
        if node is None:
            return
        found = eliminate(node.base, sheet.given_up, accept)
        if found is None:
            settled.add(node)
        else:
            sheet.rewrite(node, found[1], found[0])


def _contract(sheet: Worksheet) -> None:
    """Contract runs of factors until none gets shorter; each contraction has fewer recursive letters."""
    for _ in range(_MAX_STEPS):
        found = _first_in_products(sheet.current, _contraction)
        if found is None:
            return
        sheet.rewrite(*found, "contraction by the definitions")


def _first_in_products(
    x: Expr, find: Callable[[Product], tuple[Expr, Expr] | None]
) -> tuple[Expr, Expr] | None:
    """What is found first in a product within x: a run of factors, and what it becomes."""
    found = (find(y) for y in nodes_of(x) if isinstance(y, Product))
    return next((y for y in found if y is not None), None)


def _contraction(x: Product) -> tuple[Expr, Expr] | None:
    for width in range(2, _WINDOW + 1):
        for i in range(len(x.factors) - width + 1):
            run = x.factors[i : i + width]
            shorter = _contracted(run)
            if shorter is not None:
                return product(run), shorter
    return None


@lru_cache(maxsize=8192)
def _contracted(run: tuple[Expr, ...]) -> Expr | None:
    """The run multiplied out and reduced, where that leaves fewer recursive letters, or fewer letters."""
    parts = [expand(f) for f in run]
    p = parts[0]
    for part in parts[1:]:
        p = p @ part
    q = _reduced(p, None, _KEPT, set())
    if q is None:
        return None
    before = (sum(_recursive(part) for part in parts), sum(_letters(part) for part in parts))
    if (_recursive(q), _letters(q)) < before and q != p:
        return factor(q) if q else q.expression()
    return None


def _recursive(p: Polynomial) -> int:
    return sum(is_recursive(x) for w in p.terms for x in w)


def _letters(p: Polynomial) -> int:
    return sum(len(w) for w in p.terms)


def _distribute(sheet: Worksheet) -> bool:
    """Multiply a factor into a bracket, once, where it then contracts with a term of the bracket."""
    found = _first_in_products(sheet.current, _distribution)
    if found is None:
        return False
    sheet.rewrite(*found, "multiplied out")
    return True


def _distribution(x: Product) -> tuple[Expr, Expr] | None:
    for left, right in zip(x.factors, x.factors[1:], strict=False):
        if isinstance(right, Sum) and any(_meets(left, y) for _, y in right.terms):
            return product((left, right)), linear(
                (c, product((left, _term(y, right)))) for c, y in right.terms
            )
    for left, right in zip(x.factors, x.factors[1:], strict=False):
        if isinstance(left, Sum) and any(_meets(y, right) for _, y in left.terms):
            return product((left, right)), linear(
                (c, product((_term(y, left), right))) for c, y in left.terms
            )
    return None


def _term(y: Expr, bracket: Expr) -> Expr:
    return identity(bracket.range) if isinstance(y, Identity) else y


def _meets(left: Expr, right: Expr) -> bool:
    """Whether the factors at the seam contract."""
    heads = left.factors[-_WINDOW + 1 :] if isinstance(left, Product) else (left,)
    tails = right.factors[: _WINDOW - 1] if isinstance(right, Product) else (right,)
    if any(isinstance(f, Identity) for f in (*heads, *tails)):
        return False
    seam = (*heads, *tails)
    cut = len(heads)
    return any(
        _contracted(seam[i:j]) is not None
        for i in range(cut)
        for j in range(cut + 1, len(seam) + 1)
        if j - i <= _WINDOW
    )
