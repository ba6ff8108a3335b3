"""psiphi: robot dynamics from the spatial operator algebra."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from psiphi.errors import PsiphiError
from psiphi.model import Model
from psiphi.robot import Robot, load
from psiphi.version import __version__

if TYPE_CHECKING:
    from psiphi import algebra, robots, simulation
    from psiphi.algebra import dense, derive, prove, refute
    from psiphi.recursion.sweeps.explain import explain

__all__ = [
    "Model",
    "PsiphiError",
    "Robot",
    "__version__",
    "algebra",
    "dense",
    "derive",
    "explain",
    "load",
    "prove",
    "refute",
    "robots",
    "simulation",
]

# The workbench is loaded when it is first touched, so that loading a robot stays quick.
_WORKBENCH = {
    "algebra": "psiphi.algebra",
    "dense": "psiphi.algebra",
    "derive": "psiphi.algebra",
    "explain": "psiphi.recursion.sweeps.explain",
    "prove": "psiphi.algebra",
    "refute": "psiphi.algebra",
    "robots": "psiphi.robots",
    "simulation": "psiphi.simulation",
}


def __getattr__(name: str) -> Any:
    if name not in _WORKBENCH:
        raise AttributeError(f"module 'psiphi' has no attribute {name!r}")
    module = import_module(_WORKBENCH[name])
    return module if _WORKBENCH[name] == f"psiphi.{name}" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted(__all__)
