"""What built-in functions tell of themselves, and what their arguments are called."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from types import MethodType

from psiphi.kernel.signature import Signature


@dataclass(frozen=True)
class Description:
    """Names and documentation of a built-in function.

    text    name(parameters), a line of dashes, and the documentation: in this form inspect.signature and help
            understand it
    """

    argument_names: tuple[str, ...]
    text: str

    @property
    def name(self) -> str:
        return self.text.partition("(")[0]

    @classmethod
    def of_compiled(cls, signature: Signature) -> Description:
        """As a compiled function has them."""
        parameters = ", ".join((*signature.argument_names, "*", "out=None", "threads=1"))
        return cls(signature.argument_names, f"native({parameters})\n--\n\nA compiled function: {signature}.")

    @classmethod
    def of_method(cls, signature: Signature, method: MethodType) -> Description:
        """As a method has them that begins with the arguments of a compiled function.

        Built-in functions have no annotations.
        """
        told = inspect.signature(method)
        plain = [parameter.replace(annotation=parameter.empty) for parameter in told.parameters.values()]
        parameters = told.replace(parameters=plain, return_annotation=told.empty)
        names = tuple(told.parameters)[: len(signature.arguments)]
        return cls(names, f"{method.__name__}{parameters}\n--\n\n{method.__doc__ or ''}")
