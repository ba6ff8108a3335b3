"""What the pointer is over in the viewer: the page is asked where it is, and the scene what is there.

viser tells of clicks and drags, not of a pointer that passes by. A few lines in the page write its place into
a text field that is not shown, and viser brings what is in the field here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.spatial.quaternion import rotate
from psiphi.view.scene import Part

Array = NDArray[np.float64]
Ray = tuple[Array, Array]
"""Where it begins and its direction, in the world."""

# A script in HTML that is added to a page does not run; what an image does that cannot be loaded does.
WATCH = """<img src="data:," alt="" onerror="
    const here = this.parentElement, field = here.nextElementSibling;
    const input = field.querySelector('input, textarea');
    const {set} = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value');
    here.style.display = field.style.display = 'none';
    window.addEventListener('pointermove', (event) => {
        const box = event.target.getBoundingClientRect(), over = event.target.tagName === 'CANVAS';
        const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
        const place = over && !event.buttons ? x.toFixed(4) + ' ' + y.toFixed(4) : '';
        if (place === input.value) return;
        set.call(input, place);
        input.dispatchEvent(new Event('input', {bubbles: true}));
    });
">"""


def watch_pointer(gui: Any, moved: Callable[[Ray | None], None]) -> None:
    """Call `moved` with the ray under the pointer when it moves over the scene, and with None elsewhere."""
    gui.add_html(WATCH)
    field = gui.add_text("pointer", initial_value="")

    def update(event: Any) -> None:
        place = event.target.value.split()
        try:
            x, y = map(float, place)
        except ValueError:  # it left the scene, or somebody else wrote there
            moved(None)
        else:
            moved(_ray(event.client.camera, x, y))

    field.on_update(update)


def _ray(camera: Any, x: float, y: float) -> Ray:
    """Through a point of the picture, x and y from 0 at its upper left to 1; viser's cameras look along z."""
    half = float(np.tan(camera.fov / 2))
    across = np.array([(2 * x - 1) * half * camera.aspect, (2 * y - 1) * half, 1.0])
    return np.asarray(camera.position, dtype=float), rotate(np.roll(camera.wxyz, -1), across)


def part_under(
    parts: tuple[Part, ...], rotations: Array, positions: Array, ray: Ray
) -> tuple[float, Part] | None:
    """How far along a ray it meets the box of a part first, and the part; the world's own are not asked.

    rotations (N, 3, 3), positions (N, 3)    of the bodies
    """
    best: tuple[float, Part] | None = None
    for part in parts:
        if part.body < 0:
            continue
        turn = rotations[part.body]
        start, along = (ray[0] - positions[part.body]) @ turn, ray[1] @ turn
        with np.errstate(divide="ignore", invalid="ignore"):
            ends = (np.stack(part.box) - start) / along
        enter, leave = max(0.0, float(ends.min(axis=0).max())), float(ends.max(axis=0).min())
        if enter < leave and (best is None or enter < best[0]):
            best = enter, part
    return best
