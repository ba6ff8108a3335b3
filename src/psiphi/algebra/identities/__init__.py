"""The identities of the papers, one file per paper, and the table of them all."""

from __future__ import annotations

from psiphi.algebra.identities.identity import Condition, Identity
from psiphi.algebra.identities.table import TABLE, identities_from, identity_named

__all__ = ["TABLE", "Condition", "Identity", "identities_from", "identity_named"]
