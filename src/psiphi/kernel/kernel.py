"""Kernels: operator expressions compiled for one robot.

Code that is on disk is loaded without the algebra and the compiler, whose modules are imported where they are
needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.kernel.function import Function
from psiphi.kernel.native import compile_loop, compile_program
from psiphi.kernel.robot_size import has_many_bodies, loops_suit, mean_depth
from psiphi.kernel.singularity import refuse_singular
from psiphi.kernel.thresholds import (
    BYTECODE_BETWEEN,
    BYTECODE_FROM,
    MATRICES_UP_TO,
    MOST_EQUATIONS,
    MOST_TRACED,
    OF_EACH_PARAMETER,
    TRACED_UP_TO,
    TooLarge,
)
from psiphi.locks import COMPILING, cached_property
from psiphi.model import Model

if TYPE_CHECKING:
    from psiphi.algebra.derivation import Derivation
    from psiphi.algebra.expression import Expr
    from psiphi.kernel.loops.differentiate import Loops
    from psiphi.kernel.program.program import Program
    from psiphi.kernel.request import Request
    from psiphi.kernel.rolled.tracing import RolledCandidate
    from psiphi.kernel.tracing import Candidate


@frozen
class Deferred:
    """A request that is made when it is needed: not at all where its code is on disk under its key."""

    key: str
    model: Model
    rolled: bool | None
    make: Callable[[], Request]
    varying: tuple[str, ...] = ()


FACTORED = "P = W diag(w) W*: the filter runs on factors (UD)"
SEQUENTIAL = "loops are solved for arm after arm, by a filter of what couples them: O(ℓ) for ℓ arms [RJK 6]"


class Kernel(Function):
    """A compiled expression: `kernel(q, ..., out=None, threads=1)`, arrays also by name.

    Leading dimensions are the batch and broadcast. A row in which something that is to be inverted is
    singular raises SingularError. `kernel.call` is the same function with the least overhead; it answers NaN
    for such rows. `kernel.jvp`, `kernel.vjp` and `kernel.jacobian("q", ...)` are its derivatives.
    """

    _most = MOST_TRACED

    def __init__(self, request: Request | Deferred, most: int = MOST_TRACED) -> None:
        """`most` nodes are traced now; TooLarge is raised where there are more."""
        self._given, self._most = request, most
        self._rolled = self._loops() if prefers_loops(request) else None
        super().__init__(
            compile_loop(self._rolled.program, self._rolled.tables)
            if self._rolled is not None
            else compile_program(
                lambda: self._traced().program, key=request.key, bytecode_from=self.bytecode_from
            )
        )
        self._most = MOST_TRACED

    @property
    def bytecode_from(self) -> int:
        between = self.model.loop_size > MOST_EQUATIONS and self._request.acts_on_loops
        return BYTECODE_BETWEEN if between else BYTECODE_FROM

    def __reduce__(self) -> tuple[type[Kernel], tuple[object, ...]]:
        return type(self), (self._given,)

    def __call__(self, /, *arrays: Any, **options: Any) -> Any:
        found = self.call(*arrays, **options)
        if self._may_be_singular:
            self._refuse_singular(found, arrays, options)
        return found

    @cached_property
    def _may_be_singular(self) -> bool:
        return self.operations.tests > 0

    def _refuse_singular(self, found: Any, arrays: tuple[Any, ...], options: dict[str, Any]) -> None:
        names = [argument.name for argument in self.signature.arguments]
        given = {**dict(zip(names, arrays, strict=False)), **options}
        inputs = [(given[x.name], len(x.shape)) for x in self.signature.arguments if x.name in given]
        message = (
            f"what '{self.expression}' inverts has no inverse there. kernel.call(...) answers NaN for such "
            "rows instead of raising this."
        )
        described = self.signature.results
        for result, each in zip(found if len(described) > 1 else (found,), described, strict=True):
            refuse_singular(result, len(each.shape), message, *inputs)

    def __repr__(self) -> str:
        return f"<Kernel {self.expression} for {self._given.model.name!r}: {self.signature}>"

    def _repr_html_(self) -> str:
        from html import escape  # pages are rare, and starts are not

        counts = self.operations
        return (
            f"<p>{escape(str(self.expression))} &nbsp;=&nbsp; {escape(str(self.derivation.result))}</p>"
            f"<p>{escape(self._given.model.name)}: {counts.mul} multiplications, {counts.add} additions, "
            f"{counts.total} operations</p><pre>{escape(self.algorithm)}</pre>"
        )

    @property
    def expression(self) -> Expr:
        """What was compiled, as written."""
        given = self._request.given
        return self._request.expression if given is None else given.expression

    @property
    def key(self) -> str:
        return self._given.key

    @property
    def model(self) -> Model:
        return self._given.model

    @property
    def rolled(self) -> bool:
        """Whether the code is loops over bodies."""
        return self._rolled is not None

    @property
    def form(self) -> str:
        """Which form of the derivation was the cheapest for this robot."""
        return self._candidate.form

    @property
    def solving(self) -> str:
        """How systems of loops are solved: "dense" or "sequential"."""
        return "dense" if self._rolled is not None else self._traced().solving

    @cached_property
    def derivation(self) -> Derivation:
        """How the expression was rewritten into what the sweeps of the kernel are read off."""
        from psiphi.algebra.lowered import derivation_of

        found = derivation_of(self._request.expression, self._candidate.form)
        return found if self._request.given is None else self._request.given.then(found)

    @cached_property
    def algorithm(self) -> str:
        """The sweeps as loops over bodies."""
        from psiphi.recursion.sweeps.explain import describe

        notes = [FACTORED] if self._request.factored else []
        if self.solving == "sequential":
            notes.append(SEQUENTIAL)
        return "\n".join([describe(*self._candidate.polynomials), *notes])

    @property
    def loops(self) -> Loops | None:
        return None if self._rolled is None else self._rolled.loops

    def _by_columns(self, names: tuple[str, ...]) -> bool:
        """Also where a large robot has no loops for what is computed."""
        return self.rolled or prefers_loops(self._given) or self._expected(names) > MATRICES_UP_TO

    def _expected(self, names: tuple[str, ...]) -> int:
        """Also of regressors, each parameter of which is of one body, and where expressions are known.

        These take 0.6 to 1.65 operations for each of the function and each joint on the way to a body.
        """
        depth = mean_depth(self.model)
        if self._given.varying and names == tuple(self.signature.argument_names[-1:]):
            rows = min(sum(x.size for x in self.signature.results), depth)
            return int(OF_EACH_PARAMETER * rows * self.signature.arguments[-1].size)
        known = {name for name, _ in self._request.slopes}
        if not known:
            return super()._expected(names)
        return int(self.operations.total * depth) if known.intersection(names) else 0

    @property
    def program(self) -> Program:
        if self.rolled:
            raise CompileError(
                f"'{self.expression}' runs in loops over bodies, which are no program: compile it with "
                "rolled=False to pack it, for second derivatives, or for C."
            )
        return self._unrolled.program

    def derived(self, mode: str, names: tuple[str, ...]) -> Program:
        from psiphi.kernel.differentiation import derivative_of_request

        program, request = self.program, self._request
        unturned = bool(self._unrolled.mechanism.unturned)
        if mode == "jacobian" and request.slopes:  # a turn that is left out is so for each column
            unturned = request.ways_to_turn()[-1]
        return derivative_of_request(replace(request, unturned=unturned), program, mode, names)

    @property
    def request(self) -> Request:
        """What was asked for."""
        return self._request

    @cached_property
    def _request(self) -> Request:
        return _made(self._given)

    @cached_property
    def _unrolled(self) -> Candidate:
        from psiphi.kernel.tracing import cheapest

        return cheapest(self._request, self._most)

    def _traced(self) -> Candidate:
        with COMPILING:
            return self._unrolled

    def _loops(self) -> RolledCandidate | None:
        from psiphi.kernel.rolled.tracing import cheapest_rolled

        with COMPILING:
            return cheapest_rolled(self._request)

    @property
    def _candidate(self) -> Candidate | RolledCandidate:
        return self._rolled if self._rolled is not None else self._traced()


def kernel_of(request: Request | Deferred) -> Kernel:
    """The kernel for a request: by columns where a matrix of a large robot would be a long program.

    So are matrices of others that turn out to be long; and long vectors, or those of large robots, call
    LAPACK for the systems in them.
    """
    many = has_many_bodies(request.model)
    if prefers_loops(request) or (many and request.model.is_flexible and not request.varying):
        from psiphi.kernel.columns import MatrixByColumns
        from psiphi.kernel.solves import Solved, cut
        from psiphi.kernel.tracing import expected_operations

        made = _made(request)
        if made.is_matrix and expected_operations(made) > MATRICES_UP_TO:
            return MatrixByColumns(request)
        system = cut(made)
        if many and system is not None:
            return Solved(request)
        if system is None and not made.has_columns:
            return Kernel(request)
    try:
        return Kernel(request, TRACED_UP_TO)
    except TooLarge:
        from psiphi.kernel.columns import MatrixByColumns
        from psiphi.kernel.solves import Solved, cut

        made = _made(request)
        if made.has_columns:
            return MatrixByColumns(request)
        return Solved(request) if cut(made) is not None else Kernel(request)


def _made(request: Request | Deferred) -> Request:
    made = request.make() if isinstance(request, Deferred) else request
    made.check()
    return made


def prefers_loops(request: Request | Deferred) -> bool:
    """Whether loops are asked for, or suit the size of the robot."""
    if request.varying:
        return False
    return loops_suit(request.model) if request.rolled is None else request.rolled
