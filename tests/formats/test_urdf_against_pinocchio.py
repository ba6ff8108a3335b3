"""Every URDF file of example-robot-data, on a fixed and on a free base, is the same robot as in Pinocchio."""

from __future__ import annotations

import warnings

import numpy as np
import pinocchio as pin
import pytest
from dense_mass_matrix import dense_mass_matrix
from files_found import REFUSED_URDF, ROBOTS, URDF_FILES, short

from psiphi.compat.pinocchio import PinocchioMap
from psiphi.compat.spatial_order import swapped_matrix
from psiphi.errors import PsiphiWarning, RobotFileError
from psiphi.formats.json_format import model_to_json, parse_json
from psiphi.formats.load import load_model
from psiphi.model import Model
from psiphi.model.content import content
from psiphi.model.kinematics import body_poses, center_of_mass, frame_pose

CONFIGURATIONS = 20
TOLERANCE = 1e-12

# Files with something that a person should know of.
WITH_WARNINGS = {"alex_psyonic_hands.urdf", "romeo_small.urdf", "romeo_laas_small.urdf"}


def anywhere(model: Model, seed: int = 0) -> np.ndarray:
    """Random configurations (20, nq) that do not care for limits: many files have the limits [0, 0]."""
    rng = np.random.default_rng(seed)
    q = np.empty((CONFIGURATIONS, model.nq))
    for name in model.joint_names:
        kind = model.joint(name).kind
        unlimited = np.full(kind.nq, np.inf)
        q[:, model.q_slice(name)] = kind.random(-unlimited, unlimited)(rng, (CONFIGURATIONS,))
    return q


def test_there_are_many_files():
    assert len(URDF_FILES) >= 60


@pytest.mark.parametrize("name", [name for name in REFUSED_URDF if (ROBOTS / name).exists()])
def test_files_are_refused_that_pinocchio_refuses(name):
    path = ROBOTS / name
    with pytest.raises(RobotFileError, match=REFUSED_URDF[name]):
        load_model(path)
    with pytest.raises(ValueError, match="does not contain a valid URDF model"):
        pin.buildModelFromUrdf(str(path))


@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("path", URDF_FILES, ids=short)
def test_same_robot_as_in_pinocchio(path, base):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = load_model(path, base=base, snap=0)
    assert caught or path.name not in WITH_WARNINGS
    assert all(issubclass(warning.category, PsiphiWarning) for warning in caught)
    free = [pin.JointModelFreeFlyer()] if base == "free" else []
    pin_model = pin.buildModelFromUrdf(str(path), *free)
    data = pin_model.createData()
    assert model.nv_tree == pin_model.nv
    if base == "free":
        assert model.joint_names[0] == "root"

    # Masses and inertias, those behind fixed joints lumped
    assert model.mass == pytest.approx(pin.computeTotalMass(pin_model), rel=TOLERANCE)
    merged = model.merged()
    for body in merged.bodies:
        name = "root_joint" if body.joint.name == "root" else body.joint.name
        expected = swapped_matrix(pin_model.inertias[pin_model.getJointId(name)].matrix())
        np.testing.assert_allclose(
            body.inertia.matrix(), expected, rtol=0, atol=TOLERANCE * max(1.0, np.abs(expected).max())
        )

    # Poses of links and fixed joints, centre of mass
    convert = PinocchioMap(model, pin_model)
    q = anywhere(model)
    rotations, positions = body_poses(model, q)
    scale = 1.0 + np.abs(positions).max()
    centers = center_of_mass(model, q) if model.mass > 0 else np.zeros((CONFIGURATIONS, 3))
    links = [pin_model.getFrameId(body.name, pin.BODY) for body in model.bodies]
    for k, theirs in enumerate(convert.q_to(q)):
        pin.framesForwardKinematics(pin_model, data, theirs)
        for body, link in enumerate(links):
            assert np.abs(rotations[k, body] - data.oMf[link].rotation).max() < TOLERANCE
            assert np.abs(positions[k, body] - data.oMf[link].translation).max() < TOLERANCE * scale
        if model.mass > 0:
            assert np.abs(centers[k] - pin.centerOfMass(pin_model, data, theirs)).max() < TOLERANCE * scale
    fixed = [
        body.joint.name for body in model.bodies if body.joint.kind.nv == 0 and body.joint.name != "root"
    ]
    for name in [name for name in fixed if name not in model.body_names][:3]:
        rotation, position = frame_pose(model, q[-1], name)
        pose = data.oMf[pin_model.getFrameId(name)]
        assert np.abs(rotation - pose.rotation).max() < TOLERANCE
        assert np.abs(position - pose.translation).max() < TOLERANCE * scale

    # All at once: the mass matrix, which also checks the velocities and the mimic joints
    if model.nv:
        theirs = pin.crba(pin_model, data, convert.q_to(q[0]), pin.Convention.WORLD)
        theirs = np.triu(theirs) + np.triu(theirs, 1).T
        expected = convert.matrix_from(theirs)
        ours = dense_mass_matrix(merged, q[0])
        assert np.abs(ours - expected).max() < TOLERANCE * np.abs(expected).max()

    # And back from psiphi's own file, to the last bit
    assert content(parse_json(model_to_json(model))) == content(model)


@pytest.mark.parametrize("path", [path for path in URDF_FILES if "<mimic" in path.read_text()], ids=short)
def test_mimic_joints_reduce_the_coordinates(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PsiphiWarning)
        model = load_model(path, snap=0)
    mimics = [body.joint.name for body in model.bodies if body.joint.mimic]
    assert model.nv == model.nv_tree - len(mimics)
    try:  # Pinocchio couples joints only when the leading one comes first and is spelt right
        pin_model = pin.buildModelFromUrdf(str(path), mimic=True)
    except ValueError:
        assert path.stem in ("alex_psyonic_hands", "romeo", "talos_full_v2", "talos_full_v2_box")
        return
    assert model.nv == pin_model.nv
    convert, data = PinocchioMap(model, pin_model), pin_model.createData()
    q = anywhere(model)
    pin.framesForwardKinematics(pin_model, data, convert.q_to(q)[0])
    for name in (body.name for body in model.bodies if body.joint.mimic):
        position = frame_pose(model, q[0], name)[1]
        link = data.oMf[pin_model.getFrameId(name, pin.BODY)]
        assert np.abs(position - link.translation).max() < TOLERANCE * (1.0 + np.abs(position).max())


def test_default_snap_moves_no_frame_by_more_than_it_says():
    for path in URDF_FILES:
        if path.stem in ("ur5_robot", "panda", "anymal", "solo12"):
            as_it_stands, as_meant = load_model(path, snap=0), load_model(path)
            for before, after in zip(as_it_stands.bodies, as_meant.bodies, strict=True):
                change = np.abs(before.joint.placement.rotation - after.joint.placement.rotation)
                assert change.max() < 1e-9


def test_right_angles_of_a_real_file_are_exact():
    ur5 = load_model(next(path for path in URDF_FILES if path.stem == "ur5_robot"))
    entries = np.concatenate([body.joint.placement.rotation.ravel() for body in ur5.bodies])
    assert set(np.unique(entries)) <= {-1.0, 0.0, 1.0}
