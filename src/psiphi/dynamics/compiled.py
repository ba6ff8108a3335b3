"""What the groups of quantities ask of the robot that has them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from types import MethodType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from psiphi.dynamics.derived import DERIVED
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model import Model
from psiphi.model.arguments import names_argument

if TYPE_CHECKING:  # the algebra and the compiler are loaded when something is compiled
    from psiphi.kernel.function import Function
    from psiphi.kernel.kernel import Kernel
    from psiphi.kernel.native import NativeFunction

Array = NDArray[np.float64]
Frames = str | Sequence[str]
Reference = Literal["local", "local_world_aligned", "world"]
DEFAULT_REFERENCE: Reference = "local_world_aligned"


class Compiled(ABC):
    """A model, and the compiled functions of the catalogue by their names."""

    model: Model

    def __init__(self) -> None:
        self._calls = DirectCalls(self)
        self._kernels: dict[tuple[object, ...], Kernel] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What copies have: all but compiled functions, which belong to one robot."""
        return {
            name: value
            for name, value in vars(self).items()
            if name not in ("_calls", "_kernels", "_solvers", "_tangents", "rollout")
            and not self._calls.has_shortcut(name, value)
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        Compiled.__init__(self)
        vars(self).update(state)

    _varying: tuple[str, ...] = ()
    """What is given with each call (psiphi.varying)."""

    def _given(self) -> Array | None:
        """The parameters that the method on its way was given, where some vary."""
        return None

    _manifold: frozenset[str] = frozenset()
    """The functions of configurations alone, which no operator expression stands behind."""

    def _behind(self, name: str) -> Function | NativeFunction:
        """The compiled function behind the method of a name."""
        if name not in self._manifold:
            return self.function(name)
        from psiphi.kernel.manifold import manifold_function

        return manifold_function(self.model, name)

    @abstractmethod
    def kernel(
        self,
        name: str,
        frames: Sequence[str] = (),
        method: str | None = None,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        varying: Sequence[str] = (),
    ) -> Kernel:
        """The kernel behind a quantity of the catalogue."""

    def function(
        self, name: str, frames: Sequence[str] = (), reference: Reference = DEFAULT_REFERENCE
    ) -> Function:
        """The kernel behind a quantity of the catalogue, or behind one that is a derivative of another."""
        derived = DERIVED.get(name)
        if derived is None:
            return self.kernel(name, frames, None, reference)
        kernel = self.kernel(derived.of, frames, None, reference)
        return kernel.jacobian(*derived.by) if derived.by else kernel

    @abstractmethod
    def _is_on_disk(self, name: str, frames: tuple[str, ...]) -> bool:
        """Whether the code of a quantity was compiled before, in this process or another."""

    def _taken(self, function: Function) -> Callable[..., Any]:
        """A function as methods call it: where parameters vary, with those that the method was given."""
        return function.call

    def prepare(self, *names: str, frames: Frames = (), reference: Reference = DEFAULT_REFERENCE) -> None:
        """Compile quantities now, as robot.prepare("forward_dynamics"), and keep the code on disk.

        For single configurations and for batches in float64. Large matrices are compiled however long that
        takes, and run several times faster than those that are called unprepared (kernel/listed/).
        """
        if not names:
            raise InputError('prepare: name the quantities to compile, e.g. robot.prepare("mass_matrix").')
        for name in names_argument("prepare", names):
            function = self.function(name, frame_names(frames), reference)
            for batch in (False, True):
                function.prepare(batch=batch, compiled=True)

    def _of_frames(
        self, name: str, frames: Frames, reference: Reference = DEFAULT_REFERENCE
    ) -> Callable[..., Any]:
        """The direct call of a quantity of one frame, or of several side by side."""
        if not isinstance(reference, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(f"reference: expected a text, found {type(reference).__name__}.")
        return self._calls[name, frames if isinstance(frames, str) else frame_names(frames), reference]


_Method = TypeVar("_Method", bound=Callable[..., Any])
_OF_ONE_KERNEL: set[Callable[..., Any]] = set()


def of_one_kernel(method: _Method) -> _Method:
    """A method that calls the kernel of its name, unless it is asked for more by other arguments.

    Its parameters begin with the arguments of the kernel, in their order, and end with `out` and `threads`.
    Once the kernel is asked for, a built-in function takes the place of the method on that robot: calls with
    these alone run machine code at once, all others come to the method. What it checks of the robot before
    it asks for the kernel must hold ever after. Methods that subclasses override are left alone; one that is
    replaced on the class later is seen by robots that were not called before.
    """
    _OF_ONE_KERNEL.add(method)
    return method


class DirectCalls(dict[Any, Callable[..., Any]]):
    """The direct calls of a robot's quantities, by name, or by name, frames and reference.

    They are made when they are first asked for. The key of one frame is its name, which is what most calls
    have in hand.
    """

    def __init__(self, robot: Compiled) -> None:
        super().__init__()
        self._robot = robot
        self._shortcuts: dict[str, Callable[..., Any]] = {}

    def has_shortcut(self, name: str, value: object) -> bool:
        """Whether an attribute of the robot is the built-in function in the place of a method."""
        return name in self._shortcuts and self._shortcuts[name] is value

    def __missing__(self, key: str | tuple[str, str | tuple[str, ...], Reference]) -> Callable[..., Any]:
        if isinstance(key, str):
            kernel = self._robot._behind(key)
        else:
            name, frames, reference = key
            chosen = (frames,) if isinstance(frames, str) else frames
            kernel = self._robot.function(name, chosen, reference)
        call = self.setdefault(key, kernel.call)
        if isinstance(key, str) and call is kernel.call:  # no other thread was faster
            self._shorten(key, kernel)
        return call

    def _shorten(self, name: str, kernel: Function | NativeFunction) -> None:
        """Put a built-in function in the place of the method of this name, on this robot alone."""
        method = getattr(self._robot, name, None)
        # Methods that a subclass overrides, or that were replaced on the robot, stay what they are.
        if not isinstance(method, MethodType) or method.__func__ not in _OF_ONE_KERNEL:
            return
        shortcut = kernel.shortcut(method)
        if shortcut is not None:
            self._shortcuts[name] = shortcut
            object.__setattr__(self._robot, name, shortcut)


def frame_names(frames: Frames) -> tuple[str, ...]:
    """The names of one frame or of several."""
    return names_argument("frames", frames)


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


def of_bodies(
    call: Callable[..., Array], model: Model, *arguments: Any, out: Array | None, threads: int
) -> Array:
    """A function whose result has the vectors of all bodies side by side, as a row of six for each body.

    Rows of modes of flexible bodies are left out.
    """
    bodies = model.merged().bodies
    if model.is_flexible:
        sizes = np.array([6 if body.modes is None else 6 + body.modes.count for body in bodies])
        rows = (np.cumsum(sizes) - sizes)[:, None] + np.arange(6)
        return filled(out, call(*arguments, threads=threads)[..., rows])
    shape = len(bodies), 6
    if isinstance(out, np.ndarray) and out.shape[-2:] == shape and out.flags.c_contiguous:
        call(*arguments, out=out.reshape(*out.shape[:-2], 6 * len(bodies)), threads=threads)
        return out
    flat = call(*arguments, threads=threads)
    return filled(out, flat.reshape(*flat.shape[:-1], *shape))
