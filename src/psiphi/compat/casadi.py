"""Kernels as functions of CasADi, with derivatives of any order.

Values come from compiled code, called back by CasADi. The Jacobian of a kernel is `kernel.jacobian(...)`,
which is such a function itself.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from psiphi.compat.coordinate_rates import are_rates, check_coordinates, rates
from psiphi.extras import package
from psiphi.kernel.function import Function
from psiphi.model import Model


def function(kernel: Function) -> Any:
    """A kernel as a `casadi.Function` f(q, ...) of one configuration, its arguments and results named.

    Vectors are columns, matrices matrices; what has more dimensions is a column, the last running fastest.
    Derivatives with respect to q are by its coordinates, nq, of quaternions across their direction. Where
    something that is to be inverted is singular, results are NaN. Needs CasADi: pip install 'psiphi[casadi]'.
    """
    casadi = package("casadi", "casadi", "Functions of CasADi need")
    signature = kernel.signature
    inputs = [casadi.MX.sym(x.name, x.size) for x in signature.arguments]
    flat = _flat(kernel).call(inputs)
    shaped = [
        _matrix(casadi, column, *x.shape) if len(x.shape) == 2 else column
        for column, x in zip(flat, signature.results, strict=True)
    ]
    names = [list(signature.argument_names), [x.name for x in signature.results]]
    return casadi.Function("kernel", inputs, shaped, *names)


def _matrix(casadi: Any, column: Any, rows: int, columns: int) -> Any:
    """Numbers row by row as a matrix; CasADi has them column by column."""
    return casadi.reshape(column, columns, rows).T


@cache  # for good: CasADi calls back what nothing else may hold
def _flat(kernel: Function) -> Any:
    """A kernel of columns, each the numbers of an argument or a result in their order in memory."""
    casadi = package("casadi", "casadi", "Functions of CasADi need")
    arguments, results = kernel.signature.arguments, kernel.signature.results

    class Call(casadi.Callback):
        def __init__(self) -> None:
            casadi.Callback.__init__(self)
            self.construct("kernel", {})

        def get_n_in(self) -> int:
            return len(arguments)

        def get_n_out(self) -> int:
            return len(results)

        def get_sparsity_in(self, index: int) -> Any:
            return casadi.Sparsity.dense(arguments[index].size)

        def get_sparsity_out(self, index: int) -> Any:
            return casadi.Sparsity.dense(results[index].size)

        def eval(self, given: Any) -> Any:
            arrays = [x.full().reshape(a.shape) for x, a in zip(given, arguments, strict=True)]
            found = kernel.call(*arrays)
            return [np.ravel(x) for x in ([found] if len(results) == 1 else found)]

        def has_jacobian(self) -> bool:
            return True

        def get_jacobian(self, name: str, inames: Any, onames: Any, options: Any) -> Any:
            return _jacobian(kernel, name, inames, onames, options)

    return Call()


def _jacobian(kernel: Function, name: str, inames: Any, onames: Any, options: Any) -> Any:
    """Of each result by each argument, of the arguments and then the results, as CasADi calls it."""
    casadi = package("casadi", "casadi", "Functions of CasADi need")
    check_coordinates(kernel)
    signature = kernel.signature
    inputs = [casadi.MX.sym(x.name, x.size) for x in signature.arguments]
    unused = [casadi.MX.sym(x.name, x.size) for x in signature.results]
    columns = iter(_flat(kernel.jacobian(*signature.argument_names)).call(inputs))
    found: list[Any] = []
    for result in signature.results:
        for argument, given in zip(signature.arguments, inputs, strict=True):
            by_coordinates = argument.name == "q" and not are_rates(kernel.model)
            width = kernel.model.nv if by_coordinates else argument.size
            matrix = _matrix(casadi, next(columns), result.size, width)
            found.append(matrix @ _rates(casadi, kernel.model, given) if by_coordinates else matrix)
    return casadi.Function(name, [*inputs, *unused], found, inames, onames, options)


def _rates(casadi: Any, model: Model, q: Any) -> Any:
    """The matrix, (nv, nq), of the rates with which the coordinates change."""
    arithmetic: Any = SimpleNamespace(
        sin=casadi.sin,
        cos=casadi.cos,
        sqrt=casadi.sqrt,
        reciprocal=lambda x: 1.0 / x,
        maximum=casadi.fmax,
        absolute=casadi.fabs,
    )
    numbers = casadi.vertsplit(q)
    columns = [rates(model, numbers, column, arithmetic) for column in np.eye(model.nq).tolist()]
    return casadi.horzcat(*(casadi.vertcat(*column) for column in columns))
