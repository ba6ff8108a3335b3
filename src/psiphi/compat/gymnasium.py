"""Environments of Gymnasium: robots that learn, many at a time.

    env = VectorEnv(robot, 1024, reward=lambda q, v, tau: np.cos(q[:, 0]) - 0.01 * tau[:, 0] ** 2, dt=1e-3)
    observations, _ = env.reset(seed=0)
    observations, rewards, terminations, truncations, infos = env.step(actions)

All rows take their steps in one native call. Rows whose episode is over begin anew by themselves, in the way
that `autoreset_mode` says, or are reset alone: env.reset(options={"reset_mask": mask}).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Expr
from psiphi.ensemble.draws import as_draw
from psiphi.errors import ArgumentTypeError, InputError, MissingPackageError
from psiphi.model.arguments import (
    configuration_argument,
    count,
    instance_argument,
    names_argument,
    number_array,
    positive_number,
    real_numbers,
    vector_argument,
)
from psiphi.robot import Robot

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingPackageError(
        "environments need gymnasium, which is not installed: python -m pip install 'psiphi[gymnasium]'."
    ) from None

Array: TypeAlias = NDArray[Any]
OfState: TypeAlias = Expr | Callable[..., ArrayLike]


class VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """Robots that move independently, (num_envs, ...) of everything.

    reward       reward(q, v, tau) → (num_envs,) at the end of each step; a function of the batch, or an
                 operator expression of these names that is a number
    observation  observation(q, v) → (num_envs, n), or an expression that is a vector; by default q and v
    terminated   terminated(q, v) → (num_envs,), whether an episode is over; by default it never is
    start        what "q" and "v" an episode begins with: distributions of `psiphi.ensemble`, numbers, or
                 functions of a generator; by default the neutral configuration at rest
    actuated     the joints that actions move; by default all
    effort       joint forces of an action of 1, a number or one for each actuated degree of freedom; by
                 default the limits of effort. Actions lie in [−1, 1], and what lies beyond is taken for these
    dt, hold     a step of the environment is `hold` steps of dt
    max_steps    after so many steps of the environment an episode is truncated
    method, damping, friction, springs, threads
                 as of `robot.rollout`

    A row that diverges is terminated with the state before, and `infos["diverged"]` says so. Observations and
    actions are float32, motions float64.
    """

    def __init__(
        self,
        robot: Robot,
        num_envs: int = 1,
        *,
        reward: OfState,
        observation: OfState | None = None,
        terminated: OfState | None = None,
        start: Mapping[str, Any] | None = None,
        actuated: Sequence[str] | None = None,
        effort: ArrayLike | None = None,
        dt: float = 1e-3,
        hold: int = 20,
        max_steps: int = 500,
        method: str = "semi_implicit",
        damping: bool = True,
        friction: bool = True,
        springs: bool = True,
        threads: int = 1,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        instance_argument("robot", robot, Robot)
        self.robot = robot
        self.num_envs = count("num_envs", num_envs)
        self.max_steps = count("max_steps", max_steps)
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            raise InputError(f"autoreset_mode: {autoreset_mode!r} given; give an AutoresetMode.") from None
        if render_mode is not None and str(render_mode) != "rgb_array":
            raise InputError(f"render_mode: {render_mode!r} given; give None or 'rgb_array'.")
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["rgb_array"],
            "render_fps": max(1, round(1.0 / (positive_number("dt", dt) * count("hold", hold)))),
            "autoreset_mode": self.autoreset_mode,
        }
        self._horizon = (hold, dt)
        self._options = {
            "method": method,
            "every": hold,
            "damping": damping,
            "friction": friction,
            "springs": springs,
            "threads": threads,
        }
        self._columns = _columns(robot, actuated)
        self._effort = _effort(robot, self._columns, effort)
        if start is not None:
            instance_argument("start", start, Mapping)
        given = {"q": robot.neutral(), "v": np.zeros(robot.nv)} | dict(start or {})
        unknown = [name for name in given if name not in ("q", "v")]
        if unknown:
            raise InputError(f"start: {unknown[0]!r} is no part of a state; give 'q' and 'v'.")
        self._start = {name: as_draw(name, draw) for name, draw in given.items()}
        self._reward = _of_state(robot, "reward", reward, ("q", "v", "tau"))
        self._observed = _of_state(
            robot, "observation", _state if observation is None else observation, ("q", "v")
        )
        self._terminated = _of_state(
            robot, "terminated", _never if terminated is None else terminated, ("q", "v")
        )
        self._q, self._v = np.tile(robot.neutral(), (self.num_envs, 1)), np.zeros((self.num_envs, robot.nv))
        self._steps = np.zeros(self.num_envs, np.int64)
        self._over = np.ones(self.num_envs, bool)  # until the first reset
        self._check()
        self.single_action_space = gymnasium.spaces.Box(-1.0, 1.0, self._effort.shape, np.float32)
        seen = self._observation().shape[1:]
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, seen, np.float32)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    @property
    def state(self) -> tuple[Array, Array]:
        """q (num_envs, nq) and v (num_envs, nv) as they are now."""
        return self._q.copy(), self._v.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin all episodes anew, or those of options["reset_mask"]; options "q" and "v" give their states.

        A seed decides all draws that follow, those of later resets too.
        """
        super().reset(seed=None if seed is None else count("seed", seed, 0, math.inf))
        options = {} if options is None else options
        instance_argument("options", options, Mapping)
        rows, given = self._mask(options.get("reset_mask")), dict[str, Array]()
        if "q" in options:
            given["q"] = self._of_rows("q", configuration_argument(self.robot.model, "q", options["q"]), rows)
        if "v" in options:
            given["v"] = self._of_rows("v", vector_argument("v", options["v"], self.robot.nv), rows)
        self._begin(rows)
        self._q[rows], self._v[rows] = given.get("q", self._q[rows]), given.get("v", self._v[rows])
        return self._observation(), {}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """A step of all rows: observations, rewards, terminations, truncations, infos."""
        tau = self._tau(actions)
        fresh = self._over
        if fresh.any() and self.autoreset_mode is not AutoresetMode.NEXT_STEP:
            raise InputError(
                f"row {int(np.argmax(fresh))} has no episode: reset it, reset(options={{'reset_mask': …}})."
            )
        infos: dict[str, Any] = {}
        diverged = self._move(tau)
        self._steps += 1
        rewards = np.asarray(self._reward(self._q, self._v, tau), np.float64)
        terminations = np.asarray(self._terminated(self._q, self._v), bool) | diverged
        truncations = self._steps >= self.max_steps
        if fresh.any():  # their action is not looked at
            self._begin(fresh)
            rewards = np.where(fresh, 0.0, rewards)
            terminations, truncations, diverged = (x & ~fresh for x in (terminations, truncations, diverged))
        self._over = terminations | truncations
        if diverged.any():
            infos |= {"diverged": diverged, "_diverged": diverged.copy()}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._over.any():
            over, last = self._over, self._observation()
            final = np.full(self.num_envs, None, dtype=object)
            for row in np.flatnonzero(over):
                final[row] = last[row]
            infos |= {
                "final_obs": final,
                "_final_obs": over.copy(),
                "final_info": {},
                "_final_info": over.copy(),
            }
            self._begin(over)
        return self._observation(), rewards, terminations, truncations, infos

    def render(self) -> tuple[Array, ...] | None:
        """A picture of each row, (height, width, 3)."""
        if self.render_mode is None:
            return None
        return tuple(self.robot.snapshot(q).image for q in self._q)

    def _move(self, tau: Array) -> Array:
        """Move all rows on; those that diverge stay, and are told."""
        q, v = (
            x[-1] for x in self.robot.rollout(self._q, self._v, tau[None], *self._horizon, **self._options)
        )
        diverged = ~(np.isfinite(q).all(axis=-1) & np.isfinite(v).all(axis=-1))
        if diverged.any():
            q[diverged], v[diverged] = self._q[diverged], self._v[diverged]
        self._q, self._v = q, v
        return diverged

    def _begin(self, rows: Array) -> None:
        """New episodes."""
        many, model = int(rows.sum()), self.robot.model
        self._q[rows] = self._start["q"].drawn(self.np_random, many, model, (self.robot.nq,))
        self._v[rows] = self._start["v"].drawn(self.np_random, many, model, (self.robot.nv,))
        self._steps[rows] = 0
        self._over = self._over & ~rows

    def _observation(self) -> Array:
        return np.array(self._observed(self._q, self._v), np.float32)

    def _tau(self, actions: ArrayLike) -> Array:
        given = number_array("actions", actions)
        if given.shape != (self.num_envs, len(self._columns)):
            raise InputError(
                f"actions: have shape {given.shape}; give {(self.num_envs, len(self._columns))}, a row for "
                "each environment."
            )
        tau = np.zeros((self.num_envs, self.robot.nv))
        tau[:, self._columns] = np.clip(given, -1.0, 1.0) * self._effort
        return tau

    def _mask(self, given: Any) -> Array:
        if given is None:
            return np.ones(self.num_envs, bool)
        mask = np.asarray(given) if real_numbers(given) is not None else np.zeros(0)
        if mask.dtype != bool or mask.shape != (self.num_envs,):
            raise InputError(f"reset_mask: give an array of {self.num_envs} truth values.")
        return mask

    def _of_rows(self, name: str, given: Array, rows: Array) -> Array:
        """A state (n,) for all rows that begin, or (rows, n): one for each of them or of all environments."""
        if given.shape[:-1] not in ((), (rows.sum(),), rows.shape) or not np.isfinite(given).all():
            size = given.shape[-1]
            raise InputError(
                f"{name}: has shape {given.shape}; give finite numbers, ({size},) or {(*rows.shape, size)}."
            )
        return given[rows] if given.shape[:-1] == rows.shape else given

    def _check(self) -> None:
        """Functions that do not give one row for each environment are told of at once."""
        tau = np.zeros((self.num_envs, self.robot.nv))
        for name, found, dimensions in (
            ("reward", self._reward(self._q, self._v, tau), 1),
            ("terminated", self._terminated(self._q, self._v), 1),
            ("observation", self._observed(self._q, self._v), 2),
        ):
            shape = np.shape(found)
            if len(shape) != dimensions or shape[0] != self.num_envs:
                wanted = f"({self.num_envs},{' n' if dimensions == 2 else ''})"
                raise InputError(
                    f"{name}: gives the shape {shape}; {wanted} is wanted, a row for each environment."
                )


