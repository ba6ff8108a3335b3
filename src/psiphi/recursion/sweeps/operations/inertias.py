"""Recursions of matrices: P, D and G of a filter, compliances, composites, the two sides of joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psiphi.algebra import operators as op
from psiphi.algebra.expression import Expr, Rows, split_coefficient
from psiphi.algebra.families import ALL_ROWS, Lyapunov, Riccati
from psiphi.algebra.letters import owner_of
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.algebra.writing.alphabet import in_greek
from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.recursion.bodies.coriolis import CoriolisInertia
from psiphi.recursion.bodies.embedded_bodies import EmbeddedBodies
from psiphi.recursion.bodies.joint_maps import JointMap
from psiphi.recursion.flexible.inertia import ModalBlocks
from psiphi.recursion.inertias.compliance import compliance, group_compliance
from psiphi.recursion.inertias.factored_riccati import FactoredInertia, factored_step
from psiphi.recursion.inertias.group_riccati import group_gains, group_steps
from psiphi.recursion.inertias.inertias import SymmetricBlocks
from psiphi.recursion.inertias.riccati import RiccatiStep, riccati_block
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import units
from psiphi.recursion.numbers.vectors import Spatial, add_spatial, spatial
from psiphi.recursion.sweeps.operations.operation import Definition, Direction, Operation, stays_at_a_body
from psiphi.recursion.sweeps.values import together

if TYPE_CHECKING:
    from psiphi.recursion.sweeps.interpret import Interpreter
    from psiphi.recursion.sweeps.text import Writer


class _OfTheRobot(Operation):
    is_unique = True
    is_of_the_robot = True


@frozen
class RiccatiRecursion(_OfTheRobot):
    """P, D and G of a family (X, Y, S) at each body, tip to base [RJK 8]."""

    family: Riccati
    direction = Direction.INWARD
    adds_up_children = True

    @property
    def runs_in_loops(self) -> bool:
        return not self.family.is_correlated and stays_at_a_body(*self.family.arguments)

    def at(self, run: Interpreter, definition: Definition, k: int) -> RiccatiStep:
        if k in run.mechanism.group_of:
            return self._in_group(run, definition, k)
        received = run.received[definition.id][k]
        joint, noise = _measured(run, self.family, k), _noise(run, self.family, k)
        if run.mechanism.factors is not None:
            if run.mechanism.is_flexible:
                raise CompileError(
                    "riccati='UD': filters of flexible robots have no factors. Leave `riccati` out."
                )
            both = together(received, self._factors(run, k))
            return factored_step(both, joint, noise, run.arithmetic)
        P = together(received, _inertia(run, self.family.X, k))
        return riccati_block(P, joint, noise, run.arithmetic, guarded=self._is_guarded)

    def share(self, run: Interpreter, definition: Definition, k: int) -> Any:
        step: RiccatiStep = run.values[definition.id][k]
        return step.sent(run.bodies.transform(k), self._correlation(run, k))

    @property
    def _is_guarded(self) -> bool:
        """Not every robot has a D > 0 in every configuration."""
        return not structure(self.family.D).positive

    def _in_group(self, run: Interpreter, definition: Definition, k: int) -> RiccatiStep:
        """The step of a group is made at the first of its bodies that is visited, for all of them."""
        if self.family.is_correlated:
            raise CompileError("rotors that other bodies carry do not go with embedded loops.")
        group = run.mechanism.group_of[k]
        key = definition.id, group.first
        if key not in run.group_steps:
            assert isinstance(run.bodies, EmbeddedBodies)
            received = run.received[definition.id]
            P = {j: together(received[j], _inertia(run, self.family.X, j)) for j in group.bodies}
            joints = {j: _measured(run, self.family, j) for j in group.bodies}
            noise = _noise(run, self.family, group.first)
            run.group_steps[key] = group_steps(
                group, P, joints, noise, run.bodies, run.arithmetic, guarded=self._is_guarded
            )
        return run.group_steps[key][k]

    def _factors(self, run: Interpreter, k: int) -> FactoredInertia:
        factors = run.mechanism.factors
        assert factors is not None
        if self.family.X is op.M and not self.family.is_correlated:
            return factors.whole[k]
        if self.family is op.carried_family:
            return factors.without_rotors[k]
        told = "; ".join(map(str, self.family.arguments))
        raise CompileError(
            f"riccati='UD': the filter of '{told}' has no factors; only that of M has. Leave `riccati` out."
        )

    def _correlation(self, run: Interpreter, k: int) -> tuple[Spatial, ...] | None:
        """The columns of S(k), at the parent of body k; None where they are zero."""
        p = expand(self.family.S)
        if not p:
            return None
        parent, n = run.mechanism.links[k].parent, run.bodies.dimension(Space.JOINT, k)
        columns: list[Spatial] = []
        for unit in units(n):
            found = run.letters.walked(p, tuple(unit), k).get(parent)
            if found is None:
                return None
            columns.append(spatial(found))
        return tuple(columns)

    def lines(self, writer: Writer, definition: Definition) -> list[str]:
        f = self.family
        P, D, G, K = (in_greek(f"{x}{f.label}") for x in "PDGK")
        H, back = f.H, f.H.T
        noise = "" if not str(f.Y).strip("0") else f" + {f.Y}(k)"
        if f.is_correlated:
            return [
                f"{P}(k) = {f.X}(k) + Σ φ(k,c) {P}(c) φ*(k,c) − {K}(k,c) {D}(c) {K}*(k,c)",
                f"{D}(k) = {H}(k) {P}(k) {back}(k){noise};  {G}(k) = {P}(k) {back}(k) {D}(k)⁻¹;  "
                f"{K}(p,k) = φ(p,k) {G}(k) + {f.S}(p,k) {D}(k)⁻¹",
            ]
        return [
            f"{P}(k) = {f.X}(k) + Σ φ(k,c) (I − {G}(c) {H}(c)) {P}(c) φ*(k,c)",
            f"{D}(k) = {H}(k) {P}(k) {back}(k){noise};  {G}(k) = {P}(k) {back}(k) {D}(k)⁻¹",
        ]


@frozen
class Compliances(_OfTheRobot):
    """Ω of a family at each body, from P, D and G there and Ω at its parent [RJK 20]."""

    family: Riccati
    direction = Direction.OUTWARD
    continues = True

    def at(self, run: Interpreter, definition: Definition, k: int) -> SymmetricBlocks | ModalBlocks:
        inner: SymmetricBlocks | None = run.of_parent(definition.id, k)
        steps, joint, transform = (
            run.values[definition.operands[0]],
            _measured(run, self.family, k),
            run.bodies.transform(k),
        )
        group = run.mechanism.group_of.get(k)
        if group is not None:
            gains = group_gains(group, steps, run.bodies) if inner is not None else []
            return group_compliance(steps[k], joint, transform, gains, inner)
        return compliance(steps[k], joint, None if inner is None else transform.symmetric_from_parent(inner))

    def lines(self, writer: Writer, definition: Definition) -> list[str]:
        label, H, back = self.family.label, self.family.H, self.family.H.T
        omega, across = f"Ω{label}", f"(I − G{label}(k) {H}(k))"
        carried = f"φ*(p,k) {omega}(p) φ(p,k)"
        return [f"{omega}(k) = {back}(k) D{label}(k)⁻¹ {H}(k) + {across}* {carried} {across}"]


@frozen
class LyapunovRecursion(_OfTheRobot):
    """The composite r of a family at each body, tip to base."""

    family: Lyapunov
    direction = Direction.INWARD
    adds_up_children = True

    @property
    def runs_in_loops(self) -> bool:
        return stays_at_a_body(self.family.X)

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        factor, bare = split_coefficient(self.family.X)
        if bare is op.C_M:
            own = run.bodies.coriolis(k, run.values[definition.operands[0]][k], float(factor))
        else:
            own = _inertia(run, self.family.X, k)
        return together(run.received[definition.id][k], own)

    def share(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.bodies.transform(k).inertia_to_parent(run.values[definition.id][k])

    def lines(self, writer: Writer, definition: Definition) -> list[str]:
        r = f"r{self.family.label}"
        return [f"{r}(k) = {self.family.X}(k) + Σ φ(k,c) {r}(c) φ*(k,c)"]


@frozen
class JointCoriolis(_OfTheRobot):
    """C_J of algebra/gradients.py at each body, tip to base, from the composites and the rates of joints."""

    told = "C_J(k) = Σ φ(k,c) (C_J(c) + 2C(r(c), H*(c)v(c))) φ*(k,c)"
    direction = Direction.INWARD
    adds_up_children = True

    def at(self, run: Interpreter, definition: Definition, k: int) -> CoriolisInertia | None:
        return run.received[definition.id][k]

    def share(self, run: Interpreter, definition: Definition, k: int) -> CoriolisInertia:
        own = run.bodies.joint(k).expand(run.bodies.joint_rates(k))
        moved = CoriolisInertia.of(run.values[definition.operands[0]][k], add_spatial(own, own))
        return run.bodies.transform(k).inertia_to_parent(together(run.values[definition.id][k], moved))


@frozen
class Behind(_OfTheRobot):
    """r_b, the inertia of all that a joint does not carry, from the composites, base to tip [RJ Table 2]."""

    is_for_loops = False  # siblings
    told = "r_b(k) = φ(k,p) (r_b(p) + M(p) + Σ φ(p,s) r(s) φ*(p,s)) φ*(k,p)"
    direction = Direction.OUTWARD

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.sides.behind(run.values[definition.operands[0]], k, run.of_parent(definition.id, k))


@frozen
class GainedBehind(_OfTheRobot):
    """M_b, a body's parent with all that hangs on its siblings, from the composites."""

    is_for_loops = False  # siblings
    told = "M_b(k) = φ(k,p) (M(p) + Σ φ(p,s) r(s) φ*(p,s)) φ*(k,p)"
    direction = Direction.OUTWARD

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.sides.behind(run.values[definition.operands[0]], k)


