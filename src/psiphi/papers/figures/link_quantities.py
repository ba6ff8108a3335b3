"""The quantities of a link, by operators and as measured on a moving arm: [RK88 Table 1.1, Fig. 1.2]."""

from __future__ import annotations

import numpy as np

from psiphi.algebra import E_phi, H, M, a, b, joint_vector, phi, v
from psiphi.checks import Check
from psiphi.frozen import frozen
from psiphi.model.kinematics import body_poses
from psiphi.papers import differences
from psiphi.papers.differences import slope
from psiphi.papers.figures.chains import joint_axes, joint_places, levers
from psiphi.papers.item import TOLERANCE, Array, Drawing, Findings, close, distance, reproduces, table, true
from psiphi.papers.subject import arm
from psiphi.spatial import log_so3, skew, unskew
from psiphi.view.drawings.schematic import Schematic, hull, plane_of

acceleration = joint_vector("acceleration")
JOINTS, SEED, BODY = 6, 65, 4  # the fifth link from the base, k = 2
COLOURS = "geometry blue, the joint axis violet, velocities green, forces and moments red"
LENGTH = 380.0  # pixels from joint to joint
REACH = 96.0  # of a vector that is drawn for its direction


@frozen
class Quantity:
    """A symbol of Table 1.1 with its meaning, its value by operators, and as measured; axes of the world."""

    symbol: str
    meaning: str
    found: Array
    measured: Array
    tolerance: float = TOLERANCE


class MovingArm:
    """A random arm, accelerated at random, seen at time zero and shortly before and after."""

    def __init__(self) -> None:
        self.arm = arm(JOINTS, seed=SEED)
        self.model = self.arm.robot.model
        self.rotation = body_poses(self.model, self.arm.q)[0][BODY]

    def poses(self, time: float) -> tuple[Array, Array]:
        """Rotations (N, 3, 3) and positions (N, 3) of all links on the way."""
        moving = self.arm
        return body_poses(self.model, moving.q + time * moving.v + 0.5 * time**2 * moving.acceleration)

    def centers(self, time: float) -> Array:
        """Where the mass centers are, (N, 3)."""
        rotations, positions = self.poses(time)
        return positions + np.einsum(
            "nij,nj->ni", rotations, [body.inertia.center for body in self.model.bodies]
        )

    def angular_velocities(self, time: float) -> Array:
        """ω of all links from how they turn, (N, 3)."""
        rotations = self.poses(time)[0]
        return unskew(slope(lambda step: self.poses(time + step)[0]) @ np.swapaxes(rotations, -1, -2))

    def center_velocities(self, time: float) -> Array:
        return slope(lambda step: self.centers(time + step))

    def momenta(self, time: float, about: Array) -> tuple[Array, Array]:
        """Angular momentum about a fixed point and linear momentum of each link, (N, 3)."""
        masses, spins = self.masses, []
        for turn, body, rate in zip(
            self.poses(time)[0], self.model.bodies, self.angular_velocities(time), strict=True
        ):
            spins.append(turn @ body.inertia.rotational @ turn.T @ rate)
        linear = masses[:, None] * self.center_velocities(time)
        return np.array(spins) + np.cross(self.centers(time) - about, linear), linear

    @property
    def masses(self) -> Array:
        return np.array([body.inertia.mass for body in self.model.bodies])

    def measured_force(self, about: Array) -> tuple[Array, Array]:
        """N(k) and F(k): what sets the links from k outward in motion, against gravity."""
        weights = self.masses[:, None] * np.asarray(self.model.gravity)
        turning = slope(lambda time: self.momenta(time, about)[0]) - np.cross(
            self.centers(0.0) - about, weights
        )
        pushing = slope(lambda time: self.momenta(time, about)[1]) - weights
        return turning[BODY:].sum(axis=0), pushing[BODY:].sum(axis=0)


