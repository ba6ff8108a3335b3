"""Modules that are loaded by name when they are first touched, and the templates of pages."""

from __future__ import annotations

from PyInstaller.utils.hooks import (  # pyright: ignore[reportMissingImports, reportMissingModuleSource]
    collect_data_files,
    collect_submodules,
)

hiddenimports = collect_submodules("psiphi")
datas = collect_data_files("psiphi")
