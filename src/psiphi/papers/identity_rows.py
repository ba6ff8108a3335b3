"""Rows of the table of identities: each proved from the definitions, and tried on a robot in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from psiphi.algebra.dense import relative_difference
from psiphi.algebra.expression import Expr, Inverse, nodes_of, symbols_of
from psiphi.algebra.identities import Condition, Identity
from psiphi.algebra.operators import OPERATORS
from psiphi.algebra.prove import prove
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.algebra.writing.text import to_text
from psiphi.checks import Check
from psiphi.formats.robots import random_tree
from psiphi.papers.item import INVERSE_TOLERANCE, TOLERANCE, Table, table
from psiphi.papers.subject import Subject

BODIES = 7


def identity_table(rows: Sequence[Identity], caption: str = "") -> tuple[Table, tuple[Check, ...]]:
    """The rows with what is known of each, and the checks that all of them passed."""
    lines, differences, proved = [], {TOLERANCE: [0.0], INVERSE_TOLERANCE: [0.0]}, 0
    for row in rows:
        difference = difference_of(row)
        differences[tolerance_of(row)].append(difference)
        is_proved = bool(prove(row.lhs, row.rhs))
        proved += is_proved
        known = "proved" if is_proved else "checked"
        lines.append(
            (row.name, f"`{to_text(row.lhs)} = {to_text(row.rhs)}`", known, f"{difference:.0e}", row.note)
        )
    checks = [
        Check(f"greatest difference of {count - 1} identities{where}", max(found), tolerance)
        for (tolerance, found), where in zip(differences.items(), ("", " with a whole inverse"), strict=True)
        if (count := len(found)) > 1
    ]
    told = caption or f"{proved} of {len(rows)} proved for every robot; all tried on random ones"
    return table(("identity", "", "", "difference", ""), lines, told), tuple(checks)


def difference_of(row: Identity) -> float:
    """How far the sides of an identity are apart on a robot of its condition, relative to their terms."""
    subject = _robot_for(row.condition)
    vectors = _vectors(subject, row.lhs, row.rhs)
    return relative_difference(
        row.lhs, row.rhs, subject.robot, subject.q, v=subject.v, frames=subject.frames, vectors=vectors
    )


def tolerance_of(row: Identity) -> float:
    """1e-12; 1e-10 where a whole matrix is inverted."""
    inverses = (x for x in (*nodes_of(row.lhs), *nodes_of(row.rhs)) if isinstance(x, Inverse))
    return TOLERANCE if all(structure(x.base).memoryless for x in inverses) else INVERSE_TOLERANCE


@cache
def _robot_for(condition: Condition) -> Subject:
    model = random_tree(
        3,
        bodies=BODIES,
        branching="chain" if condition.needs_chain else 0.6,
        base="free" if condition.needs_free_base else "fixed",
        rotors=True,
    )
    return Subject.of(model, model.frame_names[-2:])


def _vectors(subject: Subject, *expressions: Expr) -> dict[str, np.ndarray]:
    model = subject.robot.model
    sizes = {Space.JOINT: model.nv_tree, Space.BODY: 6 * subject.bodies, Space.FRAME: 6 * len(subject.frames)}
    inputs = {s for x in expressions for s in symbols_of(x) if s.is_vector and s.name not in OPERATORS}
    rng = np.random.default_rng(0)
    return {s.name: rng.standard_normal(sizes[s.range]) for s in sorted(inputs, key=lambda s: s.name)}
