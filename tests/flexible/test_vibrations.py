"""Frequencies of beams that are held, hinged, free or spinning, and motions that keep what they must."""

from __future__ import annotations

import numpy as np
import pytest
from spars import tree, tree_state

import psiphi
from psiphi.algebra import inv, joint_vector, mass
from psiphi.algebra.inputs import joint_operator
from psiphi.errors import InputError, ModelError
from psiphi.flexible import Modes, beam
from psiphi.model import Body, Frame, Joint, Model
from psiphi.spatial.inertia import Inertia
from psiphi.spatial.pose import Pose
from psiphi.spatial.rotation import rotation_about


def unit_beam(modes: int, motions: str, **options: object) -> Modes:
    """A beam of length, line density and bending stiffness one, next to no section."""
    section = {"area": 1.0, "second_moments": (1e-8, 1e-8), "young": 1e8}
    return beam(length=1.0, density=1.0, **section, modes=modes, motions=motions, **options)  # type: ignore[arg-type]


def carried(modes: Modes, kind: str) -> psiphi.Robot:
    return psiphi.Robot(
        Model("beam", [Body("beam", -1, Joint("root", kind), modes=modes)], gravity=(0, 0, 0))
    )


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        ("fixed", [3.5160153, 22.034492, 61.697214]),
        ("revolute", [15.418206, 49.964862, 104.24770]),
        ("free", [22.373285, 61.672823, 120.90339]),
    ],
)
def test_beams_vibrate_as_in_the_books(kind: str, known: list[float]) -> None:
    robot = carried(unit_beam(6, "y", stiffened=False), kind)
    found = robot.modal_analysis(robot.neutral())
    assert found.frequencies[found.frequencies > 1.0][:3] == pytest.approx(known, rel=2e-3)
    assert found.frequencies[found.frequencies > 1.0][0] == pytest.approx(known[0], rel=2e-4)
    assert not found.damping.any()
    matrix = robot.mass_matrix(robot.neutral())
    assert found.shapes.T @ matrix @ found.shapes == pytest.approx(np.eye(robot.nv), abs=1e-10)


def test_a_spinning_beam_is_stiffer() -> None:
    """Flap frequencies of Wright, Smith, Thresher and Wang, J. Appl. Mech. 49, 1982."""
    robot = carried(unit_beam(4, "z"), "revolute")
    for speed, known in ((6.0, [7.3604, 26.8091]), (12.0, [13.1702, 37.6031])):
        v = np.zeros(robot.nv)
        v[0] = speed
        found = robot.modal_analysis(robot.neutral(), v, held=["root"])
        assert found.frequencies[:2] == pytest.approx(known, rel=1e-3)
    soft = carried(unit_beam(3, "y", stiffened=False), "revolute")
    v = np.array([6.0, 0.0, 0.0, 0.0])
    found = soft.modal_analysis(soft.neutral(), v, held=["root"])
    assert found.damping.min() < -0.9  # without stiffening it flies apart


def test_damping_and_springs() -> None:
    modes = unit_beam(2, "y", damping=0.03)
    robot = carried(modes, "fixed")
    found = robot.modal_analysis(robot.neutral())
    assert found.damping == pytest.approx([0.03, 0.03], rel=1e-10)
    assert found.frequencies == pytest.approx(modes.frequencies, rel=1e-10)
    pendulum = Body(
        "p", -1, Joint("hinge", "revolute", axis=(0, 1, 0), stiffness=3.0), Inertia(2.0, (0, 0, -0.5))
    )
    found = psiphi.Robot(Model("pendulum", [pendulum])).modal_analysis([0.0])
    assert found.frequencies[0] == pytest.approx(np.sqrt((3.0 + 2.0 * 9.81 * 0.5) / 0.5), rel=1e-12)
    over = psiphi.Robot(Model("over", [pendulum])).modal_analysis([np.pi])
    assert over.eigenvalues[0].real == pytest.approx(np.sqrt((2.0 * 9.81 * 0.5 - 3.0) / 0.5), rel=1e-12)
    with pytest.raises(InputError, match="one configuration"):
        robot.modal_analysis(np.zeros((2, 2)))


