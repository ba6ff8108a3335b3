"""Running an ensemble: chunks that are not there yet, computed here or by the workers of Dask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.inputs import Given
from psiphi.algebra.reading.parse import parse
from psiphi.dynamics.motion.options import Options
from psiphi.ensemble.chunk import compute
from psiphi.ensemble.draws import Draw, name_of
from psiphi.ensemble.lock import held
from psiphi.ensemble.motion import Functions, moved
from psiphi.ensemble.observed import shape_of, variable_name
from psiphi.ensemble.plan import Plan, plan_from, settled
from psiphi.ensemble.reading import open as opened
from psiphi.ensemble.store import DONE, LOCK, PARTS, PLAN, SUMMARY, Store, create, same_or_refused
from psiphi.ensemble.summaries import merged, summary
from psiphi.ensemble.workers import computed_by_workers, failed
from psiphi.errors import ArgumentTypeError, EnsembleError, InputError
from psiphi.model.arguments import count, flag_argument, instance_argument, path_argument
from psiphi.robot import Robot
from psiphi.simulation.progress import Progress, Report
from psiphi.version import __version__
from psiphi.whole_file import written_whole

Drawn = Draw | ArrayLike | Mapping[str, Any] | Callable[[np.random.Generator], ArrayLike]


def run(
    robot: Robot,
    draws: Mapping[str, Drawn],
    directory: str | Path,
    *,
    rows: int,
    steps: int,
    dt: float,
    seed: int = 0,
    law: str | Expr | Callable[..., Any] | None = None,
    dtype: str = "float64",
    keep: Sequence[str] = ("q", "v"),
    summarize: Sequence[str] = (),
    quantiles: Sequence[float] = (0.05, 0.25, 0.5, 0.75, 0.95),
    chunk: int | None = None,
    workers: int | None = None,
    scheduler: Any = None,
    progress: bool | Report | None = None,
    **options: Unpack[Options],
) -> Any:
    """Many motions of a robot, drawn at random, kept in a directory: an xarray Dataset.

    draws      what each row starts with and moves by: "q" and "v"; "torque", constant (nv,) or in time
               (times, nv), each held for `hold` steps; "force:FRAME" likewise, [moment; force] on a frame;
               parameters that `robot.varying` takes ("payload:hand", "gravity"); with a law any other names,
               which it is given. Each is a distribution of this package, numbers, which are then the same
               for all rows, or a function of a generator
    rows       how many motions
    law        joint forces: an operator expression, or its text, whose inputs are drawn; a law of
               psiphi.control; or a function tau = law(t, q, v, **drawn) for all rows of a chunk at once,
               asked every `hold` steps. Of these only expressions are kept in the directory
    method, every, hold, damping, friction, springs, effort_limits, limits
               as of `robot.rollout`
    keep       what is stored for every row at every sample: "q", "v", "kinetic_energy", "potential_energy",
               "center_of_mass", "momentum", "position:FRAME"
    summarize  of what mean, deviation, extremes and `quantiles` over all rows are stored at every sample
    chunk      rows that are computed and written at a time; by default so many that they take some 16 MB
    workers    processes on this machine, one for each core by default; 0 computes here, without Dask
    scheduler  the address of a Dask scheduler, or a client, whose workers see the directory

    A second call with the same arguments computes what the first one left, and a third one nothing.
    """
    instance_argument("robot", robot, Robot)
    instance_argument("draws", draws, Mapping)
    functions: dict[str, Any] = {name: draw for name, draw in draws.items() if callable(draw)}
    said, operators = _said(law)
    plan = plan_from(
        {
            "rows": rows,
            "steps": steps,
            "dt": dt,
            "draws": draws,
            "seed": seed,
            "chunk": chunk,
            "dtype": dtype,
            "keep": keep,
            "summarize": summarize,
            "quantiles": quantiles,
            "law": said,
            "operators": operators,
            "function": None if law is None or said is not None else name_of(law),
            **options,
        }
    )
    if plan.function is not None:
        functions["law"] = law
    return run_plan(
        robot, plan, directory, functions=functions, workers=workers, scheduler=scheduler, progress=progress
    )


def _said(law: object) -> tuple[str | None, dict[str, str]]:
    """The text of a law that is an expression, and its input operators with their spaces."""
    if isinstance(law, str):
        return str(parse(law)), {}
    if not isinstance(law, Expr):
        if law is not None and not callable(law):
            raise ArgumentTypeError(f"law: {type(law).__name__} given; give an expression or a function.")
        return None, {}
    operators = {
        x.name: x.range.value for x in sorted(symbols_of(law), key=str) if isinstance(x.owner, Given)
    }
    if parse(str(law), operators=operators) is not law:
        raise InputError(f"law: {law} does not read back as what it is; give a text that says it.")
    return str(law), operators


def run_plan(
    robot: Robot,
    plan: Plan,
    directory: str | Path,
    *,
    functions: Functions | None = None,
    workers: int | None = None,
    scheduler: Any = None,
    progress: bool | Report | None = None,
) -> Any:
    """Begin what a plan says, or go on with it."""
    plan, path, functions = settled(plan, robot), path_argument("directory", directory), functions or {}
    if not (path / PLAN).exists():
        # What cannot move is told before anything is written; workers find what is compiled for it.
        moved(plan.with_functions(functions), robot, 0, 1, functions)
    path.mkdir(parents=True, exist_ok=True)
    with held(path / LOCK):
        if (path / PLAN).exists():
            store = Store(path)
            same_or_refused(store, plan, robot)
        else:
            store = create(path, plan, robot)
        _finish(store, functions, workers, scheduler, progress)
    return opened(path)


def resume(
    directory: str | Path,
    *,
    verify: bool = False,
    functions: Functions | None = None,
    workers: int | None = None,
    scheduler: Any = None,
    progress: bool | Report | None = None,
) -> Any:
    """Compute what is not there yet of an ensemble: an xarray Dataset.

    verify     read everything that is there first, and compute anew what is not as it was written
    functions  {"law": …} and those that draw, where the ensemble has any: no file keeps them
    workers, scheduler, progress
               as of `run`
    """
    store = Store(directory)
    if store.plan.psiphi != __version__:
        raise EnsembleError(
            f"{directory} was begun by psiphi {store.plan.psiphi} and this is {__version__}, which may round "
            "differently; go on with the former, or begin anew."
        )
    with held(store.directory / LOCK):
        if flag_argument("verify", verify):
            store.forget(x for x in store.done().nonzero()[0].tolist() if not store.sound(x))
        _finish(store, {} if functions is None else functions, workers, scheduler, progress)
    return opened(directory)


def _finish(
    store: Store, functions: Functions, workers: int | None, scheduler: Any, progress: bool | Report | None
) -> None:
    """Compute the chunks that are not done, then the summaries."""
    if workers is not None:
        count("workers", workers, 0)
    todo = (~store.done()).nonzero()[0].tolist()
    store.plan.with_functions(functions)
    if todo:
        store.forget(())
        store.tidy(todo)
        with Progress(progress, len(todo), _line) as news:
            for done, _ in enumerate(_computed(store, todo, functions, workers, scheduler), 1):
                news.tell(done)
    if store.plan.summarize and not (store.directory / DONE / SUMMARY).exists():
        _summarize(store)


def _computed(
    store: Store, todo: list[int], functions: Functions, workers: int | None, scheduler: Any
) -> Iterable[int]:
    directory = str(store.directory.resolve())
    if workers == 0 and scheduler is None:
        return _computed_here(directory, todo, functions)
    return computed_by_workers(directory, todo, functions, workers, scheduler)


def _computed_here(directory: str, todo: list[int], functions: Functions) -> Iterable[int]:
    for chunk in todo:
        try:
            yield compute(directory, chunk, functions)
        except OSError as problem:
            raise failed(chunk, problem) from problem


def _summarize(store: Store) -> None:
    plan = store.plan
    for name in plan.summarize:
        parts = store.group[f"{PARTS}/{variable_name(name)}"]
        whole = merged(lambda i, j, parts=parts: np.asarray(parts[i:j]), plan.chunks)
        for what, x in summary(whole, plan.quantiles):
            shape = (*x.shape[:-1], *shape_of(name, store.robot))
            store.group[f"{variable_name(name)}_{what}"][...] = x.reshape(shape)
    with written_whole(store.directory / DONE / SUMMARY) as temporary:
        temporary.write_text("{}\n", encoding="utf-8")


def _line(done: float, all_of_them: float) -> str:
    return f"{done:.0f} of {all_of_them:.0f} chunks ({100.0 * done / all_of_them:.0f} %)"
