"""From a form of an expression and a robot to a scalar program; the cheapest of the candidates is kept.

Candidates are the forms of the derivation, each in canonical frames with regrouped inertias where the algebra
allows them (recursion/frames/gauge.py). No search: each is traced and its operations are counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from operator import attrgetter
from textwrap import shorten

from psiphi.algebra.construction import inverse_node
from psiphi.algebra.expression import Expr, nodes_of, symbols_of
from psiphi.algebra.families import Riccati
from psiphi.algebra.inputs import input_operators, symbols_within
from psiphi.algebra.lowered import JOINT_FACTORS, lowered_forms
from psiphi.algebra.operators import FREE_FLYING, M
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.errors import CompileError, InputError
from psiphi.frozen import frozen
from psiphi.kernel.packed.limbs import limbs_alike
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Output, Program, Variation, result_name
from psiphi.kernel.program.scalar import Graph, Scalar, Value
from psiphi.kernel.request import DENSE, PARAMETERS, SEQUENTIAL, Request, argument_name, filters_of
from psiphi.kernel.robot_size import dofs_above, has_many_bodies, pairs_on_paths
from psiphi.kernel.thresholds import MATRICES_UP_TO, MOST_TRACED, TooLarge
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.model.plausibility import joints_without_mass
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.bodies.tangents import tangents
from psiphi.recursion.bodies.unturned_bodies import on_parallel_axes
from psiphi.recursion.inertias.idle_joints import idle_joints, is_extended, is_solid
from psiphi.recursion.matrices.sequential import loops_part
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.sweeps.evaluate import evaluate_together

MOST_JOINTS_FACTORED = 16
EXPECTED = "M kept"
"""The cheapest form of what solves for accelerations, if the mass matrix is not factored."""
OPERATIONS_ON_PATHS = 16
"""Of a row of J_c, for each degree of freedom."""
FIRST_BODIES = 16
"""So many tell which form is the cheapest for all."""
_COST = attrgetter("cost")


@frozen
class Candidate:
    """A form that was traced."""

    form: str
    polynomials: tuple[Polynomial, ...]
    mechanism: Mechanism
    program: Program
    solving: str = DENSE

    @cached_property
    def cost(self) -> int:
        """The operations of one evaluation."""
        return count(self.program).total

    def given(
        self, request: Request, arithmetic: Arithmetic, arrays: Mapping[str, Sequence[Number]]
    ) -> Mechanism:
        """The robot as it was traced, with the parameters that vary, if any, among other numbers."""
        if not request.varying:
            return self.mechanism
        found = request.mechanism_of(arrays[PARAMETERS], arithmetic)
        return replace(found, unturned=on_parallel_axes(found)) if self.mechanism.unturned else found


def candidates(expressions: Sequence[Expr]) -> list[tuple[str, tuple[Polynomial, ...]]]:
    """The forms of the derivations, each with all expressions in it."""
    found = [dict(lowered_forms(x)) for x in expressions]
    names = dict.fromkeys(name for forms_ in found for name in forms_)
    # a form that one of several expressions does not have is for that one the same as the first
    shared = [name for name in names if name != JOINT_FACTORS or all(name in forms_ for forms_ in found)]
    return [(name, tuple(f.get(name) or next(iter(f.values())) for f in found)) for name in shared]


@lru_cache(maxsize=2)
def cheapest(request: Request, most: int = MOST_TRACED) -> Candidate:
    """The candidate with the fewest operations, of `most` nodes each; who compares two requests asks twice.

    Factoring a mass matrix of n joints takes O(n³) operations, so it is tried on small robots only, beside
    the form that is EXPECTED of what it could serve. On larger ones frames on parallel axes are left unturned
    in the form alone that was cheapest with them turned; systems of loops are tried part by part in the form
    that was cheapest without. Of robots with many bodies only the form that is cheapest for the first of
    them is traced.
    """
    check_inverses(request)
    small = request.model.nv_tree <= MOST_JOINTS_FACTORED and request.has_joint_factors
    known = dict(candidates(request.expressions))
    forms = {
        name: polynomials
        for name, polynomials in known.items()
        if request.form in (None, name) and (small or name != JOINT_FACTORS)
    }
    if not forms:
        raise InputError(f"form: the expression has no form {request.form!r}.")
    if EXPECTED in forms and JOINT_FACTORS in known:
        forms = {name: forms[name] for name in (EXPECTED, JOINT_FACTORS) if name in forms}
    ways = request.ways_to_turn()
    if has_many_bodies(request.model):
        chosen = _cheapest_on_first_bodies(request, forms)
        forms, ways = {chosen: forms[chosen]}, ways[:1]
    best = None
    for way in ways:
        tried = forms if best is None or small else (best.form,)
        for name in tried:  # one at a time: the memory of one serves the next
            solving = request.solving or DENSE
            found = trace(replace(request, unturned=way), name, forms[name], solving, most)
            best = found if best is None else min(best, found, key=_COST)
    assert best is not None
    dense = request.solving is not None or request.skipping or not request.solves_for_loops
    if not dense and loops_part(best.mechanism):
        chosen = replace(request, unturned=bool(best.mechanism.unturned))
        best = min(best, trace(chosen, best.form, best.polynomials, SEQUENTIAL, most), key=_COST)
    return best


def _cheapest_on_first_bodies(request: Request, forms: Mapping[str, tuple[Polynomial, ...]]) -> str:
    """The form with the fewest operations for the first bodies of a robot alone, which tells for the whole.

    Where these do not stand for it, with loops to bodies far away, parameters of others, or without mass
    themselves, it is the first.
    """
    if len(forms) == 1:
        return next(iter(forms))
    traced = _on_first_bodies(request, forms)
    if not traced:
        return next(iter(forms))
    return min(traced, key=lambda name: traced[name].cost)


def _on_first_bodies(
    request: Request, forms: Mapping[str, tuple[Polynomial, ...]], most: int = MOST_TRACED
) -> dict[str, Candidate] | None:
    """The forms of at most so many nodes for the first bodies; None where these do not stand for all."""
    if request.acts_on_loops or request.embedding is not None or request.varying:
        return None
    few = replace(request, model=_first_bodies(request.model.merged(), request.frames))
    found: dict[str, Candidate] = {}
    for name, polynomials in forms.items():
        try:
            found[name] = trace(few, name, polynomials, most=most)
        except TooLarge:
            continue
        except CompileError:
            return None
    return found


def expected_operations(request: Request) -> float:
    """How many operations a matrix will take: as many for each pair of joints on one path as of first bodies.

    Of random trees and chains that is true to a tenth for most, and to a half for all. Of equations of loops
    it is as many for each joint on the way to an end. What is far more than one program should have is ∞.
    """
    if request.acts_on_loops:
        return OPERATIONS_ON_PATHS * _joints_to_loops(request.model)
    forms = {name: p for name, p in candidates(request.expressions) if name != JOINT_FACTORS}
    few = _first_bodies(request.model.merged(), ())
    share = pairs_on_paths(request.model.merged()) / max(1, pairs_on_paths(few))
    traced = _on_first_bodies(request, forms, int(4 * MATRICES_UP_TO / max(1.0, share)))
    return 0.0 if traced is None else share * min(map(_COST, traced.values()), default=inf)


def _joints_to_loops(model: Model) -> int:
    """Of equations of loops and degrees of freedom that move an end of theirs: the entries of J_c."""
    above, slices = [*dofs_above(model), 0], model.loop_slices
    ends = ((loop, end) for loop in model.loops if loop.kind != "joint" for end in (loop.first, loop.second))
    return sum(
        above[model.frame(end).body] * len(range(model.loop_size)[slices[loop.name]]) for loop, end in ends
    )


def _first_bodies(model: Model, frames: Sequence[str]) -> Model:
    """The first bodies of a robot, on the last of which are all frames of others."""
    bodies = [replace(body, joint=replace(body.joint, mimic=None)) for body in model.bodies[:FIRST_BODIES]]
    asked = map(model.frame, dict.fromkeys(frames))
    marks = [replace(mark, body=min(mark.body, len(bodies) - 1)) for mark in asked]
    names = {body.name for body in bodies}
    return Model(model.name, bodies, [mark for mark in marks if mark.name not in names], model.gravity)


def trace(
    request: Request,
    form: str,
    polynomials: tuple[Polynomial, ...],
    solving: str = DENSE,
    most: int = MOST_TRACED,
) -> Candidate:
    """The scalar program of one form, its systems of loops solved in one of two ways."""
    graph = Graph(most)
    arguments = request.arguments()
    scalars = {argument.name: argument.scalars(graph) for argument in arguments}
    numbers, arithmetic = scalars[PARAMETERS] if request.varying else None, GraphArithmetic(graph)
    mechanism = request.simplest_mechanism if numbers is None else request.mechanism_of(numbers, arithmetic)
    if request.unturned and mechanism.canonical:
        mechanism = replace(mechanism, unturned=on_parallel_axes(mechanism))
    inputs = {name: (s.range, scalars[argument_name(name)]) for name, s in request.vectors().items()}
    q, v = scalars["q"], scalars.get("v")
    ways = {
        "skipping": request.skipping,
        "sequential": solving == SEQUENTIAL,
        "limbs_apart": request.limbs_apart,
    }
    given = {operator: scalars[argument_name(name)] for name, operator in request.operators().items()}
    try:
        values = evaluate_together(polynomials, mechanism, arithmetic, q, v, inputs, given=given, **ways)
    except ZeroDivisionError:
        idle = ", ".join(map(repr, joints_without_mass(request.model)))
        remedy = f" Nothing resists {idle}: give the bodies they move inertia, or lock them." if idle else ""
        raise CompileError(
            f"'{request.expression}' has no value for {request.model.name!r}: something that it inverts is "
            f"zero in every configuration.{remedy}"
        ) from None
    except TooLarge:
        raise TooLarge(
            f"'{shorten(str(request.expression), 300)}' takes more than {most} operations for "
            f"{request.model.name!r}, too many to compile. Compile parts of it, and multiply and solve with "
            "NumPy; for derivative(x, 'q') compile x, and take kernel.jacobian('q')."
        ) from None
    outputs = _outputs(request, mechanism, values, arithmetic)
    variation = variation_of_q(mechanism, q, arithmetic)
    graph.close()
    limbs = limbs_alike(request.model, arguments) if request.embedding is None else ()
    return Candidate(form, polynomials, mechanism, Program(arguments, outputs, limbs, (variation,)), solving)


@lru_cache(maxsize=64)
def remembered(request: Request) -> Candidate:
    """The cheapest candidate, kept: a program of several stages has the same request in each."""
    return cheapest(request)


def inlined(
    request: Request, arithmetic: Arithmetic, arrays: Mapping[str, Sequence[Number]]
) -> list[list[Number]]:
    """The values of a request's cheapest form, among other operations; `arrays` are its arguments by name."""
    best = remembered(request)
    inputs = {name: (s.range, arrays[argument_name(name)]) for name, s in request.vectors().items()}
    given = {operator: arrays[argument_name(name)] for name, operator in request.operators().items()}
    ways = {"skipping": request.skipping, "sequential": best.solving == SEQUENTIAL}
    q, v, mechanism = arrays["q"], arrays.get("v"), best.given(request, arithmetic, arrays)
    return evaluate_together(best.polynomials, mechanism, arithmetic, q, v, inputs, given=given, **ways)


