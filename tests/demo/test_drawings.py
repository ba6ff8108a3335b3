"""Charts and stick figures: every value is where it belongs, and the SVG is well formed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from psiphi import robots
from psiphi.algebra import D, E_phi, H, I, K, diagonal, inv, psi
from psiphi.demo.timings import Timing
from psiphi.view.drawings.charts import Bar, Series, bar_chart, line_chart
from psiphi.view.drawings.stick_figure import Node, StickFigure, chains, projected
from psiphi.view.drawings.typeset import formula, typeset, typeset_loops


def polylines(svg: str, style: str) -> list[np.ndarray]:
    root = ElementTree.fromstring(svg)
    found = [line for line in root.iter("polyline") if line.get("class", "").startswith(style)]
    return [
        np.array([[float(x) for x in p.split(",")] for p in line.get("points", "").split()]) for line in found
    ]


def test_a_line_is_drawn_to_scale() -> None:
    x = np.linspace(0.0, 4.0, 41)
    line, twice = polylines(
        line_chart(x, [Series("x", x, "c0"), Series("2x < 9", 2 * x, "c1")], "s", "m"), "series"
    )
    assert np.allclose(np.diff(line[:, 0]), line[1, 0] - line[0, 0], atol=0.11)
    assert line[-1, 1] < line[0, 1]  # up is less y on paper
    assert (twice[-1, 1] - twice[0, 1]) / (line[-1, 1] - line[0, 1]) == pytest.approx(2.0, rel=1e-2)


def test_powers_of_ten_are_evenly_spaced() -> None:
    x = np.arange(5.0)
    svg = line_chart(x, [Series("drift", 10.0 ** (-2 * x), "c0")], "s", "", logarithmic=True)
    (line,) = polylines(svg, "series")
    assert np.allclose(np.diff(line[:, 1]), line[1, 1] - line[0, 1], atol=0.11)
    assert "10<tspan" in svg
    assert "−8</tspan>" in svg


@pytest.mark.parametrize(
    "y", [np.zeros(3), np.full(3, -2.5), np.array([0.0, 1e-12, 0.0]), np.array([0.0, 7e8, 0.0])]
)
def test_any_range_has_round_ticks(y: np.ndarray) -> None:
    root = ElementTree.fromstring(line_chart(np.arange(3.0), [Series("y", y, "c0")], "s", "m"))
    ticks = [tick.text or "" for tick in root.iter("text") if tick.get("class") == "tick end"]
    assert 2 <= len(ticks) <= 8
    values = [float(tick.replace("−", "-")) for tick in ticks]
    assert min(values) <= y.min()
    assert max(values) >= y.max()


@pytest.mark.parametrize("logarithmic", [False, True])
def test_a_single_value_is_a_point(logarithmic: bool) -> None:
    series = [Series("y", np.array([2.0]), "c0"), Series("z", np.array([4.0]), "c1")]
    root = ElementTree.fromstring(line_chart(np.zeros(1), series, "s", "m", logarithmic=logarithmic))
    low, high = (float(ring.get("cy", "")) for ring in root.iter("circle"))
    assert 0.0 < high < low < 270.0
    assert {ring.get("cx") for ring in root.iter("circle")} == {"282.0"}  # the middle of the axis


def test_bars_grow_with_the_logarithm() -> None:
    bars = [Bar("a & b", 1e-7, "100 ns", True), Bar("c", 1e-6, "1 µs", False), Bar("d", 1e-5, "10 µs", False)]
    root = ElementTree.fromstring(bar_chart(bars, {1e-6: "1 µs", 1e-3: "1 ms"}))
    ends = [float(rect.get("x", "")) + float(rect.get("width", "")) for rect in root.iter("rect")]
    assert ends[1] - ends[0] == pytest.approx(ends[2] - ends[1], abs=0.2)
    ticks = [text.text for text in root.iter("text") if text.get("class") == "tick middle"]
    assert ticks == ["1 µs"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(4.71e-8, "47.1 ns"), (9.996e-7, "1 µs"), (3.17e-7, "317 ns"), (2.5e-3, "2.5 ms"), (12.0, "12 s")],
)
def test_times_in_words(seconds: float, words: str) -> None:
    assert Timing("", seconds, True).in_words == words


def test_chains_hold_every_body_once_and_end_at_the_tools() -> None:
    model = robots.quadruped().model
    found = chains(model)
    bodies = [node.body for chain in found for node in chain[1:] if node.point == (0.0, 0.0, 0.0)]
    assert sorted(bodies) == list(range(1, len(model.bodies)))
    assert all(chain[0] == Node(0) for chain in found)
    foot = model.frame("LF_foot")
    assert found[0][-1] == Node(foot.body, tuple(float(x) for x in foot.pose.position))


def test_a_robot_that_stands_is_drawn_from_the_ground() -> None:
    (chain,) = chains(robots.panda().model)
    assert chain[0] == Node(-1)


def test_a_figure_shows_joints_where_they_are() -> None:
    robot = robots.panda()
    q = robot.random_configuration(np.random.default_rng(0), 3)
    figure = StickFigure(robot, q)
    (line,) = polylines(figure.at(1), "link")
    for place, frame in ((3, "panda_link3"), (-1, "panda_link8")):
        right, up = projected(robot.frame_pose(q[1], frame)[1])
        assert np.allclose(line[place], [right, -up], atol=6e-4)
    assert figure.tip_heights == pytest.approx(robot.frame_pose(q, "panda_link8")[1][:, 2])


def test_a_moving_figure_begins_and_ends_as_the_motion_does() -> None:
    robot = robots.free_flyer()
    times = np.linspace(0.0, 1.0, 101)
    q = robot.integrate(robot.neutral(), np.outer(times, np.linspace(0.5, 1.0, robot.nv)))
    figure = StickFigure(robot, q)
    root = ElementTree.fromstring(figure.moving(times))
    moved = [animation.get("values", "").split(";") for animation in root.iter("animate")]
    still = re.findall(r'class="link" points="([^"]+)"', figure.at(len(times) - 1))
    assert [values[-1] for values in moved] == still
    assert all(len(values) == 26 for values in moved)


def test_a_projection_keeps_heights_in_order() -> None:
    low, high = projected(np.array([[0.3, 0.2, 0.0], [0.3, 0.2, 1.0]]))
    assert low[0] == pytest.approx(high[0])
    assert high[1] > low[1]


def test_expressions_are_typeset() -> None:
    text = typeset((I - H @ psi @ K).T @ inv(D))
    bracket = (
        '<mrow><mo stretchy="false">(</mo><mi>I</mi><mo>−</mo><mi>H</mi><mi>ψ</mi><mi>K</mi>'
        '<mo stretchy="false">)</mo></mrow>'
    )
    inverse = "<msup><mi>D</mi><mrow><mo>−</mo><mn>1</mn></mrow></msup>"
    assert text == f"<math><msup>{bracket}<mo>∗</mo></msup>{inverse}</math>"
    assert typeset(E_phi) == "<math><msub><mi>E</mi><mi>φ</mi></msub></math>"
    assert '<mi class="word">diag</mi>' in typeset(diagonal(psi))


def over(letter: str, accent: str) -> str:
    return f'<mover accent="true"><mi>{letter}</mi><mo>{accent}</mo></mover>'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("D^−½", "<msup><mi>D</mi><mrow><mo>−</mo><mn>½</mn></mrow></msup>"),
        ("E_φ*", "<msubsup><mi>E</mi><mi>φ</mi><mo>∗</mo></msubsup>"),
        ("φ̃_f", f"<msub>{over('φ', '~')}<mi>f</mi></msub>"),
        ("θ̈ ẑ", over("θ", "¨") + over("z", "^")),
        ("Δ⁻ < λₖ", "<msup><mi>Δ</mi><mo>−</mo></msup><mo>&lt;</mo><msub><mi>λ</mi><mi>k</mi></msub>"),
        ("Π_root T′", "<msub><mi>Π</mi><mtext>root</mtext></msub><msup><mi>T</mi><mo>′</mo></msup>"),
        ("n^{N−1}", "<msup><mi>n</mi><mrow><mi>N</mi><mo>−</mo><mn>1</mn></mrow></msup>"),
        ("2.5)", "<mn>2.5</mn><mo>)</mo>"),
        ("*", "<msup><mrow></mrow><mo>∗</mo></msup>"),
    ],
)
def test_formulas_are_typeset(text: str, shown: str) -> None:
    assert formula(text) == f"<math>{shown}</math>"


def test_headings_of_loops_stand_out() -> None:
    assert typeset_loops("inward\n    z(k) = a < b") == "<b>inward</b>\n    z(k) = a &lt; b"
