"""Actuators: what drives joints and tendons."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from psiphi.errors import ModelError
from psiphi.frozen import frozen
from psiphi.model.names import check_names, unknown_name

if TYPE_CHECKING:
    from psiphi.model.model import Model

Triple = tuple[float, float, float]


@frozen
class Actuator:
    """A drive on a joint, on a tendon, or at a frame, with a force that is affine in its input u.

        f = (g₀ + g₁ ℓ + g₂ ℓ̇) u + b₀ + b₁ ℓ + b₂ ℓ̇,    ℓ = gear · q,    τ = gear · f

    `gain` is g and `bias` b. A motor has gain (1, 0, 0); a servo for positions gain (k, 0, 0) and bias
    (0, −k, −d). u is kept within `lower` and `upper`, f within `force_lower` and `force_upper`.

    Where there is no one coordinate q, gear · `direction` stands for the gear: for a spherical joint three
    numbers, a moment in the axes of the child, with ℓ along the rotation vector; for a frame the wrench
    [moment; force] on its body, in its own axes, as of a propeller, with ℓ = 0.
    """

    name: str
    joint: str = ""
    tendon: str = ""
    gear: float = 1.0
    gain: Triple = (1.0, 0.0, 0.0)
    bias: Triple = (0.0, 0.0, 0.0)
    lower: float = -math.inf
    upper: float = math.inf
    force_lower: float = -math.inf
    force_upper: float = math.inf
    frame: str = ""
    direction: tuple[float, ...] = ()


def check_actuators(model: Model) -> None:
    """Refuse actuators of what is not there, or with numbers that have no meaning."""
    check_names("actuator", [actuator.name for actuator in model.actuators])
    joints = {body.joint.name: body.joint for body in model.bodies}
    tendons = [tendon.name for tendon in model.tendons]
    for actuator in model.actuators:
        where = f"actuator {actuator.name!r}"
        if [actuator.joint, actuator.tendon, actuator.frame].count("") != 2:
            raise ModelError(f"{where}: drives a joint, a tendon or a frame; name one of them")
        if actuator.tendon and actuator.tendon not in tendons:
            raise ModelError(f"{where}: {unknown_name('tendon', actuator.tendon, tendons)}")
        if actuator.joint and actuator.joint not in joints:
            raise ModelError(f"{where}: {unknown_name('joint', actuator.joint, joints)}")
        if actuator.frame and actuator.frame not in model.frames_by_name:
            raise ModelError(f"{where}: {unknown_name('frame', actuator.frame, model.frame_names)}")
        needed = 6 if actuator.frame else 0
        if actuator.joint and (kind := joints[actuator.joint].kind).nq != 1:
            if kind.name != "spherical":
                raise ModelError(
                    f"{where}: joint {actuator.joint!r} is {kind.name}; name one with one coordinate"
                )
            needed = 3
        if len(actuator.direction) != needed:
            raise ModelError(
                f"{where}: its direction has {len(actuator.direction)} numbers; give {needed} here"
            )
        if not all(map(math.isfinite, (actuator.gear, *actuator.gain, *actuator.bias, *actuator.direction))):
            raise ModelError(f"{where}: its gear, gain, bias or direction is not finite")
        bounds = (actuator.lower, actuator.upper), (actuator.force_lower, actuator.force_upper)
        if not all(low <= high for low, high in bounds):
            raise ModelError(f"{where}: its bounds are upside down or not numbers")
