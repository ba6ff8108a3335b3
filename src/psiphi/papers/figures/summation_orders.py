"""Double sums taken in the other order: [R87 Fig. 2]."""

from __future__ import annotations

from psiphi.papers.item import Drawing, Findings, Misprint, reproduces, true
from psiphi.view.drawings.schematic import Schematic

N, K = 9, 6  # of the drawing
STEP = 34.0  # pixels from one number to the next

Pairs = set[tuple[int, int]]


def left_side(n: int, k: int) -> Pairs:
    """The pairs (i, j) of the left of (26): for each j, all i from j to N."""
    return {(i, j) for j in range(1, k + 1) for i in range(j, n + 1)}


def right_side(n: int, k: int) -> Pairs:
    """The pairs (i, j) of the right of (26): for each i, all j up to the smaller of i and k."""
    return {(i, j) for i in range(1, n + 1) for j in range(1, min(i, k) + 1)}


@reproduces("R87 Fig. 2", "double sums taken in the other order, (26) and (78)")
def FIGURE_2() -> Findings:
    forward, forward_printed, backward, backward_printed = True, True, True, True
    for k in range(1, N + 1):
        wanted = left_side(N, k)
        forward &= wanted == right_side(N, k)
        forward_printed &= wanted == {(j, j) for j in range(1, min(N, k) + 1)}
        inner = {(i, j) for i in range(k + 1, N + 1) for j in range(1, i)}
        backward &= inner == {(i, j) for j in range(1, N) for i in range(max(k + 1, j + 1), N + 1)}
        backward_printed &= inner == {(i, j) for j in range(1, N) for i in range(max(k + 1, j + 1), N)}
    return Findings(
        "Fig. 2 shows that `Σ_{j=1…k} Σ_{i=j…N} = Σ_{i=1…N} Σ_{j=1…min(i,k)}`",
        f"the pairs (i, j) on either side are the same set, for N = {N} and every k; drawn for k = {K}",
        (
            true("(26), corrected: the same pairs", forward),
            true("(78), corrected: the same pairs", backward),
            true("as printed: other pairs, in both", not forward_printed and not backward_printed),
        ),
        misprints=(
            Misprint("(25)", "the last sum runs over `i`, its terms being `φ(k,j)b(j)`", "it runs over `j`"),
            Misprint(
                "(26)",
                "the outer sum on the right runs over `j`, as the inner one does",
                "it runs over `i = 1…N`",
            ),
            Misprint(
                "(78)",
                "the inner sum ends at `N−1`, and `m = max(k+1, i+1)`",
                "it ends at `N`, and `m = max(k+1, j+1)`",
            ),
        ),
        pictures=(
            Drawing(
                "Fig. 2: the pairs of (26), taken up along i for each j, and along j for each i",
                _lattice(),
            ),
        ),
    )


def _lattice() -> str:
    """Both sides of (26): the pairs as dots, and the way in which each side goes through them."""
    drawing = Schematic("the same pairs (i, j), along i and along j")
    sides = ((left_side(N, K), 1, "Σ over j, then i", "c0"), (right_side(N, K), 0, "Σ over i, then j", "c1"))
    for side, (pairs, fixed, words, style) in enumerate(sides):
        across = side * (N + 3) * STEP
        place = {(i, j): (across + STEP * i, -STEP * j) for i in range(1, N + 1) for j in range(1, N + 1)}
        for at in place.values():
            drawing.dot(at, "faint", 2.0)
        for number in sorted({pair[fixed] for pair in pairs}):
            row = sorted(pair for pair in pairs if pair[fixed] == number)
            if len(row) > 1:
                drawing.arrow(place[row[0]], place[row[-1]], style)
        for pair in pairs:
            drawing.dot(place[pair], f"full {style}", 4.0)
        for text, i, j in (("1", 1, 0), ("N", N, 0), ("1", 0, 1), ("k", 0, K), ("N", 0, N)):
            drawing.word((across + STEP * i, -STEP * j), text, "soft")
        drawing.word((across + STEP * (N + 1) / 2, 0), "i", "math")
        drawing.word((across, -STEP * (K + 1) / 2), "j", "math")
        drawing.word((across + STEP * (N + 1) / 2, -STEP * (N + 1)), words, "")
    return drawing.svg()
