"""Straight beams along x: modes from finite elements, as mass points that carry the rotary inertia too.

Elements have two ends with six degrees of freedom each, [u, v, w, θx, θy, θz]: Hermite cubics in bending
(Euler–Bernoulli), or those of a beam that also gives in shear (Timoshenko; Przemieniecki, Theory of Matrix
Structural Analysis, 1968). Each of their Gauss points stands for four points of the section, at ±√(2 Iz/A)
along y and ±√(2 Iy/A) along z, which move with u + θ × r: mass, rotary and torsional inertia are sums over
the same points. A bent beam of constant length is shorter by ½∫(v'² + w'²): the fields of all pairs of modes
are spanned by a few bound shapes, the largest of their singular vectors.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ModelError
from psiphi.flexible.arguments import number_array
from psiphi.flexible.modes import Modes
from psiphi.frozen import frozen

Array = NDArray[np.float64]

MOTIONS = {"x": (0,), "y": (1, 5), "z": (2, 4), "t": (3,)}
"""The degrees of freedom of an end that take part: stretching, bending along y and z, torsion."""

_GAUSS = 4
_SPANNED = 1e-3
"""Bound shapes are kept down to this part of the largest: what is left out moves frequencies by 1e-6."""


def beam(
    *,
    length: float,
    density: float,
    area: float,
    second_moments: tuple[float, float],
    young: float,
    torsion: float | None = None,
    shear: float | None = None,
    shear_coefficients: tuple[float, float] | None = None,
    modes: int = 4,
    elements: int = 16,
    motions: str = "xyzt",
    kind: str = "cantilever",
    damping: float = 0.0,
    nodes: Sequence[float] = (),
    stiffened: bool = True,
    bound_shapes: int | None = None,
) -> Modes:
    """The modes of a straight uniform beam along x, held at its root in the origin, in SI units.

    second_moments       Iy, Iz of the section: Iz is felt by bending along y
    torsion              torsion constant; Iy + Iz by default
    young, shear         moduli E and G; G is E/2.6 by default
    shear_coefficients   (ky, kz) makes it a Timoshenko beam; without, Euler–Bernoulli
    modes                the lowest ones; for "craig-bampton" those beside the ones of a moved tip
    motions              of "x" stretching, "y" and "z" bending, "t" torsion, those that are modelled
    kind                 "cantilever" or "craig-bampton", for tips that are held
    damping              the ratio to critical damping of every mode
    nodes                where others may attach beside the "root" and the "tip", as lengths from the root;
                         they are called by these, such as "0.5"
    stiffened            whether bending shortens the beam, which stiffens a beam that spins
    bound_shapes         at most so many shapes for that; as many as it takes by default

    Modes are orthonormal: the modal mass is the identity and the stiffness diag(ω²), frequencies rising.
    """
    for name, value in (("length", length), ("density", density), ("area", area), ("young", young)):
        _positive(name, value)
    second_moments = _pair("second_moments", second_moments)
    if shear_coefficients is not None:
        shear_coefficients = _pair("shear_coefficients", shear_coefficients)
    if not isinstance(motions, str) or not motions or not set(motions) <= set(MOTIONS):
        raise ModelError(f"beam: motions {motions!r}: give some of 'x', 'y', 'z' and 't'")
    if not isinstance(kind, str) or kind not in ("cantilever", "craig-bampton"):
        raise ModelError(f"beam: kind {kind!r} is neither 'cantilever' nor 'craig-bampton'")
    counts = [elements, modes, 0 if bound_shapes is None else bound_shapes]
    if (
        not all(isinstance(x, int | np.integer) for x in counts)
        or not 1 <= elements <= 10_000
        or min(counts) < 0
    ):
        raise ModelError("beam: give 1 to 10 000 elements, and whole numbers of modes and bound_shapes")
    damping = float(number_array("damping", damping, ()))
    if damping < 0.0:
        raise ModelError(f"beam: damping {damping!r}: give a ratio of 0 or more")
    if not isinstance(stiffened, bool | np.bool_):
        raise ModelError(f"beam: stiffened {stiffened!r}: give True or False")
    nodes = number_array("nodes", nodes, (None,)).tolist()
    if not all(0.0 <= place <= length for place in nodes):
        raise ModelError(f"beam: nodes {nodes!r}: give lengths between 0 and {length}")
    modulus = young / 2.6 if shear is None else _positive("shear", shear)
    twist = sum(second_moments) if torsion is None else _positive("torsion", torsion)
    mesh = _Mesh(length / elements, elements, young, modulus, area, second_moments, twist, shear_coefficients)
    squares, shapes = _modes_of(mesh, modes, motions, kind)
    named = {"root": 0.0, **{f"{place:g}": place for place in nodes}, "tip": length}
    if len(named) < 2 + len(nodes):
        raise ModelError(f"beam: nodes {nodes!r}: some are the same to six digits, which name them")
    return _as_points(mesh, density * area, squares, shapes, named, damping, stiffened, bound_shapes)


@frozen
class _Mesh:
    """A chain of equal elements; `step` is the length of one."""

    step: float
    elements: int
    young: float
    shear: float
    area: float
    second_moments: tuple[float, float]
    torsion: float
    shear_coefficients: tuple[float, float] | None
    gauss: tuple[Array, Array] = field(default_factory=lambda: np.polynomial.legendre.leggauss(_GAUSS))

    @property
    def size(self) -> int:
        """The number of degrees of freedom."""
        return 6 * (self.elements + 1)

    @property
    def soft(self) -> tuple[float, float]:
        """Φ along y and z: how much of the bending of an element is shear."""
        if self.shear_coefficients is None:
            return 0.0, 0.0
        (iy, iz), (ky, kz) = self.second_moments, self.shear_coefficients
        scale = 12.0 * self.young / (self.shear * self.area * self.step**2)
        return scale * iz / ky, scale * iy / kz

    def stiffness(self) -> Array:
        """K of the whole beam."""
        le, own = self.step, np.zeros((12, 12))
        (iy, iz), (py, pz) = self.second_moments, self.soft
        pull = np.array([[1.0, -1.0], [-1.0, 1.0]]) / le
        own[np.ix_([0, 6], [0, 6])] = self.young * self.area * pull
        own[np.ix_([3, 9], [3, 9])] = self.shear * self.torsion * pull
        for places, moment, soft, sign in (([1, 5, 7, 11], iz, py, 1.0), ([2, 4, 8, 10], iy, pz, -1.0)):
            near, far = (4.0 + soft) * le**2, (2.0 - soft) * le**2
            bent = np.array(
                [
                    [12.0, 6.0 * le, -12.0, 6.0 * le],
                    [6.0 * le, near, -6.0 * le, far],
                    [-12.0, -6.0 * le, 12.0, -6.0 * le],
                    [6.0 * le, far, -6.0 * le, near],
                ]
            )
            signs = np.array([1.0, sign, 1.0, sign])
            own[np.ix_(places, places)] = (
                self.young * moment / ((1.0 + soft) * le**3) * bent * np.outer(signs, signs)
            )
        whole = np.zeros((self.size, self.size))
        for e in range(self.elements):
            whole[6 * e : 6 * e + 12, 6 * e : 6 * e + 12] += own
        return whole

    def fields(self, place: float) -> tuple[Array, Array, Array]:
        """u (3, size), θ (3, size) and the slopes v', w' (2, size) at a length from the root."""
        e = min(int(place / self.step), self.elements - 1)
        u, t, d = self._own_fields(place / self.step - e)
        found = tuple(np.zeros((len(x), self.size)) for x in (u, t, d))
        for whole, own in zip(found, (u, t, d), strict=True):
            whole[:, 6 * e : 6 * e + 12] = own
        return found[0], found[1], found[2]

    def _own_fields(self, s: float) -> tuple[Array, Array, Array]:
        u, t, d = np.zeros((3, 12)), np.zeros((3, 12)), np.zeros((2, 12))
        u[0, [0, 6]] = t[0, [3, 9]] = 1.0 - s, s
        for axis, places, soft, sign in (
            (0, [1, 5, 7, 11], self.soft[0], 1.0),
            (1, [2, 4, 8, 10], self.soft[1], -1.0),
        ):
            signs = np.array([1.0, sign, 1.0, sign])
            moved, turned, slope = self._bending(s, soft)
            u[1 + axis, places] = moved * signs
            t[2 - axis, places] = sign * turned * signs
            d[axis, places] = slope * signs
        return u, t, d

    def _bending(self, s: float, soft: float) -> tuple[Array, Array, Array]:
        """Deflection, turn and slope for unit (v₁, θ₁, v₂, θ₂), at the part s of the element."""
        le, c = self.step, 1.0 / (1.0 + soft)
        bow = soft / 2.0
        moved = [
            1.0 - 3.0 * s**2 + 2.0 * s**3 + soft * (1.0 - s),
            le * (s - 2.0 * s**2 + s**3 + bow * (s - s**2)),
            3.0 * s**2 - 2.0 * s**3 + soft * s,
            le * (s**3 - s**2 - bow * (s - s**2)),
        ]
        turned = [
            6.0 * (s**2 - s) / le,
            1.0 - 4.0 * s + 3.0 * s**2 + soft * (1.0 - s),
            6.0 * (s - s**2) / le,
            3.0 * s**2 - 2.0 * s + soft * s,
        ]
        slope = [
            (6.0 * s**2 - 6.0 * s - soft) / le,
            1.0 - 4.0 * s + 3.0 * s**2 + bow * (1.0 - 2.0 * s),
            (6.0 * s - 6.0 * s**2 + soft) / le,
            3.0 * s**2 - 2.0 * s - bow * (1.0 - 2.0 * s),
        ]
        return c * np.array(moved), c * np.array(turned), c * np.array(slope)

    def stations(self) -> tuple[Array, Array]:
        """The lengths of all Gauss points, and their weights as parts of the beam's length in metres."""
        points, weights = self.gauss
        starts = self.step * np.arange(self.elements)[:, None]
        places = starts + self.step * 0.5 * (points + 1.0)
        return places.ravel(), np.tile(0.5 * self.step * weights, self.elements)

    def section(self) -> Array:
        """The points of a section that stand for it, (4, 3)."""
        iy, iz = self.second_moments
        a, b = np.sqrt(2.0 * iz / self.area), np.sqrt(2.0 * iy / self.area)
        return np.array([[0.0, a, 0.0], [0.0, -a, 0.0], [0.0, 0.0, b], [0.0, 0.0, -b]])

    def points(self) -> tuple[Array, Array, Array]:
        """Positions (N, 3), shares of the length (N,) and fields (N, 3, size) of all mass points."""
        places, weights = self.stations()
        section = self.section()
        fields = [self.fields(place) for place in places]
        moved = [u + np.cross(t.T, r).T for u, t, _ in fields for r in section]
        positions = [np.array([place, 0.0, 0.0]) + r for place in places for r in section]
        shares: Array = np.repeat(weights / len(section), len(section))
        fields_: Array = np.array(moved, dtype=float)
        return np.array(positions), shares, fields_


