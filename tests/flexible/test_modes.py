"""Modes and beams: frequencies known in closed form, what is refused, and files."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from scipy import linalg
from spars import chain, shortened, spar, tree

import psiphi
from psiphi.cli.main import main
from psiphi.errors import InputError, ModelError, RobotFileError
from psiphi.flexible import Modes, beam, load, save
from psiphi.formats.json_format import model_to_json, parse_json
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose
from psiphi.spatial.rotation import rotation_about

SLENDER = {"length": 1.0, "density": 2700.0, "area": 1e-4, "second_moments": (4e-10, 9e-10), "young": 70e9}


def test_beam_has_the_frequencies_known_before() -> None:
    modes = beam(**SLENDER, torsion=8e-10, modes=5, elements=8)
    # solved with forty digits: 53.7070089645
    known = [35.8050886692, 53.7070089645, 224.391669998, 336.560228110, 628.578567101]
    assert np.sqrt(np.diag(modes.stiffness)) == pytest.approx(known, rel=1e-11)
    assert modes.frequencies == pytest.approx(known, rel=1e-9)
    assert modes.modal_mass == pytest.approx(np.eye(5), abs=1e-13)
    tip = modes.nodes["tip"]
    known = [3.848985360633, 3.848944766881, 3.849312413913, 3.848936376385, 3.852801021901]
    assert np.abs(modes.shapes[tip]).max(axis=0) == pytest.approx(known, rel=1e-7)
    held = beam(**SLENDER, torsion=8e-10, modes=3, elements=8, motions="yz", kind="craig-bampton")
    known = [35.807145350119, 53.725575809802, 224.630945380107, 337.953630220958, 630.816053158078]
    assert np.sqrt(np.diag(held.stiffness))[:5] == pytest.approx(known, rel=1e-7)


def test_slender_cantilevers_and_rods_converge_to_the_analytic_frequencies() -> None:
    thin = {**SLENDER, "second_moments": (4e-14, 9e-14)}
    modes = beam(**thin, modes=3, motions="y")
    unit = np.sqrt(70e9 * 9e-14 / (2700.0 * 1e-4))
    assert modes.frequencies / unit == pytest.approx([3.5160153, 22.034492, 61.697214], rel=1e-4)
    assert modes.frequencies[0] / unit == pytest.approx(3.5160153, rel=1e-6)
    stretched = beam(**SLENDER, modes=1, motions="x")
    assert stretched.frequencies[0] == pytest.approx(np.pi / 2 * np.sqrt(70e9 / 2700.0), rel=1e-3)
    twisted = beam(**SLENDER, shear=26e9, torsion=5e-10, modes=1, motions="t")
    polar = 1.3e-9
    assert twisted.frequencies[0] == pytest.approx(
        np.pi / 2 * np.sqrt(26e9 * 5e-10 / (2700.0 * polar)), rel=1e-3
    )


def test_a_thick_beam_gives_in_shear() -> None:
    """r/L = 0.1, κ = 5/6, ν = 0.3; exact by shooting: 3.22713, 14.4689, 31.5025."""
    thick = beam(
        length=1.0,
        density=1.0,
        area=1.0,
        second_moments=(0.01, 0.01),
        young=1.0,
        shear_coefficients=(5 / 6, 5 / 6),
        modes=3,
        motions="y",
        elements=32,
    )
    assert thick.frequencies / 0.1 == pytest.approx([3.22713, 14.4689, 31.5025], rel=2e-3)
    assert thick.frequencies[0] / 0.1 == pytest.approx(3.22713, rel=3e-5)


def test_bending_shortens_a_beam_and_keeps_its_length() -> None:
    modes = beam(**SLENDER, modes=2, motions="y", elements=8, nodes=[0.5])
    eta = np.array([0.02, 0.004])
    x = modes.deformed(eta)[[modes.nodes["0.5"], modes.nodes["tip"]]]
    places = np.linspace(0.0, 1.0, 401)
    fine = beam(**SLENDER, modes=2, motions="y", elements=8, nodes=places[1:-1], stiffened=False)
    squares = (fine.rotations[:, 2] @ eta) ** 2  # the slope of a beam that does not give in shear
    short = 0.5 * np.concatenate([[0.0], np.cumsum(0.5 * (squares[1:] + squares[:-1]) * np.diff(places))])
    assert 1.0 - x[1, 0] == pytest.approx(short[-1], rel=1e-4)
    assert 0.5 - x[0, 0] == pytest.approx(short[200], rel=1e-4)
    assert len(beam(**SLENDER, modes=2, motions="y", stiffened=False).bound_curvatures) == 0


def test_info_has_frequencies_with_their_damping(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of modes that feel each other: ω² of K u = ω²M u, and u*Du/2ω."""
    path = tmp_path / "chain.json"
    path.write_text(model_to_json(chain()))
    assert main(["info", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["bodies"][2]["modes"]
    modes = spar(3)
    squares, vectors = linalg.eigh(modes.stiffness, modes.modal_mass)
    assert found["frequencies"] == pytest.approx(np.sqrt(squares) / (2.0 * np.pi), rel=1e-9)
    known = np.diag(vectors.T @ modes.damping @ vectors) / (2.0 * np.sqrt(squares))
    assert found["damping"] == pytest.approx(known, rel=1e-9)


BAD = [
    ({"masses": [1.0, -1.0, 1.0]}, "negative"),
    ({"masses": [1.0, 1.0]}, r"give \(3,\)"),
    ({"masses": np.ones((9, 9))}, "three directions"),
    ({"masses": [[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]}, "indefinite"),
    ({"stiffness": [[1.0, 2.0], [0.0, 1.0]]}, "not symmetric"),
    ({"stiffness": [1.0, -1.0]}, "negative eigenvalue"),
    ({"damping": [1.0, 2.0, 3.0]}, r"damping has shape \(3,\)"),
    ({"nodes": [7]}, "points 0 … 2"),
    ({"shapes": np.zeros((3, 3, 2))}, "moves no mass"),
    ({"shapes": np.ones((3, 3, 2))}, "depend on each other"),
    ({"shapes": np.full((3, 3, 2), np.nan)}, "not finite"),
    ({"positions": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]}, "vanish there"),
    ({"rotations": np.zeros((2, 3, 2))}, r"give \(1, 3, 2\)"),
    ({"shapes": np.zeros((3, 3, 0))}, "there are none"),
    ({"shapes": np.ones((3, 3, 2), complex)}, "complex"),
    ({"nodes": [1, 1]}, "name of its own"),
    ({"nodes": None}, "by name"),
    ({"masses": [10**400] * 3}, "masses is not an array"),
    ({"masses": np.ma.masked_array(np.ones(3), mask=[1, 0, 0])}, "masses has masked"),
]


@pytest.mark.parametrize(("changed", "reason"), BAD, ids=range(len(BAD)))
def test_bad_modes_are_refused_with_the_reason(changed: dict[str, object], reason: str) -> None:
    rng = np.random.default_rng(0)
    good: dict[str, object] = {
        "positions": rng.normal(size=(3, 3)),
        "masses": np.ones(3),
        "shapes": rng.normal(size=(3, 3, 2)),
        "nodes": [2],
    }
    assert Modes(**good).count == 2
    with pytest.raises(ModelError, match=reason):
        Modes(**{**good, **changed})


def test_modes_that_do_not_vanish_at_the_joint_are_brought_there() -> None:
    rng = np.random.default_rng(1)
    points = np.array([[0.0, 0.0, 0.0], [1.0, 0.2, 0.0], [2.0, 0.0, 0.3], [1.0, -0.4, 0.1]])
    shapes, turns = rng.normal(size=(4, 3, 2)), rng.normal(size=(2, 3, 2))
    moved = Modes(points, np.ones(4), shapes, turns, nodes={"joint": 0, "tip": 2}, inboard="joint")
    assert np.abs(moved.shapes[0]).max() == 0.0
    assert np.abs(moved.rotations[0]).max() == 0.0
    known = shapes[2] - shapes[0] - np.cross(turns[0].T, points[2]).T
    assert moved.shapes[2] == pytest.approx(known)
    with pytest.raises(ModelError, match="none of the nodes"):
        Modes(points, np.ones(4), shapes, turns, nodes=[0, 2], inboard="3")
    with pytest.raises(ModelError, match=r"'0' lies at the origin.*turns"):
        Modes(points, np.ones(4), moved.shapes, turns, nodes=[0, 2])


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"length": "1"}, "positive number"),
        ({"second_moments": (1e-9,)}, "two positive"),
        ({"shear_coefficients": (0.0, 1.0)}, "positive number"),
        ({"modes": 1.5}, "whole numbers"),
        ({"bound_shapes": -1}, "whole numbers"),
        ({"nodes": (2.0,)}, "between 0 and"),
        ({"nodes": (1 / 3, 0.3333333)}, "six digits"),
        ({"damping": -0.1}, "damping"),
        ({"damping": np.ones(2)}, "damping"),
        ({"length": 10**400}, "length"),
        ({"motions": None}, "motions"),
        ({"kind": np.zeros(2)}, "kind"),
        ({"stiffened": np.zeros(2)}, "stiffened"),
    ],
)
def test_beams_that_cannot_be_are_refused_with_the_reason(changed: dict[str, object], reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        beam(**{**SLENDER, **changed})


def test_orthonormal_modes_are_the_same_body() -> None:
    given = dict(spar(3).arrays, stiffness=[[40.0, 9.0, 1.0], [9.0, 90.0, -5.0], [1.0, -5.0, 400.0]])
    coupled = Modes(**given, nodes=spar(3).nodes)
    plain = coupled.orthonormal()
    assert plain.modal_mass == pytest.approx(np.eye(3), abs=1e-13)
    assert np.sqrt(np.diag(plain.stiffness)) == pytest.approx(coupled.frequencies, rel=1e-12)
    assert not (plain.stiffness - np.diag(np.diag(plain.stiffness))).any()
    model = chain()
    found = [
        psiphi.Robot(model.with_modes("last", modes)).modal_analysis(np.zeros(8)).frequencies
        for modes in (coupled, plain)
    ]
    assert found[0] == pytest.approx(found[1], rel=1e-9)


def test_a_mass_matrix_of_solid_elements_is_like_masses() -> None:
    modes = spar(2)
    given = dict(modes.arrays, masses=np.kron(np.diag(modes.masses), np.eye(3)))
    same = Modes(**given, nodes=modes.nodes)
    assert same.modal_mass == pytest.approx(modes.modal_mass)
    assert same.inertia.rotational == pytest.approx(modes.inertia.rotational)
    pose = Pose(rotation_about((0.0, 0.6, 0.8), 0.5), (0.1, 0.2, 0.3))
    turned = modes.expressed_in(pose)
    assert turned.inertia.center == pytest.approx(pose.apply(modes.inertia.center))
    assert turned.expressed_in(pose.inverse()).shapes == pytest.approx(modes.shapes, abs=1e-15)


@pytest.mark.parametrize("model", [chain(), tree(), shortened()], ids=lambda model: model.name)
def test_files_give_the_same_robot_back(model: psiphi.Model) -> None:
    again = parse_json(model_to_json(model))
    assert again == model
    assert [body.modes for body in again.bodies] == [body.modes for body in model.bodies]
    assert pickle.loads(pickle.dumps(model)) == model


@pytest.mark.parametrize("ending", ["npz", "json"])
def test_modes_have_files_of_their_own(tmp_path: Path, ending: str) -> None:
    modes, path = spar(2, [[[-1.0, 0.2], [0.2, -0.8]]]), tmp_path / f"modes.{ending}"
    save(modes, path)
    assert load(path) == modes


def test_files_that_hold_no_modes_say_why(tmp_path: Path) -> None:
    path = tmp_path / "modes.npz"
    for fields, reason in (
        ({"positions": np.zeros((2, 3))}, "'masses' is missing"),
        ({"pattern": np.zeros(2)}, "'pattern' is unknown"),
        ({"positions": np.array([{}], dtype=object)}, "no file of modes"),
        ({"node_names": np.array(["tip"])}, "for each node"),
    ):
        np.savez(path, **fields)
        with pytest.raises(RobotFileError, match=reason):
            load(path)
    path.write_bytes(b"PK nothing")
    with pytest.raises(RobotFileError, match="no file of modes"):
        load(path)
    (tmp_path / "modes.json").write_text("[1, 2]")
    with pytest.raises(RobotFileError, match="must be an object"):
        load(tmp_path / "modes.json")
    with pytest.raises(RobotFileError, match="cannot be read"):
        load(tmp_path / "nowhere.json")


def test_files_with_wrong_modes_are_refused() -> None:
    text = model_to_json(shortened())
    with pytest.raises(RobotFileError, match="not lists of numbers"):
        parse_json(text.replace('"masses": [', '"masses": ["x", '))
    with pytest.raises(RobotFileError, match="tip: this must be a whole number"):
        parse_json(text.replace('"tip": 5', '"tip": 5.5'))


def test_edits_of_flexible_models() -> None:
    model = chain()
    assert model.nv == 8
    assert (model.q_modes("first"), model.v_slice("to brick")) == (slice(1, 3), slice(3, 4))
    assert [model.coordinates.owner(i) for i in (0, 2, 3)] == ["to first", "first", "to brick"]
    with pytest.raises(InputError, match="is rigid"):
        model.q_modes("brick")
    with pytest.raises(ModelError, match="attach a body on a fixed joint"):
        model.with_payload("hand", Inertia(1.0))
    with pytest.raises(ModelError, match="no modes to lock"):
        model.lock_modes("brick")
    again = model.lock_modes("last").with_modes("last", spar(3))
    assert again == model
    both = model.attach(shortened(), "hand", "x_")
    assert both.nv == 11
    assert both.bodies[-2].modes == shortened().bodies[0].modes
    q = model.random_configuration(np.random.default_rng(0), 100)
    moved = spar(2).shapes @ q[:, model.q_modes("first")].T
    assert 0.02 < np.abs(moved).max() < 2 * 0.02 * 1.2
    assert model.difference(model.neutral(), model.integrate(model.neutral(), np.ones(8))) == pytest.approx(
        1.0
    )
