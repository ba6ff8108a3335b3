"""Chunks computed by the workers of Dask: a few at a time, again where a worker died, until all are there."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from psiphi.ensemble.chunk import compute
from psiphi.ensemble.motion import Functions
from psiphi.errors import ArgumentTypeError, EnsembleError, PsiphiError
from psiphi.extras import package
from psiphi.model.arguments import count

AHEAD = 2
"""Chunks on their way for each thread of a worker: one that is computed, one that waits."""
MOST_DEATHS = 4
"""Times that Dask may give a chunk up, each after several workers died on it."""


def computed_by_workers(
    directory: str,
    chunks: list[int],
    functions: Functions,
    workers: int | None,
    scheduler: Any,
) -> Iterator[int]:
    """The numbers of the chunks, each once it is on disk."""
    distributed = package("distributed", "ensemble", "Ensembles are run by")
    with ExitStack() as stack:
        client = _client(distributed, workers, scheduler, stack)
        waiting, deaths = iter(chunks), dict.fromkeys(chunks, 0)
        known: dict[Any, int] = {}
        ours = secrets.token_hex(6)  # a scheduler may remember tasks of others
        completed = distributed.as_completed(loop=client.loop)

        def submit(chunk: int) -> None:
            key = f"psiphi-{chunk}-{deaths[chunk]}-{ours}"
            future = client.submit(compute, directory, chunk, dict(functions), key=key, pure=False)
            known[future] = chunk
            completed.add(future)

        def fill() -> None:
            room = AHEAD * max(1, sum(client.nthreads().values()))
            while len(known) < room and (chunk := next(waiting, None)) is not None:
                submit(chunk)

        fill()
        for future in completed:
            chunk = known.pop(future)
            problem = future.exception() if future.status == "error" else None
            if isinstance(problem, distributed.KilledWorker):
                deaths[chunk] += 1
                if deaths[chunk] >= MOST_DEATHS:
                    raise EnsembleError(
                        f"chunk {chunk} lost its worker again and again: memory may not suffice for it. "
                        "Begin anew with a smaller `chunk`."
                    )
                submit(chunk)
                continue
            if problem is not None:
                raise failed(chunk, problem) from problem
            if future.status != "finished":
                raise EnsembleError(f"the scheduler lost chunk {chunk} ({future.status}); resume.")
            yield chunk
            fill()


def failed(chunk: int, problem: BaseException) -> PsiphiError:
    """What went wrong in a worker; what is done is kept."""
    if isinstance(problem, PsiphiError):
        return problem
    what = f"{type(problem).__name__}: {problem}"
    if isinstance(problem, OSError):
        what = f"{problem.strerror or problem}; make room or put it right, and resume"
    return EnsembleError(f"chunk {chunk} failed: {what}.")


def _client(distributed: Any, workers: int | None, scheduler: Any, stack: ExitStack) -> Any:
    """A client of the scheduler, or of processes on this machine, which end with the stack."""
    if isinstance(scheduler, distributed.Client):
        return scheduler
    if scheduler is not None and not isinstance(scheduler, str):
        raise ArgumentTypeError(
            f"scheduler: {type(scheduler).__name__} given; give an address or a distributed.Client."
        )
    if scheduler is None:
        scheduler = stack.enter_context(
            distributed.LocalCluster(
                n_workers=None if workers is None else count("workers", workers),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        )
    return stack.enter_context(distributed.Client(scheduler, set_as_default=False))
