"""What all tests share: golden files, rewritten with --update-golden, and a cache of their own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# One thread for NumPy's linear algebra: workers fill the cores, and threads of small matrices wait for each
# other on them. Set before NumPy is loaded; processes that tests start inherit it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The same examples in every run, so that a failure belongs to the change that caused it;
# --hypothesis-profile=explore draws new ones.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("repeatable")

# Compiled code of the tests stays out of the user's cache. Workers of pytest-xdist share that of the process
# which started them, so that nothing is compiled twice.
if "PYTEST_XDIST_WORKER" not in os.environ:
    CACHE = tempfile.mkdtemp(prefix="psiphi-tests-")
    os.environ["PSIPHI_CACHE_DIR"] = CACHE
    atexit.register(shutil.rmtree, CACHE, ignore_errors=True)

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the golden files instead of comparing"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of this folder take longest: they begin, so that no core waits for one at the end."""
    items.sort(key=lambda item: item.path.parent != GOLDEN.parent)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the golden file of that name, or rewrite the file."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        assert path.exists(), f"{path} is missing: run pytest --update-golden and read what it wrote."
        assert text + "\n" == path.read_text(encoding="utf-8")

    return compare
