"""Drawings: all that is drawn is inside the picture, and the filter has one mirror image."""

from __future__ import annotations

import re

import numpy as np

from psiphi.algebra import H, inv, joint_vector, mass, phi
from psiphi.algebra.derive import derive
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.recursion.sweeps.lowering import lower
from psiphi.view.drawings.schematic import Schematic, fitted, hull
from psiphi.view.drawings.signal_flow import Arrow, mirrored, signal_flow

FILTER = (Arrow("u", "z", 1, ("φ",)), Arrow("z", "e", -1, ("H",)), Arrow("e", "u", 1, ("G",)))


def test_a_picture_is_cut_to_what_is_drawn() -> None:
    drawing = Schematic("a < b")
    drawing.line([(0.0, 0.0), (100.0, 50.0)])
    drawing.arrow((0.0, 0.0), (0.0, -40.0))
    drawing.arc((0.0, 0.0), (60.0, 0.0), 20.0)
    drawing.dot((100.0, 50.0), radius=6.0)
    drawing.box((40.0, 80.0), "H")
    svg = drawing.svg()
    x, y, width, height = map(float, re.search(r'viewBox="([^"]*)"', svg)[1].split())
    assert x < 0.0
    assert y < -40.0
    assert x + width > 106.0
    assert y + height > 93.0
    assert "<title>a &lt; b</title>" in svg


def test_points_are_seen_from_where_they_spread_most() -> None:
    points = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [0.0, 3.0, 4.0]])
    flat = fitted(points, 500.0, 400.0)
    lengths = np.linalg.norm(flat[:, None] - flat, axis=-1)
    assert np.allclose(lengths / lengths[0, 1], [[0.0, 1.0, 1.25], [1.0, 0.0, 0.75], [1.25, 0.75, 0.0]])
    assert flat.min() >= -1e-9
    assert flat[0, 0] == flat[:, 0].min()


def test_a_hull_keeps_its_distance() -> None:
    corners = hull([(0.0, 0.0), (10.0, 0.0), (5.0, 1.0)], 2.0)
    assert np.allclose(corners.max(axis=0) - corners.min(axis=0), [14.0, 5.0], atol=0.05)


def test_the_mirror_of_the_filter_is_found_and_no_other() -> None:
    turned = [arrow.turned_round for arrow in FILTER]
    assert mirrored(FILTER, turned) == {"u": "u", "z": "z", "e": "e"}
    assert turned[1] == Arrow("e", "z", -1, ("H*",))
    assert mirrored(FILTER, FILTER) is None  # the gains are not adjoint
    assert mirrored(FILTER, [*turned[:2], Arrow("u", "e", 1, ("H*",))]) is None
    one_sign_wrong = [*turned[:2], Arrow("u", "e", -1, ("G*",))]
    assert mirrored(FILTER, one_sign_wrong) is None  # a ring whose product has the other sign
    both = [Arrow(a.start, a.end, -a.sign if "e" in (a.start, a.end) else a.sign, a.gain) for a in turned]
    assert mirrored(FILTER, both) is not None  # e is counted with the other sign


def test_the_graph_of_a_program_has_its_operators_on_the_arrows() -> None:
    x = joint_vector("x")
    flow = signal_flow(lower([expand(derive(inv(mass) @ x).result)]))
    assert {gain for arrow in flow.arrows for gain in arrow.gain} == {"φ", "H", "G", "D⁻¹", "φ*", "G*", "H*"}
    assert (flow.inputs, len(flow.results), set(flow.passes.values())) == (("x",), 1, {0, 1})
    inward = signal_flow(lower([expand(H @ phi @ H.T @ x)]))
    assert mirrored(inward.within(0), inward.within(0)) is None