def swing(loop: str) -> Model:
    """A platform on two cranks of one length, which hold it level."""
    axis, length = (0.0, 1.0, 0.0), 0.7
    light = Inertia(1e-9, (0.0, 0.0, -length / 2), 1e-12 * np.eye(3))
    platform = Inertia(3.0, (0.3, 0.0, 0.0), np.diag([0.1, 0.2, 0.3]))
    bodies = [
        Body("left", -1, Joint("left crank", "revolute", axis=axis), light),
        Body("platform", 0, Joint("hook", "revolute", Pose(None, (0, 0, -length)), axis=axis), platform),
        Body("right", -1, Joint("right crank", "revolute", Pose(None, (0.6, 0, 0)), axis=axis), light),
    ]
    frames = [Frame("end", 1, Pose(None, (0.6, 0, 0))), Frame("pin", 2, Pose(None, (0, 0, -length)))]
    return Model("swing", bodies, frames).with_loop("end", "pin", loop, axis=axis)


@pytest.mark.parametrize("loop", ["point", "hinge"])  # a hinge in a plane says some things twice
def test_loops_leave_a_swing_the_frequency_of_its_cranks(loop: str) -> None:
    robot = psiphi.Robot(swing(loop))
    found = robot.modal_analysis(np.zeros(3))
    assert found.frequencies == pytest.approx([np.sqrt(9.81 / 0.7)], rel=1e-7)
    assert found.shapes[:, 0] / found.shapes[0, 0] == pytest.approx([1.0, -1.0, 1.0])
    with pytest.raises(InputError, match="at rest"):
        robot.modal_analysis(np.zeros(3), np.ones(3))


def test_a_beam_whose_tip_a_loop_pins_vibrates_as_in_the_books() -> None:
    modes = unit_beam(4, "y", kind="craig-bampton", stiffened=False)
    bodies = [Body("beam", -1, Joint("root", "revolute"), modes=modes)]
    model = Model("beam", bodies, [Frame("tip", 0, Pose(None, (1, 0, 0)))], gravity=(0, 0, 0))
    rail = Body(
        "rail", -1, Joint("slide", "prismatic", axis=(1, 0, 0)), Inertia(1e-9, (0, 0, 0), 1e-9 * np.eye(3))
    )
    model = model.attach(Model("rail", [rail]), "world").with_loop("tip", "rail", "point")
    q = psiphi.Robot(model).neutral()
    q[-1] = 1.0
    found = psiphi.Robot(model).modal_analysis(q)
    assert found.frequencies[found.frequencies > 1.0][:2] == pytest.approx([np.pi**2, 4 * np.pi**2], rel=1e-4)


def test_an_elastic_gear_is_a_spring_between_rotor_and_link() -> None:
    link = Body(
        "link", -1, Joint("hinge", "revolute", axis=(0, 1, 0)), Inertia(2.0, (0, 0, -0.3), 0.1 * np.eye(3))
    )
    stiff = Model("gear", [link], gravity=(0, 0, 0))
    model = stiff.with_elastic_gear("hinge", 500.0, 0.2, rotor_inertia=0.3)
    assert model.joint_names == ("hinge", "hinge gear")
    robot = psiphi.Robot(model)
    found = robot.modal_analysis(robot.neutral())
    both = 1.0 / 0.3 + 1.0 / 0.28
    assert found.frequencies[-1] == pytest.approx(np.sqrt(500.0 * both), rel=1e-9)
    assert found.damping[-1] == pytest.approx(0.2 * both / (2.0 * np.sqrt(500.0 * both)), rel=1e-9)
    for wrong, reason in (
        (("hinge", -1.0), "positive stiffness"),
        (("hinge", 1.0), "nothing resists its motor"),
    ):
        with pytest.raises(ModelError, match=reason):
            stiff.with_elastic_gear(*wrong)


def test_modes_are_shown_as_motions() -> None:
    robot = carried(unit_beam(2, "y", stiffened=False), "revolute")
    found = robot.modal_analysis(robot.neutral())
    motion = robot.modal_motion(found, 1, period=3.0, periods=1)
    shape = found.shapes[:, 1]
    assert motion.time[-1] == pytest.approx(3.0)
    assert motion.q[0] / motion.q[0, 0] == pytest.approx(shape / shape[0])
    assert motion.q[20] == pytest.approx(-motion.q[0])
    assert motion.v[10] == pytest.approx(-motion.q[0] * 2.0 * np.pi / 3.0)
    assert 0.02 < np.abs(motion.q).max() <= 0.3
    with pytest.raises(InputError, match="there are 3"):
        robot.modal_motion(found, 3)
    panels = found.plot().axes
    assert [bar.get_height() for bar in panels[0].patches] == pytest.approx(found.frequencies / (2 * np.pi))


