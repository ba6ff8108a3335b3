"""Shapes in robot files: where MuJoCo and Pinocchio have them, kept in JSON, and never in the way."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import mujoco
import numpy as np
import pinocchio
import pytest
from files_found import MJCF_FILES, ROBOTS, compiled_by_mujoco, short

import psiphi
from psiphi.errors import PsiphiWarning, RobotFileError
from psiphi.formats.json_format import model_to_json, parse_json
from psiphi.formats.load import load_model
from psiphi.formats.urdf.reader import parse_urdf
from psiphi.model import Model
from psiphi.model.kinematics import body_poses
from psiphi.model.shapes import Box, Capsule, Cylinder, Mesh, Sphere, Surface
from psiphi.spatial.pose import Pose

PANDA = ROBOTS / "panda_description/urdf/panda.urdf"

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def places(model: Model, q: np.ndarray) -> list[np.ndarray]:
    rotations, positions = body_poses(model, q)
    bodies = [*map(Pose, rotations, positions), Pose.identity()]
    return [(bodies[shape.body] @ shape.pose).matrix() for shape in model.geometries]


def _kind(shape: object) -> str:
    return Path(shape.file).name if isinstance(shape, Mesh) else type(shape).__name__.upper()


def test_urdf_shapes_are_where_pinocchio_has_them() -> None:
    model = load_model(PANDA, roots=[ROBOTS.parent])
    twin = pinocchio.buildModelFromUrdf(str(PANDA))
    data = twin.createData()
    q = model.random_configuration(np.random.default_rng(0))
    for kind, role in ((pinocchio.VISUAL, "visual"), (pinocchio.COLLISION, "collision")):
        theirs = pinocchio.buildGeomFromUrdf(twin, str(PANDA), kind, package_dirs=[str(ROBOTS.parents[1])])
        q_theirs = np.concatenate([q, q[-1:]])[: twin.nq] if twin.nq > model.nq else q
        pinocchio.forwardKinematics(twin, data, q_theirs)
        placed = theirs.createData()
        pinocchio.updateGeometryPlacements(twin, data, theirs, placed)
        expected = sorted(
            (Path(shape.meshPath).name, *placed.oMg[k].homogeneous.ravel().round(9))
            for k, shape in enumerate(theirs.geometryObjects)
        )
        found = sorted(
            (_kind(shape.shape), *place.ravel().round(9))
            for shape, place in zip(model.geometries, places(model, q), strict=True)
            if getattr(shape, role)
        )
        assert len(found) == len(expected) > 5
        for ours, other in zip(found, expected, strict=True):
            assert ours[0] == other[0]
            assert np.allclose(ours[1:], other[1:], atol=1e-8)
    assert all(os.path.isfile(each.shape.file) for each in model.geometries if isinstance(each.shape, Mesh))


@pytest.mark.parametrize("path", MJCF_FILES[::6], ids=short)
def test_mjcf_shapes_are_where_mujoco_has_them(path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = load_model(path, roots=[path.parents[2]])
    mj = compiled_by_mujoco(path)
    state = mujoco.MjData(mj)
    mujoco.mj_forward(mj, state)
    q = psiphi.Robot(model).neutral()
    _copy_configuration(mj, state, model, q)
    assert len(model.geometries) == mj.ngeom
    for geom, (shape, place) in enumerate(zip(model.geometries, places(model, q), strict=True)):
        at = np.eye(4)
        at[:3, :3], at[:3, 3] = state.geom_xmat[geom].reshape(3, 3), state.geom_xpos[geom]
        if isinstance(shape.shape, Mesh):
            mesh = mj.geom_dataid[geom]
            turn = np.zeros(9)
            mujoco.mju_quat2Mat(turn, mj.mesh_quat[mesh])
            moved = np.eye(4)
            moved[:3, :3], moved[:3, 3] = turn.reshape(3, 3), mj.mesh_pos[mesh]
            at = at @ np.linalg.inv(moved)
        assert np.allclose(place, at, atol=1e-8), shape


def _copy_configuration(mj, state, model: Model, q: np.ndarray) -> None:
    names = [mujoco.mj_id2name(mj, mujoco.mjtObj.mjOBJ_JOINT, k) for k in range(mj.njnt)]
    ours = list(model.joint_names)
    for joint, kind in enumerate(mj.jnt_type):
        name = names[joint] if names[joint] in ours else ours[joint]
        at, place = mj.jnt_qposadr[joint], model.q_slice(name)
        if kind == 0:
            q[place] = [*state.qpos[at : at + 3], *np.roll(state.qpos[at + 3 : at + 7], -1)]
        elif kind == 1:
            q[place] = np.roll(state.qpos[at : at + 4], -1)
        else:
            q[place] = state.qpos[at]


@pytest.mark.parametrize("reference", ["", ' refpos="0.1 0.2 0.3"', ' refquat="1 1 0 0"'])
def test_a_mesh_of_mjcf_is_its_file_moved_to_where_mujoco_has_its_vertices(
    tmp_path: Path, reference: str
) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m/a.obj").write_text(TETRAHEDRON)
    path = tmp_path / "r.xml"
    path.write_text(
        f"""
        <mujoco><compiler meshdir="m"/>
        <asset><mesh name="a" file="a.obj" scale="1 2 0.5"{reference}/>
          <mesh name="b" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
          <hfield name="h" nrow="2" ncol="3" size="1 2 0.3 0.1" elevation="0 1 2 3 4 5"/>
          <material name="red" rgba="1 0 0 1"/></asset>
        <worldbody><geom type="hfield" hfield="h"/><geom type="plane" size="1 2 0.1"/>
        <body pos="0 1 0"><freejoint/>
          <geom name="file" type="mesh" mesh="a" pos="1 0 0" euler="10 20 30" material="red" group="4"/>
          <geom name="inline" type="mesh" mesh="b" contype="0" conaffinity="2"/></body></worldbody></mujoco>
    """
    )
    model = load_model(path)
    mj = compiled_by_mujoco(path)
    state = mujoco.MjData(mj)
    mujoco.mj_forward(mj, state)
    q = np.array([*mj.qpos0[:3], *np.roll(mj.qpos0[3:], -1)])
    shapes = {
        shape.name: (shape, place) for shape, place in zip(model.geometries, places(model, q), strict=True)
    }
    for name, by_file in (("file", not reference), ("inline", False)):
        geom = mujoco.mj_name2id(mj, mujoco.mjtObj.mjOBJ_GEOM, name)
        mesh, shape = mj.geom_dataid[geom], shapes[name][0].shape
        start, count = mj.mesh_vertadr[mesh], mj.mesh_vertnum[mesh]
        theirs = (
            mj.mesh_vert[start : start + count] @ state.geom_xmat[geom].reshape(3, 3).T
            + state.geom_xpos[geom]
        )
        if by_file:
            assert isinstance(shape, Mesh)
            vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) * shape.scale
        else:
            assert isinstance(shape, Surface)
            vertices = shape.vertices
        ours = (np.c_[vertices, np.ones(len(vertices))] @ shapes[name][1].T)[:, :3]
        assert np.allclose(np.sort(ours, axis=0), np.sort(theirs, axis=0), atol=1e-6), name  # float32 there
    file, inline = shapes["file"][0], shapes["inline"][0]
    assert file.color == (1.0, 0.0, 0.0, 1.0)
    assert (file.group, file.visual, file.collision) == (4, False, True)
    assert (inline.contype, inline.conaffinity, inline.collision) == (0, 2, True)
    field = model.geometries[0].shape
    assert isinstance(field, Surface)
    assert np.allclose(field.vertices.min(axis=0), (-1, -2, 0))
    assert np.allclose(field.vertices.max(axis=0), (1, 2, 0.3))


URDF = """<robot name="r"><material name="steel"><color rgba="0.5 0.6 0.7 1"/></material>
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
<visual name="v"><origin xyz="1 2 3"/><geometry>{}</geometry><material name="steel"/></visual></link>
</robot>"""


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ('<box size="1 2 3"/>', Box((1.0, 2.0, 3.0))),
        ('<sphere radius="2"/>', Sphere(2.0)),
        ('<cylinder radius="2" length="3"/>', Cylinder(2.0, 3.0)),
        ('<capsule radius="2" length="3"/>', Capsule(2.0, 3.0)),
    ],
)
def test_shapes_of_urdf(text: str, shape: object) -> None:
    (found,) = parse_urdf(URDF.format(text)).geometries
    assert found.shape == shape
    assert found.color == (0.5, 0.6, 0.7, 1.0)
    assert found.pose.position.tolist() == [1.0, 2.0, 3.0]
    assert (found.name, found.visual, found.collision) == ("v", True, False)


@pytest.mark.parametrize(
    "text", ['<box size="1 2"/>', '<sphere radius="-1"/>', "<sphere/>", "<mesh/>", "<teapot/>", ""]
)
def test_a_shape_that_cannot_be_read_is_left_out_with_a_warning(text: str) -> None:
    with pytest.warns(PsiphiWarning, match="is left out"):
        model = parse_urdf(URDF.format(text))
    assert model.geometries == ()
    assert model.mass == 0.0
    assert model.bodies[0].inertia.mass == 1.0


def test_of_two_shapes_in_one_geometry_the_first_is_kept() -> None:
    with pytest.warns(PsiphiWarning, match="<box> .* is left out: a second shape"):
        model = parse_urdf(URDF.format('<sphere radius="1"/><box size="1 1 1"/>'))
    assert [found.shape for found in model.geometries] == [Sphere(1.0)]


def test_packages_are_found_in_the_roots(tmp_path: Path) -> None:
    package = tmp_path / "my_robot"
    for name in ("urdf", "meshes"):
        (package / name).mkdir(parents=True)
    (package / "meshes/a.obj").write_text(TETRAHEDRON)
    path = package / "urdf/r.urdf"
    for reference in ("package://my_robot/meshes/a.obj", "../meshes/a.obj", f"file://{package}/meshes/a.obj"):
        path.write_text(URDF.format(f'<mesh filename="{reference}" scale="1 1 2"/>'))
        (found,) = load_model(path).geometries
        assert found.shape == Mesh(str(package / "meshes/a.obj"), (1.0, 1.0, 2.0))
    path.write_text(URDF.format('<mesh filename="package://elsewhere/a.obj"/>'))  # not an error
    assert len(load_model(path).geometries) == 1


def test_json_gives_geometry_back(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        models = [load_model(path, roots=[path.parents[2]]) for path in MJCF_FILES[::9]]
    models.append(load_model(PANDA, roots=[ROBOTS.parent]))
    for model in models:
        assert model.geometries
        robot = psiphi.Robot(model)
        robot.save(tmp_path / "robot.json")
        assert psiphi.load(tmp_path / "robot.json").model == model
        assert parse_json(model_to_json(model)) == model


def test_json_keeps_meshes_of_its_package_by_relative_path(tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "meshes").mkdir(parents=True)
    (package / "meshes/a.obj").write_text(TETRAHEDRON)
    (package / "r.urdf").write_text(URDF.format('<mesh filename="meshes/a.obj"/>'))
    psiphi.load(package / "r.urdf").save(package / "r.json")
    assert '"file": "meshes/a.obj"' in (package / "r.json").read_text()
    package.rename(tmp_path / "moved")
    (found,) = psiphi.load(tmp_path / "moved/r.json").model.geometries
    assert found.shape == Mesh(str(tmp_path / "moved/meshes/a.obj"))


@pytest.mark.parametrize(
    "text",
    [
        '{"body": "a", "shape": "mesh", "file": "../../../secret.stl"}',
        '{"body": "a", "shape": "teapot"}',
        '{"body": "a", "shape": "sphere"}',
        '{"body": "a", "shape": "sphere", "radius": -1}',
        '{"body": "a", "shape": "sphere", "radius": 1, "size": [1, 1, 1]}',
        '{"body": "a", "shape": "sphere", "radius": 1, "visual": 1}',
        '{"body": "a", "shape": "sphere", "radius": 1, "group": 1.5}',
        '{"body": "a", "shape": "sphere", "radius": 1, "color": [0, 0, 2, 1]}',
        '{"body": "b", "shape": "sphere", "radius": 1}',
        '{"body": "a", "shape": "surface", "vertices": [[0, 0, 0]], "faces": [[0, 0, 1]]}',
        '{"body": "a", "shape": "box", "size": 1}',
        "[]",
    ],
)
def test_json_geometry_is_read_strictly(text: str) -> None:
    document = (
        '{"psiphi": 1, "name": "r", "gravity": [0, 0, 0], "bodies": [{"name": "a", "parent": null, '
        '"joint": {"name": "j", "kind": "fixed"}}], "geometries": [%s]}'
    )
    with pytest.raises(RobotFileError, match=r"geometries\[0\]"):
        parse_json(document % text)
