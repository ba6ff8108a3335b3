"""The judge of derivatives: points with mass that joints move, in fifty digits and more.

Each body is six points, τ = Σ m (∂x/∂q)* (ẍ − g) over all of them [d'Alembert]. Velocities, accelerations and
derivatives are differences: of steps so small, at so many digits, that more than thirty are right. Nothing is
known here but where points are: no frames that move, no inertias, no recursions.
"""

from __future__ import annotations

from typing import Any

import mpmath as mp
import numpy as np

from psiphi.model import Model
from psiphi.model.joints.kinds import plane_axes

DIGITS = 100
STEP, WIDE = mp.mpf(10) ** -25, mp.mpf(10) ** -20


def exact(x) -> np.ndarray:
    return np.array([mp.mpf(float(y)) for y in np.ravel(x)], object).reshape(np.shape(x))


def turn(w) -> np.ndarray:
    """The rotation by a vector."""
    x, y, z = w
    angle = mp.sqrt(x * x + y * y + z * z)
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], object)
    if angle == 0:
        return exact(np.eye(3)) + skew
    half = mp.sin(angle / 2) / angle
    return exact(np.eye(3)) + mp.sin(angle) / angle * skew + 2 * half * half * (skew @ skew)


class Points:
    """A robot whose joints all move by themselves, in a configuration."""

    def __init__(self, model: Model) -> None:
        self.model = model.merged()
        self.points = [self._six(body.inertia) for body in self.model.bodies]
        self.masses = np.array([[mass] for points in self.points for mass, _ in points], object)
        self.gravity = exact(self.model.gravity)

    @staticmethod
    def _six(inertia) -> list[tuple[Any, np.ndarray]]:
        """Points of a sixth of the mass each, with the same centre and second moments."""
        rotational, mass = mp.matrix(inertia.rotational.tolist()), mp.mpf(float(inertia.mass))
        half = (rotational[0, 0] + rotational[1, 1] + rotational[2, 2]) / 2
        values, axes = mp.eigsy(half * mp.eye(3) - rotational)
        center, found = exact(inertia.center), []
        for i in range(3):
            away = mp.sqrt(3 * values[i] / mass) * np.array([axes[j, i] for j in range(3)], object)
            found += [(mass / 6, center + away), (mass / 6, center - away)]
        return found

    def start(self, q: np.ndarray) -> list[Any]:
        """What joints are at: coordinates, or a rotation and a position where these move as a body does."""
        found: list[Any] = []
        for body, place in zip(self.model.bodies, self.model.q_tree_slices, strict=True):
            own, kind = exact(q[place]), body.joint.kind.name
            if kind in ("spherical", "free"):
                x, y, z, w = own[-4:] / mp.sqrt(sum(own[-4:] ** 2))
                v, s = np.array([x, y, z], object), np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], object)
                R = (w * w - v @ v) * exact(np.eye(3)) + 2 * np.outer(v, v) + 2 * w * s
                found.append((R, own[:3] if kind == "free" else exact(np.zeros(3))))
            elif kind == "planar":
                axes = exact(plane_axes(body.joint.axis))
                found.append((turn(own[2] * exact(body.joint.axis)), axes @ own[:2]))
            else:
                found.append(own)
        return found

    def moved(self, at: list[Any], d) -> list[Any]:
        """Joints moved by d, of which bodies feel rates in their own axes: exact to the second order."""
        found: list[Any] = []
        for body, place, own in zip(self.model.bodies, self.model.v_tree_slices, at, strict=True):
            own_d, kind = d[place], body.joint.kind.name
            if kind in ("spherical", "free", "planar"):
                w, v = own_d[:3], exact(np.zeros(3))
                if kind == "free":
                    v = own_d[3:]
                if kind == "planar":
                    w = own_d[0] * exact(body.joint.axis)
                    v = exact(plane_axes(body.joint.axis)) @ own_d[1:]
                R, p = own
                found.append((R @ turn(w), p + R @ (v + np.cross(w, v) / 2)))
            else:
                found.append(own + own_d)
        return found

    def positions(self, at: list[Any]) -> np.ndarray:
        """Of all points, (points, 3)."""
        poses: list[tuple[np.ndarray, np.ndarray]] = []
        found: list[np.ndarray] = []
        for body, points, own in zip(self.model.bodies, self.points, at, strict=True):
            joint, zero = body.joint, exact(np.zeros(3))
            axis = exact(joint.axis)
            match joint.kind.name:
                case "spherical" | "free" | "planar":
                    R, p = own
                case "prismatic":
                    R, p = exact(np.eye(3)), own[0] * axis
                case "universal":
                    R, p = turn(own[0] * axis) @ turn(own[1] * exact(joint.axis2)), zero
                case "helical":
                    R, p = turn(own[0] * axis), mp.mpf(joint.pitch) * own[0] * axis
                case _:
                    R, p = turn(own[0] * axis), zero
            placed = exact(joint.placement.rotation)
            R, p = placed @ R, exact(joint.placement.position) + placed @ p
            if body.parent >= 0:
                below, origin = poses[body.parent]
                R, p = below @ R, origin + below @ p
            poses.append((R, p))
            found += [p + R @ x for _, x in points]
        return np.array(found, object)

    def jacobian(self, at: list[Any]) -> np.ndarray:
        """∂x/∂q, (nv, points, 3)."""
        found = []
        for unit in exact(np.eye(self.model.nv)):
            ahead, behind = (self.positions(self.moved(at, s * STEP * unit)) for s in (1, -1))
            found.append((ahead - behind) / (2 * STEP))
        return np.array(found, object)

    def inertial_forces(self, at: list[Any], v, a) -> np.ndarray:
        """m (ẍ − g), (points, 3)."""
        here = self.positions(at)
        ahead, behind = (self.positions(self.moved(at, s * STEP * v + STEP * STEP / 2 * a)) for s in (1, -1))
        return self.masses * ((ahead - 2 * here + behind) / STEP**2 - self.gravity)

    def inverse_dynamics_derivatives(self, q, v, a) -> list[np.ndarray]:
        """∂τ/∂q, ∂τ/∂v, ∂τ/∂a = 𝓜 = Σ m (∂x/∂q)* ∂x/∂q."""
        with mp.workdps(DIGITS):
            at, v, a = self.start(q), exact(v), exact(a)
            jacobian = self.jacobian(at)

            def moved(d):
                there = self.moved(at, d)
                return (self.jacobian(there) * self.inertial_forces(there, v, a)).sum((1, 2))

            def faster(d):
                return (jacobian * self.inertial_forces(at, v + d, a)).sum((1, 2))

            found = []
            for forces in (moved, faster):
                steps = WIDE * exact(np.eye(self.model.nv))
                found.append(np.array([(forces(d) - forces(-d)) / (2 * WIDE) for d in steps], object).T)
            found.append(
                np.array([[(self.masses * x * y).sum() for x in jacobian] for y in jacobian], object)
            )
            return [x.astype(float) for x in found]
