"""The exceptions a user can catch: all are PsiphiError, and each is also the built-in error that fits."""

from __future__ import annotations

from pathlib import Path
from typing import Any


class PsiphiError(Exception):
    """Anything psiphi raises on purpose. The message says what is wrong, where, and what to do."""

    def __str__(self) -> str:  # KeyError would otherwise print the repr of the message
        return " ".join(str(part) for part in self.args)


class InputError(PsiphiError, ValueError):
    """A value given to a function is wrong: a shape, a NaN, a negative duration."""


class ArgumentTypeError(PsiphiError, TypeError):
    """An argument is of a type that cannot be used here."""


class UnknownNameError(PsiphiError, KeyError):
    """A joint, body, frame, symbol or quantity of that name does not exist."""


class ModelError(PsiphiError, ValueError):
    """A robot that cannot exist, or an edit that has no meaning for this robot."""


class RobotFileError(ModelError):
    """A robot file that cannot be read as one; carries the file, the line and the element."""

    def __init__(
        self,
        finding: str,
        *,
        file: str | Path | None = None,
        line: int | None = None,
        element: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.finding, self.file, self.line, self.element, self.remedy = finding, file, line, element, remedy
        place = f"{file or '<string>'}" + (f":{line}" if line is not None else "")
        subject = f" {element}:" if element else ""
        super().__init__(f"{place}:{subject} {finding}" + (f" {remedy}" if remedy else ""))


class MissingPackageError(PsiphiError, ImportError):
    """Something that was asked for needs an optional package, which the message names."""


class PsiphiWarning(UserWarning):
    """Something odd in an input that was accepted all the same."""


class ExpressionError(PsiphiError, ValueError):
    """An operator expression that has no meaning."""


class BudgetError(ExpressionError):
    """Rewriting an expression would take more steps than are worth waiting for."""


class SpaceError(ExpressionError, TypeError):
    """Operators were composed whose spaces do not meet."""


class SyntaxMistake(ExpressionError):
    """The text of an expression cannot be read; the message points at the place."""


class CompileError(PsiphiError, RuntimeError):
    """An expression cannot be compiled for this robot."""


class SimulationError(PsiphiError, ArithmeticError):
    """A motion that cannot be followed any further; the message names the time."""


class EnsembleError(PsiphiError, RuntimeError):
    """An ensemble that cannot go on as things stand; what has been computed is kept."""


class SingularError(PsiphiError, ArithmeticError):
    """A matrix has no inverse in this configuration; carries which rows of the batch, `rows`."""

    def __init__(self, message: str, rows: Any) -> None:
        self.rows = rows
        super().__init__(message)


class ConstraintError(PsiphiError, ArithmeticError):
    """Constraints that contradict each other, or that no force can meet; carries the residual of each row."""

    def __init__(self, message: str, residual: Any) -> None:
        self.residual = residual
        super().__init__(message)


class ClosureError(PsiphiError, ArithmeticError):
    """Loops that could not be closed; carries the best configuration found and its residual."""

    def __init__(self, message: str, q: Any, residual: Any) -> None:
        self.q, self.residual = q, residual
        super().__init__(message)


def shortened(text: str, length: int = 60) -> str:
    """The text as it may appear in a message: on one line, and not a megabyte long."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text[: length + 1])
    return printable if len(printable) <= length else printable[:length] + "…"
