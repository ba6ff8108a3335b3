"""The filter on factors of its covariance, which [K93 6] tried and found no faster."""

from __future__ import annotations

import numpy as np

from psiphi.kernel.kernel import Kernel
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.signature import Operations
from psiphi.kernel.request import PLAIN, UD, Request
from psiphi.kernel.tracing import cheapest
from psiphi.model import Model
from psiphi.papers.counts.counting import request
from psiphi.papers.item import INVERSE_TOLERANCE, Findings, close, reproduces, table, true
from psiphi.papers.subject import arm

SIZES = (3, 6, 9)
FORM = "M kept"  # filtering and smoothing


def filtered(model: Model, riccati: str) -> Request:
    """The forward dynamics by the filter, with P itself or its factors."""
    asked = request(model, "forward_dynamics")
    return Request(model, asked.expression, (), asked.order, FORM, False, riccati)


@reproduces("K93 6", "factorisation after Agee, Turner and Bierman brings no fewer operations")
def FACTORED_FILTER() -> Findings:
    counts = {n: {kind: _counts(arm(n).robot.model, kind) for kind in (PLAIN, UD)} for n in SIZES}
    rows = [
        (n, *(x for kind in (PLAIN, UD) for x in (found[kind].mul, found[kind].add, found[kind].div)))
        for n, found in counts.items()
    ]
    arm_ = arm(6)
    kernel = Kernel(filtered(arm_.robot.model, UD))
    found = np.asarray(kernel(arm_.q, arm_.v, arm_.tau))
    return Findings(
        "a factorisation of the inertia prediction (3.48) has not rendered satisfying results as far as the "
        "computational complexity is concerned",
        "the compiled filter on `P = W diag(w) W*` beside the one on `P` itself: the same accelerations at "
        "more operations. What factors bring is digits, for robots of very unequal bodies",
        (
            close(
                "the same accelerations",
                found,
                arm_.robot.forward_dynamics(arm_.q, arm_.v, arm_.tau),
                INVERSE_TOLERANCE,
            ),
            true("more operations for every n", all(x[UD].total > x[PLAIN].total for x in counts.values())),
        ),
        (
            table(
                ("n", "mul, `P`", "add", "div", "mul, factors", "add", "div"),
                rows,
                "hinges in general position",
            ),
        ),
    )


def _counts(model: Model, riccati: str) -> Operations:
    return count(cheapest(filtered(model, riccati)).program)
