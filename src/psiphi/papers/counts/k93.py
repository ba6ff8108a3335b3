"""Tables 1 and 2 of K93 and what it compares them with, beside the exact counts of compiled programs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from psiphi.algebra import D, G, inv
from psiphi.algebra.construction import adjoint
from psiphi.algebra.spaces import Space
from psiphi.formats.dh import DHRow, model_from_dh
from psiphi.formats.robots import puma560, random_tree
from psiphi.kernel.program.signature import Operations
from psiphi.model import Model
from psiphi.papers.counts.attribution import Label
from psiphi.papers.counts.counting import Polynomial, by_line, linear_in, operations, request
from psiphi.papers.item import Findings, Misprint, Plot, Table, read, reproduces, table, true
from psiphi.papers.subject import without_rotors
from psiphi.recursion.sweeps.operations.inertias import RiccatiRecursion
from psiphi.recursion.sweeps.operations.motion import Accelerate, AngularVelocities, Newton
from psiphi.recursion.sweeps.operations.operation import Definition, Direction
from psiphi.recursion.sweeps.operations.steps import Inward, Outward
from psiphi.recursion.sweeps.operations.vectors import Apply

SIZES = (6, 7, 8, 10)
SIX = 6
KINDS = ("mul", "add", "div")


def line(slope: int, constant: int) -> Polynomial:
    """slope·n − constant, as the tables print it."""
    return Polynomial.of(-constant, slope)


# Multiplications and additions as printed: general geometry, then axes parallel or perpendicular.
PRINTED_1 = {
    "`b_k, n_k` (3.7), (3.14)": (line(74, 83), line(58, 66), line(44, 58), line(36, 42)),
    "costate propagation (3.10)": (line(6, 10), line(4, 6), line(6, 10), line(4, 6)),
    "costate update (3.11)": (line(16, 11), line(8, 6), line(15, 15), line(11, 11)),
    "state propagation (3.8), (3.12)": (line(30, 31), line(28, 27), line(36, 43), line(34, 39)),
    "state update (3.9)": (line(16, 16), line(8, 8), line(8, 8), line(4, 4)),
}
PRINTED_TOTAL_1 = (line(142, 151), line(106, 113), line(109, 134), line(89, 102))

# Multiplications, additions, divisions as printed.
NONE = Polynomial.of(0)
PRINTED_2 = {
    "`b_k, n_k` (3.7), (3.14)": (line(74, 83), line(44, 58), NONE),
    "state propagation (3.47)": (line(6, 10), line(12, 21), NONE),
    "inertia propagation (3.48)": (line(56, 104), line(22, 115), NONE),
    "Kalman gain (3.50)": (NONE, NONE, line(5, 10)),
    "innovations (3.51)": (NONE, line(1, 0), NONE),
    "residuals (3.53)": (NONE, NONE, line(1, 0)),
    "state update (3.52)": (line(46, 56), line(39, 47), NONE),
    "inertia update (3.54)": (line(55, 56), line(85, 139), NONE),
    "costate propagation (3.56)": (line(6, 10), line(6, 10), NONE),
    "joint acceleration (3.57)": (line(5, 2), line(6, 3), NONE),
    "costate update (3.58)": (line(16, 28), line(9, 18), NONE),
}
PRINTED_TOTAL_2 = (line(264, 349), line(264, 411), line(6, 10))
CORRECTED = {"inertia propagation (3.48)": (line(56, 104), line(62, 115), NONE)}

# What the paper compares with.
BRANDL = (line(250, 222), line(220, 198))
KHOSLA_AT_6 = {"general": (678, 521), "parallel or perpendicular": (500, 403)}
ASSEMBLY = Polynomial.of(-110, 92, 18)
OTHER_TERMS = line(251, 285)
SOLUTION = Polynomial.of(0, Fraction(-11, 6), Fraction(5, 2), Fraction(1, 3))
PRINTED_COMPOSITE = Polynomial.of(-395, Fraction(2047, 6), Fraction(41, 2), Fraction(1, 3))


def general_chain(n: int) -> Model:
    """Hinges about axes in general position, every constant different from zero."""
    return random_tree(n, bodies=n, kinds=("revolute",), branching="chain")


def perpendicular_chain(n: int) -> Model:
    """Each axis perpendicular to the one before, α = 90°; lengths and inertias in general position."""
    bodies = general_chain(n).bodies
    rows = [
        DHRow(a=0.3 + 0.01 * k, alpha=math.pi / 2, d=0.2 + 0.01 * k, inertia=body.inertia)
        for k, body in enumerate(bodies)
    ]
    return model_from_dh(rows, "modified", name=f"perpendicular_{n}")


GEOMETRIES = {"general": general_chain, "parallel or perpendicular": perpendicular_chain}


def inverse_line(definition: Definition, direction: Direction) -> str:
    """Which part of Table 1 a line of the sweeps is."""
    match definition.operation:
        case AngularVelocities():
            return "rates `ω`"
        case Accelerate():
            return "accelerations carried outward, with `n_k`"
        case Newton():
            return "forces of each link, with `b_k`"
        case Inward():
            return "forces carried inward"
        case _:
            return (
                "sums at each link"
                if direction is Direction.INWARD
                else "accelerations carried outward, with `n_k`"
            )


def forward_line(definition: Definition, direction: Direction) -> str:
    """Which part of Table 2 a line of the sweeps is."""
    inward = direction is Direction.INWARD
    match definition.operation:
        case AngularVelocities() | Accelerate() | Newton():
            return "rates, `a_k`, `b_k`"
        case RiccatiRecursion():
            return "inertia propagation and update, gain"
        case Apply(letter=letter) if letter is adjoint(G):
            return "joint acceleration"
        case Apply(letter=letter) if letter is inv(D):
            return "residuals"
        case Outward():
            return "costate propagation and update"
        case _ if definition.space is Space.JOINT:
            return "innovations" if inward else "joint acceleration"
        case _:
            return "state propagation and update" if inward else "costate propagation and update"


@reproduces("K93 Table 1", "operations of the inverse dynamics, general and parallel or perpendicular axes")
def TABLE_1() -> Findings:
    sums = tuple(sum_of(row[i] for row in PRINTED_1.values()) for i in range(4))
    ours = {
        name: linear_in(lambda n, make=make: operations(make(n), "inverse_dynamics"), SIZES)
        for name, make in GEOMETRIES.items()
    }
    general, square = ours["general"], ours["parallel or perpendicular"]
    puma = puma_counts("inverse_dynamics")
    printed_rows = [(name, *(f"`{p}`" for p in row)) for name, row in PRINTED_1.items()]
    printed_rows.append(("total", *(f"`{p}`" for p in sums)))
    printed_at_6 = tuple(int(sums[i](SIX)) for i in (0, 2, 1, 3))
    khosla = (*KHOSLA_AT_6["general"], *KHOSLA_AT_6["parallel or perpendicular"])
    needed = (*at_six(general), *at_six(square))
    totals = [
        ("K93, n = 6", *printed_at_6, "", ""),
        ("Khosla, n = 6, as K93 cites", *khosla, "", ""),
        ("psiphi, n = 6", *needed, puma.mul, puma.add),
    ]
    return Findings(
        "`142n − 151` multiplications and `109n − 134` additions in general, `106n − 113` and `89n − 102` "
        "with parallel or perpendicular axes; 701 + 520 and 523 + 432 for six joints",
        f"the compiled programs need {told(general)} in general and {told(square)} with perpendicular axes; "
        f"for the PUMA 560 with all its zeros {puma.mul} + {puma.add}",
        (
            read("the printed rows add up to the printed totals", sums == PRINTED_TOTAL_1),
            read("the printed totals for n = 6", printed_at_6 == (701, 520, 523, 432)),
            true("psiphi's counts are linear in n", general is not None and square is not None),
            true("psiphi needs fewer of each, in both geometries", fewer(needed, printed_at_6)),
            true("and fewer than the customised algorithm of Khosla", fewer(needed, khosla)),
        ),
        (
            table(
                ("K93", "mul", "mul ∥⊥", "add", "add ∥⊥"),
                printed_rows,
                "as printed, n joints; ∥⊥ for axes parallel or perpendicular",
            ),
            ours_by_line("inverse_dynamics", "as written", inverse_line),
            table(("totals", "mul", "add", "mul ∥⊥", "add ∥⊥", "PUMA mul", "add"), totals),
        ),
    )


@reproduces("K93 Table 2", "operations of the forward dynamics by filtering and smoothing")
def TABLE_2() -> Findings:
    corrected = {**PRINTED_2, **CORRECTED}
    sums = tuple(sum_of(row[i] for row in corrected.values()) for i in range(3))
    printed_sums = tuple(sum_of(row[i] for row in PRINTED_2.values()) for i in range(3))
    filtered = linear_in(lambda n: operations(general_chain(n), "forward_dynamics", "M kept"), SIZES)
    cheapest = operations(general_chain(SIX), "forward_dynamics")
    square = operations(perpendicular_chain(SIX), "forward_dynamics")
    puma = puma_counts("forward_dynamics")
    rows = [
        (
            name,
            *(f"`{p}`" if p != NONE else "" for p in corrected[name]),
            f"printed `{PRINTED_2[name][1]}`" if name in CORRECTED else "",
        )
        for name in PRINTED_2
    ]
    rows.append(("total", *(f"`{p}`" for p in sums), ""))
    totals = [
        ("K93, general", *(int(p(SIX)) for p in sums), int(sum_of(sums)(SIX))),
        (
            "Brandl, Johanni and Otter, as K93 cites",
            *(int(p(SIX)) for p in BRANDL),
            "",
            int(sum_of(BRANDL)(SIX)),
        ),
        (
            "psiphi, general, filter",
            *(int(filtered[k](SIX)) if filtered else "" for k in KINDS),
            int(sum_of(filtered.values())(SIX)) if filtered else "",
        ),
        ("psiphi, general, cheapest form", *counted(cheapest)),
        ("psiphi, parallel or perpendicular", *counted(square)),
        ("psiphi, PUMA 560", *counted(puma)),
    ]
    return Findings(
        "`264n − 349` multiplications, `264n − 411` additions and `6n − 10` divisions, `534n − 770` "
        "together: 2434 for six joints",
        f"the compiled filter and smoother need {told(filtered)}. For six joints psiphi finds that "
        f"factoring the mass matrix takes fewer still, {cheapest.mul} + {cheapest.add}, and keeps that",
        (
            read("the corrected rows add up to the printed totals", sums == PRINTED_TOTAL_2),
            read("2434 operations for six joints", sum_of(sums)(SIX) == 2434),
            true("psiphi's counts are linear in n", filtered is not None),
            true(
                "psiphi's filter needs fewer operations for every n",
                filtered is not None
                and all(sum_of(filtered.values())(n) < sum_of(sums)(n) for n in range(2, 100)),
            ),
        ),
        (
            table(("K93", "mul", "add", "div", ""), rows, "n joints in general position"),
            ours_by_line("forward_dynamics", "M kept", forward_line),
            table(("n = 6", "mul", "add", "div", "all"), totals),
        ),
        (
            Misprint(
                "Table 2",
                f"inertia propagation takes `22n − 115` additions, which makes `{printed_sums[1]}` of the "
                "column",
                "`62n − 115`: the column then adds up to the printed `264n − 411`",
                float(abs(printed_sums[1](SIX) - sums[1](SIX)) / sums[1](SIX)),
            ),
        ),
    )


@reproduces("K93 4.2", "comparison with Brandl and with the composite-body method")
def COMPARISON() -> Findings:
    sizes = range(2, 13)
    smoother, brandl = sum_of(PRINTED_TOTAL_2), sum_of(BRANDL)
    composite = ASSEMBLY + OTHER_TERMS + SOLUTION
    ours = {n: operations(general_chain(n), "forward_dynamics") for n in sizes}
    rows = [
        (n, int(smoother(n)), int(brandl(n)), int(composite(n)), ours[n].mul + ours[n].add + ours[n].div)
        for n in sizes
    ]
    slower = [n for n in range(1, 100) if smoother(n) >= composite(n)]
    lines = (
        ("K93, 534n − 770", np.array([float(smoother(n)) for n in sizes])),
        ("Brandl et al., 470n − 420", np.array([float(brandl(n)) for n in sizes])),
        ("composite-body method", np.array([float(composite(n)) for n in sizes])),
        ("psiphi", np.array([float(row[4]) for row in rows])),
    )
    return Findings(
        "Brandl et al. need `250n − 222` multiplications and `220n − 198` additions, 2400 for n = 6, and "
        "more than K93 for n < 6; the composite-body method needs `⅓n³ + 20½n² + 341⅙n − 395`, 2462 for n = "
        "6, and more than K93 for any n",
        "the sums of the polynomials, and the exact counts of psiphi's forward dynamics for chains in "
        "general position",
        (
            read("the three parts of the composite-body method add up", composite == PRINTED_COMPOSITE),
            read("2400 and 2462 operations for n = 6", (brandl(SIX), composite(SIX)) == (2400, 2462)),
            read(
                "K93 needs fewer than Brandl just for n < 6",
                [n for n in range(1, 20) if smoother(n) < brandl(n)] == [1, 2, 3, 4, 5],
            ),
            read("the composite-body method needs fewer than K93 at n = 3, 4, 5 alone", slower == [3, 4, 5]),
            true(
                "psiphi needs fewer than all three, for every n shown",
                all(row[4] < min(row[1:4]) for row in rows),
            ),
        ),
        (
            table(
                ("n", "K93", "Brandl", "composite body", "psiphi"),
                rows,
                "operations, sines and cosines apart",
            ),
        ),
        (
            Misprint(
                "section 4.2",
                "for any n the algorithm is more efficient than the composite-body method",
                f"it is for n = 2 and n ≥ 6; for n = {', '.join(map(str, slower))} the composite-body "
                "method needs fewer operations",
                float((smoother(4) - composite(4)) / composite(4)),
            ),
        ),
        (
            Plot(
                "Operations of the forward dynamics",
                np.array(sizes, float),
                lines,
                "number of joints n",
                "operations",
            ),
        ),
    )


def sum_of(polynomials: Iterable[Polynomial]) -> Polynomial:
    """The sum of polynomials, without trailing zeros."""
    total = Polynomial.of(0, 0)
    for p in polynomials:
        total = total + p
    return total


def ours_by_line(name: str, form: str, label: Label) -> Table:
    """psiphi's operations by kind of recursion, for both geometries."""
    found = {
        geometry: by_line(lambda n, make=make: request(make(n), name), form, label, SIZES)
        for geometry, make in GEOMETRIES.items()
    }
    kinds = KINDS if name == "forward_dynamics" else KINDS[:2]
    rows = [
        (
            row,
            *(
                f"`{found[geometry][row][kind]}`" if row in found[geometry] else ""
                for kind in kinds
                for geometry in GEOMETRIES
            ),
        )
        for row in found["general"]
    ]
    headings = [f"{kind}{mark}" for kind in kinds for mark in ("", " ∥⊥")]
    return table(("psiphi", *headings), rows, "the compiled sweeps, counted line by line")


def fewer(ours: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether each of ours is less than its counterpart."""
    return all(x < y for x, y in zip(ours, theirs, strict=True))


def puma_counts(name: str) -> Operations:
    return operations(without_rotors(puma560()), name)


def at_six(lines: dict[str, Polynomial] | None) -> tuple[int, int]:
    return (int(lines["mul"](SIX)), int(lines["add"](SIX))) if lines else (10**9, 10**9)


def counted(found: Operations) -> tuple[int, int, int, int]:
    return found.mul, found.add, found.div, found.mul + found.add + found.div


def told(lines: dict[str, Polynomial] | None) -> str:
    return f"`{lines['mul']}` and `{lines['add']}`" if lines else "counts that are not linear in n"