def variation_of_q(mechanism: Mechanism, q: Sequence[Scalar], arithmetic: GraphArithmetic) -> Variation:
    """How q is varied; the entries of rotations are the nodes that the program has, found again."""
    moving = tuple((x, y) for x, y in tangents(mechanism, q, arithmetic) if isinstance(x, Scalar))
    return Variation("q", mechanism.nv, moving)


def _outputs(
    request: Request,
    mechanism: Mechanism,
    values: Sequence[Sequence[Value]],
    arithmetic: GraphArithmetic,
) -> tuple[Output, ...]:
    """The results, or what is read of the one matrix."""
    shapes = request.shapes()
    if request.reading is not None:
        ((_, columns),), (entries,) = shapes, values
        rows = [entries[i : i + columns] for i in range(0, len(entries), max(1, columns))]
        return request.reading.results(mechanism, rows, arithmetic)
    name = result_name(request.arguments())
    names = [name] if len(values) == 1 else [f"{name}_{i}" for i in range(len(values))]
    return tuple(Output(*x) for x in zip(names, shapes, map(tuple, values), strict=True))


def check_whole(request: Request) -> None:
    """Refuse a free flyer whose inertia as a whole has no inverse."""
    if not is_extended(request.model):
        raise CompileError(
            f"model {request.model.name!r}: all of its mass lies on a line, so that it has no inertia about "
            f"it and '{request.expression}' has no value. Give its bodies an inertia."
        )


