"""Environments of Gymnasium: its own checker, its own vector environments as judge, the motions inside."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from psiphi import ensemble, robots
from psiphi.algebra import joint_vector, mass, v
from psiphi.compat.gymnasium import Env, VectorEnv
from psiphi.errors import PsiphiError

ROBOT = robots.planar_chain(2)
START = {"q": ensemble.uniform([-1.0, -0.5], [1.0, 0.5]), "v": ensemble.normal(0.0, 0.3)}


def reward(q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
    return np.cos(q).sum(axis=-1) - 0.01 * (tau**2).sum(axis=-1)


def observation(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.concatenate([np.cos(q), np.sin(q), v], axis=-1)


def terminated(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    return q[:, 0] > 1.2


OPTIONS = {
    "reward": reward,
    "observation": observation,
    "terminated": terminated,
    "start": START,
    "effort": [8.0, 4.0],
    "hold": 10,
    "max_steps": 7,
}


def test_gymnasium_finds_nothing_wrong() -> None:
    env = Env(ROBOT, render_mode="rgb_array", **OPTIONS)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(env)
    # Nothing bounds what a user's function observes, and an environment without an entry in Gymnasium's
    # registry cannot be made again.
    harmless = ("infinity", "spec")
    strange = [str(x.message) for x in told if not any(word in str(x.message) for word in harmless)]
    assert not strange


@pytest.mark.parametrize("mode", AutoresetMode)
def test_rows_end_and_begin_as_those_of_gymnasium(mode: AutoresetMode) -> None:
    """Single environments in Gymnasium's vector environment, from the same states on."""
    rows, rng = 5, np.random.default_rng(3)
    start = {"q": np.array([0.9, 0.1]), "v": np.array([4.2, 0.0])}
    options = OPTIONS | {"start": start}
    ours = VectorEnv(ROBOT, rows, autoreset_mode=mode, **options)
    judge = SyncVectorEnv([lambda: Env(ROBOT, **options)] * rows, autoreset_mode=mode)
    assert ours.observation_space == judge.observation_space
    assert ours.action_space == judge.action_space
    assert ours.metadata["autoreset_mode"] is judge.metadata["autoreset_mode"]
    np.testing.assert_array_equal(ours.reset(seed=1)[0], judge.reset(seed=1)[0])
    ends = np.zeros((2, rows), int)
    for _ in range(20):
        actions = rng.uniform(-1.0, 1.0, (rows, 2)).astype(np.float32)
        mine, theirs = ours.step(actions), judge.step(actions)
        for ours_now, judge_now in zip(mine[:4], theirs[:4], strict=True):
            np.testing.assert_array_equal(ours_now, judge_now)
            assert ours_now.dtype == judge_now.dtype
        over = mine[2] | mine[3]
        ends += mine[2], mine[3]
        assert ("final_obs" in mine[4]) == ("final_obs" in theirs[4])
        if "final_obs" in mine[4]:
            np.testing.assert_array_equal(mine[4]["_final_obs"], theirs[4]["_final_obs"])
            for row in np.flatnonzero(over):
                np.testing.assert_array_equal(mine[4]["final_obs"][row], theirs[4]["final_obs"][row])
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(PsiphiError, match="has no episode"):
                ours.step(actions)
            again = [env.reset(options={"reset_mask": over})[0] for env in (ours, judge)]
            np.testing.assert_array_equal(*again)
    assert ends[0].sum() > 0  # terminated
    assert ends[1].sum() > 0  # truncated


def test_steps_are_the_motions_of_the_robot_and_seeds_repeat() -> None:
    env = VectorEnv(ROBOT, 4, **OPTIONS)
    first, _ = env.reset(seed=5)
    q, v = env.state
    np.testing.assert_array_equal(first, observation(q, v).astype(np.float32))
    assert len(np.unique(q)) == 8
    actions = np.array([[0.5, -2.0], [0.1, 0.2], [-0.3, 0.0], [1.0, 1.0]])
    tau = np.clip(actions, -1.0, 1.0) * [8.0, 4.0]
    _, rewards, *_ = env.step(actions)
    motion = ROBOT.rollout(q, v, tau[None], 10, 1e-3)
    np.testing.assert_array_equal(env.state[0], motion.q[-1])
    np.testing.assert_array_equal(rewards, reward(motion.q[-1], motion.v[-1], tau))
    later = [env.step(actions)[0] for _ in range(12)]  # with resets on the way
    env.reset(seed=5)
    env.step(actions)
    np.testing.assert_array_equal([env.step(actions)[0] for _ in range(12)], later)
    assert not np.array_equal(env.reset(seed=6)[0], first)