def quantities(moving: MovingArm) -> dict[str, Quantity]:
    """Table 1.1, row by row, for one link of the moving arm."""
    chain, turn, by = moving.arm, moving.rotation, differences.TOLERANCE
    here, outer = slice(6 * BODY, 6 * BODY + 6), slice(6 * BODY + 6, 6 * BODY + 12)
    # by operators, in the axes of the link
    forces = chain.plain(phi @ (M @ phi.T @ (H.T @ acceleration + a) + b), acceleration=chain.acceleration)
    passed_on = chain.plain(E_phi)[here, outer] @ forces[outer]
    turning, moved = np.split(chain.plain(phi.T @ H.T @ v)[here], 2)
    inertia = chain.block(chain.plain(M), BODY, BODY)
    mass = inertia[5, 5]
    to_center = unskew(inertia[:3, 3:]) / mass
    root = joint_places(chain)[0]
    origin = root + levers(chain)[:BODY].sum(axis=0)
    torques = chain.robot.inverse_dynamics(chain.q, chain.v, chain.acceleration)
    axis = joint_axes(chain)[BODY]
    # as measured, in the axes of the world
    own, places, center = moving.model.bodies[BODY].inertia, joint_places(chain), moving.centers(0.0)[BODY]
    weight = own.mass * np.asarray(moving.model.gravity)
    moment, force = moving.measured_force(places[BODY])
    pushed = own.mass * slope(moving.center_velocities)[BODY]
    rows = (
        Quantity("h(k)", "unit vector along joint axis k", axis, _turning_axis(moving), by),
        Quantity("θ(k)", "angle of link k with respect to link k + 1", chain.q[[BODY]], _angle(moving)),
        Quantity("O(k)", "fixed point on joint axis k", origin, places[BODY]),
        Quantity(
            "ℓ(k,k−1)", "vector from O(k) to O(k−1)", levers(chain)[BODY], places[BODY + 1] - places[BODY]
        ),
        Quantity("F(k)", "constraint force on link k at O(k)", turn @ forces[here][3:], force, by),
        Quantity("N(k)", "constraint moment on link k at joint k", turn @ forces[here][:3], moment, by),
        Quantity(
            "Fᶜ(k)",
            "net force on link k at its mass center",
            turn @ (forces[here] - passed_on)[3:] + weight,
            pushed,
            by,
        ),
        Quantity("CM(k)", "mass center of link k", origin + turn @ to_center, center),
        Quantity("p(k)", "vector from O(k) to CM(k)", turn @ to_center, center - places[BODY]),
        Quantity(
            "v(k)", "velocity of link k at O(k)", turn @ moved, slope(lambda t: moving.poses(t)[1])[BODY], by
        ),
        Quantity(
            "ω(k)", "angular velocity of link k", turn @ turning, moving.angular_velocities(0.0)[BODY], by
        ),
        Quantity(
            "vᶜ(k)",
            "velocity of link k at its mass center",
            turn @ (moved + np.cross(turning, to_center)),
            moving.center_velocities(0.0)[BODY],
            by,
        ),
        Quantity("m(k)", "mass of link k", np.array([mass]), np.array([own.mass])),
        Quantity(
            "Iᶜ(k)",
            "inertia tensor of link k at CM(k)",
            inertia[:3, :3] + mass * skew(to_center) @ skew(to_center),
            own.rotational,
        ),
        Quantity(
            "I(k)",
            "inertia tensor of link k at O(k)",
            inertia[:3, :3],
            own.rotational - own.mass * skew(own.center) @ skew(own.center),
        ),
        Quantity("T(k)", "actuated torque at joint k", torques[[BODY]], np.array([axis @ moment]), by),
    )
    return {row.symbol: row for row in rows}


def _turning_axis(moving: MovingArm) -> Array:
    """About what the link turns where its joint alone moves."""
    chain = moving.arm
    alone = np.eye(JOINTS)[BODY]
    turned = slope(lambda step: body_poses(moving.model, chain.q + step * alone)[0][BODY])
    return unskew(turned @ moving.rotation.T)


def _angle(moving: MovingArm) -> Array:
    """How far the link is turned from where it is at θ = 0, seen from its neighbour."""
    seen = []
    for q in (np.zeros(JOINTS), moving.arm.q):
        rotations = body_poses(moving.model, q)[0]
        seen.append(rotations[BODY - 1].T @ rotations[BODY])
    return np.array([moving.model.bodies[BODY].joint.axis @ log_so3(seen[0].T @ seen[1])])


@reproduces("RK88 Table 1.1", "the symbols, each measured on a moving arm")
def TABLE_1_1() -> Findings:
    rows = quantities(MovingArm()).values()
    timed = [distance(row.found, row.measured) for row in rows if row.tolerance > TOLERANCE]
    others = [distance(row.found, row.measured) for row in rows if row.tolerance == TOLERANCE]
    return Findings(
        "the definitions of sixteen symbols",
        f"link {JOINTS - BODY} of a random arm of {JOINTS} hinges that is being accelerated: by operators, "
        "its torque by the compiled inverse dynamics, and as measured on its motion, from positions at "
        "neighbouring times and the momentum of the links outboard. One entry of each is shown",
        (
            true("all sixteen", len(rows) == 16),
            Check(f"greatest difference of {len(others)} from geometry and inertia", max(others), TOLERANCE),
            Check(
                f"greatest difference of {len(timed)} from neighbouring times",
                max(timed),
                differences.TOLERANCE,
            ),
        ),
        (
            table(
                ("symbol", "", "psiphi", "measured", "difference"),
                [
                    (
                        f"`{row.symbol}`",
                        row.meaning,
                        *map(_entry, (row.found, row.measured)),
                        f"{distance(row.found, row.measured):.0e}",
                    )
                    for row in rows
                ],
            ),
        ),
    )


