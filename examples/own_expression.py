"""An expression that no catalogue has: what a blow on one hand of a spacecraft does to the other.

With J the Jacobian of both hands, the velocities that blows give to them are J 𝓜⁻¹ J* times the blows. The
blocks of this matrix away from the diagonal say how one hand feels what happens to the other.

    python examples/own_expression.py [picture.png]
"""

from __future__ import annotations

import sys

import numpy as np

import psiphi
from psiphi.algebra import B, H, M, R, frame_vector, inv, phi

HANDS = ["left_tool", "right_tool"]


def main(*pictures: str) -> None:
    robot = psiphi.robots.free_flyer()
    J = B.T @ phi.T @ H.T
    mass = H @ phi @ M @ phi.T @ H.T + R  # with the rotors behind the gears
    blow = frame_vector("blow")

    derivation = psiphi.derive(J @ inv(mass) @ J.T)
    print(derivation)

    mobility = robot.compile(J @ inv(mass) @ J.T, frames=HANDS)
    answer = robot.compile(J @ inv(mass) @ J.T @ blow, frames=HANDS)  # O(N): the matrix is never formed
    q = robot.random_configuration(np.random.default_rng(1), batch=(1000,))
    blows = np.zeros(12)
    blows[3] = 1.0  # one newton second on the left hand, along its own x axis

    velocities = answer(q, blow=blows)
    print(f"\nthe matrix, {len(q)} times: {mobility(q).shape}; {mobility.operations.total} operations each")
    print(f"the answers to a blow:  {velocities.shape}; {answer.operations.total} operations each")
    speed = np.linalg.norm(velocities[:, 3:6], axis=-1), np.linalg.norm(velocities[:, 9:12], axis=-1)
    print(
        f"mean speed of the left hand {speed[0].mean():.4f} m/s, of the right hand {speed[1].mean():.4f} m/s"
    )

    truth = psiphi.dense(J @ inv(mass) @ J.T, robot, q[:5], frames=HANDS)
    print("equal to plain matrices:", np.allclose(mobility(q[:5]), truth, rtol=1e-10, atol=1e-12))
    for picture in pictures:
        robot.snapshot(q[0], size=(320, 240)).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
