"""Methods of one kernel: built-in functions in their places take plain calls, and nothing else changes."""

from __future__ import annotations

import copy
import functools
import gc
import inspect
import pickle
import sys
import threading
import weakref
from types import BuiltinFunctionType, MethodType

import numpy as np
import pytest

import psiphi
from psiphi import Robot
from psiphi.dynamics import compiled
from psiphi.errors import PsiphiError
from psiphi.formats.robots import random_tree

MODEL = random_tree(2, bodies=3, base="free", kinds=("revolute", "prismatic"))
ARM = random_tree(3, bodies=2, kinds=("revolute",))
NAMES = sorted(method.__name__ for method in compiled._OF_ONE_KERNEL)
RNG = np.random.default_rng(1)
Q, V, A = (RNG.normal(size=2) for _ in range(3))
MANY = RNG.normal(size=(5, 2))


def arm(kind: type[Robot] = Robot) -> Robot:
    """A robot with two joints that has been asked for its inverse dynamics."""
    robot = kind(ARM)
    robot.inverse_dynamics(Q, V, A)
    robot.inverse_dynamics(MANY, V, A)
    return robot


def is_built_in(robot: Robot, name: str = "inverse_dynamics") -> bool:
    return isinstance(getattr(robot, name), BuiltinFunctionType)


@pytest.fixture(scope="module")
def flyer() -> Robot:
    return Robot(MODEL)


@pytest.mark.parametrize("name", NAMES)
def test_built_in_functions_tell_what_the_methods_tell(flyer: Robot, name: str) -> None:
    method = getattr(flyer, name)
    assert isinstance(method, MethodType)
    _ = flyer._calls[name]
    built_in = getattr(flyer, name)
    assert is_built_in(flyer, name)
    assert (built_in.__name__, built_in.__doc__) == (name, method.__doc__)
    told, expected = inspect.signature(built_in).parameters, inspect.signature(method).parameters
    assert [(x.name, x.kind, x.default) for x in told.values()] == [
        (x.name, x.kind, x.default) for x in expected.values()
    ]
    own_names = {"acceleration": "a", "d_q": "along"}
    arguments = [own_names.get(x.name, x.name) for x in flyer._behind(name).signature.arguments]
    assert list(expected)[: len(arguments)] == arguments


def test_plain_calls_do_not_come_to_the_method() -> None:
    robot, out = arm(), np.empty(2)
    expected, many = robot.inverse_dynamics([*Q], V, A), robot.inverse_dynamics(MANY[:, ::-1], V, A)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("this call came to the method")

    robot._calls["inverse_dynamics"] = refuse
    for found in (
        robot.inverse_dynamics(Q, V, A),
        robot.inverse_dynamics(Q, V, A, out=out),
        robot.inverse_dynamics(q=Q, v=V, a=A, out=None, threads=1),
    ):
        assert np.array_equal(found, expected)
    assert np.array_equal(robot.inverse_dynamics(np.ascontiguousarray(MANY[:, ::-1]), V, A), many)
    with pytest.raises(AssertionError, match="came to the method"):
        robot.inverse_dynamics([*Q], V, A)


FORCES = {"external_forces": {ARM.body_names[-1]: np.arange(6.0)}}
OTHER_CALLS = {
    "forces": ((Q, V, A), FORCES),
    "forces by position": ((Q, V, A, *FORCES.values()), {}),
    "no forces by position": ((Q, V, A, None), {}),
    "broadcasting on threads": ((MANY, MANY[:, None], A), {"threads": 2}),
    "single precision": ((MANY.astype(np.float32),) * 3, {}),
    "too few": ((Q, V), {}),
    "too many": ((Q, V, A, None, A), {}),
    "the kernel's name": ((Q, V), {"acceleration": A}),
    "no such name": ((Q, V, A), {"w": A}),
    "twice": ((Q, V, A), {"q": Q}),
    "out of another shape": ((Q, V, A), {"out": np.empty(3)}),
    "out over an argument": ((Q, V, A), {"out": Q}),
    "not numbers": ((Q, "abc", A), {}),
}


@pytest.mark.parametrize("case", OTHER_CALLS)
def test_other_calls_are_answered_as_by_the_method(case: str) -> None:
    arrays, options = OTHER_CALLS[case]
    robot = arm()
    assert is_built_in(robot)
    outcomes = []
    for call in (robot.inverse_dynamics, functools.partial(Robot.inverse_dynamics, robot)):
        try:
            outcomes.append(call(*arrays, **options).tobytes())
        except (PsiphiError, TypeError) as error:
            outcomes.append((type(error), str(error)))
    assert outcomes[0] == outcomes[1]