def _modes_of(mesh: _Mesh, count: int, motions: str, kind: str) -> tuple[Array, Array]:
    """ω² for a density · area of one, and the modes (size, n), orthonormal; the root is held.

    Motions do not feel each other, and are solved for one by one: what vanishes between them does so exactly.
    """
    _, shares, moved = mesh.points()
    mass, stiffness = np.einsum("p,pai,paj->ij", shares, moved, moved, optimize=True), mesh.stiffness()
    parts: list[tuple[list[int], Array, Array, Array]] = []
    inner: list[tuple[float, int]] = []
    for part, motion in enumerate(sorted(set(motions))):
        free = [6 * k + i for k in range(1, mesh.elements + 1) for i in MOTIONS[motion]]
        M, K = mass[np.ix_(free, free)], stiffness[np.ix_(free, free)]
        basis = np.eye(len(free))
        if kind == "craig-bampton":
            basis, squares = _held_tip(M, K, len(MOTIONS[motion]))
            inner += [(square, part) for square in squares]
        parts.append((free, basis, M, K))
    if kind == "craig-bampton":
        kept = [part for _, part in sorted(inner)[:count]]
        sizes = [len(MOTIONS[motion]) + kept.count(part) for part, motion in enumerate(sorted(set(motions)))]
        parts = [(free, basis[:, :n], M, K) for (free, basis, M, K), n in zip(parts, sizes, strict=True)]
        count = sum(sizes)
    most = sum(basis.shape[1] for _, basis, _, _ in parts)
    if not 1 <= count <= most:
        raise ModelError(f"beam: {count} modes of {most} degrees of freedom; take more elements, or 1 mode")
    every = np.zeros((mesh.size, most))
    found: list[Array] = []
    start = 0
    for free, basis, M, K in parts:
        squares, own = _lowest(basis.T @ K @ basis, basis.T @ M @ basis)
        every[free, start : start + len(squares)] = basis @ own
        found.append(squares)
        start += len(squares)
    squares = np.concatenate(found)
    order = np.argsort(squares, kind="stable")[:count]
    shapes = every[:, order]
    tips = shapes[-6:]
    largest = tips[np.argmax(np.abs(tips), axis=0), np.arange(count)]
    return squares[order], shapes * np.sign(largest)  # signs that do not hang on the solver


