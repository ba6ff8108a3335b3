"""A scalar program as C99, for machines without Python: one function, its arrays, and <math.h>.

Operations and their order are those of the program, so that a compiler which contracts nothing
(`-ffp-contract=off`) computes what `evaluate` does, but for the last digit of sines and cosines.
"""

from __future__ import annotations

import re

from psiphi.errors import InputError
from psiphi.kernel.program.operations import OPERATIONS
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import CONSTANT, INPUT, Scalar, Value, operands
from psiphi.recursion.numbers.arithmetic import LOST
from psiphi.version import __version__

_TAKEN = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int
    long register restrict return short signed sizeof static struct switch typedef union unsigned void
    volatile while i sin cos sqrt fabs atan2 isnan main NAN LOST unknown""".split()  # noqa: SIM905
)
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


def c_source(program: Program, name: str, about: str = "") -> str:
    """The text of a .c file with `void name(const double *…, double *…)`: one row a call, arrays row-major.

    As in compiled code, an input that is not finite makes all results NaN. No memory is asked for, nothing is
    kept between calls.
    """
    inputs = [_identifier(argument.name, name) for argument in program.arguments]
    places = dict(zip((argument.name for argument in program.arguments), inputs, strict=True))
    outputs = [_identifier(output.name, name) for output in program.outputs]
    written: dict[int, str] = {}
    lines: list[str] = []
    for node in program.nodes:
        if node.op is INPUT:
            written[node.id] = f"{places[node.argument]}[{node.index}]"
        elif node.op is CONSTANT:
            written[node.id] = _number(node.value)
        else:
            written[node.id] = f"_{len(lines)}"
            right = OPERATIONS[node.op].c.format(*(written[operand.id] for operand in operands(node)))
            lines.append(f"    const double _{len(lines)} = {right};")

    def element(value: Value) -> str:
        return written[value.id] if isinstance(value, Scalar) else _number(value)

    sums = [
        f"    for (int i = 0; i < {argument.size}; i++) unknown += 0.0 * {place}[i];"
        for argument, place in zip(program.arguments, inputs, strict=True)
    ]
    stores = [
        f"    {place}[{index}] = {element(value)} + unknown;"
        for output, place in zip(program.outputs, outputs, strict=True)
        for index, value in enumerate(output.scalars)
    ]
    parameters = [f"const double *restrict {place}" for place in inputs]
    parameters += [f"double *restrict {place}" for place in outputs]
    return "\n".join(
        [
            _comment(program, about),
            "#include <math.h>\n",
            f"#define LOST {LOST * 2.0**-52!r} /* of a sum: what is left of it counts as nothing */\n",
            f"void {_function(name)}({', '.join(parameters)})\n{{",
            "    double unknown = 0.0; /* NaN where an input is NaN or infinite */",
            *sums,
            *lines,
            *stores,
            "}\n",
        ]
    )


def c_header(program: Program, name: str, about: str = "") -> str:
    """The text of a .h file for C and C++."""
    arrays = [f"const double * /* {_shaped(argument)} */" for argument in program.arguments]
    arrays += [f"double * /* {_shaped(output)} */" for output in program.outputs]
    separator = ",\n    "
    return (
        f'{_comment(program, about)}\n#pragma once\n\n#ifdef __cplusplus\nextern "C" {{\n#endif\n\n'
        f"void {_function(name)}(\n    {separator.join(arrays)});\n\n#ifdef __cplusplus\n}}\n#endif\n"
    )


def _comment(program: Program, about: str) -> str:
    arrays = [
        f"   {word} {_shaped(array)}"
        for word, found in (("reads", program.arguments), ("writes", program.outputs))
        for array in found
    ]
    said = " ".join(f"psiphi {__version__}: {about}".split()).replace("*/", "* /")
    return "\n".join([f"/* {said}", *arrays, "   Compile without -ffast-math. */"])


def _shaped(array: Argument | Output) -> str:
    return f"{_identifier(array.name)} ({', '.join(map(str, array.shape)) or 1})"


def _number(value: float) -> str:
    """The shortest text that is read back as the same number."""
    return repr(float(value)) if value >= 0.0 else f"({float(value)!r})"


def _identifier(name: str, function: str = "") -> str:
    """A name in C for an array; letters beyond ASCII by their numbers."""
    plain = re.sub(r"\W", lambda letter: f"u{ord(letter[0]):x}", name, flags=re.ASCII)
    return f"x_{plain}" if plain in _TAKEN or plain[0] == "_" or plain == function else plain


def _function(name: str) -> str:
    if not _NAME.fullmatch(name) or name in _TAKEN:
        raise InputError(f"name: {name!r} cannot name a function in C; give letters, digits and underscores.")
    return name
