"""What the groups of quantities ask of the robot that has them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ArgumentTypeError
from psiphi.model import Model

if TYPE_CHECKING:  # the algebra and the compiler are loaded when something is compiled
    from psiphi.kernel.kernel import Kernel

Array = NDArray[np.float64]
Frames = str | Sequence[str]
Reference = Literal["local", "local_world_aligned", "world"]


class Compiled(ABC):
    """A model, and the compiled functions of the catalogue by their names."""

    model: Model
    _calls: dict[object, Callable[..., Any]]
    """The direct calls of quantities that were asked for, by name, or by name, frames and reference."""

    @abstractmethod
    def kernel(
        self,
        name: str,
        frames: Sequence[str] = (),
        method: str | None = None,
        reference: Reference = "local_world_aligned",
    ) -> Kernel:
        """The kernel behind a quantity of the catalogue."""

    def _of_frames(
        self, name: str, frames: Frames, reference: Reference = "local_world_aligned"
    ) -> Callable[..., Any]:
        """The direct call of a quantity of one frame, or of several side by side."""
        chosen = (frames,) if isinstance(frames, str) else tuple(frames)
        for frame in chosen:
            if not isinstance(frame, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ArgumentTypeError(f"frames: expected names, found {type(frame).__name__} {frame!r}.")
        key = (name, chosen, reference)
        if key not in self._calls:
            self._calls[key] = self.kernel(name, chosen, None, reference).call
        return self._calls[key]