def _held_tip(mass: Array, stiffness: Array, tip: int) -> tuple[Array, Array]:
    """What a moved tip bends the beam to, then the modes with the tip held, and the ω² of these."""
    inner = len(mass) - tip
    basis = np.zeros((len(mass), len(mass)))
    basis[inner:, :tip] = np.eye(tip)
    own = stiffness[:inner, :inner]
    basis[:inner, :tip] = -np.linalg.solve(own, stiffness[:inner, inner:])
    squares, basis[:inner, tip:] = _lowest(own, mass[:inner, :inner])
    return basis, squares


def _lowest(stiffness: Array, mass: Array) -> tuple[Array, Array]:
    """λ and u of K u = λ M u, rising, u*Mu = I: through K⁻¹, whose largest eigenvalues are the sharpest."""
    lower = np.linalg.cholesky(mass)
    half = np.linalg.solve(np.linalg.cholesky(stiffness), lower)
    _, values, vectors = np.linalg.svd(half)
    shapes: Array = np.linalg.solve(lower.T, vectors.T).astype(float)
    return 1.0 / values**2, shapes


def _as_points(
    mesh: _Mesh,
    line_density: float,
    squares: Array,
    shapes: Array,
    named: dict[str, float],
    damping: float,
    stiffened: bool,
    most: int | None,
) -> Modes:
    positions, shares, moved = mesh.points()
    scale = 1.0 / np.sqrt(line_density)
    squares, shapes = squares / line_density, shapes * scale
    places = np.array(list(named.values()))
    held = [mesh.fields(place) for place in places]
    stations, _ = mesh.stations()
    along, c = np.zeros((len(stations) + len(places), 0)), np.zeros((0, len(squares), len(squares)))
    if stiffened:
        along, c = _shortening(mesh, shapes, squares, np.concatenate([stations, places]), most)
    spread = np.repeat(along[: len(stations)], len(mesh.section()), axis=0)
    bound = np.zeros((len(positions) + len(places), 3, len(c)))
    bound[:, 0] = np.concatenate([spread, along[len(stations) :]])
    return Modes(
        np.concatenate([positions, places[:, None] * np.array([[1.0, 0.0, 0.0]])]),
        np.concatenate([line_density * shares, np.zeros(len(places))]),
        np.concatenate([moved @ shapes, np.array([u @ shapes for u, _, _ in held])]),
        np.array([t @ shapes for _, t, _ in held]),
        squares,
        2.0 * damping * np.sqrt(squares),
        {name: len(positions) + i for i, name in enumerate(named)},
        bound,
        None,
        c,
    )


