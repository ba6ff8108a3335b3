"""What a model says of its dynamics as bytes, the same on every machine: hash and cache keys rest on it."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psiphi.flexible.modes import Modes
    from psiphi.model.joints.joint import Joint
    from psiphi.model.model import Model
    from psiphi.spatial.pose import Pose

FORMAT = "psiphi model 2"


def content(model: Model) -> bytes:
    """Every field but the geometry, in a fixed order.

    Text and sequences have their length before them, floats are their IEEE 754 bytes, little end first. So
    two models have the same bytes exactly when all names are equal and all numbers are equal bit by bit.
    """
    return b"".join(_model(model))


def _model(model: Model) -> Iterator[bytes]:
    yield _text(FORMAT)
    yield _text(model.name)
    yield _numbers(model.gravity)
    yield _count(len(model.bodies))
    for body in model.bodies:
        yield _text(body.name)
        yield _count(body.parent)
        yield from _joint(body.joint)
        yield _numbers((body.inertia.mass,))
        yield body.inertia.center.astype("<f8", copy=False).tobytes()
        yield body.inertia.rotational.astype("<f8", copy=False).tobytes()
        held = body.gravity_compensation
        yield _numbers((held.mass, *held.center.tolist()) if held.mass else ())
        if body.modes is not None:
            yield from _modes(body.modes)
    yield _count(len(model.frames))
    for frame in model.frames:
        yield _text(frame.name)
        yield _count(frame.body)
        yield _pose(frame.pose)
    yield _count(len(model.loops))
    for loop in model.loops:
        yield from map(_text, (loop.name, loop.kind, loop.first, loop.second))
        yield _numbers((*loop.axis, *loop.axis2))
        yield _numbers(loop.coefficients)
        yield _numbers(() if loop.length is None else (loop.length,))
        if loop.kind == "helical":
            yield _numbers((loop.pitch,))
    for records in (model.tendons, model.actuators, model.named_configurations):
        yield _count(len(records))
        for record in records:
            yield from _values(tuple(getattr(record, field.name) for field in fields(record)))


def _modes(modes: Modes) -> Iterator[bytes]:
    yield _text("modes")
    yield from _values(tuple(modes.nodes.items()))
    for array in modes.arrays.values():
        yield from _values(array.shape)
        yield array.astype("<f8", copy=False).tobytes()


def _values(value: object) -> Iterator[bytes]:
    """Texts, numbers and tuples of these, each with its length before it."""
    if isinstance(value, str):
        yield _text(value)
    elif isinstance(value, tuple):
        yield _count(len(value))
        for item in value:
            yield from _values(item)
    else:
        assert isinstance(value, int | float)
        yield _numbers((value,))


def _joint(joint: Joint) -> Iterator[bytes]:
    limits, rotor = joint.limits, joint.rotor
    yield _text(joint.name)
    yield _text(joint.kind.name)
    yield _pose(joint.placement)
    yield _numbers(  # the kind tells how many of each there are
        (
            *joint.axis,
            *joint.axis2,
            joint.pitch,
            *limits.lower,
            *limits.upper,
            *limits.velocity,
            *limits.effort,
            *limits.effort_lower,
            limits.angle,
            *joint.damping,
            *joint.friction,
            *joint.stiffness,
            *joint.spring_reference,
            rotor.inertia,
            rotor.gear_ratio,
            *map(float, rotor.axis or ()),
        )
    )
    if joint.mimic is None:
        yield _count(0)
    else:
        yield _count(1)
        yield _text(joint.mimic.joint)
        yield _numbers((joint.mimic.ratio, joint.mimic.offset))


def _pose(pose: Pose) -> bytes:
    return (
        pose.rotation.astype("<f8", copy=False).tobytes() + pose.position.astype("<f8", copy=False).tobytes()
    )


def _numbers(numbers: Sequence[float]) -> bytes:
    return struct.pack(f"<q{len(numbers)}d", len(numbers), *numbers)


def _count(count: int) -> bytes:
    return struct.pack("<q", count)


def _text(text: str) -> bytes:
    encoded = text.encode("utf-8", "surrogatepass")
    return _count(len(encoded)) + encoded
