"""What to compile: an expression for a robot, with all that decides which program comes of it."""

from __future__ import annotations

from collections.abc import Sequence

from psiphi.algebra.crossings import Crossing
from psiphi.algebra.derivation import Derivation
from psiphi.algebra.derivatives import derivatives_in
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Expr, Inverse, Rows, Symbol, as_expression, nodes_of
from psiphi.algebra.families import Riccati
from psiphi.algebra.free_flying import check_free_flying
from psiphi.algebra.gradients import Gradients
from psiphi.algebra.inputs import (
    Given,
    check_rows,
    input_operators,
    input_vectors,
    operator_shape,
    symbols_within,
)
from psiphi.algebra.operators import FREE_FLYING, MOVING, RIGID, v
from psiphi.algebra.rewriting.definitions import filters_in
from psiphi.algebra.spaces import Space, sizes_of
from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.program.program import Argument
from psiphi.kernel.reading import Reading
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.model.parameters import Parameter, parameters_of
from psiphi.recursion.bodies.joint_groups import Embedding, embedded
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.unturned_bodies import on_parallel_axes
from psiphi.recursion.bodies.varied import varied
from psiphi.recursion.frames.gauge import frames_are_free, inertias_are_free
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number

PARAMETERS = "parameters"
SOLUTION = "solution"
PLAIN, UD = "plain", "UD"
DENSE, SEQUENTIAL = "dense", "sequential"
_FEW = {Space.FRAME, Space.WORLD}


