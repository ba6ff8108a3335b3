"""The code of the direct path: assembled where it is not on disk."""

from __future__ import annotations

import pytest

from psiphi.errors import CompileError
from psiphi.kernel.call import direct_code
from psiphi.kernel.code import loading


def test_what_is_on_disk_is_not_assembled(monkeypatch, tmp_path):
    monkeypatch.setenv("PSIPHI_CACHE_DIR", str(tmp_path))
    first = direct_code.loaded()

    def refuse(*_, **__):
        raise CompileError("LLVM refused the generated code.")

    monkeypatch.setattr(loading, "assemble", refuse)
    assert direct_code.loaded().address != first.address
    monkeypatch.setenv("PSIPHI_CACHE_DIR", "")
    with pytest.raises(CompileError, match="refused"):
        direct_code.loaded()