def test_methods_of_forward_dynamics() -> None:
    robot = Robot(ARM)
    expected = robot.forward_dynamics(Q, V, A)
    assert is_built_in(robot, "forward_dynamics")
    for method in ("FD2", "UD"):
        assert np.allclose(robot.forward_dynamics(Q, V, A, method=method), expected, rtol=1e-9)
    with pytest.raises(PsiphiError, match="FD9"):
        robot.forward_dynamics(Q, V, A, method="FD9")


def test_methods_of_subclasses_stay() -> None:
    class Counting(Robot):
        calls = 0

        def inverse_dynamics(self, *arrays: object, **options: object) -> np.ndarray:
            self.calls += 1
            return super().inverse_dynamics(*arrays, **options)

        @functools.wraps(Robot.bias_forces)
        def bias_forces(self, *arrays: object, **options: object) -> np.ndarray:
            self.calls += 1
            return super().bias_forces(*arrays, **options)

    robot = arm(Counting)
    robot.bias_forces(Q, V)
    robot.bias_forces(Q, V)
    assert robot.calls == 4
    assert not is_built_in(robot, "bias_forces")
    robot.gravity_forces(Q)
    assert is_built_in(robot, "gravity_forces")
    replaced = Robot(ARM)
    replaced.gravity_forces = mine = lambda q: "mine"
    _ = replaced._calls["gravity_forces"]
    assert replaced.gravity_forces is mine


def test_robots_with_embedded_loops() -> None:
    linkage = psiphi.robots.four_bar()
    robot = linkage.embedded(linkage.assemble(linkage.neutral()).q)
    q, v = robot.tree.assemble(linkage.neutral()).q, np.ones(robot.nv)
    expected = robot.kinetic_energy(q, v)
    assert is_built_in(robot, "kinetic_energy")
    assert robot.kinetic_energy(q, v) == expected


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_have_functions_of_their_own(again) -> None:
    robot = arm()
    robot.note = [1, 2]
    expected = robot.inverse_dynamics(Q, V, A)
    other = again(robot)
    assert other.model == robot.model
    assert other.note == robot.note
    assert not is_built_in(other)
    assert np.array_equal(other.inverse_dynamics(Q, V, A), expected)
    assert is_built_in(other)
    assert is_built_in(robot)
    method = again(robot.inverse_dynamics)
    assert np.array_equal(method(Q, V, A), expected)


def test_robots_are_freed_and_references_counted_right() -> None:
    robot, out = arm(), np.empty(2)
    watched = [Q, V, A, out, robot, robot.inverse_dynamics]

    def everything(robot: Robot) -> None:
        robot.inverse_dynamics(Q, V, A, out=out)
        robot.inverse_dynamics(Q, V, [*A], out=out, threads=2)
        for wrong in (lambda: robot.inverse_dynamics(Q, V, "a"), lambda: robot.inverse_dynamics(Q, V)):
            with pytest.raises((PsiphiError, TypeError)):
                wrong()

    everything(robot)
    before = [sys.getrefcount(x) for x in watched]
    for _ in range(200):
        everything(robot)
    gc.collect()
    assert all(abs(sys.getrefcount(x) - count) < 100 for x, count in zip(watched, before, strict=True))
    function = robot.inverse_dynamics
    expected, reference = robot.inverse_dynamics(Q, V, A), weakref.ref(robot)
    del robot, watched
    gc.collect()
    assert np.array_equal(function(Q, V, [*A]), expected)  # as a method, it keeps its robot
    del function
    gc.collect()
    assert reference() is None


def test_without_the_direct_path_the_method_stays(monkeypatch) -> None:
    monkeypatch.setenv("PSIPHI_DIRECT_CALL", "0")
    assert isinstance(arm().inverse_dynamics, MethodType)


def test_first_calls_from_several_threads() -> None:
    expected = arm().inverse_dynamics(Q, V, A)
    for _ in range(5):
        robot, start, found = Robot(ARM), threading.Barrier(4), []

        def work(robot=robot, start=start, found=found) -> None:
            start.wait()
            found.extend(robot.inverse_dynamics(Q, V, A) for _ in range(20))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 80
        assert all(np.array_equal(x, expected) for x in found)
        robot._calls["inverse_dynamics"] = None  # nobody comes to the method any more
        assert np.array_equal(robot.inverse_dynamics(Q, V, A), expected)
