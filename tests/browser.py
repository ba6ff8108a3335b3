"""A headless Chromium for tests of pages: the system's, or what CHROMIUM names; skipped without one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable() -> str | None:
    """The path of a browser."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browser(directory: os.PathLike[str]) -> Iterator[Any]:
    """A browser with an empty profile in a directory; it reaches files and the loopback address alone."""
    path = executable()
    if path is None:
        pytest.skip("there is no Chromium to look at pages with; apt-get install chromium")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    with playwright.sync_playwright() as play:
        context = play.chromium.launch_persistent_context(
            os.fspath(directory), executable_path=path, headless=True, args=list(FLAGS)
        )
        context.set_default_timeout(120_000)
        refused: list[str] = []

        def route(route: Any) -> None:
            url = route.request.url
            if url.startswith(("file:", "data:", "blob:", "http://127.0.0.1:")):
                route.continue_()
            else:
                refused.append(url)
                route.abort()

        context.route("**/*", route)
        context.refused = refused
        try:
            yield context
        finally:
            context.close()


def complaints(page: Any) -> list[str]:
    """Errors that a page reports from now on: exceptions, and errors in the console."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return found
