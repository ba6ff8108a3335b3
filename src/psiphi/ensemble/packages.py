"""The packages that ensembles need beside psiphi's own, loaded when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from psiphi.errors import MissingPackageError


def package(name: str) -> Any:
    """A module of dask, distributed, zarr or xarray."""
    try:
        return import_module(name)
    except ImportError:
        raise MissingPackageError(
            f"ensembles need {name.partition('.')[0]}, which is not installed: "
            "python -m pip install 'psiphi[ensemble]'."
        ) from None
