"""One comparison: a quantity of a robot at one batch size, checked first and timed afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchmarks import mujoco_side, pinocchio_side
from benchmarks.mujoco_side import MujocoSide
from benchmarks.pinocchio_side import PinocchioSide
from benchmarks.quantities import CORIOLIS_MATRIX, Inputs, Quantity
from benchmarks.robots import Subject
from benchmarks.timing import Budget, Contender, Timing, race
from psiphi.kernel.kernel import Kernel

OUT, NEW, METHOD = "psiphi", "psiphi, new result", "psiphi, robot's method"

TOLERANCES = {"float64": 1e-9, "float32": 1e-3}
_CHECKED_ROWS = 64


@dataclass(frozen=True)
class Measurement:
    """What one comparison found; samples by contender, in seconds per evaluation."""

    robot: str
    quantity: str
    batch: int
    dtype: str
    operations: int
    error: float
    samples: dict[str, list[float]]

    @cached_property
    def times(self) -> dict[str, Timing]:
        return {name: Timing.of(samples) for name, samples in self.samples.items()}

    @property
    def key(self) -> tuple[str, str, int, str]:
        return self.robot, self.quantity, self.batch, self.dtype

    def joined(self, later: Measurement) -> Measurement:
        """This comparison with the samples of a later pass."""
        samples = {name: times + later.samples[name] for name, times in self.samples.items()}
        return replace(self, error=max(self.error, later.error), samples=samples)

    @property
    def pinocchio(self) -> float | None:
        """Seconds in C++: of the pool's loop, or the call without what the binding costs."""
        pool = self.best(pinocchio_side.POOL)
        return pool if pool is not None else self._net(pinocchio_side.CALL, pinocchio_side.BINDING)

    @property
    def mujoco(self) -> float | None:
        """Seconds in C, estimated: the calls without what the bindings cost."""
        return self._net(mujoco_side.CALLS, mujoco_side.BINDINGS)

    @property
    def ratio(self) -> float | None:
        """How many times faster than Pinocchio: than its call for one row, than its C++ for a batch."""
        theirs = self.best(pinocchio_side.CALL) if self.batch == 1 else self.pinocchio
        ours = self.best(OUT)
        return theirs / ours if theirs is not None and ours is not None else None

    def best(self, contender: str) -> float | None:
        timing = self.times.get(contender)
        return timing.best if timing is not None else None

    def _net(self, call: str, binding: str) -> float | None:
        gross, overhead = self.best(call), self.best(binding)
        return max(gross - overhead, 0.0) if gross is not None and overhead is not None else None


class Comparison:
    """A robot on all sides; psiphi's functions are compiled as they are needed."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._pinocchio = PinocchioSide(subject)
        self._mujoco = MujocoSide(subject.robot.model)

    def measure(
        self, quantity: Quantity, inputs: Inputs, budget: Budget, dtype: str = "float64"
    ) -> Measurement:
        """Check, then time, one quantity on the rows of `inputs`."""
        contenders = self._psiphi(quantity, inputs, dtype)
        if dtype == "float64":
            contenders += self._others(quantity, inputs)
        error = self._check(quantity, contenders, inputs, TOLERANCES[dtype])
        return Measurement(
            self.subject.name,
            quantity.label,
            inputs.batch,
            dtype,
            self._kernel(quantity).operations.total,
            error,
            race(contenders, budget),
        )

    def has(self, quantity: Quantity) -> bool:
        """Whether the robot has as many frames as the quantity is taken of, and can move them apart."""
        enough = 6 * quantity.frames if quantity.is_inverse else 0
        return len(self.subject.frames) >= quantity.frames and self.subject.robot.nv >= enough

    def _kernel(self, quantity: Quantity) -> Kernel:
        frames = self.subject.frames[: quantity.frames]
        return self.subject.robot.kernel(quantity.name, frames, reference="local")

    def _check(
        self, quantity: Quantity, contenders: Sequence[Contender], inputs: Inputs, tolerance: float
    ) -> float:
        """Run each contender once; the error of psiphi. Nothing is timed that is wrong."""
        right = comparable(quantity, self._pinocchio.results(quantity, inputs.first(_CHECKED_ROWS)))
        errors: dict[str, float] = {}
        for contender in contenders:
            if contender.result is None:
                continue
            contender.timer().timeit(1)
            found = comparable(quantity, contender.result()[:_CHECKED_ROWS])
            errors[contender.name] = error = relative_error(found, right[: len(found)])
            if not error <= tolerance:
                raise SystemExit(
                    f"{self.subject.name}, {quantity.title}: the result of {contender.name} differs from "
                    f"Pinocchio's by {error:.1e}, relative; {tolerance:.0e} is allowed."
                )
        return errors[OUT]

    def _psiphi(self, quantity: Quantity, inputs: Inputs, dtype: str) -> list[Contender]:
        robot, arrays = self.subject.robot, inputs.of(quantity, dtype)
        compiled = self._kernel(quantity)
        kernel, shape = compiled.call, compiled.signature.results[0].shape
        names = {"kernel": kernel, "robot": robot, "frames": self.subject.frames[: quantity.frames]}
        given = ", ".join(quantity.inputs)
        if inputs.batch > 1:
            out = np.full((inputs.batch, *shape), np.nan, dtype)
            names |= {**dict(zip(quantity.inputs, arrays, strict=True)), "out": out}
            return [Contender(OUT, f"kernel({given}, out=out)", names, inputs.batch, lambda: out)]
        row = [array[0].copy() for array in arrays]
        names |= dict(zip(quantity.inputs, row, strict=True))
        out, other = np.full(shape, np.nan, dtype), np.full(shape, np.nan, dtype)
        of_frames = ', frames, "local"' if quantity.frames else ""
        method = f"robot.{quantity.name}({given}{of_frames}, out=out)"
        return [
            Contender(OUT, f"kernel({given}, out=out)", names | {"out": out}, result=lambda: out[None]),
            Contender(NEW, f"kernel({given})", names, result=lambda: kernel(*row)[None]),
            Contender(METHOD, method, names | {"out": other}, result=lambda: other[None]),
        ]

    def _others(self, quantity: Quantity, inputs: Inputs) -> list[Contender]:
        if inputs.batch == 1:
            theirs = self._pinocchio.single(quantity, inputs)
        else:
            theirs = self._pinocchio.batch(quantity, inputs)
        return theirs + self._mujoco.contenders(quantity, inputs)


def comparable(quantity: Quantity, results: NDArray[np.floating]) -> NDArray[np.floating]:
    """What two right results have in common: of Coriolis matrices 𝓒 + 𝓒*, the rate of the mass matrix."""
    if quantity is CORIOLIS_MATRIX:
        return results + results.swapaxes(-1, -2)
    return np.linalg.inv(results) if quantity.is_inverse else results


def relative_error(found: NDArray[np.floating], right: NDArray[np.floating]) -> float:
    """The largest difference in a row against the largest number of that row, over all rows."""
    axes = tuple(range(1, right.ndim))
    return float(np.max(np.abs(found - right).max(axes) / np.abs(right).max(axes)))