def check_inverses(request: Request) -> None:
    """Refuse a robot for which a filter of the expression has no gain, naming the joint."""
    families = [family for x in request.expressions for family in filters_of(x)]
    if FREE_FLYING & request.symbols and not is_solid(request.model):
        check_whole(request)
    if is_solid(request.model):
        families = [f for f in families if f.X is not M]
    elif not request.varying and any(inverse_node(M) in nodes_of(x) for x in request.expressions):
        raise CompileError(
            f"inv(M): a body of {request.model.name!r} has no mass, or no inertia about some axis, so that "
            f"'{request.expression}' has no value. Give it some, or a payload."
        )
    for family in families:
        if input_operators(symbols_within([family.D])):  # what resists is not known before it is given
            continue
        q = None if request.embedding is None else request.embedding.q
        idle = idle_joints(family, request.model, request.mechanism(), q)
        if idle:
            raise CompileError(
                f"joint {idle[0]!r}: nothing resists it (D(k) = 0 in the filter of '{family.X}'), so that "
                f"'{request.expression}' has no value. {_remedy(family)}"
            )


def _remedy(family: Riccati) -> str:
    if M in symbols_of(family.X):
        return "Give the bodies it moves an inertia, or lock it."
    return "Other joints move the frames in the same ways: name more frames, or lock it."