@frozen
class Request:
    """What to compile: an expression for a robot, with the frames that B stands for.

    `order` gives the arguments in the order in which callers pass them; `form` restricts the candidates to
    one form of the derivation; `rolled` asks for loops over bodies or for unrolled code, None for what suits
    the size of the robot; `riccati` is "UD" for filters that run on factors (factored_riccati.py); `beside`
    are further vectors to compute with a vector, as results of their own: what they share is computed once;
    `reading` says what of a matrix is wanted, None for all of it; `skipping` solves singular systems, with
    the least of their solutions, instead of answering NaN; with an `embedding` loops are joints, and joint
    vectors those of what moves by itself (joint_groups.py); `solving` says how systems of loops are
    solved, "dense" or "sequential" (sequential.py), None for the cheaper of both; `varying` names what is no
    constant but given with each call, as the last argument (model/parameters.py); `slopes` are derivatives
    by arguments that are known as expressions, those of y − A x for a solution x of A x = y, where x is the
    vector SOLUTION; `solved` are parts Y of ∂x where those have parts A Y; `derivative_of` is what an
    expression is a derivative of; `given` is the derivation by which the expression was found, if any, for
    kernels to tell; `unturned` leaves frames on parallel axes unturned (unturned_bodies.py), None where that
    takes fewer operations; `limbs_apart` is for solutions of many right sides with zeros
    (matrices/joint_factors.py).
    """

    model: Model
    expression: Expr
    frames: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None
    form: str | None = None
    rolled: bool | None = None
    riccati: str = PLAIN
    beside: tuple[Expr, ...] = ()
    reading: Reading | None = None
    skipping: bool = False
    embedding: Embedding | None = None
    solving: str | None = None
    varying: tuple[str, ...] = ()
    slopes: tuple[tuple[str, Expr], ...] = ()
    solved: tuple[tuple[str, Expr], ...] = ()
    derivative_of: Expr | None = None
    given: Derivation | None = None
    unturned: bool | None = None
    limbs_apart: bool = False

    @property
    def expressions(self) -> tuple[Expr, ...]:
        """All that is computed."""
        return self.expression, *self.beside

    @property
    def symbols(self) -> set[Symbol]:
        """Every symbol that occurs, and those of the definitions of families."""
        return symbols_within(self.expressions)

    @property
    def key(self) -> str:
        """A name for the request in any process."""
        reading = self.reading.name if self.reading is not None else None
        parts = (self.model.key, *map(repr, self.expressions), self.frames, self.order, self.form, reading)
        embedding = self.embedding.independent if self.embedding is not None else None
        special = (self.riccati, self.skipping, embedding, self.solving)
        if self.varying:
            return repr((*parts, *special, "varying", self.varying))
        return repr(parts if special == (PLAIN, False, None, None) else (*parts, *special))

    @property
    def factored(self) -> bool:
        """Whether filters run on factors."""
        return self.riccati == UD

    @property
    def has_joint_factors(self) -> bool:
        """Whether the factors of its mass matrices have the pattern of the tree: loops as joints fill it."""
        return not self.factored and self.embedding is None

    @property
    def solves_for_loops(self) -> bool:
        """Whether there is a system of equations of loops to solve."""
        nodes = (y for x in self.expressions for y in nodes_of(x))
        return any(isinstance(y, Inverse) and y.range is Space.LOOP for y in nodes)

    @property
    def acts_on_loops(self) -> bool:
        """Whether loops have a part in it."""
        return any(Space.LOOP in (s.range, s.domain) for s in self.symbols)

    @property
    def is_matrix(self) -> bool:
        """Whether a matrix over the robot on both sides is asked for, as of its joints, or a part of one."""
        return self.has_columns and not {self.expression.range, self.expression.domain} & _FEW

    @property
    def has_columns(self) -> bool:
        """Whether some matrix is asked for, or a part of one."""
        part = self.reading is None or self.reading.kept is not None
        return part and not self.beside and not self.is_vector

    @property
    def is_vector(self) -> bool:
        """Whether the expression is a vector, a row or a number."""
        return Space.ONE in (self.expression.range, self.expression.domain)

    @property
    def split_rows(self) -> tuple[int, ...]:
        """The degrees of freedom that Π_p keeps."""
        return min((s.owner.dofs for s in self.symbols if isinstance(s.owner, Rows)), default=())

    @property
    def splits_whole_joints(self) -> bool:
        """Whether all Π_p and Π_f are of the same joints, with all that these can do."""
        split = {s.owner.dofs for s in self.symbols if isinstance(s.owner, Rows)}
        held = {*self.split_rows}
        slices = self.model.merged().v_tree_slices if split else ()
        return len(split) < 2 and all(
            len(held & {*range(x.start, x.stop)}) in (0, x.stop - x.start) for x in slices
        )

    def vectors(self) -> dict[str, Symbol]:
        """The input vectors, in alphabetical order."""
        return dict(sorted(input_vectors(self.symbols).items()))

    def operators(self) -> dict[str, Symbol]:
        """The input operators, in alphabetical order."""
        return dict(sorted(input_operators(self.symbols).items()))

    def arguments(self) -> tuple[Argument, ...]:
        """q, v where rates matter, then the input vectors."""
        sizes = self._sizes()
        known: dict[str, tuple[int, ...]] = {"q": (self.model.nq,)}
        if MOVING & self.symbols or any(d.along is v for x in self.expressions for d in derivatives_in(x)):
            known["v"] = (self.rates,)
        for name, vector in self.vectors().items():
            argument = argument_name(name)
            if argument in known:
                raise InputError(f"two vectors would be the argument {argument!r}: rename {name!r}.")
            known[argument] = (sizes[vector.range],)
        for name, operator in self.operators().items():
            known[argument_name(name)] = operator_shape(operator, self.model.merged(), sizes[operator.range])
            if self.embedding is not None and operator.range is Space.JOINT and operator.owner == Given():
                known[argument_name(name)] = (self.mechanism().block_starts[-1],)
        if self.varying:
            if PARAMETERS in known:
                raise InputError(f"{PARAMETERS!r} are those of the robot: rename the vector.")
            known[PARAMETERS] = (sum(x.size for x in self.parameters),)
        order = self.order if self.order is not None else tuple(known)
        if set(order) - {"v"} != set(known) - {"v"}:
            raise InputError(f"arguments {order}: the expression has the arguments {tuple(known)}.")
        known.setdefault("v", (self.rates,))
        return tuple(Argument(name, known[name]) for name in order)

    def shapes(self) -> list[tuple[int, ...]]:
        """The shape of each result."""
        sizes = self._sizes()
        return [
            tuple(sizes[space] for space in (x.range, x.domain) if space is not Space.ONE)
            for x in self.expressions
        ]

    @property
    def rates(self) -> int:
        """How many numbers v has."""
        return self.model.nv if self.embedding is None else len(self.embedding.independent)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """What is given with each call."""
        return parameters_of(self.model, self.varying)

    def mechanism(
        self,
        *,
        canonical: bool = False,
        regrouped: bool = False,
        numbers: Sequence[Number] | None = None,
        arithmetic: Arithmetic | None = None,
    ) -> Mechanism:
        """The robot as sweeps see it; `numbers` are its parameters, if they are no constants."""
        found = Mechanism.from_model(
            self.model,
            canonical=canonical,
            regrouped=regrouped and numbers is None,
            factored=self.factored,
            frames=self.frames,
            varying={x.body for x in self.parameters if x.changes_inertia} if numbers is not None else (),
        )
        if numbers is not None:
            assert arithmetic is not None
            found = varied(found, self.model, self.parameters, numbers, arithmetic, regrouped=regrouped)
        return found if self.embedding is None else embedded(found, self.embedding.independent)

    def _sizes(self) -> dict[Space, int]:
        sizes = sizes_of(self.model.merged(), len(self.frames))
        return (
            sizes
            if self.embedding is None
            else {**sizes, Space.JOINT: self.rates, Space.COORDINATE: self.rates}
        )

    @cached_property
    def simplest_mechanism(self) -> Mechanism:
        """The robot with the frames and inertias that leave the fewest constants, where they are free."""
        return self.mechanism_of(None)

    def mechanism_of(
        self, numbers: Sequence[Number] | None, arithmetic: Arithmetic | None = None
    ) -> Mechanism:
        """The same with parameters in the place of constants."""
        canonical, regrouped = self.free_choices()
        return self.mechanism(
            canonical=canonical, regrouped=regrouped, numbers=numbers, arithmetic=arithmetic
        )

    def free_choices(self) -> tuple[bool, bool]:
        """Whether the frames of bodies, and how inertia is shared across joints, make no difference.

        Moved inertias are not those of real bodies, and have no factors; where loops are joints, bodies stay
        as they are. What makes no difference to a quantity makes none to its derivatives.
        """
        if self.factored or self.embedding is not None:
            return False, False
        asked = self.expressions if self.derivative_of is None else (self.derivative_of,)
        free = all(map(frames_are_free, asked))
        return free, free and all(map(inertias_are_free, asked))

    def ways_to_turn(self) -> tuple[bool, ...]:
        """Whether to leave frames on parallel axes unturned: both where that is open."""
        if self.model.is_flexible:
            return (False,)
        if self.unturned is not None:
            return (self.unturned,)
        open_ = self.simplest_mechanism.canonical and on_parallel_axes(self.simplest_mechanism)
        return (False, True) if open_ else (False,)

    def check(self) -> None:
        """Refuse what names nothing: no expression, missing or unknown frames."""
        for x in self.expressions:
            as_expression(x)
        on_loops = sorted(s.name for s in self.symbols if Space.LOOP in (s.range, s.domain))
        if on_loops and not self.model.loops:
            raise InputError(
                f"'{on_loops[0]}' acts on loops, and {self.model.name!r} has none: "
                "model.with_loop(...) closes one."
            )
        on_frames = sorted(s.name for s in self.symbols if Space.FRAME in (s.range, s.domain))
        if on_frames and not self.frames:
            raise InputError(
                f"frames: '{on_frames[0]}' acts on frames of the robot; name them, e.g. frames=['tool']."
            )
        for name in self.frames:
            self.model.frame(name)
        check_rows(self.symbols, self._sizes())
        if self.riccati not in (PLAIN, UD):
            raise InputError(f"riccati: {self.riccati!r} is neither {PLAIN!r} nor {UD!r}.")
        if self.factored and not filters_of(self.expression):
            raise InputError(
                f"riccati: no filter runs in '{self.expression}', so there is nothing to put in factors. "
                "Leave `riccati` out."
            )
        if self.solving not in (None, DENSE, SEQUENTIAL):
            raise InputError(f"solving: {self.solving!r} is neither {DENSE!r} nor {SEQUENTIAL!r}.")
        if self.solving is not None and not self.solves_for_loops:
            raise InputError(
                f"method: {self.solving!r} is a way to solve for the forces of loops, which "
                f"'{self.expression}' does not. Leave `method` out."
            )
        if self.varying and (self.factored or self.rolled):
            raise InputError("varying: neither riccati='UD' nor rolled=True goes with parameters.")
        if self.model.is_flexible:
            self._check_flexible()
        if self.embedding is not None:
            self._check_embedding()
        for symbol in sorted(FREE_FLYING & self.symbols, key=str):
            check_free_flying(self.model, symbol)

    def _check_flexible(self) -> None:
        """Refuse what rests on rigid bodies: their M is constant, and moves like its body."""
        asked = [
            ("riccati='UD'", self.factored),
            ("rolled=True", self.rolled),
        ]
        for name, given in asked:
            if given:
                raise InputError(
                    f"{name}: does not go with the flexible bodies of {self.model.name!r}. Leave it out."
                )
        rigid = {s.name for s in self.symbols if s in RIGID or isinstance(s.owner, Crossing | Gradients)}
        if rigid:
            raise InputError(
                f"'{min(rigid)}' is an operator of rigid bodies, and {self.model.name!r} has flexible ones: "
                f"'{self.expression}' is not compiled for it."
            )

    def _check_embedding(self) -> None:
        """Refuse what has no meaning where loops are joints."""
        strange = sorted(
            s.name
            for s in self.symbols
            if s in FREE_FLYING or {Space.LOOP, Space.TENDON} & {s.range, s.domain}
        )
        if strange:
            raise InputError(
                f"'{strange[0]}' has no meaning where the loops of {self.model.name!r} are embedded: "
                "take the robot that is not."
            )
        if self.factored:
            raise InputError("riccati='UD' does not go with embedded loops. Leave `riccati` out.")


def argument_name(vector: str) -> str:
    """The name by which a vector is passed: primes are spelled out."""
    return vector.replace("'", "_prime")


def filters_of(expression: Expr) -> list[Riccati]:
    """The filters that run where an expression is evaluated as written, its inverses apart."""
    return filters_in(derive(expression, "as written").result)
