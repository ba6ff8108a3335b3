"""Memory of large results is used again: never while an array views it, within bounds, at cache lines."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest
from scalar_programs import product_program, random_program

from psiphi.kernel.call import result_pool
from psiphi.kernel.call.direct_layout import LARGE, MOST_HELD, PoolWord
from psiphi.kernel.native import compile_program

ROWS = LARGE // 16  # of two numbers in float64 each: just large


@pytest.fixture(autouse=True)
def _alone():
    """Blocks of other tests go: one fills the pool, and makes way for the first that comes."""
    result_pool.empty((MOST_HELD,), np.dtype(np.uint8))


@pytest.fixture(scope="module")
def product():
    return compile_program(product_program())


@pytest.fixture(params=["direct", "safe"])
def times(request, product):
    """x · y as a call of either path: the direct one does not take batches of two dimensions."""
    product.prepare()
    if request.param == "direct":
        return product
    return lambda x, y: product(x[None], y[None])[0]


def _pair(rows, dtype=np.float64):
    x = np.arange(1.0, 2 * rows + 1, dtype=dtype).reshape(rows, 2)
    return x, np.full((rows, 2), 2, dtype)


def _address(array):
    return array.ctypes.data


def _held():
    return int(result_pool.pool_words()[PoolWord.HELD])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_memory_comes_back_when_the_last_view_is_gone(times, dtype):
    x, y = _pair(3 * ROWS, dtype)
    first = times(x, y)
    place = _address(first)
    assert place % 64 == 0
    view = first[5:7]
    del first
    second = times(x, 2 * y)
    assert not np.may_share_memory(view, second)
    np.testing.assert_array_equal(view, 2 * x[5:7])
    del view
    third = times(x, 3 * y)
    assert _address(third) == place
    np.testing.assert_array_equal(second, 4 * x)
    np.testing.assert_array_equal(third, 6 * x)


def test_results_are_arrays_like_others(product):
    x, y = _pair(ROWS)
    found = product(x, y)
    assert found.base is None
    assert found.flags.owndata
    assert found.flags.writeable
    place = _address(found)
    found.resize(4 * ROWS, 2)
    np.testing.assert_array_equal(found[:ROWS], 2 * x)
    np.testing.assert_array_equal(found[ROWS:], 0)
    assert place in result_pool.pool_words()[PoolWord.SLOTS :]
    found.resize(3, 2)
    np.testing.assert_array_equal(found, 2 * x[:3])


def test_other_arrays_stay_with_numpy(product):
    x, y = _pair(ROWS)
    kept = product(x, y), product(x[None], y[None])
    before = result_pool.pool_words().copy()
    for other in (np.empty((ROWS, 2)), product(x[:-1], y[:-1]), kept[0] + 1, kept[0].copy()):
        del other
    np.testing.assert_array_equal(result_pool.pool_words(), before)


def test_blocks_much_larger_than_needed_are_left(product):
    x, y = _pair(8 * ROWS)
    place = _address(product(x, y))
    small = product(x[:ROWS], y[:ROWS])
    assert _address(small) != place
    assert _address(product(x, y)) == place


def test_what_waits_is_bounded(product):
    largest = MOST_HELD // 16
    x, y = np.ones(2), np.ones((largest + 1, 2))
    alive = [product(x, y[: rows + 1]) for rows in (ROWS, largest // 3, largest // 2, largest - 1)]
    while alive:
        alive.pop(0)
        assert 0 <= _held() <= MOST_HELD
    assert _held() == 16 * largest  # the last one filled it, and all others had to go
    product(x, y)
    assert _held() == 16 * largest  # too large to be kept
    for rows in range(ROWS, 21 * ROWS, ROWS):
        product(x, y[:rows])
        assert _held() <= MOST_HELD


def test_several_results_have_memory_of_their_own():
    program = random_program(3, 30, outputs=((4,), (2, 2)))
    function = compile_program(program)
    rng = np.random.default_rng(0)
    for _ in range(3):
        arrays = {argument.name: rng.normal(size=(ROWS, *argument.shape)) for argument in program.arguments}
        found = function(**arrays)
        assert not np.may_share_memory(*found)
        expected = tuple(np.empty(result.shape) for result in found)
        function(**arrays, out=expected)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)


def test_threads_share_the_pool(times):
    x, y = _pair(3 * ROWS)
    wrong = []

    def work(seed):
        rng = np.random.default_rng(seed)
        alive = []
        for step in range(200):
            rows = int(rng.integers(1, 4)) * ROWS
            alive.append((times(x[:rows], (seed + step) * y[:rows]), seed + step, rows))
            if len(alive) > 3:
                found, factor, count = alive.pop(int(rng.integers(len(alive))))
                if not np.array_equal(found, 2 * factor * x[:count]):
                    wrong.append((seed, step))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


_AT_EXIT = """
import builtins, sys
import numpy as np
import psiphi
robot = psiphi.robots.ur5()
q = np.zeros((2000, 6))
class Last:
    pass
builtins.last = Last()  # goes after all modules
for batch in ((2000, 6), (1, 2000, 6)):
    builtins.last.results = robot.mass_matrix(q.reshape(batch)), robot.mass_matrix(q.reshape(batch))
    np.testing.assert_array_equal(*builtins.last.results)
sys.last_result = robot.mass_matrix(q)
"""
_LOADED_BY_LLVM = "from psiphi.kernel.code import linking\nlinking.link = lambda *_: None\n"


@pytest.mark.parametrize("beginning", ["", _LOADED_BY_LLVM], ids=["blocks", "loaded by LLVM"])
def test_results_may_outlive_everything(beginning, tmp_path, monkeypatch):
    if beginning:
        monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", beginning + _AT_EXIT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
