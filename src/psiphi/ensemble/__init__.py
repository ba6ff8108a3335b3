"""Ensembles: very many motions of one robot, drawn at random, computed by many processes, kept on disk.

    from psiphi import ensemble

    draws = {"q": ensemble.configurations(), "v": ensemble.normal(0.0, 0.1)}
    ensemble.run(robot, draws, "swings", rows=1_000_000, steps=1000, dt=1e-3, every=100)
    ensemble.open("swings")                     # an xarray Dataset, whatever is there of it

Every row is a function of the seed and its own number alone: `replay` makes any of them again, bit for bit.
Rows are computed in chunks, each of which is a file per array and counts once all of it is on disk. Whatever
is killed, and whenever, `resume` computes the chunks that are not there, and no others.
"""

from __future__ import annotations

from psiphi.ensemble.draws import choice, configurations, constant, log_uniform, normal, uniform
from psiphi.ensemble.reading import Status, open, status, verify
from psiphi.ensemble.replay import replay
from psiphi.ensemble.run import resume, run

__all__ = [
    "Status",
    "choice",
    "configurations",
    "constant",
    "log_uniform",
    "normal",
    "open",
    "replay",
    "resume",
    "run",
    "status",
    "uniform",
    "verify",
]
