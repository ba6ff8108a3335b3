"""Control: laws that move robots, and plans that are optimal."""

from psiphi.control.adaptive import Adaptive
from psiphi.control.frame_references import PoseToPose
from psiphi.control.free_flyer import FreeFlyingComputedTorque, FreeFlyingOperationalSpace, ResolvedMomentum
from psiphi.control.joint_space import ComputedTorque, DiagonalizedDamping, Passivity, PDGravity, WenBayard
from psiphi.control.law import Law
from psiphi.control.lqr import Regulator, lqr
from psiphi.control.operational_space import HybridForce, Impedance, OperationalSpace
from psiphi.control.shared_load import SharedLoad
from psiphi.control.spline import PoseSpline, Spline
from psiphi.control.trajectory.costs import Cost, Quadratic, traced
from psiphi.control.trajectory.ilqr import ilqr
from psiphi.control.trajectory.mppi import SampledPlan, mppi
from psiphi.control.trajectory.plan import Plan
from psiphi.control.whole_body import Task, WholeBody, whole_body

__all__ = [
    "Adaptive",
    "ComputedTorque",
    "Cost",
    "DiagonalizedDamping",
    "FreeFlyingComputedTorque",
    "FreeFlyingOperationalSpace",
    "HybridForce",
    "Impedance",
    "Law",
    "OperationalSpace",
    "PDGravity",
    "Passivity",
    "Plan",
    "PoseSpline",
    "PoseToPose",
    "Quadratic",
    "Regulator",
    "ResolvedMomentum",
    "SampledPlan",
    "SharedLoad",
    "Spline",
    "Task",
    "WenBayard",
    "WholeBody",
    "ilqr",
    "lqr",
    "mppi",
    "traced",
    "whole_body",
]
