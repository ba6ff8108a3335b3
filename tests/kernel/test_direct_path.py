"""The direct path: it takes what it should, counts references right, and survives whatever it is given."""

from __future__ import annotations

import gc
import re
import sys
import warnings
import weakref

import numpy as np
import pytest
from scalar_programs import product_program, random_program

from psiphi.errors import PsiphiError
from psiphi.kernel.call import direct_probe
from psiphi.kernel.native import NativeFunction, compile_program


@pytest.fixture
def product():
    function = compile_program(product_program())
    for dtype in (np.float64, np.float32):
        for batch in (False, True):
            function.prepare(dtype, batch=batch)
    return function


@pytest.fixture
def taken(product, monkeypatch):
    """A function whose safe path fails, to see which calls the direct path takes itself."""

    def refuse(*_):
        raise AssertionError("this call went the safe way")

    monkeypatch.setattr(NativeFunction, "_run", refuse)
    return product


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(
    ("x", "y"), [((2,), (2,)), ((5, 2), (5, 2)), ((5, 2), (2,)), ((2,), (1, 2)), ((1, 2), (1, 2))]
)
def test_plain_calls_are_taken(taken, dtype, x, y):
    a, b = np.full(x, 3, dtype), np.full(y, 2, dtype)
    out = np.empty((a * b).shape, dtype)
    for found in (
        taken(a, b),
        taken(a, b, out=out),
        taken(a, y=b),
        taken(x=a, y=b, out=out),
        taken(a, b, out=None, threads=1),
        taken(a, y=b, threads=1, out=out),
    ):
        np.testing.assert_array_equal(found, a * b)
        assert found.dtype == dtype
        assert found.flags.c_contiguous
        assert found.flags.writeable


def test_options_that_ask_for_more_go_the_safe_way(product):
    x, y = np.full((4, 2), 3.0), np.full((4, 2), 2.0)
    for options in ({"threads": 2}, {"threads": np.int64(1).item()}, {"out": None, "threads": 3}):
        np.testing.assert_array_equal(product(x, y, **options), x * y)
    for options in (
        {"threads": True},
        {"threads": 0},
        {"threads": "1"},
        {"thread": 1},
        {"out": None, "y": y},
    ):
        with pytest.raises(PsiphiError):
            product(x, y, **options)


def test_several_results_are_taken(monkeypatch):
    function = compile_program(random_program(3, 30, outputs=((4,), (2, 2))))
    x, y = np.ones((3, 3)), np.ones((3, 2))
    expected = function(x, y)
    room = np.zeros(48)
    out = room[:12].reshape(3, 4), room[12:24].reshape(3, 2, 2)
    for wrong, message in (
        ((out[0], room[11:23].reshape(3, 2, 2)), "shares memory with"),
        ((out[0], x), "must have shape"),
        ((*out, out[0]), "There are 2 results"),
        ((out[0], None), "must be a NumPy array"),
        (room, "There are 2 results"),
    ):
        with pytest.raises(PsiphiError, match=message):
            function(x, y, out=wrong)
    held = [sys.getrefcount(array) for array in (*out, x)]
    function(x, y, out=list(out))
    monkeypatch.setattr(NativeFunction, "_run", None)
    for found in (function(x, y), function(x, y, out=out)):
        for one, other in zip(expected, found, strict=True):
            np.testing.assert_array_equal(one, other)
    assert type(found) is tuple
    assert found[0] is out[0]
    assert found[1] is out[1]
    del found, other
    assert [sys.getrefcount(array) for array in (*out, x)] == held
    np.testing.assert_array_equal(room[24:], 0.0)


def test_the_function_is_built_in(product, monkeypatch):
    assert type(product.call).__name__ == "builtin_function_or_method"
    monkeypatch.setenv("PSIPHI_DIRECT_CALL", "0")
    assert type(compile_program(product_program()).call).__name__ == "method"


