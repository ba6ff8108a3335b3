"""Sliders for the joints of a robot, each within its limits, and for the modes of its flexible bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.robot import Robot

Array = NDArray[np.float64]

WAYS = ("turn x", "turn y", "turn z", "x", "y", "z")
TURN, WAY = np.pi, 1.0  # rad and m to either side, where a joint has no limit
BEND = 5.0  # how much further modes slide than random ones reach: a tenth of the size of their body


class Sliders:
    """A slider for each degree of freedom.

    Joints of one degree of freedom show their coordinate; others the rates, from where they started, that
    lead to where they are: spherical and free joints have no coordinates that slide. `dragged(joint, q)` is
    asked for the configuration to be shown when one moves; the joint is None for a mode of a flexible body.
    """

    def __init__(
        self, gui: Any, robot: Robot, q: Array, dragged: Callable[[str | None, Array], Array]
    ) -> None:
        self.robot, self.start, self.dragged = robot, q.copy(), dragged
        self._silent = False
        self._handles: list[Any] = []
        self._offsets = np.zeros(robot.nv)
        for body in robot.model.bodies:
            if body.joint.name in robot.model.coordinates.v_slices:
                self._add_joint(gui, body.joint.name)
            if body.modes is not None:
                self._add_modes(gui, body.name, BEND * body.modes.reach)

    def _add_joint(self, gui: Any, name: str) -> None:
        robot, joint = self.robot, self.robot.model.joint(name)
        place = robot.v_slice(name)
        here = self.start[robot.q_slice(name)]
        subspace = joint.kind.motion_subspace(joint, here)
        slides = joint.kind.nv == 1 or joint.kind.name == "universal"
        for component, index in enumerate(range(place.start, place.stop)):
            reach = TURN if subspace[:3, component].any() else WAY
            lower, upper = -np.inf, np.inf
            if slides:
                self._offsets[index] = here[component]
                lower, upper = joint.limits.lower[component], joint.limits.upper[component]
            middle = float(self._offsets[index])
            low = min(float(lower) if np.isfinite(lower) else middle - reach, middle)
            high = max(float(upper) if np.isfinite(upper) else middle + reach, middle, low + 1e-6)
            way = WAYS[int(np.argmax(np.abs(subspace[:, component])))]
            label = name if joint.kind.nv == 1 else f"{name} {way}"
            unit = "rad" if reach == TURN else "m"
            hint = f"{name}: {joint.kind.name}, {low:.4g} to {high:.4g} {unit}"
            self._add(gui, label, low, middle, high, hint, name)

    def _add_modes(self, gui: Any, body: str, reach: Array) -> None:
        here = self.start[self.robot.model.q_modes(body)]
        self._offsets[self.robot.model.v_modes(body)] = here
        for k, (middle, way) in enumerate(zip(here.tolist(), reach.tolist(), strict=True), 1):
            low, high = min(middle, -way), max(middle, way)
            self._add(
                gui, f"{body} mode {k}", low, middle, high, f"mode {k} of {body}, which is flexible", None
            )

    def _add(
        self, gui: Any, label: str, low: float, middle: float, high: float, hint: str, joint: str | None
    ) -> None:
        step = (high - low) / 1000
        slider = gui.add_slider(label, min=low, max=high, step=step, initial_value=middle, hint=hint)
        slider.on_update(lambda _: self._moved(joint))
        self._handles.append(slider)

    def configuration(self) -> Array:
        """The configuration that the sliders say."""
        rates = np.array([float(handle.value) for handle in self._handles]) - self._offsets
        return self.robot.integrate(self.start, rates)

    def follow(self, q: Array) -> None:
        """Put the sliders where a configuration is."""
        self._silent = True
        values = self.robot.difference(self.start, q) + self._offsets
        for handle, value in zip(self._handles, values, strict=True):
            handle.value = float(np.clip(value, handle.min, handle.max))
        self._silent = False

    def _moved(self, joint: str | None) -> None:
        if not self._silent:
            q = self.configuration()
            shown = self.dragged(joint, q)
            if not np.array_equal(shown, q):
                self.follow(shown)
