"""What the groups of quantities ask of the robot that has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.dynamics.derived import DERIVED
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.model import Model
from psiphi.model.arguments import batch_argument, names_argument

if TYPE_CHECKING:  # the algebra and the compiler are loaded when something is compiled
    from psiphi.algebra.derivation import Derivation
    from psiphi.algebra.expression import Expr
    from psiphi.kernel.function import Function
    from psiphi.kernel.kernel import Kernel
    from psiphi.kernel.native import NativeFunction
    from psiphi.kernel.request import Request
    from psiphi.recursion.bodies.joint_groups import Embedding

Array = NDArray[np.float64]
Frames = str | Sequence[str]
Reference = Literal["local", "local_world_aligned", "world"]
DEFAULT_REFERENCE: Reference = "local_world_aligned"


class PackedMatrix(NamedTuple):
    """The entries of a matrix that can differ from zero, (..., n), and where they stand."""

    entries: Array
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]


class Compiled:
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

    def _taking(self, parameters: Array | None) -> AbstractContextManager[None]:
        """Within it methods are called with these parameters, where some vary."""
        return nullcontext()

    _embedding: Embedding | None = None
    """What moves by itself where loops are joints (psiphi.embedded)."""

    _manifold: frozenset[str] = frozenset()
    """The functions of configurations alone, which no operator expression stands behind."""

    def _behind(self, name: str) -> Function | NativeFunction:
        """The compiled function behind the method of a name."""
        if name not in self._manifold:
            return self.function(name)
        from psiphi.kernel.manifold import manifold_function

        return manifold_function(self.model, name)

    @property
    def nq(self) -> int:
        """The number of configuration coordinates."""
        return self.model.nq

    @property
    def nv(self) -> int:
        """The number of degrees of freedom."""
        return self.model.nv

    def compile(
        self,
        expression: Expr | Derivation,
        frames: Sequence[str] = (),
        *,
        rolled: bool | None = None,
        riccati: str = "plain",
    ) -> Kernel:
        """A native function of an operator expression: kernel(q, [v,] vectors..., out=None, threads=1).

        Of a derivation it is that of the result, and `kernel.derivation` goes on where the given one ends.

        v is an argument where a, b, v, H_dot, A_dot, C_M, Gamma_dot or a rate occurs; input vectors follow in
        alphabetical order, and can be given by name. `frames` names what B stands for. Joint vectors have one
        number per degree of freedom of the tree, mimic joints included; body and frame vectors six per body
        or frame.
        `rolled=True` makes loops over bodies, False unrolled code; None decides by the size of the robot.
        `riccati="UD"` runs filters on factors of P, for robots of bodies that differ by orders of magnitude.
        """
        if isinstance(frames, str):
            raise ArgumentTypeError(f"frames: give a list of names, [{frames!r}].")
        from psiphi.algebra.derivation import Derivation  # which is there where expressions are
        from psiphi.algebra.expression import as_expression

        if not isinstance(expression, Derivation):
            as_expression(expression)
        key = (expression, names_argument("frames", frames), _checked(rolled), riccati)
        if key not in self._kernels:
            from psiphi.kernel.kernel import kernel_of
            from psiphi.kernel.request import Request

            given = expression if isinstance(expression, Derivation) else None
            request = Request(
                self.model,
                expression.result if isinstance(expression, Derivation) else expression,
                tuple(frames),
                given=given,
                rolled=rolled,
                riccati=riccati,
                embedding=self._embedding,
                varying=self._varying,
            )
            self._kernels[key] = kernel_of(request)
        return self._kernels[key]

    def kernel(
        self,
        name: str,
        frames: Sequence[str] = (),
        method: str | None = None,
        reference: Reference = DEFAULT_REFERENCE,
        *,
        rolled: bool | None = None,
        riccati: str = "plain",
        varying: Sequence[str] = (),
        prescribed: Sequence[int] = (),
    ) -> Kernel:
        """The kernel behind a quantity of the catalogue, e.g. "inverse_dynamics"; options as for compile.

        What `varying` names is an argument, `parameters`, instead of a constant. Of a quantity that takes
        tau, the rates at the places `prescribed` in v have their accelerations given instead, by the
        argument `prescribed` (..., nv).
        """
        texts = {"name": name, "method": method, "reference": reference, "riccati": riccati}
        for what, text in texts.items():
            if not isinstance(text, str | None):
                raise ArgumentTypeError(f"{what}: expected a text, found {type(text).__name__}.")
        plain = (name, names_argument("frames", frames), method, reference, _checked(rolled), riccati)
        varying = names_argument("varying", varying) or self._varying
        held = self._prescribed_places(name, prescribed)
        key = (*plain, varying, held) if varying or held else plain
        if key not in self._kernels:
            from psiphi.kernel.kernel import Deferred, kernel_of

            request = partial(_quantity, self.model, *plain, self._embedding, varying, held)
            self._kernels[key] = kernel_of(Deferred(self._named(key), self.model, rolled, request, varying))
        return self._kernels[key]

    def _prescribed_places(self, name: str, prescribed: Sequence[int]) -> tuple[int, ...]:
        """The places in v of rates that are prescribed, for a quantity that takes joint forces."""
        held = tuple(sorted(batch_argument("prescribed", prescribed)))
        if held and (len(set(held)) < len(held) or held[-1] >= self.nv):
            raise InputError(
                f"prescribed: {list(held)} given; places in v are 0 to {self.nv - 1}, each once."
            )
        if held:
            from psiphi.dynamics.catalogue import quantity

            if "tau" not in quantity(name).arguments:
                raise InputError(f"prescribed: {name} takes no joint forces, which accelerations replace.")
        return held

    def _named(self, key: tuple[object, ...]) -> str:
        """A name in any process for the kernel with this key."""
        embedding = () if self._embedding is None else (self._embedding.independent,)
        return repr(("quantity", self.model.key, *key, *embedding))

    def _is_on_disk(self, name: str, frames: tuple[str, ...]) -> bool:
        from psiphi.kernel.native import is_compiled

        derived = DERIVED.get(name)
        plain = (name if derived is None else derived.of, frames, None, DEFAULT_REFERENCE, None, "plain")
        key = self._named((*plain, self._varying, ()) if self._varying else plain)
        return is_compiled(key if derived is None else repr(("jacobian", *derived.by, key)))

    def function(
        self, name: str, frames: Sequence[str] = (), reference: Reference = DEFAULT_REFERENCE
    ) -> Function:
        """The kernel behind a quantity of the catalogue, or behind one that is a derivative of another."""
        derived = DERIVED.get(name)
        if derived is None:
            return self.kernel(name, frames, None, reference)
        kernel = self.kernel(derived.of, frames, None, reference)
        return kernel.jacobian(*derived.by) if derived.by else kernel

    def _packed(
        self, function: Function, arguments: Sequence[ArrayLike], out: Any, threads: int
    ) -> tuple[PackedMatrix, ...]:
        """The matrices of a function without the entries that are always zero."""
        found = self._taken(function.packed)(*arguments, out=out, threads=threads)
        patterns = function.packed.patterns
        pairs = zip(found if len(patterns) > 1 else (found,), patterns, strict=True)
        return tuple(PackedMatrix(entries, *places) for entries, places in pairs)

    def _taken(self, function: Function) -> Callable[..., Any]:
        """A function as methods call it: where parameters vary, with those that the method was given."""
        return function.call

    def prepare(self, *names: str, frames: Frames = (), reference: Reference = DEFAULT_REFERENCE) -> None:
        """Compile quantities now, as robot.prepare("forward_dynamics"), and keep the code on disk.

        For single configurations and for batches in float64. Large matrices are compiled however long that
        takes, and run several times faster than those that are called unprepared (kernel/bytecode/).
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


def _checked(rolled: bool | None) -> bool | None:
    if not isinstance(rolled, bool | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(f"rolled: expected True, False or None, found {type(rolled).__name__}.")
    return rolled


def _quantity(*asked: Any) -> Request:
    """What the catalogue has to be compiled; a function of a module, so that kernels can be pickled."""
    from psiphi.dynamics import catalogue

    return catalogue.request(*asked)


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
