"""Ten mechanisms with closed chains, as URDF and a list of loops beside it: linkages from the literature.

| mechanism | figures |
|---|---|
| four-bar of Chebyshev ("lambda") | crank 1, ground 2, rocker and both halves of the coupler 2.5 |
| Watt's straight line | arms 2.5, coupler 1, pivots (5, 1) apart; the middle of the coupler draws it |
| Roberts' straight line | two arms and two sides of the triangle 1.2, pivots 2, its third side 1 |
| Peaucellier and Lipkin | arms 0.5, rhombus 0.2, crank as long as its pivot is from that of the arms |
| Hart's inversor | antiparallelogram of sides 0.4 and 0.8, pivot and points at a quarter of them |
| Jansen's leg | his thirteen lengths, by his letters below, in centimetres |
| five-bar leg of Minitaur | coaxial cranks 0.1 m, lower links 0.2 m [Kenneally, De, Koditschek 2016] |
| 3-RRR platform | three equal legs of two links on an equilateral base |
| Bennett's 4R | lengths 1 and 2, twists 30° and 90°: sin α / a = sin β / b [Bennett 1903] |
| Sarrus' 6R | two planes of three parallel hinges, at right angles to each other [Sarrus 1853] |

Plane ones have all hinges along y, and are given by the points of their links; at q = 0 they are closed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import psiphi

Array = np.ndarray
GROUND = "ground"


@dataclass
class Mechanism:
    """Links between hinges at places in the world; `loops` are hinges that the tree does not have.

    joints    name: (parent, child, place, axis), in an order from the ground outward
    loops     name: (first, second, place, axis); without an axis they share a point alone
    marks     frames: (link, place)
    """

    mobility: int
    joints: dict[str, tuple[str, str, Array, Array]]
    loops: dict[str, tuple[str, str, Array, Array | None]]
    masses: dict[str, list[Array]]
    marks: dict[str, tuple[str, Array]] = field(default_factory=dict)

    def load(self, directory: Path) -> psiphi.Robot:
        """The robot, from the two files."""
        urdf, listed = directory / "mechanism.urdf", directory / "loops.json"
        urdf.write_text(self._urdf())
        listed.write_text(json.dumps(self._list()))
        return psiphi.load(urdf, loops=listed)

    def _ends(self) -> dict[str, tuple[str, Array]]:
        ends = {f"{name}:{k}": (x[k], x[2]) for name, x in self.loops.items() for k in (0, 1)}
        return ends | self.marks

    def _list(self) -> list[dict]:
        return [
            {"name": name, "frames": [f"{name}:0", f"{name}:1"], "type": "3d"}
            if axis is None
            else {"name": name, "frames": [f"{name}:0", f"{name}:1"], "type": "hinge", "axis": axis.tolist()}
            for name, (_, _, _, axis) in self.loops.items()
        ]

    def _urdf(self) -> str:
        """Link frames are parallel to the world's where q = 0, and stand at the joints that carry them."""
        places = {GROUND: np.zeros(3)} | {child: place for _, child, place, _ in self.joints.values()}
        text = [f'<link name="{GROUND}"/>']
        for link, points in self.masses.items():
            center, rotational = _inertia([point - places[link] for point in points])
            moments = zip(
                ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), rotational[np.triu_indices(3)], strict=True
            )
            told = " ".join(f'{name}="{float(value)!r}"' for name, value in moments)
            text.append(
                f'<link name="{link}"><inertial><origin xyz="{_numbers(center)}"/>'
                f'<mass value="{len(points)}"/><inertia {told}/></inertial></link>'
            )
        for name, (parent, child, place, axis) in self.joints.items():
            text.append(
                f'<joint name="{name}" type="continuous"><parent link="{parent}"/><child link="{child}"/>'
                f'<origin xyz="{_numbers(place - places[parent])}"/><axis xyz="{_numbers(axis)}"/></joint>'
            )
        for name, (link, place) in self._ends().items():
            text.append(
                f'<link name="{name}"/><joint name="{name}_seat" type="fixed"><parent link="{link}"/>'
                f'<child link="{name}"/><origin xyz="{_numbers(place - places[link])}"/></joint>'
            )
        return f'<robot name="mechanism">{"".join(text)}</robot>'


def _inertia(points: list[Array]) -> tuple[Array, Array]:
    """A kilogram at each point, and enough about them that no axis is without inertia."""
    center = np.mean(points, axis=0)
    arms = [point - center for point in points]
    return center, sum((r @ r) * np.eye(3) - np.outer(r, r) for r in arms) + 0.01 * np.eye(3)


def _numbers(values) -> str:
    return " ".join(repr(float(value)) for value in values)


