"""psiphi: robot dynamics from the spatial operator algebra."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from psiphi.errors import PsiphiError
from psiphi.version import __version__

if TYPE_CHECKING:
    from psiphi import (
        algebra,
        control,
        ensemble,
        flexible,
        identification,
        robots,
        rotations,
        simulation,
        targets,
        view,
    )
    from psiphi.algebra import dense, derive, prove, refute
    from psiphi.model import Model
    from psiphi.recursion.sweeps.explain import explain
    from psiphi.robot import Robot, load
    from psiphi.view.drawings.operator_picture import picture

__all__ = [
    "Model",
    "PsiphiError",
    "Robot",
    "__version__",
    "algebra",
    "control",
    "dense",
    "derive",
    "ensemble",
    "explain",
    "flexible",
    "identification",
    "load",
    "picture",
    "prove",
    "refute",
    "robots",
    "rotations",
    "simulation",
    "targets",
    "view",
]

# Everything is loaded when it is first touched: who loads a robot need not wait for the algebra, and who asks
# for help on the command line need not wait for NumPy.
_HOMES = {
    "Model": "psiphi.model",
    "Robot": "psiphi.robot",
    "algebra": "psiphi.algebra",
    "control": "psiphi.control",
    "dense": "psiphi.algebra",
    "derive": "psiphi.algebra",
    "ensemble": "psiphi.ensemble",
    "explain": "psiphi.recursion.sweeps.explain",
    "flexible": "psiphi.flexible",
    "identification": "psiphi.identification",
    "load": "psiphi.robot",
    "picture": "psiphi.view.drawings.operator_picture",
    "prove": "psiphi.algebra",
    "refute": "psiphi.algebra",
    "robots": "psiphi.robots",
    "rotations": "psiphi.rotations",
    "simulation": "psiphi.simulation",
    "targets": "psiphi.targets",
    "view": "psiphi.view",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'psiphi' has no attribute {name!r}")
    module = import_module(_HOMES[name])
    found = module if _HOMES[name] == f"psiphi.{name}" else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
