"""The code of the direct path: assembled by a thread where it is not on disk, and waited for."""

from __future__ import annotations

import threading

import pytest

from psiphi.errors import CompileError
from psiphi.kernel.call import direct_code
from psiphi.kernel.code import loading


def test_another_thread_assembles_what_is_not_on_disk(monkeypatch, tmp_path):
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    assembled: list[threading.Thread] = []
    assemble = loading.assemble

    def watched(*arguments, **options):
        assembled.append(threading.current_thread())
        return assemble(*arguments, **options)

    monkeypatch.setattr(loading, "assemble", watched)
    first = direct_code._Path()
    assert first.loaded() is first.loaded()
    assert direct_code._Path().loaded().address
    (thread,) = assembled
    assert thread is not threading.current_thread()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_fails_in_the_thread_fails_for_the_caller(monkeypatch):
    def refuse(*_, **__):
        raise CompileError("LLVM refused the generated code.")

    monkeypatch.setenv("PSIPHI_CACHE_DIR", "")
    monkeypatch.setattr(loading, "assemble", refuse)
    with pytest.raises(CompileError, match="refused"):
        direct_code._Path().loaded()
