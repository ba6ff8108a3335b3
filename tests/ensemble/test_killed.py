"""Real workers of Dask and a client, killed in the middle: the end is that of an undisturbed run."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from tests.ensemble.waiting import DRAWS, OPTIONS, ROBOT, waiting_law

from psiphi import ensemble
from psiphi.errors import EnsembleError

PATIENCE = 1800.0

CLIENT = """
import sys
from pathlib import Path

from psiphi import ensemble
from tests.ensemble.waiting import DRAWS, OPTIONS, ROBOT, waiting_law

if __name__ == "__main__":
    directory, gate = map(Path, sys.argv[1:])
    ensemble.run(ROBOT, DRAWS, directory, law=waiting_law(directory, 3, gate), workers=1, **OPTIONS)
"""


def until(true: Callable[[], object]) -> None:
    """Wait for something that comes about sooner or later."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.01)


def workers(pid: int) -> list[psutil.Process]:
    """The worker processes that a process has started."""
    return [x for x in psutil.Process(pid).children(recursive=True) if "spawn_main" in " ".join(x.cmdline())]


def test_killed_client_and_killed_worker_lose_nothing(tmp_path: Path) -> None:
    disturbed, undisturbed = tmp_path / "disturbed", tmp_path / "undisturbed"
    gate, second_gate = tmp_path / "gate", tmp_path / "second gate"

    def done() -> int:
        return len(list(disturbed.glob("done/*/0*.json")))

    script = tmp_path / "client.py"
    script.write_text(CLIENT)
    root = Path(__file__).resolve().parents[2]
    paths = os.pathsep.join([str(root), str(root / "src")])
    client = subprocess.Popen(
        [sys.executable, str(script), str(disturbed), str(gate)],
        env=os.environ | {"PYTHONPATH": paths},
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: done() >= 3 or client.poll() is not None)
        assert client.poll() is None
        started = workers(client.pid)
        assert started
        with pytest.raises(EnsembleError, match=f"process {client.pid} on"):
            ensemble.resume(disturbed, workers=0)
    finally:
        client.kill()
        client.wait()
    until(lambda: not any(x.is_running() for x in started))  # workers do not outlive the client
    kept = done()
    assert 3 <= kept < 12
    assert not ensemble.status(disturbed).running

    killed: list[psutil.Process] = []

    def kill_a_worker() -> None:
        until(lambda: done() >= kept + 2)
        killed.append(workers(os.getpid())[0])
        killed[0].kill()
        second_gate.touch()

    thread = threading.Thread(target=kill_a_worker)
    thread.start()
    law = waiting_law(disturbed, kept + 2, second_gate)
    found = ensemble.resume(disturbed, workers=2, functions={"law": law})
    thread.join()
    assert len(killed) == 1
    assert not killed[0].is_running()

    gate.touch()
    judge = ensemble.run(
        ROBOT, DRAWS, undisturbed, law=waiting_law(undisturbed, 0, gate), workers=0, **OPTIONS
    )
    assert found.equals(judge)
    contents = [
        {str(path.relative_to(x)): path.read_bytes() for path in x.rglob("*") if path.is_file()}
        for x in (disturbed, undisturbed)
    ]
    assert contents[0] == contents[1]
