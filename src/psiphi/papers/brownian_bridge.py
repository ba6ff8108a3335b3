"""The Brownian bridge of [RJ 5], in exact fractions and as a robot of sliding links."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra import C_b, C_f, H, I, phi, phi_b, r_b, r_f, r_reduced
from psiphi.model import Body, Joint, Model
from psiphi.papers.item import Findings, Misprint, close, reproduces, table, true
from psiphi.papers.subject import Subject
from psiphi.robot import Robot
from psiphi.spatial import Inertia

Exact = NDArray[np.object_]

PLACES = 3  # inside a bridge of length 4Δ
SLIDE = 3  # the entry of a spatial vector that is the force along x


def exact(rows: list[list[int | str]]) -> Exact:
    """A matrix of fractions."""
    return np.array([[Fraction(x) for x in row] for row in rows], dtype=object)


def diagonal(*entries: int | str) -> Exact:
    return exact([[x if i == j else 0 for j in range(len(entries))] for i, x in enumerate(entries)])


# As printed, in units of ρΔ.
PRINTED = {
    "R̄ (40)": exact([["3/4", "1/2", "1/4"], ["1/2", 1, "1/2"], ["1/4", "1/2", "3/4"]]),
    "r (41)": diagonal("3/4", 1, "3/4"),
    "r_f (41)": diagonal(1, 2, 3),
    "φ̃_f (41)": exact([[0, 0, 0], [1, 0, 0], [1, 1, 0]]),
    "r_b (42)": diagonal(3, 2, 1),
    "C_f (42)": diagonal("3/4", "1/2", "1/4"),
    "C_b (42)": diagonal("1/4", "1/2", "3/4"),
}


def bridge() -> dict[str, Exact]:
    """The same from (39), (13), (17), (7) and (38), exactly."""
    ends = PLACES + 1
    forward = diagonal(*range(1, ends))
    backward = diagonal(*(ends - x for x in range(1, ends)))
    inverse = diagonal(*(str(Fraction(1, ends)) for _ in range(PLACES)))  # (r_f + r_b)⁻¹
    reduced, weight_f, weight_b = forward @ inverse @ backward, backward @ inverse, forward @ inverse
    strictly = exact([[int(i > j) for j in range(PLACES)] for i in range(PLACES)])
    return {
        "R̄ (40)": reduced + weight_f @ strictly @ forward + weight_b @ strictly.T @ backward,
        "r (41)": reduced,
        "r_f (41)": forward,
        "φ̃_f (41)": strictly,
        "r_b (42)": backward,
        "C_f (42)": weight_f,
        "C_b (42)": weight_b,
    }


def conditioned() -> Exact:
    """The covariance of Brownian motion that is known to return to zero: min(s, t) − st/l."""
    length = PLACES + 1
    return np.array(
        [[Fraction(min(s, t)) - Fraction(s * t, length) for t in range(1, length)] for s in range(1, length)],
        dtype=object,
    )


def sliding_links() -> Subject:
    """Four links of unit mass, sliding along x past each other, the last one free in space."""
    inertia = Inertia(1.0, (0.0, 0.0, 0.0), np.eye(3))
    bodies = [Body("link_4", -1, Joint("root", "free"), inertia)]
    for k in range(PLACES):
        joint = Joint(f"joint_{PLACES - k}", "prismatic", axis=(1.0, 0.0, 0.0))
        bodies.append(Body(f"link_{PLACES - k}", k, joint, inertia))
    model = Model("bridge", bodies, (), (0.0, 0.0, 0.0))
    still = np.zeros(model.nv)
    return Subject(Robot(model), model.neutral(), still, still, still, ())


@reproduces("RJ 40–42", "the Brownian bridge: a mass matrix in one dimension, exactly")
def BROWNIAN_BRIDGE() -> Findings:
    found = bridge()
    links = sliding_links()
    blocks = {
        "r (41)": r_reduced,
        "r_f (41)": r_f,
        "r_b (42)": r_b,
        "C_f (42)": C_f,
        "C_b (42)": C_b,
    }
    kernel = r_reduced + C_f @ (phi - I) @ r_f + C_b @ (phi_b - I) @ r_b
    numbers = {name: _along_x(links, links.plain(operator)) for name, operator in blocks.items()}
    numbers["R̄ (40)"] = links.plain(H @ kernel @ H.T)[6:, 6:][::-1, ::-1]
    rows = [
        (f"`{name.partition(' ')[0]}`", _written(PRINTED[name]), _written(found[name])) for name in PRINTED
    ]
    twice = found["R̄ (40)"] + found["C_f (42)"] @ found["r_f (41)"] + found["C_b (42)"] @ found["r_b (42)"]
    return Findings(
        "(40)–(42): the covariance at three places inside the bridge, and its two-way decomposition",
        "the same in exact fractions from (39), (13), (17) and (38); from Brownian motion conditioned to "
        "return to zero; and from a free-flying robot of four unit masses that slide along one line, in "
        "floating point",
        (
            *(true(f"`{name}` exactly", bool((found[name] == PRINTED[name]).all())) for name in PRINTED),
            true(
                "(40) is the covariance of conditioned Brownian motion, exactly",
                bool((conditioned() == PRINTED["R̄ (40)"]).all()),
            ),
            *(
                close(
                    f"`{name.partition(' ')[0]}` of the sliding robot",
                    numbers[name],
                    PRINTED[name].astype(float),
                )
                for name in ("R̄ (40)", *blocks)
            ),
        ),
        (table(("", "printed, `ρΔ` = 1", "computed"), rows),),
        (
            Misprint(
                "(38)",
                "`R̄ = r + C_f φ_f r_f + C_b φ_b r_b`, whose diagonal is three times that of (40)",
                "`R̄ = r + C_f φ̃_f r_f + C_b φ̃_b r_b`",
                float(max(abs(x) for x in (twice - PRINTED["R̄ (40)"]).ravel())),
            ),
        ),
    )


def _along_x(links: Subject, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """The entries along x of the diagonal blocks of the joints, tip first."""
    return np.diag([links.block(matrix, k, k)[SLIDE, SLIDE] for k in range(links.bodies - 1, 0, -1)])


def _written(matrix: Exact) -> str:
    return f"[{'; '.join(', '.join(map(str, row)) for row in matrix)}]"
