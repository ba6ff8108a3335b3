"""What is there of an ensemble: as an xarray Dataset, as figures, and whether it is what was written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from psiphi.ensemble.lock import is_held
from psiphi.ensemble.store import DATA, DONE, LOCK, SUMMARY, Store
from psiphi.extras import package
from psiphi.frozen import frozen


@frozen
class Status:
    """How far an ensemble is."""

    directory: str
    robot: str
    rows: int
    rows_done: int
    chunks: int
    chunks_done: int
    running: bool
    complete: bool
    """Whether all chunks are done, and the summaries of them."""
    bytes: int


def status(directory: str | Path) -> Status:
    """How far the ensemble in a directory is."""
    store = Store(directory)
    plan, done = store.plan, store.done()
    rows = sum(stop - start for start, stop in map(plan.bounds, done.nonzero()[0].tolist()))
    return Status(
        str(directory),
        store.robot.model.name,
        plan.rows,
        rows,
        plan.chunks,
        int(done.sum()),
        is_held(store.directory / LOCK),
        bool(done.all()) and (not plan.summarize or (store.directory / DONE / SUMMARY).exists()),
        store.size(),
    )


def open(directory: str | Path) -> Any:
    """What is there of an ensemble, as an xarray Dataset that is read when it is used.

    Arrays that are kept have dimensions (time, row, ...); rows that are not there yet are NaN, as are those
    that diverged from then on. Its attributes tell the plan, and how many rows are done.
    """
    store = Store(directory)
    xarray = package("xarray", "ensemble", "Ensembles are opened by")
    dataset = xarray.open_zarr(str(store.directory / DATA), consolidated=False)
    told = status(directory)
    dataset.attrs |= {"rows_done": told.rows_done, "complete": told.complete, "plan": store.plan.text()}
    return dataset


def verify(directory: str | Path) -> list[int]:
    """The chunks whose files are not what was written, though they are marked as done; reads all of them.

    `resume(directory, verify=True)` computes these again.
    """
    store = Store(directory)
    return [chunk for chunk in store.done().nonzero()[0].tolist() if not store.sound(chunk)]
