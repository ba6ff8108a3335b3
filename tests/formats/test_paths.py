"""References that stay inside, and references that do not."""

from __future__ import annotations

import os

import pytest

from psiphi.errors import ArgumentTypeError
from psiphi.formats.paths import Confinement


@pytest.fixture
def file(tmp_path):
    folder = tmp_path / "arm" / "urdf"
    folder.mkdir(parents=True)
    path = folder / "arm.urdf"
    path.touch()
    return path


@pytest.mark.parametrize(
    "reference",
    [
        "arm.stl",
        "meshes/../arm.stl",
        "../meshes/arm.stl",
        "..\\meshes\\arm.stl",
        "package://arm/meshes/arm.stl",
        "package://arm/meshes/../other.stl",
        "package:///arm.stl",
        "model://arm/arm.dae",
        "file:///opt/meshes/arm.stl",
        "/opt/meshes/arm.stl",
        "C:\\meshes\\arm.stl",
        "https://example.org/../arm.stl",
        "",
    ],
)
def test_inside_by_default(file, reference):
    assert Confinement.of(file).escape(reference) is None


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("../../arm.stl", "leads out of the file's package"),
        ("../meshes/../../arm.stl", "leads out of the file's package"),
        ("..\\..\\arm.stl", "leads out of the file's package"),
        ("file:../../arm.stl", "leads out of the file's package"),
        ("file:%2e%2e/%2e%2e/arm.stl", "leads out of the file's package"),
        ("package://arm/../../etc/passwd", "climbs out of its package"),
        ("package://../etc/passwd", "climbs out of its package"),
        ("package://arm/%2e%2e/%2e%2e/etc/passwd", "climbs out of its package"),
        ("PACKAGE://arm/../../arm/x", "climbs out of its package"),
        ("package:arm/..\\..\\x", "climbs out of its package"),
    ],
)
def test_outside_by_default(file, reference, why):
    assert why in (Confinement.of(file).escape(reference) or "")


def test_a_package_file_widens_the_package(file):
    assert Confinement.of(file).escape("../../shared/arm.stl") is not None
    (file.parents[2] / "package.xml").touch()
    assert Confinement.of(file).escape("../../shared/arm.stl") is None
    assert Confinement.of(file).escape("../../../shared/arm.stl") is not None


def test_declared_roots_replace_the_package(file, tmp_path):
    confined = Confinement.of(file, roots=[tmp_path / "meshes"])
    assert confined.escape("arm.stl") is None  # beside the file
    assert confined.escape("../../meshes/arm.stl") is None
    assert confined.escape(str(tmp_path / "meshes/arm.stl")) is None
    assert confined.escape(f"file://{tmp_path}/meshes/arm.stl") is None
    assert "leads out of the declared roots" in (confined.escape("../arm.stl") or "")
    assert "leads out of the declared roots" in (confined.escape("/etc/passwd") or "")
    assert "leads out of the declared roots" in (confined.escape(f"{tmp_path}/meshes-of-others/a.stl") or "")


def test_symbolic_links_are_followed_where_files_are_opened(file, tmp_path):
    (tmp_path / "secret").touch()
    os.symlink(tmp_path / "secret", file.parent / "link.xml")
    confined = Confinement.of(file)
    assert confined.contains(file.parent / "link.xml")
    assert not confined.really_contains(file.parent / "link.xml")
    assert confined.really_contains(file)


def test_roots_must_be_a_list(file):
    with pytest.raises(ArgumentTypeError, match="give a list of directories"):
        Confinement.of(file, roots="/opt")
    with pytest.raises(ArgumentTypeError, match="is not a list of directories"):
        Confinement.of(file, roots=[3])  # pyright: ignore[reportArgumentType]