def test_a_body_is_seen_as_it_bends() -> None:
    from psiphi.view.scene import scene_of

    robot = carried(unit_beam(2, "y"), "revolute")
    modes, scene = robot.model.bodies[0].modes, scene_of(robot)
    assert modes is not None
    q = np.array([[0.3, 0.05, 0.01], [0.0, 0.0, 0.0]])
    rotations, positions = scene.poses(q)
    lengths = scene.bent[0].lengths
    tip = positions[:, -2] + rotations[:, -2, :, 2] * lengths[-1] / 2
    turn = np.array([[np.cos(0.3), -np.sin(0.3)], [np.sin(0.3), np.cos(0.3)]])
    place = turn @ modes.deformed(q[0, 1:])[modes.nodes["tip"], :2]
    assert tip[1, 0] == pytest.approx(1.0, abs=0.03)
    assert tip[0, :2] == pytest.approx(place, abs=0.03)
    assert len(scene.names) == 1 + len(lengths)


def test_a_step_implicit_in_the_stiffness_is_a_filter_with_noise() -> None:
    model = tree()
    robot, (q, v) = psiphi.Robot(model), tree_state()
    Y = np.zeros(model.nv)
    for body in model.bodies:
        if body.modes is not None:
            at = model.v_modes(body.name)
            Y[at] = 0.01 * np.diag(body.modes.damping) + 1e-4 * np.diag(body.modes.stiffness)
    solve = robot.compile(inv(mass + joint_operator("Y", diagonal=True)) @ joint_vector("x"))
    forces = robot.passive_forces(q, v) - robot.bias_forces(q, v)
    known = [1.665265228644, -15.287173006245, 3.760855228162, 2.324340192526, -0.691524425244]
    assert solve(q=q, x=forces, Y=Y)[:5] == pytest.approx(known, rel=1e-11)


def test_an_implicit_step_has_all_of_the_stiffness_and_damping() -> None:
    """(𝓜 + hD + h²K) a = tau − Dv − K(η + hv) − C, with modes that feel each other."""
    model, rng = tree(), np.random.default_rng(0)
    K, D = (np.zeros((model.nv, model.nv)) for _ in range(2))
    for each in [x for x in model.bodies if x.modes is not None]:
        mixed = rng.normal(size=(2, each.modes.count, each.modes.count)) + 3.0 * np.eye(each.modes.count)
        stiffness, damping = (scale * x @ x.T for scale, x in zip((300.0, 2.0), mixed, strict=True))
        modes = Modes(
            **{**each.modes.arrays, "stiffness": stiffness, "damping": damping}, nodes=each.modes.nodes
        )
        model = model.with_modes(each.name, modes)
        at = model.v_modes(each.name)
        K[at, at], D[at, at] = stiffness, damping
    robot, (q, v), h = psiphi.Robot(model), tree_state(), 0.02
    tau, eta = rng.normal(size=robot.nv), np.zeros(robot.nv)
    for name in ("boom", "tipped"):
        eta[model.v_modes(name)] = q[model.q_modes(name)]
    forces = tau - D @ v - K @ (eta + h * v) - robot.bias_forces(q, v)
    known = v + h * np.linalg.solve(robot.mass_matrix(q) + h * D + h**2 * K, forces)
    _, after = robot.rollout(q, v, tau, 1, h, method="implicit")
    assert np.abs(after[1] - known).max() < 1e-11 * np.abs(known).max()
    motion = robot.simulate(q, v, tau, duration=h, dt=h, method="implicit")
    assert np.abs(motion.v[-1] - known).max() < 1e-11 * np.abs(known).max()


