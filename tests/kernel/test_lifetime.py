"""Functions outlive whatever they are taken down with: exits, and collections in every order, crash nothing.

Memory is overwritten when it is freed (PYTHONMALLOC=debug), and used again amid collections, so that reading
it is noticed where a heap would forgive.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest

import psiphi
from psiphi.kernel.code.target import Precision
from psiphi.simulation.plan import planned

_BEGINNING = """
import ctypes, gc, random, sys
import numpy as np
import psiphi

class Node:
    pass

class Overwriting:
    "Takes memory that was just freed and fills it, in the middle of a collection."
    used = []

    def __del__(self, filled=ctypes.create_string_buffer):  # names are gone at exit
        self.used.extend([filled(b"\\xff" * 32, 32) for _ in range(500)])

def unseen():
    "An object that the collector does not see, since arrays hide it: it goes with the first that has it."
    array = np.empty(1, object)
    array[0] = Overwriting()
    return array

class Late:
    def __del__(self):
        self.robot.inverse_dynamics(self.q, self.v, self.v)

def called():
    robot = psiphi.robots.ur5()
    q, v = robot.neutral(), np.zeros(robot.nv)
    robot.inverse_dynamics(q, v, v)
    robot.forward_dynamics(q, v, v)
    return robot

def cycles(seed):
    "Robots, their functions and other objects that refer to each other, made and linked in some order."
    order = random.Random(seed)
    for robot in [called() for _ in range(3)]:
        late = Late()
        late.robot, late.q, late.v = robot, robot.neutral(), np.zeros(robot.nv)
        functions = [robot.inverse_dynamics, robot.forward_dynamics, robot.kernel("inverse_dynamics").call]
        things = [*functions, *(f.__self__ for f in functions), robot, robot._calls, late]
        order.shuffle(things)
        nodes = [Node() for _ in things]
        for node in nodes[::3]:
            node.unseen = unseen()
        order.shuffle(nodes)
        for node, thing, other in zip(nodes, things, nodes[1:] + nodes[:1]):
            node.thing, node.other = thing, other
        robot.user_data = nodes[0]
        yield nodes[-1]

seeds = range(10)
"""

_SCRIPTS = {
    "exit": """
alive = [[*cycles(seed)] for seed in seeds]
""",
    "collection": """
gc.disable()
for seed in seeds:
    list(cycles(seed))
    gc.collect()
    Overwriting.used.clear()
""",
    "collection while others are made": """
gc.set_threshold(7, 2, 2)
for seed in seeds:
    list(cycles(seed))
    Overwriting.used.clear()
""",
    "exit while a thread goes on": """
import threading
robot = called()
q, v = np.zeros((2, 2000, 6))
started = threading.Event()

def work():
    while True:
        robot.inverse_dynamics(q, v, v)
        started.set()

threading.Thread(target=work, daemon=True).start()
started.wait()
""",
}
_LOADED_BY_LLVM = "from psiphi.kernel.code import linking\nlinking.link = lambda *_: None\n"


def _run(script: str, cache: Path, status: int = 0, **environment: str) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", script],
        env={**os.environ, "PYTHONMALLOC": "debug", "PSIPHI_CACHE_DIR": str(cache), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert not done.stderr


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> Path:
    """Code that all these processes use."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("beginning", ["", _LOADED_BY_LLVM], ids=["blocks", "loaded by LLVM"])
@pytest.mark.parametrize("direct", ["1", "0"])
@pytest.mark.parametrize("what", _SCRIPTS)
def test_nothing_is_used_after_it_is_freed(what, direct, beginning, cache):
    if beginning and what != "collection":
        pytest.skip("the end of a process is the same, however code was loaded")
    _run(beginning + _BEGINNING + _SCRIPTS[what], cache, PSIPHI_DIRECT_CALL=direct)


_ANOTHER_INTERPRETER = '''
import sys
code = f"""
import sys
sys.path[:] = {sys.path!r}
import psiphi
robot = psiphi.robots.ur5()
assert robot.mass_matrix(robot.neutral())[0, 0] > 0
"""
if sys.version_info >= (3, 13):
    import _interpreters
    other = _interpreters.create("legacy")
    assert _interpreters.exec(other, code) is None
else:
    import _xxsubinterpreters
    other = _xxsubinterpreters.create(isolated=False)
    _xxsubinterpreters.run_string(other, code)
sys.exit(3)
'''


def test_an_interpreter_that_is_left_to_the_end_of_the_process(cache):
    """Its process ends as it should: not before its time, nor never, as it would with more threads."""
    quiet = {"PYTHONWARNINGS": "ignore"}  # of NumPy and Python themselves, about several interpreters
    _run(_ANOTHER_INTERPRETER, cache, status=3, **quiet)


def test_robots_that_come_and_go_leave_nothing_behind():
    left = []
    for _ in range(5):
        robot = psiphi.robots.ur5()
        v = np.zeros(6)
        robot.inverse_dynamics(v, v, v)
        native = robot.kernel("inverse_dynamics").native
        (variant,) = native._variants.values()
        left += map(weakref.ref, (robot, robot.inverse_dynamics, native, variant.loaded))
        left += [weakref.ref(robot.inverse_dynamics.__self__)]
    del robot, native, variant
    gc.collect()
    assert [reference() for reference in left] == [None] * 25


@pytest.mark.parametrize("rows", [1, 3])
def test_a_run_keeps_the_code_of_its_iteration(rows: int) -> None:
    robot = psiphi.robots.planar_chain(2)
    plan = planned(robot, np.ones((rows, 2)), np.zeros((rows, 2)), None, 4, 1e-3)
    given, samples = {**plan.start, **plan.streams}, {x: np.empty((5, rows, 2)) for x in plan.states}
    iteration = plan.step.iteration()
    code = weakref.ref(iteration._variant(Precision.DOUBLE, rows > 1).loaded)
    run = iteration.prepare(given, samples, steps=4)
    del iteration
    gc.collect()
    assert code() is not None
    run()
    expected = robot.rollout(plan.start["q"], plan.start["v"], None, 4, 1e-3)
    np.testing.assert_array_equal(samples["q"], expected.q)
