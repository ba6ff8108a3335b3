"""The mass properties of a URDF link."""

from __future__ import annotations

import numpy as np

from psiphi.formats.numbers import number, numbers
from psiphi.formats.right_angles import rotation_from_rpy, snapped_rotation
from psiphi.formats.xml_reader import Element
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose
from psiphi.spatial.quaternion import normalized, quaternion_to_rotation

# Files that people use every day hold inertias that no body can have: placeholders (PR2's sensor mount: 50 g
# with moments 0.001, 0.001, 0.01 kg m²) and identified ones (Romeo's chest: short of a second moment of mass
# by 0.007 m² times its mass). So much is let through with a warning, and no more.
TOLERATED_SECOND_MOMENT = 0.005  # kg m²
TOLERATED_SQUARED_EXTENT = 0.01  # m²


def origin_of(element: Element, snap: float) -> Pose:
    """The pose in the <origin> of an element, identity without one."""
    return pose_of(element.child("origin"), snap)


def pose_of(origin: Element | None, snap: float) -> Pose:
    """The pose that an <origin>, or another element, has as attributes."""
    if origin is None:
        return Pose.identity()
    position = numbers(origin, "xyz", (0.0, 0.0, 0.0))
    roll, pitch, yaw = numbers(origin, "rpy", (0.0, 0.0, 0.0))
    quaternion = numbers(origin, "quat_xyzw", (0.0, 0.0, 0.0, 1.0))
    if "quat_xyzw" not in origin.attributes:
        return Pose(rotation_from_rpy((roll, pitch, yaw), snap), position)
    if "rpy" in origin.attributes or not any(quaternion):
        raise origin.error("its rotation is given twice, or is none.", "Give rpy, or a unit quat_xyzw.")
    return Pose(snapped_rotation(quaternion_to_rotation(normalized(quaternion)), snap), position)


def link_inertia(link: Element, snap: float) -> tuple[Inertia, str | None]:
    """The inertia of a link in its own frame, and what a warning should say of it.

    The <inertia> is about the centre of mass in the axes of the <origin>: I = R I₀ Rᵀ. An inertia that no
    body can have is an error when it is far off, and a warning when it is not.
    """
    inertial = link.child("inertial")
    if inertial is None:
        return Inertia.zero(), None
    mass_element, inertia_element = inertial.child("mass"), inertial.child("inertia")
    if mass_element is None:
        raise inertial.error("there is no <mass>.", 'Add <mass value="..."/>, or remove the <inertial>.')
    if inertia_element is None:
        raise inertial.error(
            "there is no <inertia>.", 'Add <inertia ixx="..." .../> about the centre of mass.'
        )
    mass = number(mass_element, "value")
    if mass < 0.0:
        raise mass_element.error(f"the mass, {mass:g} kg, is negative.", "Give zero or more.")
    xx, yy, zz = (number(inertia_element, name) for name in ("ixx", "iyy", "izz"))
    xy, xz, yz = (number(inertia_element, name, 0.0) for name in ("ixy", "ixz", "iyz"))
    rotational = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if mass == 0.0 and not rotational.any():
        return Inertia.zero(), None
    inertia = Inertia(mass, rotational=rotational).expressed_in(origin_of(inertial, snap))
    findings = inertia.problems()
    if not findings:
        return inertia, None
    if _impossible_second_moment(inertia) <= TOLERATED_SECOND_MOMENT + TOLERATED_SQUARED_EXTENT * mass:
        return inertia, findings[0]
    raise inertia_element.error(
        f"{findings[0]}.", "Give the moments about the centre of mass, in kg m² (not kg mm²)."
    )


def _impossible_second_moment(inertia: Inertia) -> float:
    """How far below zero the least principal moment or second moment of mass is, in kg m²."""
    smallest, middle, largest = np.linalg.eigvalsh(inertia.rotational)
    return -min(smallest, 0.5 * (smallest + middle - largest))
