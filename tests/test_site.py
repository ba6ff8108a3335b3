"""The site is built, strictly; in a browser no page is too wide, has errors or asks the network."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.browser import browser, complaints, executable

ROOT = Path(__file__).resolve().parents[1]
WIDTHS = (1300, 400)

# Code that is broken within a word: a line box of a code element that ends where no space is.
BROKEN = """() => [...document.querySelectorAll('td code')].filter(code => {
  const text = code.firstChild;
  if (!text || text.nodeType !== 3) return false;
  let before = null;
  for (let i = 0; i < text.length; i++) {
    const range = document.createRange();
    range.setStart(text, i); range.setEnd(text, i + 1);
    const box = range.getBoundingClientRect();
    if (before !== null && box.top > before + 4 && /\\w/.test(text.data[i]) && /\\w/.test(text.data[i - 1]))
      return true;
    if (box.width) before = box.top;
  }
  return false;
}).map(code => code.textContent)"""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("site")
    options = ["--strict", "--quiet", "--no-directory-urls", "-d", str(target)]
    command = [sys.executable, "-m", "mkdocs", "build", *options]
    subprocess.run(command, cwd=ROOT, check=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    return target


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """The address of a server of files on this machine."""
    handler = partial(Quiet, directory=str(directory))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_pages_fit_their_window_and_have_no_errors(site: Path, tmp_path: Path) -> None:
    if executable() is None:
        pytest.skip("there is no Chromium to look at pages with; apt-get install chromium")
    found: list[str] = []
    with serving(site) as served, browser(tmp_path / "profile") as context:
        page = context.new_page()
        said = complaints(page)
        for path in sorted(set(site.rglob("*.html")) - {site / "404.html"}):
            name = str(path.relative_to(site))
            page.set_viewport_size({"width": WIDTHS[0], "height": 900})
            page.goto(f"{served}/{name}")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                wide = page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    found.append(f"{name} is {wide} px wide in a window of {width}")
                if width == WIDTHS[0] and (broken := page.evaluate(BROKEN)):
                    found.append(f"{name}: code breaks within words: {broken[:3]}")
            found += [f"{name}: {text}" for text in said]
            said.clear()
        assert context.refused == []
    assert not found, "\n".join(found)


def test_mathematics_is_set_as_mathematics(site: Path) -> None:
    identities = (site / "identities.html").read_text(encoding="utf-8")
    assert identities.count("<math>") > 150
    assert "<code>" in (site / "api/robot.html").read_text(encoding="utf-8")
