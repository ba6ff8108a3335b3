"""MJCF files of the installed packages are the same robots as in MuJoCo."""

from __future__ import annotations

import warnings

import mujoco
import numpy as np
import pytest
from dense_mass_matrix import dense_mass_matrix
from files_found import DM_CONTROL, MJCF_FILES, compiled_by_mujoco, short

from psiphi.compat.mujoco import MujocoMap
from psiphi.errors import PsiphiWarning, RobotFileError
from psiphi.formats.json_format import model_to_json, parse_json
from psiphi.formats.load import load_model
from psiphi.formats.mjcf.names import body_names, given_names
from psiphi.model import Model
from psiphi.model.content import content
from psiphi.model.kinematics import body_poses

CONFIGURATIONS = 20
TOLERANCE = 1e-12


def frame_poses(model: Model, rotations: np.ndarray, positions: np.ndarray, name: str):
    """The pose of a frame from those of all bodies, for a batch."""
    frame = model.frame(name)
    if frame.body < 0:
        return frame.pose.rotation, frame.pose.position
    rotation, position = rotations[:, frame.body], positions[:, frame.body]
    return rotation @ frame.pose.rotation, position + rotation @ frame.pose.position


def test_there_are_many_files():
    assert len(MJCF_FILES) >= 40


@pytest.mark.parametrize("path", MJCF_FILES, ids=short)
def test_same_robot_as_in_mujoco(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PsiphiWarning)
        model = load_model(path, snap=0)
    mj = compiled_by_mujoco(path)
    data = mujoco.MjData(mj)
    assert (model.nq, model.nv) == (mj.nq, mj.nv)
    weightless = mj.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_GRAVITY  # finger.xml
    assert model.gravity == ((0.0, 0.0, 0.0) if weightless else tuple(mj.opt.gravity))
    names = body_names(mj)
    for body, name in enumerate(names[1:], start=1):
        assert model.bodies[model.body_index(name)].inertia.mass == mj.body_mass[body]

    convert = MujocoMap(model, mj)
    rng = np.random.default_rng(0)
    q = rng.uniform(-2.0, 2.0, (CONFIGURATIONS, model.nq))
    rotations, positions = body_poses(model, q)
    links = [frame_poses(model, rotations, positions, name) for name in names[1:]]
    sites = given_names(mj, mj.name_siteadr)
    # A site with the name of a body is called otherwise, and is left to another test.
    sites = {
        k: name for k, name in enumerate(sites) if name and name not in names and name in model.frame_names
    }
    site_poses = {k: frame_poses(model, rotations, positions, name) for k, name in sites.items()}
    for k, qpos in enumerate(convert.q_to(q)):
        data.qpos[:] = qpos
        mujoco.mj_kinematics(mj, data)
        mujoco.mj_comPos(mj, data)
        scale = 1.0 + np.abs(data.xipos).max()
        moment = np.zeros(3)
        for body, (rotation, position) in enumerate(links, start=1):
            assert np.abs(rotation[k] - data.xmat[body].reshape(3, 3)).max() < TOLERANCE
            assert np.abs(position[k] - data.xpos[body]).max() < TOLERANCE * scale
        for site, (rotation, position) in site_poses.items():
            rotation = np.broadcast_to(rotation, (CONFIGURATIONS, 3, 3))[k]
            position = np.broadcast_to(position, (CONFIGURATIONS, 3))[k]
            assert np.abs(rotation - data.site_xmat[site].reshape(3, 3)).max() < TOLERANCE
            assert np.abs(position - data.site_xpos[site]).max() < TOLERANCE * scale
        for index, body in enumerate(model.bodies):
            center = positions[k, index] + rotations[k, index] @ body.inertia.center
            moment += body.inertia.mass * center
        mass = mj.body_subtreemass[0] - mj.body_mass[0]
        expected = mj.body_subtreemass[0] * data.subtree_com[0] - mj.body_mass[0] * data.xipos[0]
        assert np.abs(moment - expected).max() < TOLERANCE * scale * max(mass, 1.0)

    if model.nv:  # the mass matrix checks inertias, armature and the velocities of free joints
        mujoco.mj_forward(mj, data)
        full = np.zeros((mj.nv, mj.nv))
        mujoco.mj_fullM(mj, data, full)
        expected = convert.matrix_from(data.qpos, full)
        ours = dense_mass_matrix(model, q[-1])
        assert np.abs(ours - expected).max() < TOLERANCE * np.abs(expected).max()

    assert content(parse_json(model_to_json(model))) == content(model)


def test_assets_outside_need_declared_roots():
    """The dog keeps its meshes in another package of dm_control."""
    dog = DM_CONTROL / "locomotion/walkers/assets/dog_v2/dog.xml"
    with pytest.raises(RobotFileError, match=r"dog\.xml:\d+: <mesh .*suite/dog_assets.* leads out of"):
        load_model(dog)