class Env(gymnasium.Env[Array, Array]):
    """One robot, for programs that take no vector environments; arguments as of `VectorEnv`."""

    def __init__(self, robot: Robot, **options: Any) -> None:
        self._rows = VectorEnv(robot, 1, autoreset_mode=AutoresetMode.DISABLED, **options)
        self.metadata = {x: y for x, y in self._rows.metadata.items() if x != "autoreset_mode"}
        self.render_mode = self._rows.render_mode
        self.action_space = self._rows.single_action_space
        self.observation_space = self._rows.single_observation_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        observations, _ = self._rows.reset(seed=seed, options=options)
        return observations[0], {}

    def step(self, action: Array) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """One step: observation, reward, terminated, truncated, info."""
        observations, rewards, terminations, truncations, infos = self._rows.step(np.asarray(action)[None])
        info = {"diverged": True} if "diverged" in infos else {}
        return observations[0], float(rewards[0]), bool(terminations[0]), bool(truncations[0]), info

    def render(self) -> Any:
        """A picture, (height, width, 3)."""
        frames = self._rows.render()
        return None if frames is None else frames[0]


def _state(q: Array, v: Array) -> Array:
    return np.concatenate([q, v], axis=-1)


def _never(q: Array, v: Array) -> Array:
    return np.zeros(len(q), bool)


