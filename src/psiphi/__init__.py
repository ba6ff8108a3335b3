"""psiphi: robot dynamics from the spatial operator algebra."""

from __future__ import annotations

from psiphi import robots
from psiphi.algebra import dense, derive, prove, refute
from psiphi.errors import PsiphiError
from psiphi.model import Model
from psiphi.recursion.describe import explain
from psiphi.robot import Robot, load

__version__ = "0.1.0"

__all__ = ["Model", "PsiphiError", "Robot", "dense", "derive", "explain", "load", "prove", "refute", "robots"]