def test_single_rows_are_reset_and_put_where_one_wants() -> None:
    env = VectorEnv(ROBOT, 3, **OPTIONS)
    env.reset(seed=0)
    before = env.state
    mask = np.array([False, True, False])
    env.reset(options={"reset_mask": mask, "q": [0.25, 0.5], "v": [0.0, 1.0]})
    np.testing.assert_array_equal(env.state[0][1], [0.25, 0.5])
    np.testing.assert_array_equal(env.state[0][~mask], before[0][~mask])
    rows = np.array([[0.1, 0.0], [0.2, 0.0], [0.3, 0.0]])
    env.reset(options={"reset_mask": ~mask, "q": rows})
    np.testing.assert_array_equal(env.state[0], [rows[0], [0.25, 0.5], rows[2]])
    for wrong in (np.zeros((5, 2)), [np.nan, 0.0]):
        with pytest.raises(PsiphiError, match=r"q: has shape .*; give finite numbers, \(2,\) or \(3, 2\)"):
            env.reset(options={"q": wrong})
    with pytest.raises(PsiphiError, match="3 truth values"):
        env.reset(options={"reset_mask": [0, 1]})


def test_expressions_and_single_actuators() -> None:
    energy = 0.5 * v.T @ mass @ v
    torque = joint_vector("tau")
    env = VectorEnv(
        ROBOT,
        3,
        reward=-1.0 * torque.T @ torque,
        observation=mass @ v,
        actuated=["joint_2"],
        effort=2.0,
        start=START,
    )
    first, _ = env.reset(seed=1)
    q, rates = env.state
    momentum = np.einsum("bij,bj->bi", ROBOT.mass_matrix(q), rates)
    np.testing.assert_allclose(first, momentum, rtol=1e-6)
    assert env.single_action_space.shape == (1,)
    _, rewards, *_ = env.step(np.full((3, 1), 0.5))
    np.testing.assert_allclose(rewards, [-1.0] * 3, rtol=1e-15)
    assert VectorEnv(ROBOT, 2, reward=energy, effort=1.0).reset()[0].shape == (2, 4)


def test_rows_that_diverge_are_over_and_stay_finite() -> None:
    env = VectorEnv(ROBOT, 2, **OPTIONS)
    env.reset(seed=0)
    env.reset(options={"reset_mask": np.array([False, True]), "v": [1e30, 1e30]})
    observations, _, terminations, _, infos = env.step(np.zeros((2, 2)))
    np.testing.assert_array_equal(terminations, [False, True])
    np.testing.assert_array_equal(infos["diverged"], [False, True])
    assert not np.isnan(observations).any()
    env.step(np.zeros((2, 2)))
    assert np.isfinite(env.state[1]).all()
    assert np.abs(env.state[1]).max() < 10.0


def test_wrappers_of_gymnasium_work_on_top() -> None:
    plain = VectorEnv(ROBOT, 3, **OPTIONS)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(plain)
    env.reset(seed=2)
    lengths = []
    for _ in range(10):
        infos = env.step(env.action_space.sample())[-1]
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths
    assert max(lengths) == 7
    env.close()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"effort": None}, "finite limits of effort"),
        ({"reward": lambda q, v, tau: 1.0}, r"reward: gives the shape \(\)"),
        ({"reward": 3.0}, "a function or an expression"),
        ({"observation": joint_vector("x")}, "input 'x'"),
        ({"start": {"tau": 0.0}}, "no part of a state"),
        ({"actuated": ["wheel"]}, "wheel"),
        ({"render_mode": "human"}, "human"),
        ({"hold": 0}, "hold"),
    ],
)
def test_what_makes_no_environment_is_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(PsiphiError, match=words):
        VectorEnv(ROBOT, 2, **(OPTIONS | changes))


def test_actions_of_another_shape_are_refused() -> None:
    env = VectorEnv(ROBOT, 2, **OPTIONS)
    env.reset()
    with pytest.raises(PsiphiError, match=r"give \(2, 2\)"):
        env.step(np.zeros(2))
