"""Models as SDF text, for tests: every pose relative to something else, every axis in a frame of its own."""

from __future__ import annotations

import numpy as np

from psiphi.model import Model
from psiphi.spatial.pose import Pose

TYPES = {
    "revolute": "revolute",
    "continuous": "continuous",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "spherical": "ball",
    "universal": "universal",
    "helical": "screw",
}


def sdf_of(model: Model, seed: int = 0) -> str:
    """SDF text of a model of such joints on one fixed or free root.

    Link frames are moved away from the joints' at random; links are posed in the model frame or relative to
    their parents, joints relative to their children, to their parents or to the model frame.
    """
    rng = np.random.default_rng(seed)
    joints: list[Pose] = []  # the frames of joints, in the model frame, where all coordinates are zero
    links: list[Pose] = []
    parts: list[str] = []
    for k, body in enumerate(model.bodies):
        joint = body.joint
        parent = Pose.identity() if body.parent < 0 else joints[body.parent]
        is_root = body.parent < 0 and joint.name == "root"
        own = parent @ joint.placement if not is_root else Pose.identity()
        joints.append(own)
        moved = _random_pose(rng) if not is_root and k % 3 else Pose.identity()
        links.append(own @ moved)
        above = "" if body.parent < 0 or k % 2 else model.bodies[body.parent].name
        reference = links[body.parent] if above else Pose.identity()
        inertia = body.inertia.expressed_in(moved.inverse())
        parts.append(
            f'<link name="{body.name}">{_pose(reference.inverse() @ links[k], above, k)}'
            f"<inertial><pose>{_numbers(inertia.center)} 0 0 0</pose>"
            f"<mass>{inertia.mass!r}</mass><inertia>{_moments(inertia.rotational)}</inertia></inertial></link>"
        )
        if is_root:
            continue
        on_model = ("__model__", Pose.identity())
        on_child = (body.name, links[k])
        on_parent = on_model if body.parent < 0 else (model.bodies[body.parent].name, links[body.parent])
        named, reference = (on_child, on_model, on_parent)[k % 3]
        on = "world" if body.parent < 0 else model.bodies[body.parent].name
        pose = _pose(reference.inverse() @ own, named, k)
        parts.append(
            f'<joint name="{joint.name}" type="{TYPES[joint.kind.name]}"><parent>{on}</parent>'
            f"<child>{body.name}</child>{pose}{_axes(joint, own, k)}</joint>"
        )
    for frame in model.frames:
        body = model.bodies[frame.body]
        pose = links[frame.body].inverse() @ joints[frame.body] @ frame.pose
        parts.append(f'<frame name="{frame.name}" attached_to="{body.name}">{_pose(pose, "", 0)}</frame>')
    gravity = _numbers(model.gravity)
    return (
        f'<sdf version="1.9"><world name="w"><gravity>{gravity}</gravity>'
        f'<model name="{model.name}">{"".join(parts)}</model></world></sdf>'
    )


def _axes(joint, own: Pose, k: int) -> str:
    if joint.kind.name in ("fixed", "spherical"):
        return ""
    told = ""
    for n, axis in enumerate([joint.axis, joint.axis2][: joint.kind.nv]):
        in_model = k % 2 == 1
        direction = own.rotation @ axis if in_model else np.array(axis)
        expressed = ' expressed_in="__model__"' if in_model else ""
        told += (
            f"<axis{n + 1 if n else ''}><xyz{expressed}>{_numbers(direction)}</xyz><limit>"
            f"<lower>{joint.limits.lower[n]!r}</lower><upper>{joint.limits.upper[n]!r}</upper><effort>-1</effort>"
            f"</limit><dynamics><damping>{joint.damping[n]!r}</damping></dynamics></axis{n + 1 if n else ''}>"
        )
    if joint.kind.name == "helical":
        told += f"<screw_thread_pitch>{joint.pitch * 2 * np.pi!r}</screw_thread_pitch>"
    return told


def _random_pose(rng: np.random.Generator) -> Pose:
    matrix, _ = np.linalg.qr(rng.standard_normal((3, 3)))
    return Pose(matrix * np.sign(np.linalg.det(matrix)), rng.uniform(-0.2, 0.2, 3))


def _pose(pose: Pose, relative_to: str, k: int) -> str:
    named = f' relative_to="{relative_to}"' if relative_to else ""
    R = pose.rotation
    rpy = np.array(
        [np.arctan2(R[2, 1], R[2, 2]), np.arcsin(np.clip(-R[2, 0], -1, 1)), np.arctan2(R[1, 0], R[0, 0])]
    )
    if k % 2:
        rpy, named = np.degrees(rpy), f'{named} degrees="true"'
    return f"<pose{named}>{_numbers(pose.position)} {_numbers(rpy)}</pose>"


def _moments(rotational) -> str:
    names = {"ixx": (0, 0), "iyy": (1, 1), "izz": (2, 2), "ixy": (0, 1), "ixz": (0, 2), "iyz": (1, 2)}
    return "".join(f"<{name}>{float(rotational[place])!r}</{name}>" for name, place in names.items())


def _numbers(values) -> str:
    return " ".join(repr(float(value)) for value in values)
