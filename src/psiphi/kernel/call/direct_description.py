"""What built-in functions tell of themselves, and what their arguments are called."""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import Any, cast

from psiphi.frozen import frozen
from psiphi.kernel.program.signature import Signature


@frozen
class Description:
    """Names and documentation of a built-in function.

    text    name(parameters), a line of dashes, and the documentation: in this form inspect.signature and help
            understand it
    default what the last argument is where it is left out
    """

    argument_names: tuple[str, ...]
    text: str
    default: float | None = None

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
        """As a method has them that begins with the arguments of a compiled function and ends with options.

        Built-in functions have no annotations.
        """
        function = cast("FunctionType", method.__func__)
        code = function.__code__  # of which inspect.signature makes much more than is told here
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        options = code.co_argcount - 1
        given = function.__defaults__ or ()
        defaults: dict[str, Any] = dict(zip(names[options - len(given) : options], given, strict=True))
        defaults |= function.__kwdefaults__ or {}
        shown = [f"{name}={defaults[name]!r}" if name in defaults else name for name in names]
        parameters = ", ".join([*shown[:options], "*", *shown[options:]])
        text = f"{function.__name__}({parameters})\n--\n\n{function.__doc__ or ''}"
        arguments = names[: len(signature.arguments)]
        default = defaults.get(arguments[-1]) if arguments else None
        return cls(arguments, text, default if isinstance(default, float) else None)
