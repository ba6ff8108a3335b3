"""`psiphi prove`: whether two expressions are equal for every robot."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping

from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.prove import Counterexample, Proof, prove, refute
from psiphi.algebra.writing.text import to_ascii
from psiphi.cli.expressions import add_vectors, given_vectors, legible, read, writer
from psiphi.cli.output import print_lines

SUMMARY = "prove that two operator expressions are equal, or look for a robot for which they differ"

_TELLS_NOTHING = re.compile(r"[\s\d.()/+−-]*I?[\s\d.()/+−-]*")

EXAMPLES = """\
examples:
  psiphi prove "inv(I + H phi K)" "I - H psi K"
  psiphi prove "(I - H psi K) H phi" "H psi"
  psiphi prove "H (P - P H* inv(D) H P)" 0
  psiphi prove "phi K" "psi K"

The exit code is 0 for a proof and 1 where there is none.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """LHS, RHS, --latex and --vector."""
    parser.add_argument("lhs", metavar="LHS", help="text such as 'inv(I + H phi K)'")
    parser.add_argument("rhs", metavar="RHS", help="text such as 'I - H psi K', or 0")
    parser.add_argument("--latex", action="store_true", help="print LaTeX (amsmath) instead of text")
    add_vectors(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the proof, or what is known without one."""
    lhs, rhs = _sides(arguments.lhs, arguments.rhs, given_vectors(arguments.vector))
    proof = prove(lhs, rhs)
    counterexample = None if proof else refute(lhs, rhs)
    if arguments.json:
        print_lines([json.dumps(as_data(proof, counterexample), indent=2, ensure_ascii=False)])
    elif arguments.latex:
        print_lines([proof.latex()])
    else:
        print_lines(as_text(proof, counterexample))
    return 0 if proof else 1


def _sides(left: str, right: str, vectors: Mapping[str, str]) -> tuple[Expr, Expr]:
    """Both sides, each in the spaces and with the vectors that the other tells: "I" and "0" tell none."""
    if _TELLS_NOTHING.fullmatch(left) and not _TELLS_NOTHING.fullmatch(right):
        rhs, lhs = _sides(right, left, vectors)
        return lhs, rhs
    lhs = read(left, vectors)
    told = {x.name: x.range for x in symbols_of(lhs) if x.is_vector}
    return lhs, read(right, {**told, **vectors}, like=lhs)


def as_text(proof: Proof, counterexample: Counterexample | None) -> Iterator[str]:
    """The equation, the steps, the verdict."""
    write = writer()
    yield f"{write(proof.lhs)} = {write(proof.rhs)}"
    for left, right, source in proof.steps:
        yield f"    {write(left)} = {write(right)}    {legible(source)}"
    if proof:
        yield "proved: the difference of the two sides reduces to 0, for every robot"
    elif counterexample is not None:
        yield f"false: {counterexample}"
    else:
        yield f"no proof: the difference reduces to {write(proof.residual)}, 0 on every robot tried"


def as_data(proof: Proof, counterexample: Counterexample | None) -> dict[str, object]:
    """The same for programs."""
    return {
        "lhs": to_ascii(proof.lhs),
        "rhs": to_ascii(proof.rhs),
        "proved": bool(proof),
        "steps": [
            {"left": to_ascii(left), "right": to_ascii(right), "source": source}
            for left, right, source in proof.steps
        ],
        "residual": to_ascii(proof.residual),
        "counterexample": None if counterexample is None else str(counterexample),
    }