def _entry(numbers: Array) -> str:
    return f"{float(np.ravel(numbers)[-1]):.8f}"


@reproduces("RK88 Fig. 1.2", "the quantities of link k")
def FIGURE_1_2() -> Findings:
    moving = MovingArm()
    found = {symbol: row.found for symbol, row in quantities(moving).items()}
    about_center = slope(lambda time: moving.momenta(time, found["CM(k)"])[0])[BODY]
    chain, here = moving.arm, slice(6 * BODY, 6 * BODY + 6)
    forces = chain.plain(phi @ (M @ phi.T @ (H.T @ acceleration + a) + b), acceleration=chain.acceleration)
    after = chain.plain(E_phi)[here, here.stop : here.stop + 6] @ forces[here.stop : here.stop + 6]
    moment, force = (moving.rotation @ part for part in np.split(forces[here] - after, 2))
    return Findings(
        "link k between joints k and k − 1, with the vectors of Table 1.1",
        f"link {JOINTS - BODY} of the arm of Table 1.1, every vector computed, and seen along the normal of "
        "the plane of its joints and its mass center; velocities, forces and moments are drawn for their "
        "directions, all of one length in space",
        (
            close(
                "Newton: `Fᶜ(k)` is the rate of `m(k)vᶜ(k)`",
                found["Fᶜ(k)"],
                moving_force(moving),
                differences.TOLERANCE,
            ),
            close(
                "Euler: the moment about the mass center is the rate of `Iᶜ(k)ω(k)`",
                moment - np.cross(found["p(k)"], force),
                about_center,
                differences.TOLERANCE,
            ),
            close("`T(k) = hᵀ(k)N(k)`", found["T(k)"], [found["h(k)"] @ found["N(k)"]]),
            close("`vᶜ = v + ω×p`", found["vᶜ(k)"], found["v(k)"] + np.cross(found["ω(k)"], found["p(k)"])),
        ),
        pictures=(
            Drawing(
                f"Fig. 1.2: {COLOURS}",
                link_drawing(found),
            ),
        ),
    )


def moving_force(moving: MovingArm) -> Array:
    """m v̇ᶜ of the link."""
    return moving.masses[BODY] * slope(moving.center_velocities)[BODY]


def link_drawing(found: dict[str, Array]) -> str:
    drawing = Schematic("a link with the vectors that belong to it")
    inner, outer, center = found["O(k)"], found["O(k)"] + found["ℓ(k,k−1)"], found["CM(k)"]
    seen = plane_of(np.array([inner, center, outer]))
    scale = LENGTH / float(np.linalg.norm((outer - inner) @ seen))
    at = {name: scale * (x - inner) @ seen for name, x in (("O", inner), ("C", center), ("o", outer))}
    drawing.area(hull(list(at.values()), 22.0), "region c0")
    for end, symbol, share in (("o", "ℓ(k,k−1)", 0.62), ("C", "p(k)", 0.5)):
        drawing.arrow(at["O"], at[end], "c0", gap=10.0)
        drawing.word(at["O"] + share * (at[end] - at["O"]), symbol)
    vectors = {"O": ("h(k)", "v(k)", "ω(k)", "F(k)", "N(k)"), "C": ("vᶜ(k)", "Fᶜ(k)")}
    for start, symbols in vectors.items():
        for symbol in symbols:
            along = REACH * (found[symbol] / np.linalg.norm(found[symbol])) @ seen
            style = {"h": "c3", "v": "c2", "ω": "c2"}.get(symbol[0], "c1")
            drawing.arrow(at[start], at[start] + along, style)
            drawing.word(at[start] + along * (1.0 + 18.0 / float(np.linalg.norm(along))), symbol)
    for name, place in at.items():
        drawing.dot(place, "full c0" if name == "C" else "pin", 5.0 if name == "C" else 8.0)
    for name, symbol in (("O", "O(k)"), ("o", "O(k−1)"), ("C", "CM(k)")):
        drawing.word(at[name] + (0.0, 21.0), symbol, "soft")
    return drawing.svg()
