"""The table of identities: every row of every paper. Adding a row adds its check on random robots."""

from __future__ import annotations

from psiphi.algebra.identities.derivatives import DERIVATIVES
from psiphi.algebra.identities.identity import Identity
from psiphi.algebra.identities.r87 import R87
from psiphi.algebra.identities.rj import RJ
from psiphi.algebra.identities.rjk import RJK
from psiphi.algebra.identities.rk88 import RK88
from psiphi.algebra.identities.rotors import CARRIED, GEARED
from psiphi.errors import UnknownNameError
from psiphi.model.names import unknown_name

TABLE: tuple[Identity, ...] = (*R87, *RK88, *RJK, *RJ, *GEARED, *CARRIED, *DERIVATIVES)

_BY_NAME = {row.name: row for row in TABLE}


def identity_named(name: str) -> Identity:
    """The row of a name such as "RK88 a.35" or "RJK lemma 4"."""
    if name not in _BY_NAME:
        raise UnknownNameError(unknown_name("identity", name, _BY_NAME))
    return _BY_NAME[name]


def identities_from(source: str) -> tuple[Identity, ...]:
    """All rows of an equation, "RK88 3.2", or of a paper, "RJ"."""
    return tuple(row for row in TABLE if row.source == source or row.source.split()[0] == source)