def _of_state(robot: Robot, what: str, given: OfState, names: tuple[str, ...]) -> Callable[..., ArrayLike]:
    """A function of these arrays; expressions are compiled."""
    if not isinstance(given, Expr):
        if not callable(given):
            raise ArgumentTypeError(
                f"{what}: {type(given).__name__} given; give a function or an expression."
            )
        return given
    kernel = robot.compile(given)
    places: list[int] = []
    for argument in kernel.signature.arguments:
        if argument.name not in names:
            raise InputError(
                f"{what}: {given} has the input {argument.name!r}; it may have {', '.join(names)}."
            )
        places.append(names.index(argument.name))
    return lambda *arrays: kernel(*(arrays[place] for place in places))


def _columns(robot: Robot, actuated: Sequence[str] | None) -> Array:
    """Where the forces of the actuated joints stand in tau."""
    if actuated is None:
        return np.arange(robot.nv)
    places = [np.arange(robot.nv)[robot.v_slice(name)] for name in names_argument("actuated", actuated)]
    return np.concatenate(places) if places else np.arange(0)


def _effort(robot: Robot, columns: Array, given: ArrayLike | None) -> Array:
    if given is not None:
        effort = number_array("effort", given)
        if effort.shape not in ((), columns.shape):
            raise InputError(f"effort: has shape {effort.shape}; give one number or {columns.shape}.")
        effort = np.broadcast_to(effort, columns.shape)
    else:
        effort = robot.limits.effort[columns]
    if not (np.isfinite(effort).all() and (effort > 0.0).all()):
        raise InputError("effort: joints without finite limits of effort are actuated; give `effort`.")
    return np.array(effort, float)
