"""The cache: hits skip all work, and no fault of it is ever more than a warning."""

from __future__ import annotations

import compileall
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest
from scalar_programs import product_program

from psiphi.errors import CompileError
from psiphi.kernel.code import cache, llvm, stamp
from psiphi.kernel.native import compile_program
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph

SOURCE = Path(cache.__file__).parents[3]
X, Y = np.arange(10.0).reshape(5, 2), np.full((5, 2), 3.0)


@pytest.fixture
def directory(tmp_path, monkeypatch):
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    return tmp_path / "objects"


def _never():
    raise AssertionError("traced again")


def _works(key="a key", build=product_program):
    np.testing.assert_array_equal(compile_program(build, key=key)(X, Y), X * Y)


def _entries(directory):
    return sorted(directory.glob("*.psiphi"))


def test_a_known_key_is_neither_traced_nor_compiled(directory, monkeypatch):
    _works()
    monkeypatch.setattr(llvm, "assemble", _never)
    function = compile_program(_never, key="a key")
    np.testing.assert_array_equal(function(X, Y), X * Y)
    assert function.operations.mul == 2
    assert function.arguments == product_program().arguments
    assert function.outputs[0].shape == (2,)


def test_without_a_key_the_content_is_the_key(directory, monkeypatch):
    compile_program(product_program())(X, Y)
    monkeypatch.setattr(llvm, "assemble", _never)
    np.testing.assert_array_equal(compile_program(product_program())(X, Y), X * Y)


def test_what_the_cache_lacks_is_traced_then(directory):
    _works()
    calls = []

    def build():
        calls.append(1)
        return product_program()

    function = compile_program(build, key="a key")
    assert not calls
    np.testing.assert_array_equal(function(X[0], Y[0]), X[0] * Y[0])
    assert len(calls) == 1
    assert "psiphi_rows" in function.ir
    assert len(calls) == 1


def test_entries_differ_by_instruction_set_and_type(directory, monkeypatch):
    _works()
    count = len(_entries(directory))
    monkeypatch.setenv("PSIPHI_ISA", "generic")
    _works()
    assert len(_entries(directory)) == count + 1
    compile_program(_never_if_known, key="a key")(X.astype(np.float32), Y.astype(np.float32))
    assert len(_entries(directory)) == count + 2


def _never_if_known():
    return product_program()


def test_a_new_version_of_the_package_starts_afresh(directory, monkeypatch):
    _works()
    monkeypatch.setattr(cache, "_package_stamp", lambda: "another version")
    with pytest.raises(AssertionError, match="traced again"):
        compile_program(_never, key="a key")


def test_one_key_for_two_programs_is_noticed(directory):
    _works()
    graph = Graph()
    other = Program((Argument("x", (2,)),), (Output("y", (), (graph.input("x", 0),)),))
    function = compile_program(other, key="a key")
    with pytest.raises(CompileError, match="different program"):
        function(X[0], Y[0])


def test_the_directory_is_closed_to_others(directory):
    _works()
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    for entry in _entries(directory):
        assert stat.S_IMODE(entry.stat().st_mode) == 0o600


def _truncate(path):
    path.write_bytes(path.read_bytes()[:-20])


def _flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x40
    path.write_bytes(content)


def _link(path):
    aside = path.rename(path.with_suffix(".aside"))
    path.symlink_to(aside)


def _swap(path):
    """The content of another entry, whole and with its checksum."""
    other = next(entry for entry in _entries(path.parent) if entry != path)
    path.write_bytes(other.read_bytes())


def _odd(*path_and_value):
    """Whole, and with its checksum, but with another fact than there should be."""
    *names, value = path_and_value

    def spoil(path):
        content = path.read_bytes()[len(cache._MAGIC) + 32 :]
        length = int.from_bytes(content[:8], "little")
        facts = json.loads(content[8 : 8 + length])
        for name in names:
            if name in facts:
                facts[name] = value
        if not names:
            facts = value
        written = json.dumps(facts).encode()
        payload = len(written).to_bytes(8, "little") + written + content[8 + length :]
        path.write_bytes(cache._MAGIC + hashlib.sha256(payload).digest() + payload)

    return spoil


