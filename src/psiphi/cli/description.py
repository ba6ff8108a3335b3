"""A model as plain data, for printing as tables or JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from psiphi.cli.suspicions import suspicions
from psiphi.flexible.modes import Modes
from psiphi.model import LOOP_KINDS, Actuator, Body, Dropped, Frame, Loop, Model, Tendon
from psiphi.model.kinematics import center_of_mass


def description(model: Model) -> dict[str, Any]:
    """Everything `psiphi info` tells of a model, as lists, dictionaries, texts and finite numbers.

    Units are SI, angles radians. What is missing is None: a limit, the parent of a body on the world, the
    body of a frame on the world. The centre of mass is for neutral q, in the world.
    """
    return {
        "name": model.name,
        "nq": model.nq,
        "nv": model.nv,
        "mass": model.mass,
        "center_of_mass": center_of_mass(model, model.neutral()).tolist() if model.mass > 0 else None,
        "gravity": list(model.gravity),
        "bodies": [_body(model, body) for body in model.bodies],
        "frames": [_frame(model, frame) for frame in model.frames],
        "loops": [_loop(loop) for loop in model.loops],
        "tendons": [_record(tendon) for tendon in model.tendons],
        "actuators": [_record(actuator) for actuator in model.actuators],
        "configurations": {name: q.tolist() for name, q in model.configurations.items()},
        "dropped": [_record(dropped) for dropped in model.dropped],
        "warnings": suspicions(model),
    }


def _body(model: Model, body: Body) -> dict[str, Any]:
    inertia = body.inertia
    return {
        "name": body.name,
        "parent": model.body_names[body.parent] if body.parent >= 0 else None,
        "mass": inertia.mass,
        "center_of_mass": inertia.center.tolist(),
        "inertia": inertia.rotational.tolist(),
        "principal_moments": np.linalg.eigvalsh(inertia.rotational).tolist(),
        "joint": _joint(model, body),
        "modes": None if body.modes is None else _modes(model, body, body.modes),
    }


def _modes(model: Model, body: Body, modes: Modes) -> dict[str, Any]:
    apart = modes.orthonormal()  # damping beside the frequency that it is of
    critical = 2.0 * np.sqrt(np.diag(apart.stiffness))
    ratios = np.diag(apart.damping) / np.where(critical > 0.0, critical, np.inf)
    return {
        "q": _range(model.q_modes(body.name)),
        "v": _range(model.v_modes(body.name)),
        "frequencies": (modes.frequencies / (2.0 * np.pi)).tolist(),
        "damping": ratios.tolist(),
        "nodes": {name: modes.positions[point].tolist() for name, point in modes.nodes.items()},
    }


def _joint(model: Model, body: Body) -> dict[str, Any]:
    joint, kind = body.joint, body.joint.kind
    owns_coordinates = kind.nv > 0 and joint.mimic is None
    told: dict[str, Any] = {
        "name": joint.name,
        "kind": kind.name,
        "position": joint.placement.position.tolist(),
        "rotation": joint.placement.rotation.tolist(),
        "q": _range(model.q_slice(joint.name)) if owns_coordinates else None,
        "v": _range(model.v_slice(joint.name)) if owns_coordinates else None,
    }
    if kind.axes > 0:
        told["axis"] = list(joint.axis)
    if kind.axes > 1:
        told["axis2"] = list(joint.axis2)
    if kind.name == "helical":
        told["pitch"] = joint.pitch
    if kind.nv > 0:
        told |= {
            "coordinates": list(kind.coordinates),
            "lower": _finite(joint.limits.lower),
            "upper": _finite(joint.limits.upper),
            "velocity": _finite(joint.limits.velocity),
            "effort": _finite(joint.limits.effort),
            "damping": list(joint.damping),
            "friction": list(joint.friction),
            "stiffness": list(joint.stiffness),
            "spring_reference": list(joint.spring_reference),
            "effort_lower": _finite(joint.limits.effort_lower),
            "angle": _finite(joint.limits.angle)[0],
            "rotor_inertia": joint.rotor.inertia,
            "gear_ratio": joint.rotor.gear_ratio,
            "reflected_inertia": joint.rotor.reflected_inertia,
            "rotor_axis": None if joint.rotor.axis is None else list(joint.rotor.axis),
        }
    if joint.mimic is not None:
        told["mimic"] = {
            "joint": joint.mimic.joint,
            "ratio": joint.mimic.ratio,
            "offset": joint.mimic.offset,
        }
    return told


def _frame(model: Model, frame: Frame) -> dict[str, Any]:
    return {
        "name": frame.name,
        "body": model.body_names[frame.body] if frame.body >= 0 else None,
        "position": frame.pose.position.tolist(),
        "rotation": frame.pose.rotation.tolist(),
    }


def _loop(loop: Loop) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": loop.name,
        "kind": loop.kind,
        "equations": loop.size,
        "first": loop.first,
        "second": loop.second,
    }
    if LOOP_KINDS[loop.kind].axes > 0:
        told["axis"] = list(loop.axis)
    if LOOP_KINDS[loop.kind].axes > 1:
        told["axis2"] = list(loop.axis2)
    if loop.kind == "joint":
        told["coefficients"] = list(loop.coefficients)
    if loop.length is not None:
        told["length"] = loop.length
    if loop.kind == "helical":
        told["pitch"] = loop.pitch
    return told


def _record(record: Tendon | Actuator | Dropped) -> dict[str, Any]:
    """The fields of a record; numbers that are infinite are None."""
    return {
        name: None if isinstance(value, float) and math.isinf(value) else value
        for name, value in asdict(record).items()
    }


def _range(place: slice) -> list[int]:
    return [place.start, place.stop]


def _finite(numbers: float | Sequence[float]) -> list[float | None]:
    given = [numbers] if isinstance(numbers, int | float) else numbers
    return [float(number) if math.isfinite(number) else None for number in given]