def plane(mobility: int, points: dict, links: dict[str, str], fixed: str, marks=None) -> Mechanism:
    """A plane mechanism of links given by the letters of their points; hinges are where letters recur."""
    spots = {letter: np.array([x, 0.0, z]) for letter, (x, z) in points.items()}
    along = np.array([0.0, 1.0, 0.0])
    members = {GROUND: fixed} | links
    reached, joints, joined = [GROUND], {}, {letter: {} for letter in spots}
    for link in reached:
        for letter in members[link]:
            for other in members:
                if letter in members[other] and other not in reached:
                    reached.append(other)
                    joints[f"{letter}_{other}"] = (link, other, spots[letter], along)
                    joined[letter][other] = link
    loops = {}
    for letter, carried in joined.items():
        here = [link for link in reached if letter in members[link]]
        apart = [link for link in here if link not in carried]  # each is the first of those it carries
        for link in apart[1:]:
            loops[f"{letter}_{link}"] = (apart[0], link, spots[letter], None)
    masses = {link: [spots[letter] for letter in letters] for link, letters in links.items()}
    marked = {name: (link, spots[letter]) for name, (link, letter) in (marks or {}).items()}
    return Mechanism(mobility, joints, loops, masses, marked)


def meet(a, r: float, b, s: float, side: int) -> tuple[float, float]:
    """Where circles about a and b cross, on the left of the way from a to b, or on its right (side = −1)."""
    a, b = np.array(a), np.array(b)
    d = np.linalg.norm(b - a)
    along = (r * r - s * s + d * d) / (2 * d)
    across = np.sqrt(r * r - along * along)
    ahead = (b - a) / d
    x, z = a + along * ahead + side * across * np.array([-ahead[1], ahead[0]])
    return float(x), float(z)


def chebyshev() -> Mechanism:
    crank = (-1.0 * np.cos(0.4), 1.0 * np.sin(0.4))
    C = meet(crank, 2.5, (2.0, 0.0), 2.5, 1)
    P = tuple(2 * np.array(C) - crank)
    points = {"A": (0.0, 0.0), "B": (2.0, 0.0), "D": crank, "C": C, "P": P}
    return plane(
        1, points, {"crank": "AD", "coupler": "DCP", "rocker": "BC"}, "AB", {"tracer": ("coupler", "P")}
    )


def watt() -> Mechanism:
    A, B = (0.0, 0.0), (5.0, 1.0)
    C = (2.5 * np.cos(0.1), 2.5 * np.sin(0.1))
    D = meet(C, 1.0, B, 2.5, 1)
    P = tuple((np.array(C) + D) / 2)
    points = {"A": A, "B": B, "C": C, "D": D, "P": P}
    return plane(
        1, points, {"left": "AC", "coupler": "CDP", "right": "BD"}, "AB", {"tracer": ("coupler", "P")}
    )


def roberts() -> Mechanism:
    height = np.sqrt(1.2**2 - 0.5**2)
    points = {"A": (-1.0, 0.0), "B": (1.0, 0.0), "C": (-0.5, height), "D": (0.5, height), "P": (0.0, 0.0)}
    return plane(
        1, points, {"left": "AC", "coupler": "CDP", "right": "BD"}, "AB", {"tracer": ("coupler", "P")}
    )


def peaucellier() -> Mechanism:
    pivot, centre = (0.0, 0.0), (0.2, 0.0)
    P = (0.2 + 0.2 * np.cos(0.5), 0.2 * np.sin(0.5))
    A, B = meet(pivot, 0.5, P, 0.2, 1), meet(pivot, 0.5, P, 0.2, -1)
    Q = tuple(np.array(A) + B - P)
    points = {"O": pivot, "C": centre, "P": P, "A": A, "B": B, "Q": Q}
    links = {"crank": "CP", "upper": "OA", "lower": "OB", "pa": "PA", "pb": "PB", "aq": "AQ", "bq": "BQ"}
    return plane(1, points, links, "OC", {"tracer": ("aq", "Q")})


def hart() -> Mechanism:
    """AC and BD are parallel, with a product of 0.8² − 0.4²; AD and CB cross."""
    wide = 0.9
    narrow = (0.8**2 - 0.4**2) / wide
    height = np.sqrt(0.4**2 - ((wide - narrow) / 2) ** 2)
    A, C = np.zeros(2), np.array([wide, 0.0])
    B, D = (np.array([(wide + side * narrow) / 2, height]) for side in (-1, 1))
    points = {"A": A, "B": B, "C": C, "D": D}
    points |= {"O": A + 0.25 * (B - A), "P": A + 0.25 * (D - A), "Q": C + 0.25 * (B - C)}
    links = {"ab": "ABO", "ad": "ADP", "cb": "CBQ", "cd": "CD"}
    return plane(2, points, links, "O", {"inner": ("ad", "P"), "outer": ("cb", "Q")})


