"""The IR of a few small programs, to be read when it changes: it depends on no machine."""

from __future__ import annotations

import pytest

import psiphi
from psiphi.dynamics.catalogue import quantity
from psiphi.dynamics.features import Features
from psiphi.kernel.code.isa import ISAS
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.emit import split_plan
from psiphi.kernel.emit.form import emit_program, emit_unrolled
from psiphi.kernel.emit.split import emit_split
from psiphi.kernel.loops.emit import emit_loop
from psiphi.kernel.request import Request
from psiphi.kernel.rolled.tracing import cheapest_rolled
from psiphi.kernel.tracing import cheapest


def _request(name: str, *, rolled: bool = False) -> Request:
    model = psiphi.robots.planar_chain(2).model
    entry = quantity(name)
    return Request(model, entry.expression(Features.of(model)), (), entry.arguments, None, rolled)


def _target(name: str, *, batch: bool) -> Target:
    isa = next(isa for isa in ISAS if isa.name == name)
    return (Target.wide if batch else Target.narrow)(isa, Precision.DOUBLE)


@pytest.mark.parametrize("isa", ["avx512", "avx2", "neon", "sse2"])
def test_unrolled_batches(isa: str, golden) -> None:
    program = cheapest(_request("gravity_forces")).program
    golden(f"ir/gravity_forces_{isa}.ll", emit_unrolled(program, _target(isa, batch=True)).ir)


def test_one_row(golden) -> None:
    program = cheapest(_request("forward_dynamics")).program
    golden("ir/forward_dynamics_one_row.ll", emit_program(program, _target("avx2", batch=False)).ir)


def test_strips(golden, monkeypatch) -> None:
    monkeypatch.setattr(split_plan, "first_cache", lambda: 48)
    program = cheapest(_request("forward_dynamics")).program
    golden("ir/forward_dynamics_strips.ll", emit_split(program, _target("avx2", batch=True), 40).ir)


def test_loops_over_bodies(golden) -> None:
    rolled = cheapest_rolled(_request("gravity_forces", rolled=True))
    assert rolled is not None
    golden("ir/gravity_forces_rolled.ll", emit_loop(rolled.program, _target("avx2", batch=True)).ir)
