"""Facts about the machine and the software, without which no time means anything."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import llvmlite
import llvmlite.binding as binding
import mujoco
import numpy as np
import pinocchio as pin

import psiphi
from psiphi.kernel.code import isa, llvm


def facts() -> dict[str, str]:
    """What to print above the results and to keep with them."""
    chosen = isa.selected()
    return {
        "processor": processor(),
        "instruction set": f"{chosen.name}: {chosen.lanes(8)} float64 or {chosen.lanes(4)} float32 at once",
        "cores": f"{os.cpu_count()}, of which every contender uses one",
        "load": _load(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "LLVM": f"{llvm.version()} (llvmlite {llvmlite.__version__})",
        "psiphi": psiphi.__version__,
        "Pinocchio": pin.__version__,
        "MuJoCo": mujoco.__version__,
    }


def processor() -> str:
    """The name of the processor as the system tells it, or as LLVM does."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return f"{line.partition(':')[2].strip()} ({binding.get_host_cpu_name()})"
    except OSError:
        pass
    return f"{platform.processor() or platform.machine()} ({binding.get_host_cpu_name()})"


def _load() -> str:
    """How many processes wanted a core in the last minutes; more than none of them is noise."""
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return ", ".join(f"{value:.1f}" for value in os.getloadavg()) + " (1, 5, 15 minutes, at the start)"
