"""`psiphi derive`: an expression rewritten step by step into one that sweeps over the tree evaluate."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from psiphi.algebra.derivation import Derivation
from psiphi.algebra.derive import Form, derive
from psiphi.algebra.forward_dynamics import ALGORITHMS, forward_dynamics
from psiphi.algebra.writing.latex import to_latex
from psiphi.algebra.writing.text import to_ascii
from psiphi.cli.expressions import add_vectors, given_vectors, legible, read, writer
from psiphi.cli.output import print_lines

SUMMARY = "rewrite an operator expression until nothing recursive is inverted, each step with its source"

EXAMPLES = """\
examples:
  psiphi derive "inv(H phi M phi* H*) tau"
  psiphi derive "J inv(mass) J*"
  psiphi derive "inv(mass + R) (tau - H phi b)" --json
  psiphi derive "x* inv(mass) y"
  psiphi derive FD3                     one of the forward dynamics FD1 to FD4 of RK88
  psiphi derive "inv(mass)" --latex     the same as an align* environment
  psiphi derive "inv(mass) tau" --html derivation.html     and as a page

* behind an operator is its adjoint; products are written side by side; mass = H phi M phi* H*,
J = B* phi* H*; a name that is no operator is an input vector.
"""

_FORMS: dict[str, Form] = {
    "fewest-sweeps": "fewest sweeps",
    "as-written": "as written",
    "M-kept": "M kept",
    "M-eliminated": "M eliminated",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """EXPR, --form, --latex, --html and --vector."""
    parser.add_argument("expression", metavar="EXPR", help="text such as 'inv(H phi M phi* H*) tau'")
    parser.add_argument("--form", choices=_FORMS, help="which of the equal results (default: fewest-sweeps)")
    parser.add_argument("--latex", action="store_true", help="print LaTeX (amsmath) instead of text")
    parser.add_argument("--html", metavar="FILE", help="write a page with the steps, the loops and a diagram")
    add_vectors(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the derivation."""
    text = arguments.expression.strip()
    if text in ALGORITHMS and arguments.form is None:
        derivation = forward_dynamics(text)
    else:
        expression = read(arguments.expression, given_vectors(arguments.vector))
        derivation = derive(expression, _FORMS[arguments.form or "fewest-sweeps"])
    if arguments.html:
        from psiphi.view.derivation_page import derivation_page
        from psiphi.view.page import save_page

        save_page(derivation_page(derivation), arguments.html)
    if arguments.json:
        print_lines([json.dumps(as_data(derivation), indent=2, ensure_ascii=False)])
    elif arguments.latex:
        print_lines([derivation.latex()])
    else:
        print_lines(as_text(derivation))
    return 0


def as_text(derivation: Derivation) -> Iterator[str]:
    """The expression, then for each step what it becomes and why."""
    write = writer()
    yield f"  {write(derivation.expression)}"
    for step in derivation.steps:
        yield f"= {write(step.after)}"
        yield f"      {legible(step.identity)}:  {write(step.place)}  =  {write(step.replacement)}"
    yield f"{derivation.sweeps} sweep{'' if derivation.sweeps == 1 else 's'}"
    for name in derivation.given_up:
        yield f"given up, as it takes too many steps: {legible(name)}"


def as_data(derivation: Derivation) -> dict[str, object]:
    """The same for programs; expressions as plain text that `psiphi.algebra.parse` reads."""
    return {
        "expression": to_ascii(derivation.expression),
        "result": to_ascii(derivation.result),
        "result_latex": to_latex(derivation.result),
        "sweeps": derivation.sweeps,
        "given_up": list(derivation.given_up),
        "steps": [
            {
                "identity": step.identity,
                "place": to_ascii(step.place),
                "replacement": to_ascii(step.replacement),
                "before": to_ascii(step.before),
                "after": to_ascii(step.after),
            }
            for step in derivation.steps
        ],
    }
