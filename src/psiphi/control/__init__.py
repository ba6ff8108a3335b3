"""Control: laws that move robots, and plans that are optimal."""

from psiphi.control.lqr import Regulator, lqr

__all__ = ["Regulator", "lqr"]