@frozen
class WholeInverse(_OfTheRobot):
    """Q, the inverse inertia of the whole robot, from the composite of the root, base to tip [RJ 31]."""

    told = "Q(k) = φ*(p,k) Q(p) φ(p,k), r(k)⁻¹ at the root"
    direction = Direction.OUTWARD
    continues = True

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        composite = run.values[definition.operands[0]][k]
        return run.sides.inverse_of_whole(composite, run.of_parent(definition.id, k), k)


def _inertia(run: Interpreter, X: Expr, k: int) -> Any:
    """X(k): the inertia of the body, and what else there is as a matrix."""
    p = expand(X)
    rigid = run.bodies.inertia(k) if p.terms.get((op.M,)) == 1 else None
    rest = p.part(w for w in p.terms if not (rigid is not None and w == (op.M,)))
    if not rest:
        return rigid
    flexible = run.bodies.dimension(Space.BODY, k) > 6
    blocks: Any = (ModalBlocks if flexible else SymmetricBlocks).of(run.letters.block(rest, k))
    return blocks if rigid is None else blocks + rigid


def _measured(run: Interpreter, family: Riccati, k: int) -> JointMap:
    """H(k), of which the rows of prescribed joints are zero."""
    joint, rows = run.bodies.joint(k), owner_of(family.rows)
    if not isinstance(rows, Rows):
        return joint
    group = run.mechanism.group_of.get(k)
    return joint.keeping(run.bodies.kept(rows, Space.JOINT, k if group is None else group.first))


def _noise(run: Interpreter, family: Riccati, k: int) -> list[list[Number]] | None:
    p = expand(family.Y)
    found = run.letters.block(p, k) if p else None
    is_free = family.rows is not ALL_ROWS and all(x == 0.0 for row in found or () for x in row)
    return None if is_free else found
