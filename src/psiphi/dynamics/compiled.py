"""What the groups of quantities ask of the robot that has them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model import Model

if TYPE_CHECKING:  # the algebra and the compiler are loaded when something is compiled
    from psiphi.kernel.kernel import Kernel

Array = NDArray[np.float64]
Frames = str | Sequence[str]
Reference = Literal["local", "local_world_aligned", "world"]
DEFAULT_REFERENCE: Reference = "local_world_aligned"


class Compiled(ABC):
    """A model, and the compiled functions of the catalogue by their names."""

    model: Model

    def __init__(self) -> None:
        self._calls = DirectCalls(self)

    @abstractmethod
    def kernel(
        self,
        name: str,
        frames: Sequence[str] = (),
        method: str | None = None,
        reference: Reference = DEFAULT_REFERENCE,
    ) -> Kernel:
        """The kernel behind a quantity of the catalogue."""

    def _of_frames(
        self, name: str, frames: Frames, reference: Reference = DEFAULT_REFERENCE
    ) -> Callable[..., Any]:
        """The direct call of a quantity of one frame, or of several side by side."""
        return self._calls[name, frames if isinstance(frames, str) else frame_names(frames), reference]


class DirectCalls(dict[Any, Callable[..., Any]]):
    """The direct calls of a robot's quantities, by name, or by name, frames and reference.

    They are made when they are first asked for. The key of one frame is its name, which is what most calls
    have in hand.
    """

    def __init__(self, robot: Compiled) -> None:
        super().__init__()
        self._robot = robot

    def __missing__(self, key: str | tuple[str, str | tuple[str, ...], Reference]) -> Callable[..., Any]:
        if isinstance(key, str):
            kernel = self._robot.kernel(key)
        else:
            name, frames, reference = key
            chosen = (frames,) if isinstance(frames, str) else frames
            kernel = self._robot.kernel(name, chosen, None, reference)
        self[key] = kernel.call
        return kernel.call


def frame_names(frames: Frames) -> tuple[str, ...]:
    """The names of one frame or of several."""
    if isinstance(frames, str):
        return (frames,)
    if not isinstance(frames, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(f"frames: expected a name or several, found {type(frames).__name__}.")
    for name in frames:
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(f"frames: expected names, found {type(name).__name__} {name!r}.")
    return tuple(frames)


def filled(out: Array | None, result: Array) -> Array:
    """The result, in an array that may be given: for what no single kernel computes."""
    if out is None:
        return result
    if not isinstance(out, np.ndarray):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(f"out: expected an array, found {type(out).__name__}.")
    if out.shape != result.shape or out.dtype != result.dtype or not out.flags.writeable:
        raise InputError(
            f"out: has shape {out.shape} and dtype {out.dtype}; give a writeable array of shape "
            f"{result.shape} and dtype {result.dtype}."
        )
    out[...] = result
    return out
