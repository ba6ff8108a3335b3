"""Spatial algebra on NumPy: rotations, quaternions, rigid motions, 6-vectors [angular; linear], inertias.

Every function takes leading batch dimensions, which broadcast.
"""

from __future__ import annotations

from psiphi.spatial.inertia import Inertia
from psiphi.spatial.motion import cross_force, cross_force_matrix, cross_motion, cross_motion_matrix
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import (
    exp_quaternion,
    log_quaternion,
    normalized,
    quaternion_conjugate,
    quaternion_product,
    quaternion_to_rotation,
    random_quaternion,
    rotate,
    rotation_to_quaternion,
)
from psiphi.spatial.rotation import exp_so3, log_so3, rotation_about, rpy_to_rotation, skew, unskew
from psiphi.spatial.se3 import exp_se3, log_se3
from psiphi.spatial.shift import force_transform, motion_transform, rigid_shift

__all__ = [
    "Inertia",
    "Pose",
    "cross_force",
    "cross_force_matrix",
    "cross_motion",
    "cross_motion_matrix",
    "exp_quaternion",
    "exp_se3",
    "exp_so3",
    "force_transform",
    "log_quaternion",
    "log_se3",
    "log_so3",
    "motion_transform",
    "normalized",
    "quaternion_conjugate",
    "quaternion_product",
    "quaternion_to_rotation",
    "random_quaternion",
    "rigid_shift",
    "rotate",
    "rotation_about",
    "rotation_to_quaternion",
    "rpy_to_rotation",
    "skew",
    "unskew",
]
