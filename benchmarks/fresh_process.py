"""What has to be measured in a process of its own; prints a JSON object of seconds.

python -m benchmarks.fresh_process import
python -m benchmarks.fresh_process load FILE
python -m benchmarks.fresh_process derive
python -m benchmarks.fresh_process compile ROBOT.json QUANTITY
python -m benchmarks.fresh_process first ROBOT.json QUANTITY
python -m benchmarks.fresh_process result ROBOT.json QUANTITY
"""

from __future__ import annotations

import sys
import time


def main(task: str, *arguments: str) -> dict[str, float]:
    """The seconds that a task took."""
    tasks = {
        "import": _import,
        "load": _load,
        "derive": _derive,
        "compile": _compile,
        "first": _first,
        "result": _result,
    }
    return tasks[task](*arguments)


def _import() -> dict[str, float]:
    """The import of psiphi, thereof NumPy's."""
    start = time.perf_counter()
    import numpy as np  # noqa: F401

    middle = time.perf_counter()
    import psiphi  # noqa: F401

    return {"import psiphi": time.perf_counter() - start, "thereof NumPy": middle - start}


def _load(path: str) -> dict[str, float]:
    import psiphi

    start = time.perf_counter()
    psiphi.load(path)
    return {"load": time.perf_counter() - start}


def _derive() -> dict[str, float]:
    """The derivation of each quantity of the catalogue."""
    import psiphi
    from psiphi.dynamics.catalogue import QUANTITIES
    from psiphi.dynamics.features import Features

    found: dict[str, float] = {}
    for name, quantity in QUANTITIES.items():
        expression = quantity.expression(Features(rotors=False, coupled=False))
        start = time.perf_counter()
        psiphi.derive(expression)
        found[f"derive {name}"] = time.perf_counter() - start
    return found


def _compile(path: str, quantity: str) -> dict[str, float]:
    """From a robot in memory to machine code for batches: until it is traced, and in all; imports apart."""
    start = time.perf_counter()
    import psiphi
    import psiphi.dynamics.catalogue
    import psiphi.kernel.emit.form
    import psiphi.kernel.kernel

    importing = time.perf_counter() - start
    robot = psiphi.load(path)
    start = time.perf_counter()
    kernel = robot.kernel(quantity)
    traced = time.perf_counter()
    kernel.prepare()
    total = time.perf_counter() - start
    return {"import the compiler": importing, "trace": traced - start, "total": total}


def _first(path: str, quantity: str) -> dict[str, float]:
    """From the start of psiphi's import to machine code for batches, with everything on the way."""
    start = time.perf_counter()
    import psiphi

    psiphi.load(path).kernel(quantity).prepare()
    return {"first": time.perf_counter() - start}


def _result(path: str, quantity: str) -> dict[str, float]:
    """Seconds of the processor from a robot in memory to the first results: of one row, then of a batch."""
    import inspect

    import numpy as np

    import psiphi

    robot = psiphi.load(path)
    method = getattr(robot, quantity)
    vectors = [x for x in inspect.signature(method).parameters.values() if x.default is x.empty][1:]
    rng = np.random.default_rng(0)
    seconds = [time.process_time()]
    for batch in ((), (16,)):
        q = robot.random_configuration(rng, batch=batch)
        method(q, *(rng.standard_normal((*batch, robot.nv)) for _ in vectors))
        seconds.append(time.process_time())
    one, some = np.diff(seconds)
    return {"one": float(one), "batch": float(some)}


if __name__ == "__main__":
    result = main(*sys.argv[1:])
    import json

    print(json.dumps(result))
