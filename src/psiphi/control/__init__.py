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
from psiphi.control.whole_body.tasks import CenterOfMassTask, FrameTask, PostureTask
from psiphi.control.whole_body.whole_body import WholeBody, WholeBodyForces

__all__ = [
    "Adaptive",
    "CenterOfMassTask",
    "ComputedTorque",
    "Cost",
    "DiagonalizedDamping",
    "FrameTask",
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
    "PostureTask",
    "Quadratic",
    "Regulator",
    "ResolvedMomentum",
    "SampledPlan",
    "SharedLoad",
    "Spline",
    "WenBayard",
    "WholeBody",
    "WholeBodyForces",
    "ilqr",
    "lqr",
    "mppi",
    "traced",
]
