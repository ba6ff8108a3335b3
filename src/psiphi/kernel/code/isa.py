"""Instruction sets: how many lanes a vector register has, and whether multiplication and addition fuse.

Results depend on an instruction set only through `fma`: avx512, avx2 and neon agree bit for bit with each
other, and so do sse2 and generic.  The environment variable PSIPHI_ISA chooses one, for results that are the
same on every machine that has it; otherwise the widest one of the host is used.
"""

from __future__ import annotations

import os
from functools import cache

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.kernel.code import host


@frozen
class Isa:
    """One instruction set.

    name          as written in PSIPHI_ISA
    bits          width of a vector register; 0 for one lane whatever the type
    fma           a · b + c is one instruction with one rounding
    cpu           LLVM's name for the processors that have it
    features      what the host must report to run it
    architecture  the machines it exists on; empty for all
    """

    name: str
    bits: int
    fma: bool
    cpu: str
    features: tuple[str, ...]
    architecture: str

    def lanes(self, bytes_per_number: int) -> int:
        return max(1, self.bits // (8 * bytes_per_number))


_V3 = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
_V4 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")

# In the order of preference.
ISAS = (
    Isa("avx512", 512, True, "x86-64-v4", _V3 + _V4, "x86_64"),
    Isa("avx2", 256, True, "x86-64-v3", _V3, "x86_64"),
    Isa("sse2", 128, False, "x86-64", ("sse2",), "x86_64"),
    Isa("neon", 128, True, "generic", (), "aarch64"),
    Isa("generic", 0, False, "", (), ""),
)


@cache
def available() -> tuple[Isa, ...]:
    """The instruction sets this machine can run, best first."""
    return tuple(
        isa for isa in ISAS if isa.architecture in ("", host.architecture()) and host.has(*isa.features)
    )


def selected() -> Isa:
    """The instruction set to compile for: PSIPHI_ISA where it is set, else the host's best."""
    name = os.environ.get("PSIPHI_ISA", "").strip().lower()
    if not name:
        return available()[0]
    name = "generic" if name == "scalar" else name
    for isa in available():
        if isa.name == name:
            return isa
    names = ", ".join(isa.name for isa in available())
    reason = "is not available on this machine" if name in {isa.name for isa in ISAS} else "is not known"
    raise InputError(f"PSIPHI_ISA={name} {reason}; unset it, or choose one of: {names}.")