WRONG = {
    "_array_holds": "arrays of NumPy .* are laid out in another way",
    "_makes_arrays": "NumPy .* makes arrays in another way",
    "_KNOWN_VERSIONS": "unknown version 0x",
    "_python": "a function of Python is missing",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_not_as_expected_switches_the_path_off(wrong, monkeypatch):
    monkeypatch.setattr(direct_probe, wrong, () if wrong == "_KNOWN_VERSIONS" else lambda *_: 0)
    try:
        for remembered in (direct_probe._holds, direct_probe.addresses):
            remembered.cache_clear()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            functions = [compile_program(product_program()) for _ in range(2)]
        (warning,) = warned
        assert warning.category is direct_probe.DirectCallWarning
        assert re.search(WRONG[wrong], str(warning.message))
        for function in functions:
            assert type(function.call).__name__ == "method"
            np.testing.assert_array_equal(function(np.ones(2), np.ones(2)), np.ones(2))
    finally:
        for remembered in (direct_probe._holds, direct_probe.addresses):
            remembered.cache_clear()
    monkeypatch.undo()
    assert direct_probe._holds()


def test_many_arrays_or_dimensions_go_the_safe_way():
    wide = random_program(0, 20, sizes=(1, 1, 1), outputs=((1, 1, 1, 1, 2),))
    function = compile_program(wide)
    assert function(np.ones(1), np.ones(1), np.ones(1)).shape == (1, 1, 1, 1, 2)


def test_references_are_counted_right(product):
    x, y, out = np.ones((4, 2)), np.ones((4, 2)), np.empty((4, 2))
    single, double = np.dtype(np.float32), np.dtype(np.float64)
    watched = [x, y, out, None, 1, single, double, "out", product.call]
    a, b = x.astype(np.float32), y.astype(np.float32)
    bad = object()

    def everything():
        product(x, y)
        product(x, y, out=out)
        product(x[0], y[0])
        product(a, b)
        product(x, y=y, out=out)
        product(x, y, out=None)
        product(x, y, out=out, threads=1)
        product(x, y, out=None, threads=2)
        for arguments, options in (((x, bad), {}), ((x,), {}), ((x, y), {"out": bad}), ((x, y), {"out": x})):
            with pytest.raises(PsiphiError):
                product(*arguments, **options)

    everything()
    gc.collect()
    before = [sys.getrefcount(item) for item in watched]
    for _ in range(300):
        everything()
    gc.collect()
    after = [sys.getrefcount(item) for item in watched]
    assert all(abs(one - other) < 100 for one, other in zip(before, after, strict=True))


def test_results_are_freed(product):
    x, y = np.ones((1000, 2)), np.ones((1000, 2))
    reference = weakref.ref(product(x, y))
    assert reference() is None
    program = compile_program(random_program(3, 30, outputs=((4,), (2, 2))))
    for _ in range(2):
        results = program(np.ones(3), np.ones(2))
    others = (np.ones(4), np.ones((2, 2)))
    counts = [[sys.getrefcount(array) for array in arrays] for arrays in (results, others)]
    assert counts[0] == counts[1]


def test_a_function_lives_as_long_as_its_call():
    call = compile_program(product_program()).call
    gc.collect()
    for _ in range(3):
        np.testing.assert_array_equal(call(np.ones((5, 2)), np.full((5, 2), 2.0)), np.full((5, 2), 2.0))


def test_functions_are_freed():
    function = compile_program(product_program())
    function(np.ones(2), np.ones(2))
    reference = weakref.ref(function)
    del function
    gc.collect()
    assert reference() is None


class _Subclass(np.ndarray):
    pass


class _Pretender:
    """Looks like an array from far away."""

    shape = (2,)
    dtype = np.dtype(np.float64)
    ndim = 1

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no array after all")


class _Hostile:
    def __array__(self, dtype=None, copy=None):
        return "not an array"

    def __len__(self):
        return -1


_SHARED = np.arange(1.0, 65.0)


def _odd_things(rng):
    """Objects and arrays of every kind, right and wrong."""
    shapes = [(2,), (5, 2), (1, 2), (0, 2), (2, 2), (3,), (), (2, 3, 2), (5, 3), (4,), (5,)]
    shape = shapes[int(rng.integers(len(shapes)))]
    size = int(np.prod(shape))
    kind = int(rng.integers(28))
    plain = _SHARED[:size].reshape(shape)
    match kind:
        case 0 | 1 | 2 | 3:
            return plain.copy()
        case 4:
            return plain.astype(np.float32)
        case 5:
            return plain  # shares memory with others of its kind
        case 6:
            return _SHARED[::2][:size].reshape(shape)
        case 7:
            return plain.astype(int)
        case 8:
            return plain.astype(complex)
        case 9:
            return plain.astype(">f8")
        case 10:
            return plain.astype(object)
        case 11:
            return plain.copy().view(_Subclass)
        case 12:
            array = plain.copy()
            array.flags.writeable = False
            return array
        case 13:
            return np.zeros(8 * size + 1, np.uint8)[1:].view(float).reshape(shape)
        case 14:
            return plain.tolist()
        case 15:
            return np.asfortranarray(plain)
        case 16:
            return np.broadcast_to(np.array(2.0), shape)
        case 17:
            return np.ma.masked_array(plain)
        case 18:
            return _Pretender()
        case 19:
            return _Hostile()
        case 20:
            return np.float64(3.0)
        case 21:
            return np.zeros(2, [("a", "f8")])
        case 22:
            return np.dtype(float).newbyteorder()
        case 23:
            return memoryview(np.ascontiguousarray(plain))
        case _:
            anything = [None, 1, 2.5, "ab", b"12345678", {}, {1, 2}, object, len, ..., np]
            return anything[int(rng.integers(len(anything)))]


def _compare(direct, safe, arrays, options):
    """Results and errors of both paths are the same."""
    outcomes = []
    for call in (direct, safe):
        out = options.get("out")
        before = out.copy() if isinstance(out, np.ndarray) else None
        try:
            found = call(*arrays, **options)
            outcomes.append(("result", np.array(found).tobytes(), found.shape, found.dtype))
        except PsiphiError as error:
            outcomes.append((type(error), str(error)))
            if before is not None:
                assert before.tobytes() == out.tobytes()
        except (RuntimeError, TypeError) as error:  # what arguments and methods raise comes through
            outcomes.append((type(error), str(error)))
    assert outcomes[0] == outcomes[1]


class _Owner:
    """Something with a method of one compiled function, whose arguments have other names there."""

    def __init__(self, function):
        self._function = function

    def product(self, x, second, more=None, *, out=None, threads=1):
        return self._function.call(x, second, out=out, threads=threads)


@pytest.mark.parametrize("through", ["itself", "a method"])
def test_fuzz(product, through):
    """Arbitrary objects and arrays: an answer or an exception, and the same one as on the safe path."""
    rng = np.random.default_rng(0)
    direct, safe, second = product.call, product._call_safely, "y"
    if through == "a method":
        safe, second = _Owner(product).product, "second"
        direct = product.shortcut(safe)
    for _ in range(4000 if through == "itself" else 2000):
        arrays = [_odd_things(rng) for _ in range(int(rng.choice([2, 2, 2, 2, 2, 0, 1, 3])))]
        options = {}
        if rng.random() < 0.4:
            options["out"] = _odd_things(rng)
        if rng.random() < 0.1:
            options["threads"] = rng.choice([1, 2, 0, -1])
        if rng.random() < 0.1:
            options[str(rng.choice(["x", "y", "z", "", "more"]))] = _odd_things(rng)
        if len(arrays) == 2 and rng.random() < 0.15:
            options[second] = arrays.pop()
        _compare(direct, safe, arrays, options)
