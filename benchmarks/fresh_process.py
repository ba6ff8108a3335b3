"""What has to be measured in a process of its own; prints a JSON object of seconds.

python -m benchmarks.fresh_process import
python -m benchmarks.fresh_process load FILE
python -m benchmarks.fresh_process derive
python -m benchmarks.fresh_process compile ROBOT.json QUANTITY
"""

from __future__ import annotations

import sys
import time

_REPETITIONS = 5


def main(task: str, *arguments: str) -> dict[str, float]:
    """The seconds that a task and the import of psiphi before it took."""
    start = time.perf_counter()
    import psiphi  # noqa: F401

    importing = time.perf_counter() - start
    tasks = {"import": dict, "load": _load, "derive": _derive, "compile": _compile}
    return {"import": importing, **tasks[task](*arguments)}


def _load(path: str) -> dict[str, float]:
    import psiphi

    start = time.perf_counter()
    psiphi.load(path)
    return {"load": time.perf_counter() - start}


def _derive() -> dict[str, float]:
    """The derivation of each quantity of the catalogue: the first time, and the best of some more."""
    import psiphi
    from psiphi.dynamics.catalogue import QUANTITIES, Features

    found: dict[str, float] = {}
    for name, quantity in QUANTITIES.items():
        expression = quantity.expression(Features(rotors=False, coupled=False))
        times: list[float] = []
        for _ in range(1 + _REPETITIONS):
            start = time.perf_counter()
            psiphi.derive(expression)
            times.append(time.perf_counter() - start)
        found[f"{name} first"], found[f"{name} again"] = times[0], min(times[1:])
    return found


def _compile(path: str, quantity: str) -> dict[str, float]:
    """From a robot in memory to machine code for batches: until it is traced, and in all."""
    import psiphi

    robot = psiphi.load(path)
    start = time.perf_counter()
    kernel = robot.kernel(quantity)
    traced = time.perf_counter()
    kernel.prepare()
    return {"trace": traced - start, "total": time.perf_counter() - start}


if __name__ == "__main__":
    result = main(*sys.argv[1:])
    import json

    print(json.dumps(result))
