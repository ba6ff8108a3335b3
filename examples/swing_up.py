"""Swing-up of a cart-pole: small networks learn it in a vector environment, by the cross-entropy method.
python examples/swing_up.py [generations] [picture.png]
"""

import sys

import numpy as np

from psiphi import Robot, ensemble
from psiphi.compat.gymnasium import VectorEnv
from psiphi.model import Body, Joint, Model
from psiphi.simulation import Trajectory
from psiphi.spatial import Inertia

ROWS, BEST, STEPS, HIDDEN = 512, 40, 200, 8
CART = Body("cart", -1, Joint("slide", "prismatic", axis=(0, 1, 0)), Inertia(1.0, (0, 0, 0), np.eye(3)))
POLE = Inertia(0.2, (0, 0, -0.5), np.diag([0.017, 0.017, 1e-4]))
ROBOT = Robot(Model("cart_pole", (CART, Body("pole", 0, Joint("hinge", "continuous", axis=(1, 0, 0)), POLE))))


def seen(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.stack([q[:, 0] / 2, np.cos(q[:, 1]), np.sin(q[:, 1]), v[:, 0] / 3, v[:, 1] / 6], axis=-1)


def reward(q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
    # High where the pole stands still, upright, and the cart is near.
    return (0.5 - 0.5 * np.cos(q[:, 1])) ** 2 / (1 + 0.1 * v[:, 1] ** 2) - 0.02 * np.minimum(q[:, 0] ** 2, 25)


def episode(env: VectorEnv, weights: np.ndarray, seed: int) -> tuple[np.ndarray, list[tuple]]:
    first, offset, last = np.split(weights, [5 * HIDDEN, 6 * HIDDEN], axis=-1)  # of each row's own network
    view, motion, score = env.reset(seed=seed)[0], [env.state], np.zeros(ROWS)
    for _ in range(STEPS):
        hidden = np.tanh(np.einsum("bi,bij->bj", view, first.reshape(ROWS, 5, HIDDEN)) + offset)
        view, gained, *_ = env.step(np.tanh((hidden * last).sum(axis=-1, keepdims=True)))
        motion, score = [*motion, env.state], score + gained / STEPS
    return score, motion


def main(generations: int = 80, pictures: tuple[str, ...] = ()) -> None:
    mean, spread, rng = np.zeros(7 * HIDDEN), np.ones(7 * HIDDEN), np.random.default_rng(0)
    start = {name: ensemble.normal(0.0, 0.05) for name in "qv"}
    task = {"reward": reward, "observation": seen, "start": start, "actuated": ["slide"], "effort": 15.0}
    env = VectorEnv(ROBOT, ROWS, **task, dt=2e-3, hold=10, max_steps=STEPS + 1)
    for generation in range(generations):
        weights = mean + spread * rng.standard_normal((ROWS, len(mean)))
        score, _ = episode(env, weights, generation)
        best = weights[score.argsort()[-BEST:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1 * max(0.0, 1 - generation / 56)
        print(f"generation {generation}: mean reward {score.mean():.3f}, best {score.max():.3f}")
    motion = episode(env, np.tile(mean, (ROWS, 1)), generations)[1]
    print(f"upright in the end: {(np.cos(motion[-1][0][:, 1]) < -0.9).mean():.0%} of {ROWS} starts")
    for picture in pictures:
        q, v = (np.array([state[i][0] for state in motion]) for i in (0, 1))
        swing = Trajectory(ROBOT, np.linspace(0.0, 4.0, STEPS + 1), q, v, np.zeros_like(v))
        swing.animation(size=(240, 180), frames_per_second=8, azimuth=0.0).save(picture)


if __name__ == "__main__":
    main(*(int(x) for x in sys.argv[1:] if x.isdigit()), pictures=tuple(x for x in sys.argv[1:] if "." in x))