FAULTS = {
    "truncated": _truncate,
    "one bit flipped": _flip,
    "empty": lambda path: path.write_bytes(b""),
    "of another key": _swap,
    "text": lambda path: path.write_text("hello"),
    "open to others": lambda path: path.chmod(0o666),
    "a directory": lambda path: (path.unlink(), path.mkdir()),
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path, 0o600)),
    "a list of facts": _odd([1, 2]),
    "facts that are text": _odd("workspace", "arguments", "a text"),
    "facts of nothing": _odd("workspace", "arguments", None),
    "names that are numbers": _odd("start", "arguments", [[1, "2"]]),
    "starting far away": _odd("start", "results", 1 << 40),
    "starting before": _odd("start", "results", -8),
    "a link": lambda path: (
        path.rename(path.with_suffix(".aside")),
        path.symlink_to(path.with_suffix(".aside")),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_damaged_entries_mean_compiling_again(directory, fault):
    _works()
    for entry in _entries(directory):
        FAULTS[fault](entry)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        _works()
        _works("another key")
    assert [warning.category for warning in caught] == [cache.CacheWarning]
    assert "compiled anew" in str(caught[0].message)


def test_damaged_entries_are_replaced(directory):
    _works()
    for entry in _entries(directory):
        _flip(entry)
    with pytest.warns(cache.CacheWarning):
        _works()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(_never, key="a key")(X, Y)


def test_a_directory_of_another_user_is_not_used(directory, monkeypatch):
    _works()
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.warns(cache.CacheWarning, match="belongs to another user"):
        _works()
    before = _entries(directory)
    _works("another key")
    assert _entries(directory) == before


def test_a_directory_open_to_others_is_not_used(directory):
    _works()
    directory.chmod(0o777)
    with pytest.warns(cache.CacheWarning, match="open to other users"):
        _works()


def test_a_directory_that_cannot_be_made(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path / "file" / "below"))
    with pytest.warns(cache.CacheWarning):
        _works()


def test_a_disk_that_cannot_be_written(directory, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "mkstemp", full)
    with pytest.warns(cache.CacheWarning, match="No space left"):
        _works()