def test_a_flexible_double_pendulum_falls_as_exudyn_has_it() -> None:
    """Two beams released level and straight; ANCF cables of Exudyn 1.13 with full Newton steps of 1e-4 s."""
    modes = beam(
        length=1.0, density=100.0, area=1e-2, second_moments=(1e-8, 1e-8), young=1e10, modes=2, motions="y"
    )
    bodies = [
        Body("upper", -1, Joint("shoulder", "revolute"), modes=modes),
        Body("lower", 0, Joint("elbow", "revolute", Pose(None, (1, 0, 0))), modes=modes),
    ]
    model = Model("double", bodies, [Frame("tip", 1, Pose(None, (1, 0, 0)))], gravity=(0, -9.81, 0))
    robot = psiphi.Robot(model)
    q, v = robot.rollout(robot.neutral(), np.zeros(6), None, 2500, 4e-4, method="rk4", every=625)
    known = [[1.92709, -0.28132], [1.29762, -1.40465], [-0.74257, -1.75799], [-1.66326, -1.04119]]
    found = robot.frame_pose(q[1:], "tip")[1][:, :2]
    assert np.abs(found - known).max() < 2e-4
    energy = robot.kinetic_energy(q, v) + robot.potential_energy(q) + robot.elastic_energy(q)
    assert np.abs(energy - energy[0]).max() < 1e-6
    soft = robot.rollout(robot.neutral(), np.zeros(6), None, 400, 2.5e-3, method="implicit", every=400)
    assert np.abs(robot.frame_pose(soft[0][-1], "tip")[1][:2] - known[-1]).max() < 0.05


def test_a_beam_that_is_spun_up_lags_as_is_known() -> None:
    """Kane, Ryan and Banerjee 1987, Simo and Vu-Quoc 1987; −0.5740 by ANCF cables of Exudyn 1.13."""
    section = {"area": 1.0, "second_moments": (5e-4, 5e-4)}
    modes = beam(length=10.0, density=1.2, **section, young=2.8e7, modes=3, motions="y")
    bodies = [Body("blade", -1, Joint("hub", "revolute"), modes=modes)]
    model = Model("blade", bodies, [Frame("tip", 0, Pose(None, (10, 0, 0)))], gravity=(0, 0, 0))
    robot, dt = psiphi.Robot(model), 0.01
    time = dt * (np.arange(900) + 0.5)
    torque = robot.prescribed(["hub"]).torque(prescribed=0.4 * (1 - np.cos(2 * np.pi * time / 15))[:, None])
    motion = robot.simulate(robot.neutral(), np.zeros(robot.nv), torque, duration=9.0, dt=dt)
    tip = motion.q[:, 1:] @ modes.shapes[modes.nodes["tip"], 1]
    assert tip.min() == pytest.approx(-0.574, rel=5e-3)
    assert motion.time[tip.argmin()] == pytest.approx(6.77, abs=0.1)
    assert motion.v[-1, 0] == pytest.approx(
        0.4 * (9.0 - 15 / (2 * np.pi) * np.sin(2 * np.pi * 9 / 15)), rel=1e-4
    )


def test_a_satellite_keeps_its_energy_and_momentum() -> None:
    panel = beam(
        length=3.0,
        density=2700.0,
        area=4e-4,
        second_moments=(1e-8, 2e-8),
        young=70e9,
        modes=2,
        motions="yz",
        elements=8,
    )
    back = rotation_about((0.0, 0.0, 1.0), np.pi)
    bodies = [
        Body("hub", -1, Joint("free", "free"), Inertia(200.0, (0, 0, 0), np.diag([30.0, 40.0, 50.0]))),
        Body("left", 0, Joint("left root", "fixed", Pose(None, (0.5, 0, 0))), modes=panel),
        Body("right", 0, Joint("right root", "fixed", Pose(back, (-0.5, 0, 0))), modes=panel),
    ]
    robot = psiphi.Robot(Model("satellite", bodies, gravity=(0, 0, 0)))
    v = np.zeros(robot.nv)
    v[:6] = 0.3, 0.2, -0.4, 0.1, 0.0, 0.0
    q = robot.neutral()
    q[robot.model.q_modes("left")] = 0.05, -0.05
    q, v = robot.rollout(q, v, None, 10_000, 5e-4, method="rk4", every=1000)
    energy, momentum = robot.kinetic_energy(q, v) + robot.elastic_energy(q), robot.momentum(q, v)
    assert np.abs(energy / energy[0] - 1.0).max() < 1e-10
    assert np.abs(momentum - momentum[0]).max() < 1e-10 * np.abs(momentum[0]).max()
