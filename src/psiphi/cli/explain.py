"""`psiphi explain`: the sweeps that evaluate an expression, and what they cost."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from psiphi.algebra.derivation import Derivation
from psiphi.algebra.forward_dynamics import ALGORITHMS, forward_dynamics
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.writing.text import to_ascii
from psiphi.cli.expressions import add_vectors, given_vectors, legible, read, writer
from psiphi.cli.info import find_model
from psiphi.cli.output import print_lines
from psiphi.dynamics.catalogue import QUANTITIES
from psiphi.dynamics.features import Features
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.program.signature import Operations
from psiphi.recursion.sweeps.explain import describe, explain
from psiphi.robot import Robot

SUMMARY = "the sweeps that evaluate an operator expression, as loops over the bodies, with their cost"

EXAMPLES = f"""\
examples:
  psiphi explain "inv(H phi M phi* H*) tau"
  psiphi explain "inv(mass) tau" --robot panda        with exact operation counts for this robot
  psiphi explain forward_dynamics --robot arm.urdf --json
  psiphi explain "J inv(mass) J*" --robot panda --frame panda_link8
  psiphi explain FD4

EXPR may also be the name of a quantity:
  {", ".join(sorted(name for name in QUANTITIES if len(name) < 20))}
or FD1 to FD4, the forward dynamics of RK88.
"""


@frozen
class Told:
    """What there is to say: how the expression was rewritten, its loops, and what a robot makes of them."""

    derivation: Derivation
    algorithm: str
    kernel: Kernel | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """EXPR, --robot, --base, --frame and --vector."""
    parser.add_argument("expression", metavar="EXPR", help="text such as 'inv(mass) tau', or a quantity")
    parser.add_argument("--robot", metavar="ROBOT", help="a bundled robot or a file: count its operations")
    parser.add_argument("--base", choices=("fixed", "free"), help="how the robot of a file stands")
    parser.add_argument(
        "--frame", metavar="NAME", action="append", default=[], help="a frame that B and J stand for"
    )
    add_vectors(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the sweeps."""
    vectors = given_vectors(arguments.vector)
    if arguments.robot is None:
        if arguments.base or arguments.frame:
            raise InputError("--base and --frame say something of a robot; add --robot ROBOT.")
        told = in_general(arguments.expression.strip(), vectors)
    else:
        robot = Robot(find_model(arguments.robot, arguments.base))
        told = for_robot(robot, arguments.expression.strip(), vectors, tuple(arguments.frame))
    if arguments.json:
        print_lines([json.dumps(as_data(told, arguments.robot), indent=2, ensure_ascii=False)])
    else:
        print_lines(as_text(told, arguments.robot))
    return 0


def in_general(text: str, vectors: dict[str, str]) -> Told:
    """The sweeps for any robot, in the form with the fewest of them."""
    if text in ALGORITHMS:
        derivation = forward_dynamics(text)
        return Told(derivation, describe(expand(derivation.result)))
    if text in QUANTITIES:
        expression = QUANTITIES[text].expression(Features(rotors=False, coupled=False))
    else:
        expression = read(text, vectors)
    explanation = explain(expression)
    return Told(explanation.derivation, explanation.algorithm)


def for_robot(robot: Robot, text: str, vectors: dict[str, str], frames: tuple[str, ...]) -> Told:
    """The sweeps in the form that is cheapest for this robot, and the kernel that knows its operations."""
    if text in ALGORITHMS:
        name = "forward_dynamics_with_forces" if frames else "forward_dynamics"
        kernel = robot.kernel(name, frames, method=text)
    elif text in QUANTITIES:
        kernel = robot.kernel(text, frames)
    else:
        kernel = robot.compile(read(text, vectors), frames)
    return Told(kernel.derivation, kernel.algorithm, kernel)


def as_text(told: Told, robot: str | None) -> Iterator[str]:
    """The expression and its result, the loops, the counts."""
    write = writer()
    before, after = write(told.derivation.expression), write(told.derivation.result)
    yield before if before == after else f"{before}  =  {after}"
    yield ""
    yield from (legible(line) for line in told.algorithm.splitlines())
    if told.kernel is not None:
        yield ""
        yield f"for {robot}, the form {told.kernel.form!r}: {told.kernel.signature}"
        yield f"    {in_words(told.kernel.operations)}"


def in_words(operations: Operations) -> str:
    """`345 multiplications, 321 additions, 6 divisions, 6 sines with cosines: 678 operations`."""
    counted = [
        (operations.mul, "multiplication"),
        (operations.add, "addition"),
        (operations.div, "division"),
        (operations.sqrt, "square root"),
        (operations.sincos, "sine-and-cosine pair"),
        (operations.select, "choice"),
        (operations.arctan2, "arc tangent"),
    ]
    parts = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in counted if count]
    return f"{', '.join(parts) or 'nothing to compute'}: {operations.total} operations"


def as_data(told: Told, robot: str | None) -> dict[str, object]:
    """The same for programs; expressions as plain text, that `parse` reads but for letters of factors."""
    data: dict[str, object] = {
        "expression": to_ascii(told.derivation.expression),
        "result": to_ascii(told.derivation.result),
        "algorithm": told.algorithm.splitlines(),
    }
    if told.kernel is not None:
        counts = told.kernel.operations
        data["robot"] = robot
        data["form"] = told.kernel.form
        data["signature"] = str(told.kernel.signature)
        data["operations"] = {
            kind: getattr(counts, kind) for kind in ("mul", "add", "div", "sqrt", "sincos", "total")
        }
    return data
