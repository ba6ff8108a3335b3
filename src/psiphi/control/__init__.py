"""Control: laws that move robots, and plans that are optimal."""

from psiphi.control.frame_references import PoseToPose
from psiphi.control.joint_space import ComputedTorque, DiagonalizedDamping, Passivity, PDGravity, WenBayard
from psiphi.control.law import Law
from psiphi.control.lqr import Regulator, lqr
from psiphi.control.operational_space import HybridForce, Impedance, OperationalSpace

__all__ = [
    "ComputedTorque",
    "DiagonalizedDamping",
    "HybridForce",
    "Impedance",
    "Law",
    "OperationalSpace",
    "PDGravity",
    "Passivity",
    "PoseToPose",
    "Regulator",
    "WenBayard",
    "lqr",
]
