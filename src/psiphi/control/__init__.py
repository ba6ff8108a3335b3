"""Control: laws that move robots, and plans that are optimal."""

from psiphi.control.joint_space import ComputedTorque, DiagonalizedDamping, Passivity, PDGravity, WenBayard
from psiphi.control.law import Law
from psiphi.control.lqr import Regulator, lqr

__all__ = [
    "ComputedTorque",
    "DiagonalizedDamping",
    "Law",
    "PDGravity",
    "Passivity",
    "Regulator",
    "WenBayard",
    "lqr",
]
