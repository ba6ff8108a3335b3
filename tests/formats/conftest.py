"""Tests run in a directory of their own: MuJoCo writes a log file where it is."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
