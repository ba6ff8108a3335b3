"""The tree of nine links of [RJ 6]: what each joint parts, and its mass matrix."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import C_b, C_f, H, I, Pi_root, phi, phi_b, r_b, r_f, r_reduced
from psiphi.formats.robots import nine_link_tree
from psiphi.papers.item import (
    INVERSE_TOLERANCE,
    PLAINLY_WRONG,
    Drawing,
    Findings,
    Misprint,
    close,
    distance,
    reproduces,
    table,
    true,
)
from psiphi.papers.subject import Subject
from psiphi.view.drawings.schematic import Schematic

JOINTS = range(1, 9)

# As printed: the links of the forward tree at each joint.
PRINTED_4 = {
    1: (1,),
    2: (2,),
    3: (1, 2, 3),
    4: (1, 2, 3, 4),
    5: (1, 2, 3, 4, 5),
    6: (6,),
    7: (1, 2, 3, 4, 5, 6, 7),
    8: (1, 2, 3, 4, 5, 6, 7, 8),
}


def tree() -> tuple[Subject, dict[int, int]]:
    """The tree in some configuration, and the place of each link among the bodies."""
    subject = Subject.of(nine_link_tree())
    return subject, {int(name.removeprefix("link_")): k for k, name in enumerate(subject.robot.body_names)}


@reproduces("RJ Fig. 3", "the nine-link tree")
def FIGURE_3() -> Findings:
    subject, place = tree()
    number = {body: link for link, body in place.items()}
    parents = {number[k]: number[p] for k, p in enumerate(subject.robot.model.parents) if p >= 0}
    by_table = {}
    for k, outboard in PRINTED_4.items():  # the parent's forward tree is the next larger one around it
        around = [j for j, others in PRINTED_4.items() if j != k and set(outboard) < set(others)]
        by_table[k] = min(around, key=lambda j: len(PRINTED_4[j]), default=max(JOINTS) + 1)
    children = {link: sorted(k for k, p in parents.items() if p == link) for link in sorted(place)}
    tips = [link for link, those in children.items() if not those]
    forks = [link for link, those in children.items() if len(those) > 1]
    return Findings(
        "a tree of nine links and eight joints; its shape is told by Table 4",
        f"the parents of the bundled robot, drawn: its tips are links {_listed(tips)}, and branches meet at "
        f"links {_listed(forks)}",
        (
            true("the parent of every link is the one that Table 4 implies", parents == by_table),
            true("nine links, eight joints between them", (len(place), len(parents)) == (9, 8)),
            true(
                "a tip for each forward tree of one link", tips == [k for k in JOINTS if PRINTED_4[k] == (k,)]
            ),
        ),
        pictures=(Drawing("Fig. 3: links in circles, joints between them", _tree_drawing(children)),),
    )


def _listed(numbers: list[int]) -> str:
    return " and ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))


def _tree_drawing(children: dict[int, list[int]]) -> str:
    """The root on the right; every tip has a row of its own, and a fork is between its branches."""
    places: dict[int, tuple[float, float]] = {}
    rows = iter(range(len(children)))

    def settle(link: int, depth: int) -> float:
        beneath = [settle(child, depth + 1) for child in children[link]]
        row = sum(beneath) / len(beneath) if beneath else float(next(rows))
        places[link] = (-84.0 * depth, 62.0 * row)
        return row

    settle(max(children), 0)
    drawing = Schematic("a tree of nine links")
    for link, those in children.items():
        for child in those:
            drawing.line([places[child], places[link]])
            middle = np.mean([places[child], places[link]], axis=0)
            drawing.word(middle - np.array([0.0, 14.0]), str(child), "soft")
    for link, at in places.items():
        drawing.dot(at, "pin", 14.0)
        drawing.word(at, str(link))
    return drawing.svg()


@reproduces("RJ Table 4", "forward tree at each joint of the nine-link tree")
def TABLE_4() -> Findings:
    subject, place = tree()
    transition, composite = subject.plain(phi), subject.plain(r_f)
    found = {
        k: tuple(j for j in sorted(place) if subject.block(transition, place[k], place[j]).any())
        for k in JOINTS
    }
    masses = {k: subject.block(composite, place[k], place[k])[5, 5] for k in JOINTS}
    rows = [
        (k, ", ".join(map(str, PRINTED_4[k])), ", ".join(map(str, found[k])), f"{masses[k]:g}")
        for k in JOINTS
    ]
    sizes = [len(found[k]) for k in JOINTS]
    return Findings(
        "the links outboard of each joint",
        "those bodies j for which the transition operator has a block φ(k, j); their number is the mass in "
        "kg of the forward composite body, each link weighing 1 kg",
        (
            true("the same links at every joint", found == PRINTED_4),
            close("the composite mass is their number", list(masses.values()), sizes),
        ),
        (table(("joint", "printed", "psiphi", "mass `r_f`, kg"), rows),),
        (
            Misprint(
                "section 6",
                "as the joint number increases, the number of links in the forward tree increases",
                f"not on a tree: {', '.join(map(str, sizes))} links at joints 1 to 8",
            ),
        ),
    )


@reproduces("RJ 6", "two-way mass matrix of the nine-link tree")
def TREE_MASS_MATRIX() -> Findings:
    subject, place = tree()
    everywhere = phi_b @ Pi_root @ phi  # the rigid transition between any two bodies, by way of the root
    two_way = r_reduced + C_f @ (phi - I) @ r_f + C_b @ (phi_b - I) @ r_b
    kernel = two_way - C_b @ (everywhere - phi - phi_b + I) @ r_f
    found = subject.plain(H @ kernel @ H.T)[6:, 6:]
    chain_form = subject.plain(H @ two_way @ H.T)[6:, 6:]
    whole = subject.robot.mass_matrix(subject.q)
    expected = whole[6:, 6:] - whole[6:, :6] @ np.linalg.solve(whole[:6, :6], whole[:6, 6:])
    order = [place[k] - 1 for k in JOINTS]
    shown = found[np.ix_(order, order)]
    rows = [(k, *(f"{x:.3f}" for x in shown[k - 1])) for k in JOINTS]
    return Findings(
        "the decomposition extends to trees: each joint parts the system into a forward and a backward tree",
        "a block at an ancestor is `C_f φ r_f`, at a descendant `C_b φ r_b`, on another branch `−C_b φ "
        "r_f`; against the compiled mass matrix, from which the base is eliminated by a dense solve",
        (
            close("the whole matrix", found, expected, INVERSE_TOLERANCE),
            close(
                "compiled free_flying_mass_matrix",
                subject.robot.free_flying_mass_matrix(subject.q),
                expected,
                INVERSE_TOLERANCE,
            ),
            close("it is symmetric", found, found.T),
            true(
                "the formula of chains, (16), alone is not enough",
                distance(chain_form, expected) > PLAINLY_WRONG,
            ),
            true("and positive definite", float(np.linalg.eigvalsh(found)[0]) > 0.0),
        ),
        (table(("joint", *map(str, JOINTS)), rows, "the mass matrix of the joints, kg m²"),),
    )
