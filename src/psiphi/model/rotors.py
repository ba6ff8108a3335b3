"""Whether bodies can contain the rotors that they carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from psiphi.errors import ModelError

if TYPE_CHECKING:
    from psiphi.model.model import Model

ROTOR_SLACK = 1e-9  # of the inertia of a body that is all rotor


def check_rotors(model: Model) -> None:
    """Refuse a rotor that its carrier cannot contain: with J h h* taken away for each, inertia must be left.

    Otherwise some motion would have negative kinetic energy.
    """
    if not any(body.joint.rotor.is_carried for body in model.bodies):
        return
    if any(body.joint.kind.nv == 0 for body in model.bodies):
        model.merged()  # is checked where it is built, with what is fixed to each body
        return
    left = [body.inertia.rotational.copy() for body in model.bodies]
    for body in model.bodies:
        spin, rotor = body.joint.spin, body.joint.rotor
        if spin is None or body.parent < 0:
            continue
        carrier = model.bodies[body.parent]
        left[body.parent] -= np.outer(spin, spin) / rotor.reflected_inertia
        size = float(np.trace(carrier.inertia.rotational))
        if np.linalg.eigvalsh(left[body.parent])[0] < -ROTOR_SLACK * size:
            raise ModelError(
                f"joint {body.joint.name!r}: its rotor has {rotor.inertia:g} kg m² about its axis, more than "
                f"body {carrier.name!r}, which carries it, has left there; the inertia stated for a body "
                "contains its rotors, so add them to it (model.with_payload does)"
            )
