"""Meshes: read when they are drawn, inside their roots, bounded; a missing one is a warning and a box."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import psiphi
from psiphi.errors import PsiphiWarning
from psiphi.model.shapes import Mesh
from psiphi.view import meshes
from psiphi.view.meshes import MeshProblem, read_mesh
from psiphi.view.scene import scene_of

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

URDF = """<robot name="r"><link name="base"/><joint name="j" type="revolute"><parent link="base"/>
<child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<link name="arm"><inertial><mass value="5"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<visual><geometry><mesh filename="{}"/></geometry></visual></link></robot>"""


def mesh_file(directory: Path, name: str = "a.obj", text: str = TETRAHEDRON) -> Path:
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_mesh_is_scaled_and_turned_inside_out_by_a_mirror(tmp_path: Path) -> None:
    path = str(mesh_file(tmp_path))
    ((vertices, faces, color),) = read_mesh(Mesh(path, (1.0, 2.0, -3.0)))
    assert sorted(map(tuple, vertices.tolist())) == [(0, 0, -3), (0, 0, 0), (0, 2, 0), (1, 0, 0)]
    a, b, c = vertices[faces].transpose(1, 0, 2)
    assert np.isclose(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6, 1.0)  # outside stays outside
    assert color is None


def test_stl_and_collada_are_read_as_they_are_written(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    box = trimesh.creation.box((1.0, 2.0, 3.0))
    for kind in ("stl", "ply", "off", "glb", "dae"):
        path = tmp_path / f"box.{kind}"
        path.write_bytes(_exported(box, kind))
        pieces = read_mesh(Mesh(str(path)))
        vertices = np.concatenate([piece[0] for piece in pieces])
        assert np.allclose(vertices.max(axis=0), (0.5, 1.0, 1.5)), kind


def test_pieces_of_collada_have_the_colours_of_their_materials(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    box = trimesh.creation.box((1.0, 1.0, 1.0))
    material = trimesh.visual.material.PBRMaterial(baseColorFactor=(51, 102, 204, 255))
    box.visual = trimesh.visual.TextureVisuals(uv=np.zeros((len(box.vertices), 2)), material=material)
    path = tmp_path / "box.dae"
    path.write_bytes(_exported(box, "dae"))
    ((_, _, color),) = read_mesh(Mesh(str(path)))
    assert color == pytest.approx((0.2, 0.4, 0.8, 1.0), abs=0.01)


def _exported(mesh, kind: str) -> bytes:
    data = mesh.export(file_type=kind)
    return data.encode() if isinstance(data, str) else data


def test_nothing_outside_of_the_roots_is_opened(tmp_path: Path) -> None:
    secret = mesh_file(tmp_path / "elsewhere")
    inside = tmp_path / "package"
    inside.mkdir()
    with pytest.raises(MeshProblem, match="outside"):
        read_mesh(Mesh(str(secret), roots=(str(inside),)))
    (inside / "link.obj").symlink_to(secret)
    with pytest.raises(MeshProblem, match="outside"):
        read_mesh(Mesh(str(inside / "link.obj"), roots=(str(inside),)))
    assert read_mesh(Mesh(str(secret), roots=(str(secret.parent),)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", TETRAHEDRON),
        ("a.stl", "no mesh at all"),
        ("a.obj", "# nothing\n"),
        ("a.dae", '<!DOCTYPE x [<!ENTITY a "b">]><COLLADA>&a;</COLLADA>'),
        ("a.glb", "glTF"),
    ],
)
def test_files_that_are_no_meshes_are_a_problem_in_words(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(MeshProblem):
        read_mesh(Mesh(str(mesh_file(tmp_path, name, text))))


def test_large_meshes_are_a_problem_in_words(tmp_path: Path, monkeypatch) -> None:
    path = mesh_file(tmp_path)
    monkeypatch.setattr(meshes, "MAX_FACES", 3)
    with pytest.raises(MeshProblem, match="4 faces"):
        read_mesh(Mesh(str(path)))
    monkeypatch.setattr(meshes, "MAX_BYTES", 3)
    with pytest.raises(MeshProblem, match="larger"):
        read_mesh(Mesh(str(path)))


def test_files_named_in_a_mesh_are_not_opened(tmp_path: Path) -> None:
    mesh_file(tmp_path, "secret.mtl", "newmtl red\nKd 1 0 0\n")
    path = mesh_file(tmp_path, "a.obj", "mtllib secret.mtl\nusemtl red\n" + TETRAHEDRON)
    ((_, _, color),) = read_mesh(Mesh(str(path)))
    assert color is None or color[:3] != (1.0, 0.0, 0.0)


def test_a_missing_mesh_is_a_warning_with_its_place_and_a_box_of_the_link(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(URDF.format("meshes/arm.stl"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        robot = psiphi.load(path)  # dynamics alone opens nothing
        robot.mass_matrix(robot.neutral())
    with pytest.warns(PsiphiWarning, match=r"meshes/arm\.stl"):
        scene = scene_of(robot)
    (part,) = scene.parts
    # the ellipsoid with 1 kg m² and 5 kg has r² = 5/2/5 (1 + 1 − 1)
    assert np.allclose(part.vertices.max(axis=0), np.sqrt(0.5))
    touched = (
        '<collision><origin xyz="1 0 0"/><geometry><box size="1 2 3"/></geometry></collision></link></robot>'
    )
    path.write_text(path.read_text().replace("</link></robot>", touched))
    with pytest.warns(PsiphiWarning, match=r"meshes/arm\.stl"):
        (part,) = scene_of(psiphi.load(path)).parts
    assert np.allclose(part.box, [(0.5, -1.0, -1.5), (1.5, 1.0, 1.5)])  # what is touched has the bounds
    mesh_file(tmp_path / "meshes", "arm.stl", "solid a\nendsolid a\n")
    with pytest.warns(PsiphiWarning):
        scene_of(robot)
