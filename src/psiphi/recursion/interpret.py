"""One interpreter of sweep programs, for every type of numbers.

Run on NumPy arrays it evaluates a batch, and is the oracle of the compiled code; run on traced scalars it
records the scalar program that gets compiled. A value is a tuple of numbers at each place, or None where it
is zero whatever the inputs are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from psiphi.algebra import operators as op
from psiphi.algebra.expression import Adjoint, Expr, Inverse, Power, Rate, Symbol, adjoint
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.polynomial import Polynomial, Word, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.errors import CompileError
from psiphi.recursion.arithmetic import Number
from psiphi.recursion.bodies import Bodies
from psiphi.recursion.compliance import compliance
from psiphi.recursion.coriolis import CoriolisInertia
from psiphi.recursion.dual import held, rate_of
from psiphi.recursion.embedded_bodies import EmbeddedBodies
from psiphi.recursion.factored import FactoredInertia, factored_step
from psiphi.recursion.group_letters import apply_in_group, joins_bodies
from psiphi.recursion.group_riccati import GroupStep, group_steps
from psiphi.recursion.heads import Head
from psiphi.recursion.inertias import RigidInertia, SymmetricBlocks
from psiphi.recursion.joint_groups import JointGroup
from psiphi.recursion.loop_letters import BETWEEN_FRAMES, BETWEEN_JOINTS, FROM_LOOPS, LoopLetters
from psiphi.recursion.lowering import SIDES, unabbreviated
from psiphi.recursion.matrix_roots import power
from psiphi.recursion.poses import WorldPose
from psiphi.recursion.riccati import RiccatiStep, riccati_block
from psiphi.recursion.small_matrices import Factors, multiply
from psiphi.recursion.sweeps import (
    Accelerate,
    Apply,
    ApplyDiagonal,
    ApplyFactors,
    Behind,
    Compliances,
    Definition,
    Direction,
    Dot,
    FramePoses,
    FromCarrier,
    GainedBehind,
    Gravity,
    Held,
    Input,
    Inward,
    InwardMotion,
    JointRates,
    Linear,
    LoopEnds,
    LoopMotions,
    LyapunovRecursion,
    Newton,
    Outward,
    OutwardForce,
    Pass,
    Poses,
    RateOf,
    Rates,
    RiccatiRecursion,
    Siblings,
    Solve,
    SweepProgram,
    ThroughParent,
    ToCarrier,
    Velocities,
    WholeInverse,
)
from psiphi.recursion.two_sides import TwoSides
from psiphi.recursion.vectors import ZERO, Spatial, cross, dot, is_zero_vector, minus, plus, times
from psiphi.recursion.velocities import rate_of_expansion, rate_of_projection

Value = tuple[Number, ...]
Places = list[Any]


class DenseSide(Protocol):
    """What needs whole vectors and matrices: provided by matrices.py."""

    def solve(self, p: Polynomial, x: Places) -> Places: ...

    def apply_factors(self, letter: Expr, x: Places) -> Places: ...

    def head(self, owner: Head, k: int) -> list[list[Number]] | None: ...

    def apply_diagonal(self, p: Polynomial, x: Places) -> Places: ...


RECEIVING = (Inward, InwardMotion, ToCarrier, RiccatiRecursion, LyapunovRecursion)
"""The operations that add up what the children send."""


class Interpreter:
    """Runs a sweep program for one robot in one configuration (or one batch, or symbolically)."""

    def __init__(
        self,
        program: SweepProgram,
        bodies: Bodies,
        inputs: Mapping[str, Places],
        dense: DenseSide,
    ) -> None:
        self.program = program
        self.bodies = bodies
        self.mechanism = bodies.mechanism
        self.arithmetic = bodies.arithmetic
        self.inputs = inputs
        self.dense = dense
        self.loops = LoopLetters(bodies)
        self.values: dict[str, Places] = {}
        self.received: dict[str, Places] = {}
        """What the children of each body sent, added up there: Σ E_φ x, Σ E_φ P⁺ E_φ*, Σ E_φ r E_φ*."""
        self.sides = TwoSides(bodies)
        self._group_steps: dict[tuple[str, int], dict[int, GroupStep]] = {}

    def run(self, keep: Mapping[str, Places] | None = None) -> list[Places]:
        """The results, place by place. Values in `keep` are taken as given instead of computed."""
        self.values = dict(keep or {})
        for step in self.program.passes:
            names = tuple(name for name in step.names if name not in self.values)
            if names:
                self._pass(Pass(step.direction, names))
        return [self.values[name] for name in self.program.results]

    def _pass(self, step: Pass) -> None:
        definitions = [self.program.definitions[name] for name in step.names]
        for definition in definitions:
            self.values[definition.name] = [None] * self.bodies.places(definition.space)
        for definition in definitions:
            if definition.is_global:
                self.values[definition.name] = self._whole(definition)
        local = [d for d in definitions if not d.is_global]
        for definition in local:
            if definition.space is Space.FRAME:
                for i in self.bodies.frames_on_world:
                    self.values[definition.name][i] = self._at(definition, i)
        sent = [d for d in local if isinstance(d.operation, RECEIVING)]
        for definition in sent:
            self.received[definition.name] = [None] * len(self.mechanism)
        visits = self.mechanism.visits
        for bodies in visits[::-1] if step.direction is Direction.INWARD else visits:
            for definition in local:
                for k in bodies:
                    self.visit(definition, k)
            parent = self.mechanism.links[bodies[0]].parent
            for definition in sent if parent >= 0 else ():
                places = self.received[definition.name]
                for k in bodies:
                    places[parent] = together(self.share(definition, k), places[parent])

    def visit(self, definition: Definition, k: int) -> None:
        """Compute a local value at body k, and at the frames on it."""
        places = self.values[definition.name]
        if definition.space is Space.FRAME:
            for i in self.bodies.frames_on[k]:
                places[i] = self._at(definition, i)
        elif definition.space in (Space.COORDINATE, Space.WORLD):  # an input
            places[0] = self._at(definition, 0)
        else:
            places[k] = self._at(definition, k)

    def share(self, definition: Definition, k: int) -> Any:
        """What body k sends to its parent, carried there."""
        transform = self.bodies.transform(k)
        if isinstance(definition.operation, RiccatiRecursion):
            correlation = self._correlation(definition.operation.family.S, k)
            return self.values[definition.name][k].sent(transform, correlation)
        if isinstance(definition.operation, LyapunovRecursion):
            return transform.inertia_to_parent(self.values[definition.name][k])
        x = self.values[definition.operands[0]][k]
        if x is None:
            return None
        if isinstance(definition.operation, InwardMotion):
            return transform.motion_to_parent(x)
        if isinstance(definition.operation, ToCarrier):
            return self.bodies.on_carrier(k, x)
        return transform.force_to_parent(x)

    def _at(self, definition: Definition, k: int) -> Any:
        operands = definition.operands
        match definition.operation:
            case Input(symbol=s):
                return self.inputs[s.name][0 if s.range in (Space.COORDINATE, Space.WORLD) else k]
            case Linear(coefficients=coefficients):
                return combination(coefficients, [self.values[x][k] for x in operands])
            case Apply(letter=letter):
                return self._apply(letter, definition, k)
            case Inward() | InwardMotion():
                return self.received[definition.name][k]
            case Outward():
                return self._from_parent(operands[0], k)
            case OutwardForce():
                x = self._of_parent(operands[0], k)
                return None if x is None else self.bodies.transform(k).force_from_parent(x)
            case Siblings():
                return self.sides.by_way_of_parent(self.values[operands[0]], self.values[operands[1]], k)
            case ToCarrier(letter=letter):
                couple = self.received[definition.name][k]
                return (
                    couple
                    if letter is op.Gamma
                    else self.bodies.turned_couple(k, couple, self._rates(operands))
                )
            case FromCarrier(letter=letter):
                rates = None if letter is adjoint(op.Gamma) else self._rates(operands)
                return self.bodies.from_carrier(k, self.values[operands[0]], rates)
            case Accelerate():
                moving = self.values[operands[0]] if len(operands) == 2 else None
                return self.bodies.accelerated(k, self.values[operands[-1]], moving)
            case Newton():
                x = self.values[operands[0]][k] if len(operands) == 2 else None
                return self.bodies.inertial_force(k, self.values[operands[-1]], x)
            case Gravity():
                return self.bodies.gravity(k)
            case Held():
                return part(held, self.values[operands[0]][k])
            case RateOf():
                return part(rate_of, self.values[operands[0]][k])
            case Rates():
                return self.bodies.rates(k, self.values[definition.name])
            case JointRates():
                return self.bodies.joint_rates(k) if self.mechanism.links[k].v else None
            case Velocities():
                return self.bodies.velocity(k, self.values[definition.name])
            case Poses():
                return self.bodies.pose(k, self.values[definition.name])
            case FramePoses():
                return self.bodies.pose_of_frame(k, self.values[operands[0]])
            case ThroughParent() | Compliances() if k in self.mechanism.group_of:
                raise CompileError("compliances of bodies that a loop ties together have no sweep.")
            case RiccatiRecursion(family=family) if k in self.mechanism.group_of:
                return self._group_step(family, definition.name, self.mechanism.group_of[k], k)
            case RiccatiRecursion(family=family):
                return self._riccati(family, self.received[definition.name][k], k)
            case ThroughParent(letter=letter):
                return self._through_parent(letter, self.values[operands[0]][k], k)
            case Compliances():
                return self._compliance(definition, k)
            case LyapunovRecursion(family=family):
                if family.X is op.C_M:
                    own = CoriolisInertia.of(self.mechanism.links[k].inertia, self.values[operands[0]][k])
                else:
                    own = self._inertia(family.X, k)
                return together(self.received[definition.name][k], own)
            case Behind():
                return self.sides.behind(self.values[operands[0]], k, self._of_parent(definition.name, k))
            case GainedBehind():
                return self.sides.behind(self.values[operands[0]], k)
            case WholeInverse():
                inverse = self._of_parent(definition.name, k)
                return self.sides.inverse_of_whole(self.values[operands[0]][k], inverse, k)
            case _:
                raise CompileError(f"sweep program: no rule for {definition.operation}.")

    def _of_parent(self, name: str, k: int) -> Any:
        parent = self.mechanism.links[k].parent
        return self.values[name][parent] if parent >= 0 else None

    def _from_parent(self, operand: str, k: int) -> Value | None:
        x = self._of_parent(operand, k)
        return None if x is None else self.bodies.transform(k).motion_from_parent(x)

    def _through_parent(self, letter: Expr, x: Value | None, k: int) -> Value | None:
        parent = self.mechanism.links[k].parent
        if x is None or parent < 0:
            return None
        transform = self.bodies.transform(k)
        a, b, c, d, e, f = multiply(self.block(expand(letter), parent), transform.force_to_parent(x))
        return transform.motion_from_parent((a, b, c, d, e, f))

    def _rates(self, operands: Sequence[str]) -> Places:
        return self.values[operands[-1]]

    # Memoryless letters

    def _apply(self, letter: Expr, definition: Definition, k: int) -> Value | None:
        operand = self.values[definition.operands[0]]
        if letter is op.B:
            return self.bodies.forces_of_frames(k, operand)
        if letter is adjoint(op.B):
            return self.bodies.motion_of_frame(k, operand)
        if letter is op.coupling:
            return self.bodies.coupled_rates(k, operand[0])
        if letter is op.E_0:
            return self.bodies.motion_of_root(k, operand[0])
        if letter in FROM_LOOPS:
            return self._from_loops(letter, definition, k)
        if k in self.mechanism.group_of and joins_bodies(letter):
            return self._in_group(letter, definition, self.mechanism.group_of[k], k)
        x = operand[k]
        if x is None:
            return None
        turning = letter.symbol if isinstance(letter, Adjoint) else letter
        if turning in (op.A_0, op.X_0, op.A_dot):
            return self._seen_from_world(letter, definition, x, k)
        if turning in (op.H_dot, op.C_M):
            return self._with_velocity(letter, definition, x, k)
        return self.letter(letter, x, k)

    def _in_group(self, letter: Expr, definition: Definition, group: JointGroup, k: int) -> Value | None:
        """H, Ḣ, G and their adjoints at body k of a group."""
        assert isinstance(self.bodies, EmbeddedBodies)
        operands = [self.values[name] for name in definition.operands]
        return apply_in_group(self.bodies, letter, group, k, operands[0], operands[-1])

    def _from_loops(self, letter: Expr, definition: Definition, k: int) -> Value | None:
        """N*, Ṅ*, gearing* and the adjoint of its rate at body k or its joint."""
        operands = [self.values[name] for name in definition.operands]
        if letter.range is Space.JOINT:
            return self.loops.gear_force(letter, k, operands[0])
        return self.loops.force(k, *operands)

    def _seen_from_world(self, letter: Expr, definition: Definition, x: Any, i: int) -> Value:
        """A_0, X_0, Ȧ_0 and their adjoints at frame i."""
        pose: WorldPose = self.values[definition.operands[1]][i]
        if letter is op.A_0:
            return pose.turned(x)
        if letter is adjoint(op.A_0):
            return pose.turned_back(x)
        if letter is op.X_0:
            return pose.carried(x)
        if letter is adjoint(op.X_0):
            return pose.carried_back(x)
        velocity = self.bodies.motion_of_frame(i, self.values[definition.operands[2]])
        w = ZERO if velocity is None else velocity[:3]
        if letter is op.A_dot:
            return pose.turned((*cross(w, x[:3]), *cross(w, x[3:])))
        x = pose.turned_back(x)
        return *cross(x[:3], w), *cross(x[3:], w)

    def _with_velocity(self, letter: Expr, definition: Definition, x: Any, k: int) -> Value:
        """Ḣ, C_M and their adjoints at body k."""
        velocity: Spatial = self.values[definition.operands[1]][k]
        link, joint = self.mechanism.links[k], self.bodies.joint(k)
        if letter is op.H_dot:
            return rate_of_projection(link, joint, velocity, self.bodies.joint_rates(k), x)
        if letter is adjoint(op.H_dot):
            return rate_of_expansion(link, joint, velocity, self.bodies.joint_rates(k), x)
        coriolis = CoriolisInertia.of(link.inertia, velocity)
        return coriolis.apply(x) if letter is op.C_M else coriolis.apply_adjoint(x)

    def letter(self, letter: Expr, x: Any, k: int) -> Value | None:
        """A memoryless letter applied at body k."""
        if k in self.mechanism.group_of and joins_bodies(letter):
            raise CompileError(
                f"'{letter}' inside an inverse or a power joins bodies that a loop ties together."
            )
        if letter is op.H:
            return self.bodies.joint(k).project(x)
        if letter is adjoint(op.H):
            return self.bodies.joint(k).expand(x)
        if letter is op.M:
            return self.mechanism.links[k].inertia.apply(x)
        if letter is op.Pi_root or letter is op.Pi_tip:
            link = self.mechanism.links[k]
            return x if (link.parent < 0 if letter is op.Pi_root else not link.children) else None
        if isinstance(letter, Symbol) and isinstance(letter.owner, Head):
            rows = self.dense.head(letter.owner, k)
            return None if rows is None else multiply(rows, x)
        if isinstance(letter, Symbol) and letter in SIDES:
            return self._side(letter, x, k)
        if letter is op.R:
            return self.bodies.rotor_forces(k, x)
        symbol = letter.symbol if isinstance(letter, Adjoint) else letter
        if isinstance(symbol, Symbol) and isinstance(symbol.owner, Lyapunov):
            composite = self.values[f"r{symbol.owner.label}"][k]
            if letter is not symbol and isinstance(composite, CoriolisInertia):
                return composite.apply_adjoint(x)
            return composite.apply(x)
        if isinstance(symbol, Symbol) and isinstance(symbol.owner, Riccati):
            return self._family_letter(letter, symbol, symbol.owner, x, k)
        if isinstance(letter, Inverse | Power):
            return self._function_of_block(letter, x, k)
        if isinstance(letter, Rate):
            return multiply([[rate_of(y) for y in row] for row in self.block(expand(letter.base), k)], x)
        raise CompileError(f"'{letter}' has no sweep; it can be evaluated with psiphi.dense.")

    def _side(self, letter: Symbol, x: Any, k: int) -> Value | None:
        """Q, M_b, r_b, or r_f Q r_b, which vanish behind the root."""
        if letter is op.Q:
            return self.values["Q"][k].apply(x)
        if letter is op.r_reduced:
            y = self._side(op.r_b, x, k)
            return None if y is None else self.values["r"][k].apply(self.values["Q"][k].apply(y))
        inertia = self.values[letter.name][k]
        return None if inertia is None else inertia.apply(x)

    def _family_letter(self, letter: Expr, symbol: Symbol, f: Riccati, x: Value, k: int) -> Value:
        block: RiccatiStep = self.values[f"P{f.label}"][k]
        if symbol is f.P:
            return block.P.apply(x)
        if symbol is f.D:
            return block.apply_D(x)
        if symbol is f.G:
            return block.apply_G_adjoint(x) if isinstance(letter, Adjoint) else block.apply_G(x)
        if symbol is f.Omega:
            return self.values[f"Omega{f.label}"][k].apply(x)
        raise CompileError(f"'{letter}' has no sweep; it can be evaluated with psiphi.dense.")

    def _function_of_block(self, letter: Inverse | Power, x: Value, k: int) -> Value:
        base = letter.base
        if isinstance(letter, Inverse) and isinstance(base, Symbol) and isinstance(base.owner, Riccati):
            block: RiccatiStep = self.values[f"P{base.owner.label}"][k]
            if base is base.owner.D:
                return block.solve_D(x)
        matrix = self.block(expand(base), k)
        if isinstance(letter, Inverse):
            return Factors.of(matrix, self.arithmetic).solve(x)
        return power(matrix, letter.exponent, self.arithmetic, x)

    def block(self, p: Polynomial, k: int) -> list[list[Number]]:
        """The matrix of a memoryless polynomial at body k, column by column."""
        p = unabbreviated(p)
        n = self.bodies.dimension(p.domain, k)
        columns: list[list[Number]] = []
        for j in range(n):
            unit: Value = tuple(1.0 if i == j else 0.0 for i in range(n))
            total: Value | None = None
            for word, c in p.terms.items():
                y: Value | None = unit
                for letter in reversed(word):
                    y = None if y is None else self._block_letter(letter, y, k)
                if y is not None:
                    total = added(total, tuple(times(float(c), z) for z in y))
            columns.append(list(total) if total is not None else [0.0] * self.bodies.dimension(p.range, k))
        return [list(row) for row in zip(*columns, strict=True)]

    def _block_letter(self, letter: Expr, x: Value, k: int) -> Value | None:
        """Within one body, B and B* lead to its frames and back: values there are those of all of them."""
        frames = self.bodies.frames_on[k]
        places: Places = [None] * len(self.mechanism.frames)
        if letter is adjoint(op.B):
            bodies: Places = [x if i == k else None for i in range(len(self.mechanism))]
            motions = [self.bodies.motion_of_frame(i, bodies) for i in frames]
            return tuple(y for motion in motions if motion is not None for y in motion) or None
        if letter is op.B:
            for place, i in enumerate(frames):
                places[i] = x[6 * place : 6 * place + 6]
            return self.bodies.forces_of_frames(k, places)
        return self.letter(letter, x, k)

    # Recursions of matrices

    def _riccati(self, family: Riccati, received: Any, k: int) -> RiccatiStep:
        joint, noise = self.bodies.joint(k), self._noise(family.Y, k)
        if self.mechanism.factors is not None:
            both = together(received, self._factored_inertia(family, k))
            return factored_step(both, joint, noise, self.arithmetic)
        P = together(received, self._inertia(family.X, k))
        guarded = not structure(family.D).positive  # not every robot has a D > 0 in every configuration
        return riccati_block(P, joint, noise, self.arithmetic, guarded=guarded)

    def _compliance(self, definition: Definition, k: int) -> SymmetricBlocks:
        parent = self.mechanism.links[k].parent
        inner: SymmetricBlocks | None = self.values[definition.name][parent] if parent >= 0 else None
        carried = None if inner is None else self.bodies.transform(k).symmetric_from_parent(inner)
        return compliance(self.values[definition.operands[0]][k], self.bodies.joint(k), carried)

    def _factored_inertia(self, family: Riccati, k: int) -> FactoredInertia:
        factors = self.mechanism.factors
        assert factors is not None
        if family.X is op.M and not family.is_correlated:
            return factors.whole[k]
        if family is op.carried_family:
            return factors.without_rotors[k]
        told = "; ".join(map(str, family.arguments))
        raise CompileError(
            f"riccati='UD': the filter of '{told}' has no factors; only that of M has. Leave `riccati` out."
        )

    def _group_step(self, family: Riccati, name: str, group: JointGroup, k: int) -> RiccatiStep:
        """The step of a group is made at the first of its bodies that is visited, for all of them."""
        if family.is_correlated:
            raise CompileError("rotors that other bodies carry do not go with embedded loops.")
        if (name, group.first) not in self._group_steps:
            assert isinstance(self.bodies, EmbeddedBodies)
            received = self.received[name]
            P = {j: together(received[j], self._inertia(family.X, j)) for j in group.bodies}
            noise = self._noise(family.Y, group.first)
            self._group_steps[name, group.first] = group_steps(group, P, noise, self.bodies, self.arithmetic)
        return self._group_steps[name, group.first][k]

    def _inertia(self, X: Expr, k: int) -> Any:
        p = expand(X)
        rigid = self.mechanism.links[k].inertia if p.terms.get((op.M,)) == 1 else None
        rest = p.part(w for w in p.terms if not (rigid is not None and w == (op.M,)))
        if not rest:
            return rigid
        blocks = SymmetricBlocks.of(self.block(rest, k))
        return blocks if rigid is None else blocks + rigid

    def _correlation(self, S: Expr, k: int) -> tuple[Spatial, ...] | None:
        """The columns of S(k), at the parent of body k; None where they are zero."""
        p = unabbreviated(expand(S))
        if not p:
            return None
        n = self.bodies.dimension(Space.JOINT, k)
        columns: list[Spatial] = []
        for j in range(n):
            unit: Value = tuple(1.0 if i == j else 0.0 for i in range(n))
            total: Value | None = None
            for word, c in p.terms.items():
                y = self._shifted(word, unit, k)
                if y is not None:
                    total = added(total, tuple(times(float(c), z) for z in y))
            if total is None:
                return None
            u, v, w, x, y, z = total
            columns.append((u, v, w, x, y, z))
        return tuple(columns)

    def _shifted(self, word: Word, x: Value, k: int) -> Value | None:
        """A word that leads from joint k to the parent of body k: memoryless letters but for one step."""
        place, y = k, x
        for letter in reversed(word):
            if letter is op.Gamma:
                y, place = self.bodies.on_carrier(k, y), self.mechanism.links[k].parent
            elif letter is op.E_phi:
                y, place = self.bodies.transform(k).force_to_parent(y), self.mechanism.links[k].parent
            else:
                y = self._block_letter(letter, y, place)
            if y is None:
                return None
        return y

    def _noise(self, Y: Expr, k: int) -> list[list[Number]] | None:
        p = expand(Y)
        return self.block(p, k) if p else None

    # Values that need a whole vector

    def _whole(self, definition: Definition) -> Places:
        operands = [self.values[name] for name in definition.operands]
        match definition.operation:
            case Solve(matrix=matrix):
                return self.dense.solve(matrix, operands[0])
            case ApplyDiagonal(matrix=matrix):
                return self.dense.apply_diagonal(matrix, operands[0])
            case ApplyFactors(letter=letter):
                return self.dense.apply_factors(letter, operands[0])
            case Dot():
                pairs = [(x, y) for x, y in zip(*operands, strict=True) if x is not None and y is not None]
                return [(dot([a for x, _ in pairs for a in x], [b for _, y in pairs for b in y]),)]
            case Input(symbol=s):
                return self.inputs[s.name]
            case LoopEnds():
                return self.loops.ends()
            case LoopMotions():
                return self.loops.motions(*operands)
            case Linear(coefficients=coefficients):
                return [combination(coefficients, list(values)) for values in zip(*operands, strict=True)]
            case Apply(letter=letter) if letter in BETWEEN_FRAMES:
                return self.loops.relative(*operands)
            case Apply(letter=letter) if letter in BETWEEN_JOINTS:
                return self.loops.geared(letter, operands[0])
            case Held():
                return [part(held, x) for x in operands[0]]
            case RateOf():
                return [part(rate_of, x) for x in operands[0]]
            case Apply(letter=letter) if letter is adjoint(op.E_0):
                return [self.bodies.force_on_world(operands[0])]
            case _:  # coupling*: the sum over the joints that share a coordinate
                return [self.bodies.independent_forces(operands[0])]


def part(of: Callable[[Number], Number], x: Value | None) -> Value | None:
    """The value or the rate of each number, None where all of it is zero."""
    found = () if x is None else tuple(of(y) for y in x)
    return None if is_zero_vector(found) else found


def together(x: Any, y: Any) -> Any:
    """x + y of vectors or inertias, None standing for zero."""
    if x is None or y is None:
        return y if x is None else x
    if isinstance(x, SymmetricBlocks | RigidInertia | CoriolisInertia | FactoredInertia):
        return x + y
    return added(x, y)


def added(x: Value | None, y: Value | None) -> Value | None:
    """x + y, None standing for zero."""
    if x is None:
        return y
    return x if y is None else tuple(plus(a, b) for a, b in zip(x, y, strict=True))


def combination(coefficients: Sequence[Any], values: Sequence[Value | None]) -> Value | None:
    """Σ coefficient · value."""
    total: Value | None = None
    for c, value in zip(coefficients, values, strict=True):
        if value is None:
            continue
        if total is not None and c == -1:
            total = tuple(minus(a, b) for a, b in zip(total, value, strict=True))
        else:
            total = added(total, value if c == 1 else tuple(times(float(c), x) for x in value))
    return total
