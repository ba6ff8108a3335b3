"""Calling: what is accepted, what it means, and what is refused before any memory is touched."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from scalar_programs import product_program, random_program

from psiphi.errors import ArgumentTypeError, InputError, PsiphiError
from psiphi.kernel import native
from psiphi.kernel.code.target import ENTRY
from psiphi.kernel.emit.batch import Emission
from psiphi.kernel.native import compile_program
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.source import ProgramSource

rng = np.random.default_rng(0)


@pytest.fixture
def product(path):
    """x · y of two numbers each, warmed up so that the direct path has code for all it can take."""
    function = compile_program(product_program())
    for dtype in (np.float64, np.float32):
        for batch in (False, True):
            function.prepare(dtype, batch=batch)
    return function


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ((2,), (2,)),
        ((5, 2), (5, 2)),
        ((5, 2), (2,)),
        ((2,), (5, 2)),
        ((1, 2), (5, 2)),
        ((1, 2), (2,)),
        ((1, 2), (1, 2)),
        ((3, 4, 2), (3, 4, 2)),
        ((3, 1, 2), (4, 2)),
        ((3, 1, 2), (1, 4, 2)),
        ((2, 3, 4, 2), (4, 2)),
        ((0, 2), (2,)),
        ((0, 2), (1, 2)),
        ((3, 0, 2), (3, 1, 2)),
        ((1, 1, 1, 2), (1, 2)),
    ],
)
def test_leading_dimensions_broadcast(product, x, y):
    a, b = rng.normal(size=x), rng.normal(size=y)
    found = product(a, b)
    np.testing.assert_array_equal(found, a * b)
    assert found.shape == (a * b).shape
    out = np.empty_like(found)
    assert product(a, b, out=out) is out
    np.testing.assert_array_equal(out, a * b)


def test_arguments_by_name(product):
    a, b = rng.normal(size=(2, 5, 2))
    for found in (product(a, y=b), product(x=a, y=b), product(y=b, x=a)):
        np.testing.assert_array_equal(found, a * b)
    out = np.empty((5, 2))
    for found in (product(x=a, y=b, out=out), product(a, out=out, y=b), product(out=out, y=b, x=a)):
        assert found is out
        np.testing.assert_array_equal(out, a * b)
    np.testing.assert_array_equal(product(a, b, out=None), a * b)


@pytest.mark.parametrize(
    "convert",
    [
        lambda a: a.tolist(),
        lambda a: tuple(map(tuple, a.tolist())),
        lambda a: a.astype(np.int32),
        lambda a: a.astype(np.uint8),
        lambda a: a.astype(np.float16),
        lambda a: a.astype(np.longdouble),
        lambda a: a.astype(">f8"),
        lambda a: np.asfortranarray(a),
        lambda a: np.repeat(a, 3, axis=0)[::3],
        lambda a: np.repeat(a, 2, axis=1)[:, ::2],
        lambda a: a[::-1][::-1],
        lambda a: a[:, ::-1][:, ::-1],
        lambda a: np.frombuffer(b"\0" + a.tobytes(), np.uint8)[1:].view(np.float64).reshape(a.shape),
        lambda a: np.broadcast_to(a, a.shape),
    ],
)
def test_other_layouts_and_types_are_converted(product, convert):
    a, b = np.floor(rng.uniform(0, 100, size=(2, 6, 2)))
    np.testing.assert_array_equal(product(convert(a), b), a * b)
    np.testing.assert_array_equal(product(b, convert(a)), a * b)
    np.testing.assert_array_equal(
        product(convert(a)[0] if not isinstance(convert(a), np.matrix) else a[0], b), a[0] * b
    )


def test_numbers_are_single_where_all_arguments_are(product):
    single, double = np.ones((3, 2), np.float32), np.ones((3, 2))
    assert product(single, single).dtype == np.float32
    assert product(single[0], single[0]).dtype == np.float32
    assert product(single, double).dtype == np.float64
    assert product(double, single).dtype == np.float64
    assert product(single, [1, 2]).dtype == np.float64
    out = np.empty((3, 2), np.float32)
    assert product(single, single[0], out=out) is out


@pytest.mark.parametrize("shape", [(2,), (5, 2), (64, 2)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_few_rows_of_the_safe_path_are_staged(monkeypatch, dtype, shape):
    """Nothing is settled for them, also where threads call at the same time."""
    monkeypatch.setenv("PSIPHI_DIRECT_CALL", "0")
    function = compile_program(product_program())
    function.prepare(dtype, batch=len(shape) > 1)
    monkeypatch.setattr(native, "settle", None)
    rows = rng.normal(size=(8, *shape)).astype(dtype)
    wrong = []

    def work(row):
        out = np.empty_like(row)
        for _ in range(200):
            found = function(row, row), function(row, row, out=out)
            if not all(np.array_equal(x, row * row) for x in found) or found[1] is not out:
                wrong.append(row)

    workers = [threading.Thread(target=work, args=(row,)) for row in rows]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong
    assert function(rows[0], rows[0]).base is None


def test_an_argument_without_a_batch_is_not_copied(product):
    """Memory that is never there cannot be copied: a thousand rows of one."""
    one = np.broadcast_to(np.array([2.0, 3.0]), (1_000, 2))
    np.testing.assert_array_equal(product(one[0], one), np.broadcast_to([4.0, 9.0], (1_000, 2)))


BAD_ARGUMENTS = {
    "too many": ((np.ones(2), np.ones(2), np.ones(2)), {}, TypeError),
    "too few": ((np.ones(2),), {}, TypeError),
    "none": ((), {}, TypeError),
    "unknown name": ((np.ones(2),), {"z": np.ones(2)}, TypeError),
    "given twice": ((np.ones(2), np.ones(2)), {"x": np.ones(2)}, TypeError),
    "complex": ((np.ones(2, complex), np.ones(2)), {}, TypeError),
    "object": ((np.array([1, None]), np.ones(2)), {}, TypeError),
    "text": ((np.array(["1", "2"]), np.ones(2)), {}, TypeError),
    "a string": (("12", np.ones(2)), {}, TypeError),
    "truth values": ((np.array([True, False]), np.ones(2)), {}, TypeError),
    "nothing": ((None, np.ones(2)), {}, TypeError),
    "ragged": (([[1, 2], [3]], np.ones(2)), {}, TypeError),
    "dates": ((np.array(["2020-01-01", "2020-01-02"], "M8[D]"), np.ones(2)), {}, TypeError),
    "structured": ((np.zeros(2, [("a", "f8")]), np.ones(2)), {}, TypeError),
    "wrong row": ((np.ones(3), np.ones(2)), {}, ValueError),
    "wrong rows": ((np.ones((2, 3)), np.ones(2)), {}, ValueError),
    "a number": ((1.0, np.ones(2)), {}, ValueError),
    "batches that do not meet": ((np.ones((3, 2)), np.ones((4, 2))), {}, ValueError),
    "threads of zero": ((np.ones(2), np.ones(2)), {"threads": 0}, ValueError),
    "threads of text": ((np.ones(2), np.ones(2)), {"threads": "2"}, ValueError),
    "threads of truth": ((np.ones(2), np.ones(2)), {"threads": True}, ValueError),
}


@pytest.mark.parametrize("name", BAD_ARGUMENTS)
def test_wrong_arguments_are_refused(product, name):
    arrays, options, kind = BAD_ARGUMENTS[name]
    with pytest.raises(PsiphiError) as caught:
        product(*arrays, **options)
    assert isinstance(caught.value, kind)
    out = np.full(2, 7.0)
    with pytest.raises(PsiphiError):
        product(*arrays, **options, out=out)
    assert np.all(out == 7.0)


def test_errors_name_the_argument(product):
    with pytest.raises(InputError, match=r"Argument y must have shape \(\.\.\., 2\), not \(5, 3\)"):
        product(np.ones(2), np.ones((5, 3)))
    with pytest.raises(ArgumentTypeError, match="Argument x must hold real numbers, not complex128"):
        product(np.ones(2, complex), np.ones(2))
    with pytest.raises(ArgumentTypeError, match="Missing y; the arguments are x, y"):
        product(np.ones(2))


def _read_only(shape):
    array = np.zeros(shape)
    array.flags.writeable = False
    return array


BAD_OUT = {
    "a list": ([0.0, 0.0], TypeError),
    "a tuple": ((np.zeros((3, 2)),), TypeError),
    "single precision": (np.zeros((3, 2), np.float32), TypeError),
    "integers": (np.zeros((3, 2), int), TypeError),
    "foreign byte order": (np.zeros((3, 2), ">f8"), TypeError),
    "a row too few": (np.zeros((2, 2)), ValueError),
    "a row too many": (np.zeros((4, 2)), ValueError),
    "no batch": (np.zeros(2), ValueError),
    "another dimension": (np.zeros((1, 3, 2)), ValueError),
    "transposed": (np.zeros((2, 3)).T, ValueError),
    "every other row": (np.zeros((6, 2))[::2], ValueError),
    "read-only": (_read_only((3, 2)), ValueError),
    "not aligned": (np.zeros(49, np.uint8)[1:].view(float).reshape(3, 2), ValueError),
}


@pytest.mark.parametrize("name", BAD_OUT)
def test_an_out_that_does_not_fit_is_refused(product, name):
    out, kind = BAD_OUT[name]
    before = np.array(out, copy=True)
    with pytest.raises(PsiphiError) as caught:
        product(np.ones((3, 2)), np.ones((3, 2)), out=out)
    assert isinstance(caught.value, kind)
    np.testing.assert_array_equal(out, before)


def test_an_out_that_overlaps_an_argument_is_refused(product):
    memory = np.arange(40.0)
    x = memory[:6].reshape(3, 2)
    y = memory[20:26].reshape(3, 2)
    for start in (0, 1, 5, 15, 19, 20, 25):
        with pytest.raises(InputError, match="shares memory"):
            product(x, y, out=memory[start : start + 6].reshape(3, 2))
    with pytest.raises(InputError, match="shares memory"):
        product(memory[8:10], y, out=memory[6:12].reshape(3, 2))
    np.testing.assert_array_equal(memory, np.arange(40.0))
    for start in (6, 14, 26, 34):
        out = memory[start : start + 6].reshape(3, 2)
        np.testing.assert_array_equal(product(x.copy(), y.copy()), product(x, y, out=out))


def test_several_results(path):
    program = random_program(3, 40, sizes=(3, 2), outputs=((4,), (2, 2), ()))
    function = compile_program(program)
    for batch in ((), (1,), (6,), (2, 3)):
        a, b = rng.normal(size=(*batch, 3)), rng.normal(size=(*batch, 2))
        for _ in range(2):  # the first call compiles, the second may take the direct path
            results = function(a, b)
            assert isinstance(results, tuple)
            assert [result.shape for result in results] == [(*batch, 4), (*batch, 2, 2), batch]
        out = tuple(np.empty_like(result) for result in results)
        filled = function(a, b, out=out)
        for one, other, given in zip(results, filled, out, strict=True):
            assert other is given
            np.testing.assert_array_equal(one, other)
    with pytest.raises(ArgumentTypeError, match="3 results"):
        function(a, b, out=out[0])
    with pytest.raises(ArgumentTypeError, match="3 results"):
        function(a, b, out=out[:2])
    memory = np.empty(30)
    with pytest.raises(InputError, match="shares memory"):
        function(a, b, out=(memory[:24].reshape(2, 3, 4), out[1], memory[20:26].reshape(2, 3)))


def test_threads_of_python_call_at_the_same_time(path):
    """The interpreter lock is released, and nothing is shared between calls."""
    function = compile_program(random_program(9, 120, sizes=(7, 7), outputs=((7,),)))
    inputs = [rng.normal(size=(2, 500, 7)) for _ in range(4)]
    expected = [function(*pair) for pair in inputs]
    wrong = []

    def work(k):
        for _ in range(20):
            if not np.array_equal(function(*inputs[k]), expected[k]):
                wrong.append(k)

    workers = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


_WAITING = f"""
define void @{ENTRY}(ptr %table, i64 %rows, ptr %workspace) {{
  %x = load ptr, ptr %table
  %result_at = getelementptr i64, ptr %table, i64 4
  %result = load ptr, ptr %result_at
  store atomic double 1.0, ptr %result seq_cst, align 8
  br label %wait
wait:
  %word = load atomic i64, ptr %x seq_cst, align 8
  %go = icmp ne i64 %word, 0
  br i1 %go, label %done, label %wait
done:
  ret void
}}"""


def test_other_threads_run_during_long_calls(path, tmp_path, monkeypatch):
    """Machine code waits for a number that another thread writes: with the interpreter locked, for ever."""
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(ProgramSource, "emit", lambda *_: Emission(_WAITING))
    function = compile_program(product_program())
    function.prepare()
    x, y = np.zeros((2, 200_000, 2))
    out = np.zeros_like(x)
    worker = threading.Thread(target=function.call, args=(x, y), kwargs={"out": out})
    worker.start()
    while out[0, 0] == 0.0:
        pass
    x[0, 0] = 1.0
    worker.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_threads_after_a_fork(path):
    """A forked child has none of its parent's threads, and makes its own."""
    code = (
        "import os, sys, warnings; sys.path.insert(0, sys.argv[1]); warnings.simplefilter('ignore')\n"
        "import numpy as np; from scalar_programs import product_program\n"
        "from psiphi.kernel.native import compile_program\n"
        "f = compile_program(product_program()); x = np.ones((50, 2)); f(x, x, threads=3)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(0 if np.array_equal(f(x, x, threads=3), x) else 1)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    here = str(Path(__file__).parent)
    assert subprocess.run([sys.executable, "-c", code, here], check=False).returncode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_fork_waits_for_other_threads_that_compile(path):
    """Children compile what they need, whatever the threads of their parent were doing."""
    code = (
        "import os, sys, threading, warnings; warnings.simplefilter('ignore')\n"
        "os.environ['PSIPHI_CACHE_DIR'] = ''\n"
        "import numpy as np; import psiphi\n"
        "def work(seed):\n"
        "    robot = psiphi.robots.random_tree(seed, bodies=4); v = np.zeros(robot.nv)\n"
        "    robot.inverse_dynamics(robot.neutral(), v, v)\n"
        "work(0)  # a fork amid an import is Python's own affair\n"
        "begun, stop = threading.Event(), threading.Event()\n"
        "def others():\n"
        "    for seed in range(1, 10_000):\n"
        "        begun.set(); work(seed)\n"
        "        if stop.is_set(): return\n"
        "other = threading.Thread(target=others); other.start(); begun.wait()\n"
        "for number in range(8):\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        work(20_000 + number); os._exit(0)\n"
        "    assert os.waitpid(child, 0)[1] == 0\n"
        "stop.set(); other.join()\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_threads_are_as_many_as_processors(path):
    function = compile_program(product_program())
    x = np.ones((10_000, 2))
    for threads in (2, 3, 50, 1000, np.int64(2)):
        np.testing.assert_array_equal(function(x, x, threads=threads), x)
    named = [thread for thread in threading.enumerate() if thread.name.startswith("psiphi")]
    assert len(named) <= (os.cpu_count() or 1)


def test_first_calls_from_several_threads_compile_once(path):
    function = compile_program(random_program(10, 60), key=f"raced on the {path} path")
    barrier = threading.Barrier(4)
    found = []

    def work():
        barrier.wait()
        found.append(function(np.ones((5, 3)), np.ones((5, 2))))

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 4
    for other in found[1:]:
        np.testing.assert_array_equal(found[0], other)


def test_scalar_arguments_and_matrices(path):
    graph = Graph()
    x, m = graph.input("x", 0), graph.inputs("m", 4)
    program = Program(
        (Argument("x", ()), Argument("m", (2, 2))), (Output("y", (2, 2), tuple(x * e for e in m)),)
    )
    function = compile_program(program)
    matrix = rng.normal(size=(2, 2))
    for _ in range(2):
        np.testing.assert_array_equal(function(3.0, matrix), 3.0 * matrix)
        np.testing.assert_array_equal(function(np.array(3.0), matrix), 3.0 * matrix)
        found = function(np.arange(4.0), matrix)
        np.testing.assert_array_equal(found, np.arange(4.0)[:, None, None] * matrix)
        with pytest.raises(InputError):
            function(np.array(3.0), matrix.reshape(4))
