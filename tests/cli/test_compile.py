"""`psiphi compile`: code that is on disk afterwards, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from psiphi import robots
from psiphi.cli.main import main
from psiphi.errors import InputError, UnknownNameError
from psiphi.kernel.source import ProgramSource


def test_processes_to_come_find_the_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    assert main(["compile", "planar_chain", "--quantity", "mass_matrix", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["directory"] == str(tmp_path / "objects")
    robot = robots.planar_chain()
    assert told["operations"] == {"mass_matrix": robot.kernel("mass_matrix").operations.total}

    def never(*_: object) -> None:
        raise AssertionError("compiled although it is on disk")

    monkeypatch.setattr(ProgramSource, "emit", never)
    fresh = robots.planar_chain()
    q = fresh.random_configuration(np.random.default_rng(0), batch=(3,))
    assert fresh.mass_matrix(q[0]).shape == fresh.mass_matrix(q)[0].shape


def test_unknown_quantities_and_none_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "planar_chain", "--quantity", "mass_matrx"]) == 1
    assert "mass_matrix" in capsys.readouterr().err
    with pytest.raises(InputError, match="name the quantities"):
        robots.planar_chain().prepare()
    with pytest.raises(UnknownNameError):
        robots.planar_chain().prepare("no_such_quantity")
