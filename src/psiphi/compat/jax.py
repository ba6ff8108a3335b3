"""Kernels as functions of JAX, under `jit` and `vmap`, with derivatives of any order in both modes.

Values come from compiled code on the CPU, called back by JAX. The derivative of a kernel is its
`kernel.jacobian(...)`, which is such a function itself, times what JAX asks for.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from psiphi.compat.coordinate_rates import are_rates, check_coordinates, rates
from psiphi.errors import InputError
from psiphi.extras import package
from psiphi.kernel.function import Function
from psiphi.model import Model


def function(kernel: Function) -> Any:
    """A kernel as a function of JAX arrays, f(q, ...); leading dimensions are the batch and broadcast.

    Results have the precision of the arguments: float32, unless `jax.config.update("jax_enable_x64", True)`.
    Tangents and gradients of q are of its coordinates, (..., nq), of quaternions across their direction.
    Rows in which something that is to be inverted is singular are NaN. Needs JAX: pip install 'psiphi[jax]'.
    """
    jax, jnp = (package(name, "jax", "Functions of JAX need") for name in ("jax", "jax.numpy"))
    arguments, results = kernel.signature.arguments, kernel.signature.results
    names = kernel.signature.argument_names

    def run(*arrays: Any) -> Any:
        return kernel.call(*map(np.asarray, arrays))

    def aligned(*given: Any) -> tuple[list[Any], tuple[int, ...]]:
        """The arguments in one precision, with as many dimensions of the batch each; and the batch."""
        if len(given) != len(arguments):
            raise InputError(f"{len(given)} arrays given; the arguments are {', '.join(names)}.")
        precision = jnp.result_type(jnp.float32, *given)
        arrays = [jnp.asarray(array, precision) for array in given]
        batches = [a.shape[: a.ndim - len(x.shape)] for a, x in zip(arrays, arguments, strict=True)]
        for array, batch, x in zip(arrays, batches, arguments, strict=True):
            if array.shape != batch + x.shape:
                raise InputError(f"Argument {x.name} must have shape (..., {x.shape}), not {array.shape}.")
        whole = np.broadcast_shapes(*batches)
        shapes = [(1,) * (len(whole) - len(b)) + a.shape for a, b in zip(arrays, batches, strict=True)]
        return [array.reshape(shape) for array, shape in zip(arrays, shapes, strict=True)], whole

    @jax.custom_jvp
    def call(*given: Any) -> Any:
        arrays, batch = aligned(*given)
        shapes = [jax.ShapeDtypeStruct(batch + x.shape, arrays[0].dtype) for x in results]
        described = shapes[0] if len(shapes) == 1 else tuple(shapes)
        return jax.pure_callback(run, described, *arrays, vmap_method="expand_dims")

    def tangent(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
        zero = jax.custom_derivatives.SymbolicZero
        moving = [k for k, change in enumerate(tangents) if not isinstance(change, zero)]
        check_coordinates(kernel)
        arrays, batch = aligned(*primals)
        changes, _ = aligned(*(tangents[k] if k in moving else x for k, x in enumerate(primals)))
        jacobian = kernel.jacobian(*(names[k] for k in moving))
        matrices = function(jacobian)(*arrays)
        matrices = list(matrices) if isinstance(matrices, tuple | list) else [matrices]
        found: list[Any] = []
        for result in results:
            total: Any = jnp.zeros((*batch, result.size), arrays[0].dtype)
            for k in moving:
                matrix = matrices.pop(0).reshape(*batch, result.size, -1)
                change = changes[k].reshape(*changes[k].shape[: len(batch)], -1)
                if names[k] == "q":
                    change = _rates(jnp, kernel.model, arrays[k], change)
                total = total + (matrix @ change[..., None])[..., 0]
            found.append(total.reshape(*batch, *result.shape))
        return call(*primals), found[0] if len(found) == 1 else tuple(found)

    call.defjvp(tangent, symbolic_zeros=True)
    return call


def _rates(jnp: Any, model: Model, q: Any, change: Any) -> Any:
    """The rates (..., nv) with which coordinates change so, (..., nq)."""
    if are_rates(model):
        return change
    arithmetic: Any = SimpleNamespace(
        sin=jnp.sin,
        cos=jnp.cos,
        sqrt=jnp.sqrt,
        reciprocal=jnp.reciprocal,
        maximum=jnp.maximum,
        absolute=jnp.abs,
    )
    now, then = ([x[..., i] for i in range(model.nq)] for x in (jnp.broadcast_to(q, change.shape), change))
    return jnp.stack(rates(model, now, then, arithmetic), axis=-1)
