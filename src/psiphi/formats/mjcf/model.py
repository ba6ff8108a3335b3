"""A compiled MuJoCo model as a psiphi Model.

MuJoCo moves a body by its joints one after the other, each about its own anchor c in the body's frame:

    X = X_body · Π_j Trans(c_j) J_j(q_j − ref_j) Trans(−c_j).

psiphi's bodies have their frame on their joint. So each joint but the last of a body carries a massless body,
called `body:joint`, and the last one the body itself, its frame moved to the anchor, with axes as in MuJoCo;
where that is another place, a frame with the body's name says where MuJoCo has it. Coordinates are MuJoCo's,
the reference `ref` being taken up by the placement (J(q − ref) = J(−ref) J(q)), but for the order within a
free joint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.formats.base import Base, with_base
from psiphi.formats.mjcf.configurations import joint_coordinates, named_configurations
from psiphi.formats.mjcf.drives import Drives, is_disabled, is_passive, value_of
from psiphi.formats.mjcf.geometry import geometries_from_mujoco
from psiphi.formats.mjcf.left_out import left_out
from psiphi.formats.mjcf.loops import SITE, loops_from_mujoco
from psiphi.formats.mjcf.mujoco_package import mujoco_package
from psiphi.formats.mjcf.names import body_names, given_names, joint_names, model_name, site_names
from psiphi.formats.mjcf.pose import pose_from_mujoco
from psiphi.formats.right_angles import snapped_rotation
from psiphi.formats.xml_reader import Element
from psiphi.model import Body, Dropped, Frame, Joint, Limits, Loop, Model, Rotor
from psiphi.model.names import unused_name
from psiphi.model.shapes import Mesh
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose
from psiphi.spatial.rotation import rotation_about

Array = NDArray[np.float64]
Find = Callable[[str, str, int, int], Element | None]
"""The element of a section and name, or of this number of so many, where it is known."""

FREE, BALL, SLIDE, HINGE = range(4)  # mujoco.mjtJoint
BODY, XBODY, GEOM, CAMERA = 1, 2, 5, 7  # mujoco.mjtObj
_NAMES = {
    "joint": "name_jntadr",
    "tendon": "name_tendonadr",
    "actuator": "name_actuatoradr",
    "equality": "name_eqadr",
}


def model_from_mujoco(
    mj: Any,
    *,
    base: Base | None = None,
    snap: float = 1e-9,
    meshes: Mapping[str, Mesh] = MappingProxyType({}),
    find: Find | None = None,
) -> Model:
    """The Model of a mujoco.MjModel.

    `meshes` are files, by MuJoCo's names for them; `find` tells where in the file what is dropped stands.
    """
    return _Conversion(mj, snap, meshes, find).model(base)


class _Conversion:
    def __init__(self, mj: Any, snap: float, meshes: Mapping[str, Mesh], find: Find | None) -> None:
        self.mj, self.snap, self.meshes, self._find = mj, snap, meshes, find
        self.body_names, self.joint_names = body_names(mj), joint_names(mj)
        self.taken_joints = set(self.joint_names)
        self.taken_names = set(self.body_names)  # of bodies and of frames, which share one space
        self.site_names = site_names(mj, self.taken_names)
        self.bodies: list[Body] = []
        self.frames: list[Frame] = []
        # For each MuJoCo body: the psiphi body that it became, and its MuJoCo frame in that body's frame.
        self.seats: list[tuple[int, Pose]] = [(-1, Pose.identity())]
        self.dropped: dict[Dropped, None] = {}
        self.drives = Drives(mj, self.joint_names, self.site_names, self.drop)

    def drop(self, section: str, reason: str, index: int = 0) -> None:
        """Note what of a section of the file, or of the element with MuJoCo's number in it, is left out."""
        names = given_names(self.mj, getattr(self.mj, _NAMES[section])) if section in _NAMES else [""]
        name = names[index]
        element = self._find(section, name, index, len(names)) if self._find else None
        label = f'<{section} name="{name}">' if name else f"<{section}>"
        shown = element.label if element else label
        line, file = (element.line, element.source) if element else (None, "")
        self.dropped[Dropped(shown, reason, line, file)] = None

    def model(self, base: Base | None) -> Model:
        mj = self.mj
        for body in range(1, mj.nbody):
            self._convert_body(body)
        driven = {actuator.frame for actuator in self.drives.actuators}
        for site, given in enumerate(given_names(mj, mj.name_siteadr)):
            if given or self.site_names[site] in driven:
                carrier, seat = self.seats[mj.site_bodyid[site]]
                self.frames.append(Frame(self.site_names[site], carrier, seat @ self._site_pose(site)))
        for sensor, name in enumerate(given_names(mj, mj.name_sensoradr)):
            if name and name not in self.taken_names:
                self._sensor_frame(sensor, name)
        loops = list[Loop]()
        if not is_disabled(mj, "EQUALITY"):
            loops = loops_from_mujoco(mj, self.joint_names, self._frame_on, self._site_frame, self.drop)
        for section, reason in left_out(mj):
            self.drop(section, reason)
        model = Model(
            model_name(mj),
            self.bodies,
            self.frames,
            (0.0, 0.0, 0.0) if is_disabled(mj, "GRAVITY") else mj.opt.gravity,
            loops,
            geometries_from_mujoco(mj, self.seats, self.snap, self.meshes),
            self.drives.tendons,
            self.drives.actuators,
            named_configurations(mj, self.joint_names),
            tuple(self.dropped),
        )
        return with_base(model, base, home=self._home(model) if base == "fixed" else None)

    def _convert_body(self, body: int) -> None:
        mj, name = self.mj, self.body_names[body]
        parent, seat = self.seats[mj.body_parentid[body]]
        seat = seat @ pose_from_mujoco(mj.body_pos[body], mj.body_quat[body], self.snap)
        first, count = mj.body_jntadr[body], mj.body_jntnum[body]
        inertia = self._inertia(body)
        if count == 0:
            joint = Joint(unused_name(f"{name}_fixed", self.taken_joints), "fixed", seat)
            self.taken_joints.add(joint.name)
            self.bodies.append(Body(name, parent, joint, inertia, self._held(body, inertia)))
            self.seats.append((len(self.bodies) - 1, Pose.identity()))
            return
        anchor = np.zeros(3)
        for index in range(first, first + count):
            if mj.jnt_type[index] in (BALL, HINGE):  # a slide has no anchor to speak of, nor has a free joint
                anchor = np.array(mj.jnt_pos[index])
            joint = self._joint(index, seat @ Pose(position=anchor))
            seat = Pose(position=-anchor) if anchor.any() else Pose.identity()
            if index < first + count - 1:
                between = unused_name(f"{name}:{joint.name}", self.taken_names)
                self.taken_names.add(between)
                self.bodies.append(Body(between, parent, joint))
            else:
                moved = inertia.expressed_in(seat)
                self.bodies.append(Body(name, parent, joint, moved, self._held(body, moved)))
            parent = len(self.bodies) - 1
        if anchor.any():
            self.frames.append(Frame(name, parent, seat))
        self.seats.append((parent, seat))

    def _joint(self, index: int, seat: Pose) -> Joint:
        """One joint of MuJoCo's, on the pose that its frame has where the joint is at its reference."""
        mj, kind = self.mj, self.mj.jnt_type[index]
        axis = np.array(mj.jnt_axis[index])
        reference = float(mj.qpos0[mj.jnt_qposadr[index]])
        limited = bool(mj.jnt_limited[index])
        if kind == FREE:
            name, placement = "free", Pose.identity()
            dof = mj.jnt_dofadr[index]
            if mj.dof_armature[dof] or mj.dof_frictionloss[dof]:
                self.drop("joint", "that its armature and frictionloss act along world axes", index)
        elif kind == BALL:
            name, placement = "spherical", seat
        elif kind == SLIDE:
            name, placement = "prismatic", seat @ Pose(position=-reference * axis)
        else:
            name = "revolute" if limited else "continuous"
            placement = seat @ Pose(rotation_about(axis, -reference)) if reference else seat
        dof = mj.jnt_dofadr[index]
        armature = float(mj.dof_armature[dof]) + self.drives.armature[index]
        damping = float(mj.dof_damping[dof]) + self.drives.damping[index]
        return Joint(
            self.joint_names[index],
            name,
            Pose(snapped_rotation(placement.rotation, self.snap), placement.position),
            axis=tuple(axis.tolist()),
            limits=Limits(**self._bounds(index)),
            damping=0.0 if is_disabled(mj, "DAMPER") else damping,
            friction=0.0 if is_disabled(mj, "FRICTIONLOSS") else float(mj.dof_frictionloss[dof]),
            rotor=Rotor(armature),
            **self._spring(index),
        )

    def _bounds(self, index: int) -> dict[str, float]:
        mj, kind = self.mj, self.mj.jnt_type[index]
        bounds: dict[str, float] = {}
        if mj.jnt_limited[index] and not is_disabled(mj, "LIMIT"):
            low, high = map(float, mj.jnt_range[index])
            if kind == BALL:
                bounds["angle"] = high
            elif kind != FREE:
                bounds["lower"], bounds["upper"] = low, high
        if mj.jnt_actfrclimited[index]:
            low, high = map(float, mj.jnt_actfrcrange[index])
            if low <= 0.0 <= high:
                bounds["effort"], bounds["effort_lower"] = high, low
            else:
                self.drop("joint", "its actfrcrange, which does not hold zero", index)
        return bounds

    def _spring(self, index: int) -> dict[str, Any]:
        mj = self.mj
        for name in ("jnt_stiffnesspoly", "jnt_springyield"):
            if value_of(mj, name, index):
                self.drop("joint", f"its {name.removeprefix('jnt_')}", index)
        if value_of(mj, "dof_dampingpoly", mj.jnt_dofadr[index]):
            self.drop("joint", "its dampingpoly", index)
        held_by_actuators = value_of(mj, "jnt_actgravcomp", index) and mj.body_gravcomp.any()
        if held_by_actuators and (mj.jnt_actfrclimited[index] or not mj.nu or is_disabled(mj, "ACTUATION")):
            self.drop("joint", "its actuatorgravcomp: actuators do not bound compensated gravity", index)
        stiffness = float(mj.jnt_stiffness[index])
        if not stiffness or is_disabled(mj, "SPRING"):
            return {}
        if mj.jnt_type[index] == FREE:
            self.drop("joint", "the stiffness of a free joint", index)
            return {}
        return {"stiffness": stiffness, "spring_reference": joint_coordinates(mj, index, mj.qpos_spring)}

    def _held(self, body: int, inertia: Inertia) -> Inertia:
        """What MuJoCo's gravcomp holds up of a body."""
        share = value_of(self.mj, "body_gravcomp", body) * is_passive(self.mj)
        return Inertia(share * inertia.mass, inertia.center) if share * inertia.mass else Inertia.zero()

    def _inertia(self, body: int) -> Inertia:
        mj = self.mj
        principal = Inertia(float(mj.body_mass[body]), rotational=np.diag(mj.body_inertia[body]))
        return principal.expressed_in(pose_from_mujoco(mj.body_ipos[body], mj.body_iquat[body], self.snap))

    def _frame_on(self, body: int, name: str, pose: Pose) -> str:
        """The name of a new frame at a pose in the frame of a MuJoCo body: this one, or nearly so."""
        carrier, seat = self.seats[body]
        name = unused_name(name, self.taken_names)
        self.taken_names.add(name)
        self.frames.append(Frame(name, carrier, seat @ pose))
        return name

    def _site_frame(self, site: int, name: str) -> str:
        """The name of a new frame where a site is."""
        return self._frame_on(self.mj.site_bodyid[site], name, self._site_pose(site))

    def _site_pose(self, site: int) -> Pose:
        """Where a site is on its body."""
        return pose_from_mujoco(self.mj.site_pos[site], self.mj.site_quat[site], self.snap)

    def _sensor_frame(self, sensor: int, name: str) -> None:
        """A new frame where a sensor is: on a site, or one of motion on a body, a geom or a camera."""
        mj, types = self.mj, mujoco_package().mjtSensor
        kind, index = mj.sensor_objtype[sensor], mj.sensor_objid[sensor]
        first, last = int(types.mjSENS_FRAMEPOS), int(types.mjSENS_FRAMEANGACC)
        if kind == SITE:
            self._site_frame(index, name)
        elif not first <= mj.sensor_type[sensor] <= last:
            return
        elif kind == XBODY:
            self._frame_on(index, name, Pose.identity())
        elif kind == BODY:  # MuJoCo means the frame of its inertia
            self._frame_on(
                index, name, pose_from_mujoco(mj.body_ipos[index], mj.body_iquat[index], self.snap)
            )
        elif kind == GEOM:
            pose = pose_from_mujoco(mj.geom_pos[index], mj.geom_quat[index], self.snap)
            self._frame_on(mj.geom_bodyid[index], name, pose)
        elif kind == CAMERA and mj.cam_mode[index] == 0:  # others turn by themselves
            pose = pose_from_mujoco(mj.cam_pos[index], mj.cam_quat[index], self.snap)
            self._frame_on(mj.cam_bodyid[index], name, pose)

    def _home(self, model: Model) -> Array:
        """qpos0 as a configuration of the model, for its free joints; the others are not asked for."""
        home = model.neutral()
        for index in np.flatnonzero(self.mj.jnt_type == FREE):
            place = joint_coordinates(self.mj, int(index), self.mj.qpos0)
            home[model.q_slice(self.joint_names[index])] = place
        return home
