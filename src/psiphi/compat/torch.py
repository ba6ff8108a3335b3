"""Kernels as functions of PyTorch, with gradients of any order.

Values come from compiled code on the CPU. What autograd asks for backward is `kernel.vjp`, which is such a
function itself.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from psiphi.compat.coordinate_rates import are_rates, check_coordinates, slopes
from psiphi.errors import InputError
from psiphi.extras import package
from psiphi.kernel.function import Function
from psiphi.model import Model


def function(kernel: Function) -> Any:
    """A kernel as a function of tensors on the CPU, f(q, ...); batches broadcast.

    Results are float32 where all arguments are, else float64. Gradients of q are of its coordinates,
    (..., nq), of quaternions across their direction. Rows in which something that is to be inverted is
    singular are NaN. Needs PyTorch: pip install 'psiphi[torch]'.
    """
    torch = package("torch", "torch", "Functions of PyTorch need")
    arguments = kernel.signature.arguments
    names = kernel.signature.argument_names

    class Call(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *tensors: Any) -> Any:
            ctx.save_for_backward(*tensors)
            found = kernel.call(*(tensor.detach().numpy() for tensor in tensors))
            single = len(kernel.signature.results) == 1
            return torch.as_tensor(found) if single else tuple(map(torch.as_tensor, found))

        @staticmethod
        def backward(ctx: Any, *cotangents: Any) -> Any:
            given = ctx.saved_tensors
            check_coordinates(kernel)
            rows = function(kernel.vjp)(*given, *cotangents)
            found = list(rows) if isinstance(rows, tuple) else [rows]
            if "q" in names and not are_rates(kernel.model):
                place = names.index("q")
                found[place] = _slopes(torch, kernel.model, given[place], found[place])
            return tuple(found)

    def call(*given: Any) -> Any:
        if len(given) != len(arguments):
            raise InputError(f"{len(given)} tensors given; the arguments are {', '.join(names)}.")
        tensors = [torch.as_tensor(tensor) for tensor in given]
        single = all(tensor.dtype == torch.float32 for tensor in tensors)
        tensors = [tensor.to(torch.float32 if single else torch.float64) for tensor in tensors]
        batches = [t.shape[: t.ndim - len(x.shape)] for t, x in zip(tensors, arguments, strict=True)]
        for tensor, batch, x in zip(tensors, batches, arguments, strict=True):
            if tuple(tensor.shape) != (*batch, *x.shape):
                raise InputError(f"Argument {x.name} must have shape (..., {x.shape}), not {tensor.shape}.")
        whole = torch.broadcast_shapes(*batches)
        return Call.apply(*(t.expand((*whole, *x.shape)) for t, x in zip(tensors, arguments, strict=True)))

    return call


def _slopes(torch: Any, model: Model, q: Any, rows: Any) -> Any:
    arithmetic: Any = SimpleNamespace(
        sin=torch.sin,
        cos=torch.cos,
        sqrt=torch.sqrt,
        reciprocal=torch.reciprocal,
        maximum=torch.maximum,
        absolute=torch.abs,
    )
    return torch.stack(slopes(model, q.unbind(-1), rows.unbind(-1), arithmetic), dim=-1)
