"""Every test has a cache of its own, and tests that call functions can run on both calling paths."""

from __future__ import annotations

import pytest

from psiphi.kernel.code import cache


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """Compiled code of one test run, apart from the user's."""
    directory = tmp_path_factory.getbasetemp() / "psiphi-cache"
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(directory))
    monkeypatch.setattr(cache, "_reported", [])


@pytest.fixture(params=["direct", "safe"])
def path(request, monkeypatch):
    """The calling path that functions compiled in this test use."""
    monkeypatch.setenv("PSIPHI_DIRECT_CALL", "1" if request.param == "direct" else "0")
    return request.param
