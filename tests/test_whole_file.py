"""A file is written whole or not at all, through links, and with the rights that it had."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from psiphi.whole_file import written_whole


def test_a_new_file_appears_once_it_is_written(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    with written_whole(target) as temporary:
        temporary.write_text("new")
        assert temporary.suffix == ".html"
        assert not target.exists()
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_interruption_leaves_what_was_there(tmp_path: Path, monkeypatch, step: str) -> None:
    target = tmp_path / "page.html"
    target.write_text("before")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, step, interrupted)
    with pytest.raises(KeyboardInterrupt), written_whole(target) as temporary:
        temporary.write_text("after")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert target.read_text() == "before"


def test_links_and_rights_are_kept(tmp_path: Path) -> None:
    target, link = tmp_path / "page.html", tmp_path / "link.html"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    with written_whole(link) as temporary:
        temporary.write_text("after")
    assert link.is_symlink()
    assert target.read_text() == "after"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="links have no owner here")
def test_links_of_other_users_are_not_followed(tmp_path: Path, monkeypatch) -> None:
    target, link = tmp_path / "page.html", tmp_path / "link.html"
    target.write_text("before")
    link.symlink_to(target)
    os.lchown(link, os.geteuid(), os.getegid())
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    status = os.lstat(link)
    monkeypatch.setattr(os, "lstat", lambda _: os.stat_result((*status[:4], 54321, *status[5:])))
    with pytest.raises(PermissionError, match="another user"), written_whole(link) as temporary:
        temporary.write_text("after")
    assert target.read_text() == "before"


def test_a_directory_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), written_whole(tmp_path / "absent" / "page.html") as temporary:
        temporary.write_text("nowhere")