def jansen() -> Mechanism:
    """The crank's centre is at the origin, the fixed pivot at (−a, −l)."""
    b, c, d, e, f, g, h, i, j, k, m = 41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49.0, 50.0, 61.9, 15.0
    Z, Y = (0.0, 0.0), (-38.0, -7.8)  # a and l
    X = (m * np.cos(0.3), m * np.sin(0.3))
    W = meet(Y, b, X, j, 1)
    V = meet(Y, d, W, e, 1)
    U = meet(Y, c, X, k, -1)
    T = meet(V, f, U, g, -1)
    S = meet(T, h, U, i, -1)
    points = {n: tuple(np.array(x) / 100) for n, x in zip("ZYXWVUTS", (Z, Y, X, W, V, U, T, S), strict=True)}
    links = {"crank": "ZX", "j": "XW", "k": "XU", "upper": "YWV", "c": "YU", "f": "VT", "lower": "TUS"}
    return plane(1, points, links, "ZY", {"foot": ("lower", "S")})


def minitaur() -> Mechanism:
    left, right = (-0.1 * np.cos(0.3), 0.1 * np.sin(0.3)), (0.1 * np.cos(0.2), -0.1 * np.sin(0.2))
    foot = meet(left, 0.2, right, 0.2, -1)
    points = {"O": (0.0, 0.0), "L": left, "R": right, "F": foot}
    links = {"left": "OL", "right": "OR", "left_shank": "LF", "right_shank": "RF"}
    return plane(2, points, links, "O", {"foot": ("left_shank", "F")})


def three_rrr() -> Mechanism:
    points, links = {}, {"platform": "GHI"}
    for k, (base, knee, top) in enumerate(zip("ABC", "DEF", "GHI", strict=True)):
        angle = 2 * np.pi * k / 3 + 0.2
        ray = np.array([np.cos(angle), np.sin(angle)])
        points[base], points[top] = tuple(ray), tuple(0.2 * ray + (0.03, 0.02))
        points[knee] = meet(points[base], 0.6, points[top], 0.6, 1)
        links |= {f"upper_{k}": base + knee, f"lower_{k}": knee + top}
    return plane(3, points, links, "ABC", {"platform_mark": ("platform", "G")})


def bennett() -> Mechanism:
    lengths, twists = (1.0, 2.0, 1.0, 2.0), (np.pi / 6, np.pi / 2, np.pi / 6, np.pi / 2)
    first = 2.0
    ratio = np.sin((twists[1] + twists[0]) / 2) / np.sin((twists[1] - twists[0]) / 2)
    second = 2 * np.arctan2(ratio, np.tan(first / 2))
    pose, hinges = np.eye(4), []
    for theta, a, alpha in zip((first, second, -first, -second), lengths, twists, strict=True):
        hinges.append((pose[:3, 3].copy(), pose[:3, 2].copy()))
        (c, s), (p, r) = ((np.cos(x), np.sin(x)) for x in (theta, alpha))
        pose = pose @ [[c, -s * p, s * r, a * c], [s, c * p, -c * r, a * s], [0, r, p, 0], [0, 0, 0, 1]]
    np.testing.assert_allclose(pose, np.eye(4), atol=1e-14)  # closed, as Bennett says
    return _ring(1, hinges)


def sarrus() -> Mechanism:
    """From the base along x up to the table, and from there along y down again."""
    x, y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    places = [
        (0.5, 0.0, 0.0),
        (0.8, 0.0, 0.4),
        (0.5, 0.0, 0.8),
        (0.0, 0.5, 0.8),
        (0.0, 0.8, 0.4),
        (0.0, 0.5, 0.0),
    ]
    return _ring(1, [(np.array(place), axis) for place, axis in zip(places, (y, y, y, x, x, x), strict=True)])


def _ring(mobility: int, hinges: list[tuple[Array, Array]]) -> Mechanism:
    """Links between hinges one after the other, the first and the last of which are on the ground."""
    names = [GROUND, *(f"link_{k}" for k in range(1, len(hinges))), GROUND]
    joints = {
        f"hinge_{k}": (names[k], names[k + 1], place, axis) for k, (place, axis) in enumerate(hinges[:-1])
    }
    place, axis = hinges[-1]
    masses = {names[k]: [hinges[k - 1][0], hinges[k][0]] for k in range(1, len(hinges))}
    marks = {"mark": (names[len(hinges) // 2], place)}
    return Mechanism(mobility, joints, {"last": (names[-2], GROUND, place, axis)}, masses, marks)


MECHANISMS: dict[str, Callable[[], Mechanism]] = {
    made.__name__: made
    for made in (chebyshev, watt, roberts, peaucellier, hart, jansen, minitaur, three_rrr, bennett, sarrus)
}
