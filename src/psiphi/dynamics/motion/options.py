"""The options of motions in steps, which `rollout`, its derivatives and `simulate` share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from numpy.typing import ArrayLike

from psiphi.dynamics.motion.acting_forces import Acting
from psiphi.errors import ArgumentTypeError
from psiphi.frozen import frozen
from psiphi.model.arguments import flag_argument


class Options(TypedDict, total=False):
    """What may be given; `Robot.simulate` says what it means."""

    inputs: Mapping[str, ArrayLike] | None
    external_forces: Mapping[str, ArrayLike] | None
    parameters: ArrayLike | None
    method: str
    every: int
    hold: int | None
    threads: int
    damping: bool
    friction: bool
    springs: bool
    effort_limits: bool
    limits: bool
    armature: bool
    projection: bool
    baumgarte: float


@frozen
class Chosen:
    """What is meant, with what was not given."""

    inputs: Mapping[str, ArrayLike] | None = None
    external_forces: Mapping[str, ArrayLike] | None = None
    parameters: ArrayLike | None = None
    method: str = "semi_implicit"
    every: int = 1
    hold: int | None = None
    threads: int = 1
    damping: bool = True
    friction: bool = True
    springs: bool = True
    effort_limits: bool = True
    limits: bool = True
    armature: bool = True
    projection: bool = True
    baumgarte: float = 0.0

    @classmethod
    def of(cls, options: Options) -> Chosen:
        """The options that were given, which must be known."""
        for name, value in options.items():
            if name not in _OPTIONS:
                raise ArgumentTypeError(f"{name}: is no option of a motion; there are {', '.join(_OPTIONS)}.")
            if _OPTIONS[name] and type(value) is not bool:
                flag_argument(name, value)
        return cls(**options)

    @property
    def acting(self) -> Acting:
        """What acts of joints and tendons."""
        return Acting(self.damping, self.friction, self.springs, self.effort_limits, self.limits)


_OPTIONS = {name: isinstance(x.default, bool) for name, x in Chosen.__dataclass_fields__.items()}
"""The names of options, and whether each is a flag."""
