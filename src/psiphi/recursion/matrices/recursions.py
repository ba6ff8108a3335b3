"""The recursions of matrices at one body: P, D and G of a filter, composites, compliances."""

from __future__ import annotations

from typing import Any

from psiphi.algebra import operators as op
from psiphi.algebra.expression import Expr
from psiphi.algebra.families import Riccati
from psiphi.algebra.rewriting.abbreviations import unabbreviated
from psiphi.algebra.rewriting.polynomial import Word, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.errors import CompileError
from psiphi.recursion.bodies.bodies import Bodies
from psiphi.recursion.bodies.embedded_bodies import EmbeddedBodies
from psiphi.recursion.bodies.joint_groups import JointGroup
from psiphi.recursion.flexible.inertia import ModalInertia
from psiphi.recursion.flexible.riccati import modal_riccati_block
from psiphi.recursion.inertias.compliance import compliance, group_compliance
from psiphi.recursion.inertias.factored_riccati import FactoredInertia, factored_step
from psiphi.recursion.inertias.group_riccati import GroupStep, group_gains, group_steps
from psiphi.recursion.inertias.inertias import SymmetricBlocks
from psiphi.recursion.inertias.riccati import RiccatiStep, riccati_block
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.vectors import Spatial, times
from psiphi.recursion.sweeps.letters import DenseSide, Letters
from psiphi.recursion.sweeps.program import Definition, Id
from psiphi.recursion.sweeps.values import Places, Value, added, together


class MatrixRecursions(Letters):
    """Steps of recursions; `received` is what the children of each body sent, added up there."""

    def __init__(self, bodies: Bodies, dense: DenseSide) -> None:
        super().__init__(bodies, dense)
        self.received: dict[Id, Places] = {}
        """Σ E_φ x, Σ E_φ P⁺ E_φ*, Σ E_φ r E_φ*."""
        self._group_steps: dict[tuple[Id, int], dict[int, GroupStep]] = {}

    def _riccati(self, family: Riccati, received: Any, k: int) -> RiccatiStep:
        joint, noise = self.bodies.joint(k), self._noise(family.Y, k)
        if self.mechanism.factors is not None and self.mechanism.is_flexible:
            raise CompileError(
                "riccati='UD': filters of flexible robots have no factors. Leave `riccati` out."
            )
        if self.mechanism.factors is not None:
            both = together(received, self._factored_inertia(family, k))
            return factored_step(both, joint, noise, self.arithmetic)
        P = together(received, self._inertia(family.X, k))
        guarded = not structure(family.D).positive  # not every robot has a D > 0 in every configuration
        if isinstance(P, ModalInertia):
            return modal_riccati_block(P, joint, noise, self.arithmetic, guarded=guarded)
        return riccati_block(P, joint, noise, self.arithmetic, guarded=guarded)

    def _compliance(self, definition: Definition, k: int) -> SymmetricBlocks | ModalInertia:
        parent = self.mechanism.links[k].parent
        inner: SymmetricBlocks | None = self.values[definition.id][parent] if parent >= 0 else None
        group = self.mechanism.group_of.get(k)
        if group is not None:
            steps = self.values[definition.operands[0]]
            gains = group_gains(group, steps, self.bodies) if inner is not None else []
            return group_compliance(steps[k], self.bodies.joint(k), self.bodies.transform(k), gains, inner)
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

    def _group_step(self, family: Riccati, recursion: Id, group: JointGroup, k: int) -> RiccatiStep:
        """The step of a group is made at the first of its bodies that is visited, for all of them."""
        if family.is_correlated:
            raise CompileError("rotors that other bodies carry do not go with embedded loops.")
        if (recursion, group.first) not in self._group_steps:
            assert isinstance(self.bodies, EmbeddedBodies)
            received = self.received[recursion]
            P = {j: together(received[j], self._inertia(family.X, j)) for j in group.bodies}
            noise = self._noise(family.Y, group.first)
            guarded = not structure(family.D).positive
            self._group_steps[recursion, group.first] = group_steps(
                group, P, noise, self.bodies, self.arithmetic, guarded=guarded
            )
        return self._group_steps[recursion, group.first][k]

    def _inertia(self, X: Expr, k: int) -> Any:
        p = expand(X)
        rigid = self.bodies.inertia(k) if p.terms.get((op.M,)) == 1 else None
        rest = p.part(w for w in p.terms if not (rigid is not None and w == (op.M,)))
        if not rest:
            return rigid
        flexible = self.bodies.dimension(Space.BODY, k) > 6
        blocks: Any = (ModalInertia if flexible else SymmetricBlocks).of(self.block(rest, k))
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
            elif letter is op.S:
                y, place = self.bodies.handed_over(k, y), self.mechanism.links[k].parent
            else:
                y = self.letter(letter, y, place)
            if y is None:
                return None
        return y

    def _noise(self, Y: Expr, k: int) -> list[list[Number]] | None:
        p = expand(Y)
        return self.block(p, k) if p else None