def test_a_write_that_breaks_off_leaves_nothing(directory, monkeypatch):
    def broken(*_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(cache.os, "replace", broken)
    with pytest.warns(cache.CacheWarning):
        _works()
    assert not list(directory.iterdir())


def test_an_empty_variable_switches_the_cache_off(monkeypatch):
    monkeypatch.setenv("PSIPHI_CACHE_DIR", "")
    _works()
    info = cache.cache_info()
    assert info.directory is None
    assert info.entries == 0
    assert cache.clear_cache() == 0


def test_the_platform_decides_where_the_cache_is(monkeypatch, tmp_path):
    monkeypatch.delenv("PSIPHI_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache.cache_info().directory == tmp_path / "psiphi" / "objects"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.cache_info().directory == Path.home() / "Library" / "Caches" / "psiphi" / "objects"


def test_a_relative_cache_home_counts_for_nothing(monkeypatch, tmp_path):
    monkeypatch.delenv("PSIPHI_CACHE_DIR")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache.cache_info().directory == tmp_path / ".cache" / "psiphi" / "objects"


@pytest.mark.parametrize("chosen", [None, "~nosuchuser/cache"])
def test_users_without_a_home(monkeypatch, chosen):
    def homeless(*_):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("PSIPHI_CACHE_DIR")
    if chosen:
        monkeypatch.setenv("PSIPHI_CACHE_DIR", chosen)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        _works()
        _works("another key")
        assert cache.cache_info().directory is None
        assert cache.clear_cache() == 0
    assert [warning.category for warning in caught] == [cache.CacheWarning]
    assert "Could not determine home" in str(caught[0].message)


_WITHOUT_FILES = """
import sys, warnings
sys.path.insert(0, sys.argv[1])
import numpy as np, psiphi
assert psiphi.__file__.startswith(sys.argv[1])
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for robot in (psiphi.robots.ur5(), psiphi.robots.panda()):
        assert robot.mass_matrix(robot.neutral())[0, 0] > 0
print(*(warning.category.__name__ for warning in caught))
"""


def _run_from(place, directory):
    environment = os.environ | {"PSIPHI_CACHE_DIR": str(directory.parent)}
    environment.pop("PYTHONPATH", None)
    command = [sys.executable, "-c", _WITHOUT_FILES, str(place)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()


def test_modules_in_a_zip_archive(directory, tmp_path):
    archive = shutil.make_archive(str(tmp_path / "archive"), "zip", SOURCE, "psiphi")
    assert _run_from(archive, directory) == ["CacheWarning"]
    assert not directory.exists()


def _content(package):
    return stamp.content(stamp.modules(str(package)), str(package))


def test_modules_that_change_and_keep_their_size_and_time(directory, tmp_path, monkeypatch):
    """The content of modules is remembered, but not beyond a change, nor so soon that one could be missed."""
    package = tmp_path / "package"
    files = [package / layer / "module.py" for layer in stamp.LAYERS]
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_text("a = 1")
    monkeypatch.setattr(cache, "_PACKAGE", str(package))

    def found():
        return cache._package_stamp.__wrapped__()

    monkeypatch.setattr(cache, "_modules", lambda: stamp.modules(str(package)))
    first = found()
    assert first == _content(package)
    assert not _entries(directory)  # too soon
    monkeypatch.setattr(stamp, "_SETTLED", 0)
    assert found() == first
    with monkeypatch.context() as patch:
        patch.setattr(stamp, "content", _never)
        assert found() == first
    before = files[-1].stat()
    while files[-1].stat().st_ctime_ns == before.st_ctime_ns:
        files[-1].write_text("a = 2")
        os.utime(files[-1], ns=(before.st_atime_ns, before.st_mtime_ns))
    assert files[-1].stat().st_size == before.st_size
    assert found() == _content(package) != first


def test_modules_without_their_sources(directory, tmp_path):
    """Files of byte code alone are told apart by what they hold."""
    place = tmp_path / "compiled"
    shutil.copytree(SOURCE / "psiphi", place / "psiphi", ignore=shutil.ignore_patterns("__pycache__"))
    stamps = []
    for _ in range(2):
        compileall.compile_dir(place, quiet=1, legacy=True, force=True)
        stamps.append(_content(place / "psiphi"))
        with open(place / "psiphi" / "kernel" / "native.py", "a") as file:
            file.write("\nANOTHER = 1\n")
    for source in place.rglob("*.py"):
        source.unlink()
    assert _run_from(place, directory) == []
    assert _entries(directory)
    assert len({*stamps, _content(place / "psiphi"), None}) == 4


def test_information_and_clearing(directory):
    assert cache.cache_info().entries == 0
    _works()
    info = cache.cache_info()
    assert info.directory == directory
    assert info.entries == len(_entries(directory)) > 0
    assert info.size == sum(entry.stat().st_size for entry in _entries(directory))
    assert cache.clear_cache() == info.entries
    assert cache.cache_info().entries == 0
    _works()


def test_the_oldest_entries_are_evicted(directory, monkeypatch):
    for number in range(8):
        cache.write(f"{number}", cache.Entry({}, bytes(1000)))
        os.utime(directory / f"{number}.psiphi", (1e9 + number, 1e9 + number))
    monkeypatch.setattr(cache, "LIMIT", 6000)
    cache.write("new", cache.Entry({}, bytes(1000)))
    kept = {entry.stem for entry in _entries(directory)}
    assert "new" in kept
    assert "0" not in kept
    assert cache.cache_info().size <= 6000
    assert kept == {"new"} | {str(number) for number in range(8) if str(number) in kept}
    assert min(int(name) for name in kept - {"new"}) > 3


def test_reading_counts_as_use(directory):
    cache.write("old", cache.Entry({"a": 1}, b"code"))
    path = directory / "old.psiphi"
    os.utime(path, (1e9, 1e9))
    assert cache.read("old", lambda entry: entry) == cache.Entry({"a": 1}, b"code")
    assert path.stat().st_mtime > 1.5e9


def test_files_of_killed_writers_are_swept_away(directory):
    cache.write("one", cache.Entry({}, b""))
    left = directory / ".writing-left-behind"
    left.write_bytes(b"half")
    os.utime(left, (1e9, 1e9))
    cache._unseen.clear()  # as in a new process
    cache.write("two", cache.Entry({}, b""))
    assert not left.exists()


def test_threads_read_and_write_at_once(directory):
    content = [cache.Entry({"n": n}, bytes([n]) * 5000) for n in range(4)]
    seen = []

    def work(n):
        for _ in range(30):
            cache.write("shared", content[n])
            seen.append(cache.read("shared", lambda entry: entry))

    workers = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(seen) == 120
    assert all(entry in content for entry in seen)


def test_processes_share_it(directory):
    """Several start at once with an empty cache; a later one compiles nothing."""
    code = (
        "import sys, warnings; warnings.simplefilter('error'); sys.path.insert(0, sys.argv[1]);"
        "import numpy as np; from scalar_programs import random_program;"
        "from psiphi.kernel.code import llvm; from psiphi.kernel.native import compile_program\n"
        "if sys.argv[2] == 'warm': llvm.assemble = None\n"
        "f = compile_program(random_program(11, 60), key='shared')\n"
        "print(f(np.ones((5, 3)), np.ones((5, 2))).tobytes().hex())"
    )
    here = str(Path(__file__).parent)

    def start(mode):
        return subprocess.Popen(
            [sys.executable, "-c", code, here, mode],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    cold = [process.communicate() for process in [start("cold") for _ in range(3)]]
    assert all(not errors for _, errors in cold)
    assert len({output for output, _ in cold}) == 1
    assert start("warm").communicate() == cold[0]


def test_a_warm_start_needs_neither_llvm_nor_the_algebra(directory):
    """Where code is on disk, a process has it without what made it."""
    code = (
        "import sys, psiphi; assert 'numpy' not in sys.modules\n"
        "robot = psiphi.robots.ur5(); print(robot.gravity_forces(robot.neutral())[1])\n"
        "print(*(x in sys.modules for x in ('llvmlite', 'psiphi.algebra', 'psiphi.kernel.emit.batch')))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert runs[0][1:] == ["True"] * 3
    assert runs[1] == [runs[0][0], *(["False"] * 3 if sys.platform == "linux" else runs[1][1:])]
