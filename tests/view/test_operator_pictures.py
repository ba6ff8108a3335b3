"""Pictures of operators, diagrams of sweeps, derivations as pages, and what notebooks show."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import psiphi
from psiphi.algebra import (
    B,
    E_phi,
    H,
    I,
    M,
    a,
    b,
    body_vector,
    crossbar,
    inv,
    joint_vector,
    mass,
    parse,
    phi,
    psi,
)
from psiphi.algebra.expression import symbols_of
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.cli.main import main
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.motion import Accelerate, Newton
from psiphi.recursion.sweeps.operations.vectors import Input
from psiphi.recursion.sweeps.text import value_names
from psiphi.view.derivation_page import derivation_page
from psiphi.view.drawings.flow_drawing import flow_drawing
from psiphi.view.drawings.signal_flow import signal_flow

tau, x = joint_vector("tau"), body_vector("x")


def cells(svg: str) -> list[dict[str, str]]:
    root = ElementTree.fromstring(svg)
    return [each.attrib for each in root.iter() if each.attrib.get("class") == "cell"]


@pytest.mark.parametrize("name", ["panda", "quadruped", "nine_link_tree"])
@pytest.mark.parametrize("expression", [phi, psi, mass, inv(mass), H], ids=str)
def test_a_picture_has_a_cell_for_each_entry_of_the_matrix(name: str, expression) -> None:
    robot = getattr(psiphi.robots, name)()
    q = robot.random_configuration(np.random.default_rng(1))
    matrix = np.abs(psiphi.dense(expression, robot, q))
    found = cells(psiphi.picture(expression, robot, q).svg)
    assert len(found) == (matrix > 1e-12 * matrix.max()).sum()
    side = float(found[0]["width"])
    assert np.isclose(side, 360.0 / max(matrix.shape), atol=0.01)
    lines = re.findall(r'class="grid" x1="([\d.]+)"', psiphi.picture(expression, robot, q).svg)
    left = min(map(float, lines))
    darkest = max(found, key=lambda cell: float(cell["opacity"]))
    column = round((float(darkest["x"]) - left) / side)
    assert matrix[:, column].max() > 0.5 * matrix.max()


def test_the_tree_stands_beside_the_matrix() -> None:
    robot = psiphi.robots.quadruped()
    root = ElementTree.fromstring(robot.plot_sparsity().svg)
    names = [each.text or "" for each in root.iter() if each.tag.endswith("title")][1:]
    assert [name.split(" · ")[0] for name in names] == list(robot.body_names)
    branches = [each for each in root.iter() if each.attrib.get("class") == "branch"]
    assert len(branches) == len(robot.body_names) - 1


def test_pictures_of_frames_and_loops(tmp_path: Path) -> None:
    robot = psiphi.robots.panda()
    psiphi.picture(B.T @ phi.T @ H.T, robot, frames=[robot.frame_names[-1]]).save(tmp_path / "jacobian.svg")
    assert (tmp_path / "jacobian.svg").read_text().startswith("<svg ")
    assert psiphi.picture(mass @ tau).svg == flow_drawing(mass @ tau).svg
    with pytest.raises(InputError, match="whose"):
        psiphi.picture(mass)
    assert "·" in psiphi.picture(tau.T @ mass @ tau, robot).svg
    with pytest.raises(ArgumentTypeError, match="parse"):
        psiphi.picture("mass", robot)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        psiphi.picture(mass, robot).save(tmp_path / "mass.png")


EXPRESSIONS = [
    phi @ x,
    inv(mass) @ tau,
    mass @ tau,
    inv(mass) @ (tau - H @ phi @ (M @ phi.T @ a + b)),
    H @ phi @ (M @ phi.T @ a + b),
    psi.T @ x,
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_every_vector_has_a_diagram_with_its_gains(expression) -> None:
    svg = flow_drawing(expression).svg
    root = ElementTree.fromstring(svg)
    texts = {"".join(each.itertext()) for each in root.iter() if each.tag.endswith("text")}
    assert "result" in texts
    assert any("φ" in text for text in texts)
    for name in ("τ", "x"):
        assert (name in texts) == (name in str(expression).replace("φ", ""))


FLOWS = [
    inv(mass) @ tau,
    2 * mass @ tau - H @ phi @ x,
    inv(mass) @ (tau - H @ phi @ (M @ phi.T @ a + b)),
    H @ phi @ (M @ phi.T @ (H.T @ tau + a) + b),
    inv(I + mass @ mass) @ tau,
]


@pytest.mark.parametrize("expression", FLOWS, ids=str)
def test_what_a_diagram_adds_up_is_the_value_of_the_expression(expression) -> None:
    robot = psiphi.robots.nine_link_tree()
    rng = np.random.default_rng(0)
    q, v, joints = robot.random_configuration(rng), *rng.standard_normal((2, robot.nv))
    given = {tau: joints, x: rng.standard_normal(6 * len(robot.body_names))}

    def matrix(letter) -> np.ndarray:
        vectors = {each.name: given[each] for each in given.keys() & symbols_of(letter)}
        return psiphi.dense(letter, robot, q, v=v, vectors=vectors)

    program = lower([expand(psiphi.derive(expression).result)])
    flow, names = signal_flow(program), value_names(program)
    begins = {Accelerate: a, Newton: b}
    sources = {
        names[key]: matrix(each.operation.symbol if isinstance(each.operation, Input) else begins[kind])
        for key, each in program.definitions.items()
        if (kind := type(each.operation)) in (Input, *begins)
    }
    steps = {"φ": E_phi, "φ*": E_phi.T}
    values = dict(sources)
    for _ in range(20 * len(flow.passes)):  # the longest way through the tree, and more
        after = dict(sources)
        for arrow in flow.arrows:
            if (value := values.get(arrow.start)) is not None:
                for gain in arrow.gain:
                    number = float(gain) if gain.isdigit() else None
                    value = number * value if number else matrix(steps.get(gain) or parse(gain)) @ value
                after[arrow.end] = after.get(arrow.end, 0.0) + arrow.sign * value
        values = after
    assert np.allclose(values[flow.results[0]], matrix(expression), rtol=1e-9, atol=1e-9)


def test_an_operator_is_drawn_as_it_acts_on_a_vector() -> None:
    assert flow_drawing(mass).svg == flow_drawing(mass @ joint_vector("x")).svg
    assert ">y</text>" in flow_drawing(phi @ crossbar(x)).svg  # x is taken


def test_a_derivation_is_a_page_of_its_own(tmp_path: Path) -> None:
    derivation = psiphi.derive(inv(mass) @ tau)
    text = derivation_page(derivation)
    assert text.count("<math>") == len(derivation.steps) + 2
    for step in derivation.steps:
        assert step.identity in text
    path = tmp_path / "derivation.html"
    assert main(["derive", "inv(mass) tau", "--html", str(path)]) == 0
    assert "RK88 4.11" in path.read_text(encoding="utf-8")
    assert not re.search(r'(?:src|href)="(?!data:)', text)


def test_notebooks_are_shown_pictures_and_formulas() -> None:
    robot = psiphi.robots.four_bar()
    shown = robot._repr_html_()
    assert "data:image/png;base64," in shown
    assert robot.joint_names[0] in shown
    q = robot.assemble(robot.neutral()).q
    swing = robot.simulate(q, np.zeros(robot.nv), duration=0.02, dt=0.01)
    assert "3 samples" in swing._repr_html_()
    kernel = robot.kernel("gravity_forces" if hasattr(robot, "gravity_forces") else "inverse_dynamics")
    assert "operations" in kernel._repr_html_()
    latex = psiphi.derive(inv(mass) @ tau)._repr_latex_()
    assert latex.startswith("\\begin{align*}")
    assert "\\text{RK88 4.11}" in latex


def test_limits_are_shaded_and_loops_are_plotted() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    robot = psiphi.robots.panda()
    swing = robot.simulate(
        np.array([2.8, -0.5, 0.2, -2.0, 0.1, 1.6, 0.8]), np.eye(7)[0], duration=0.3, dt=0.01
    )
    figure = swing.plot(["q", "energy"])
    upper = robot.model.joint(robot.joint_names[0]).limits.upper[0]
    heights = [line.get_ydata()[0] for line in figure.axes[0].lines[7:]]
    assert any(np.isclose(height, upper) for height in heights)
    assert len(figure.axes[0].patches) == len(heights)
    closed = psiphi.robots.four_bar()
    q = closed.assemble(closed.neutral()).q
    motion = closed.simulate(q, np.zeros(closed.nv), duration=0.05, dt=0.01)
    (panel,) = motion.plot("loops").axes
    assert len(panel.lines) == len(closed.model.loops)
    error = np.abs(closed.loop_residual(motion.q)).max(axis=-1)
    assert np.allclose(panel.lines[0].get_ydata(), np.maximum(error, 1e-18))
    with pytest.raises(InputError):
        swing.plot("loops")
    matplotlib.pyplot.close("all")
