"""The serial manipulator of [K93 Fig. 1], and the quantities of its link k."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import H
from psiphi.model.kinematics import body_poses
from psiphi.papers.figures.chains import causal, chain_drawing, joint_axes, topology
from psiphi.papers.figures.link_quantities import COLOURS, MovingArm, link_drawing, quantities
from psiphi.papers.item import TOLERANCE, Drawing, Findings, close, reproduces, true
from psiphi.papers.subject import arm


@reproduces("K93 Fig. 1", "the serial manipulator, with revolute and prismatic joints")
def FIGURE_1() -> Findings:
    chain = arm(6, ("revolute", "prismatic"), seed=25)
    joints, rotations = chain.plain(H), body_poses(chain.robot.model, chain.q)[0]
    rows = [joints[k, 6 * k : 6 * k + 6] for k in range(chain.bodies)]
    kinds = [body.joint.kind.name for body in chain.robot.model.bodies]
    turning = [kind == "revolute" for kind in kinds]
    axes = [rotations[k] @ np.array(body.joint.axis) for k, body in enumerate(chain.robot.model.bodies)]
    link = {symbol: row.found for symbol, row in quantities(MovingArm()).items()}
    return Findings(
        "links count from the tip, a fictitious joint 0 sits there, and the base is link n + 1; joints are "
        "revolute, `Hᵀ = [h; 0]`, or prismatic, `Hᵀ = [0; h]`",
        f"a random arm of {turning.count(True)} revolute and {turning.count(False)} prismatic joints; arrows "
        "are the axes, green where the link slides. Then one link of the arm of RK88 Table 1.1",
        (
            *topology(chain),
            causal(chain),
            true(
                "`H` has h in its first half where the joint turns, in its second where it slides",
                all(
                    turns == bool(np.abs(row[:3]).max() > 0.0)
                    and turns != bool(np.abs(row[3:]).max() > TOLERANCE)
                    for row, turns in zip(rows, turning, strict=True)
                ),
            ),
            close("`τ_k` is the part of `T_k` along the axis", link["T(k)"], [link["h(k)"] @ link["N(k)"]]),
            close("the axes drawn, from `H`, are those of the model", joint_axes(chain), axes),
        ),
        pictures=(
            Drawing("Fig. 1: the manipulator", chain_drawing(chain, "a serial manipulator", axes=True)),
            Drawing(f"and its link k: {COLOURS}", link_drawing(link)),
        ),
    )