def _shortening(
    mesh: _Mesh, shapes: Array, squares: Array, places: Array, most: int | None
) -> tuple[Array, Array]:
    """β at lengths from the root, (places, R), and c (R, n, n): −½∫(v'² + w'²) = Σ β_r ½ η*c_rη."""
    n = shapes.shape[1]
    rows, columns = np.triu_indices(n)
    fields = -_slope_products(mesh, shapes, places)[:, rows, columns]
    size = np.sqrt(squares[0] / squares)  # amplitudes fall with the frequency
    common = size[rows] * size[columns]
    left, values, right = np.linalg.svd(fields * common, full_matrices=False)
    if not values[0] > 0.0:
        return np.zeros((len(places), 0)), np.zeros((0, n, n))
    kept = int((values > _SPANNED * values[0]).sum())
    kept = kept if most is None else min(kept, most)
    c = np.zeros((kept, n, n))
    c[:, rows, columns] = right[:kept] / common
    c[:, columns, rows] = c[:, rows, columns]
    signs = np.sign(c[:, 0, 0] + (c[:, 0, 0] == 0.0))
    return left[:, :kept] * values[:kept] * signs, c * signs[:, None, None]


def _slope_products(mesh: _Mesh, shapes: Array, places: Array) -> Array:
    """∫ (v_i'v_j' + w_i'w_j') from the root to lengths, (places, n, n)."""
    points, weights = np.polynomial.legendre.leggauss(_GAUSS + 1)

    def between(start: float, stop: float) -> Array:
        slopes = [mesh.fields(start + 0.5 * (x + 1.0) * (stop - start))[2] @ shapes for x in points]
        return 0.5 * (stop - start) * np.einsum("p,pai,paj->ij", weights, slopes, slopes)

    ends = [mesh.step * e for e in range(mesh.elements + 1)]
    n = shapes.shape[1]
    before = np.cumsum([np.zeros((n, n)), *(between(*pair) for pair in pairwise(ends))], axis=0)
    within = np.minimum((places / mesh.step).astype(int), mesh.elements - 1)
    return np.array([before[e] + between(ends[e], place) for e, place in zip(within, places, strict=True)])


def _positive(name: str, value: float) -> float:
    if not isinstance(value, int | float | np.integer | np.floating) or not 0.0 < value <= sys.float_info.max:
        raise ModelError(f"beam: {name} {value!r}: give a positive number")
    return float(value)


def _pair(name: str, value: tuple[float, float]) -> tuple[float, float]:
    first, second = number_array(f"{name}, two positive numbers,", value, (2,)).tolist()
    return _positive(name, first), _positive(name, second)
