"""Pages of HTML: that they are well formed, need nothing but themselves, and that a browser shows them."""

from __future__ import annotations

import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

NO_CLOSING_TAG = {"meta", "br"}


class Reader(HTMLParser):
    """Fails on tags that are not closed in order; collects what a browser would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in NO_CLOSING_TAG:
            self.open.append(tag)
        for name, value in attrs:
            if name == "href" and tag == "a":
                self.links.append(str(value))
            elif name in ("src", "href", "xlink:href"):
                self.fetched.append(f"{name}={value}")
            elif name == "id":
                self.ids.append(str(value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_stands_alone(text: str) -> Reader:
    """Check a page, and give back what was read of it."""
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert reader.fetched == []
    assert not re.findall(r"https?:|@import|url\((?!#)|<script|<link", text)
    assert "$" not in text  # no field of the template left
    return reader


def shown_by_chromium(page: Path, scratch: Path) -> str:
    """The document as Debian's chromium has it after showing the page, which must not make it complain."""
    command = [
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--enable-logging=stderr",
        "--dump-dom",
    ]
    shown = subprocess.run(
        [*command, f"--user-data-dir={scratch / 'profile'}", page.as_uri()],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "CONSOLE" not in shown.stderr
    return shown.stdout
