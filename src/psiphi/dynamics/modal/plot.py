"""A picture of the modes of a robot: where their eigenvalues are, and which coordinates move in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from psiphi.extras import package

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from psiphi.dynamics.modal.analysis import ModalAnalysis


def plot_modes(found: ModalAnalysis, most: int) -> Figure:
    """Frequencies against damping, and the size of each coordinate in each mode, the largest of a mode 1."""
    figures = package("matplotlib.figure", "simulation", "Figures are drawn by")
    coordinates = found.model.coordinates
    names = [coordinates.owner(i) for i in range(found.model.nv)]
    count = min(most, len(found.frequencies))
    figure = figures.Figure(figsize=(4.0 + 0.35 * count, 2.5 + 0.22 * len(names)), layout="constrained")
    above, below = figure.subplots(2, 1, height_ratios=(1, 1 + len(names) / 8))
    hertz = found.frequencies[:count] / (2.0 * np.pi)
    above.bar(range(count), hertz, color="#1f5ea8")
    above.set_ylabel("Hz")
    above.set_xticks([])
    for place, (height, damping) in enumerate(zip(hertz, found.damping[:count], strict=True)):
        told = f"{height:.3g}" if not damping else f"{height:.3g}\n{100 * damping:.2g} %"
        above.annotate(told, (place, height), ha="center", va="bottom", fontsize=7)
    above.margins(y=0.25)
    sizes = np.abs(found.shapes[:, :count])
    largest = sizes.max(axis=0, initial=0.0)
    below.imshow(
        sizes / np.where(largest > 0.0, largest, 1.0), cmap="Blues", aspect="auto", vmin=0.0, vmax=1.0
    )
    below.set_yticks(range(len(names)), names, fontsize=7)
    below.set_xticks(range(count), [str(i) for i in range(count)], fontsize=7)
    below.set_xlabel("mode")
    return figure
