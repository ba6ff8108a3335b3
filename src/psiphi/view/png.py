"""PNG files, still or moving (the animation chunks of the third edition of the standard)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def png(images: Sequence[NDArray[np.uint8]], every: float) -> bytes:
    """Images (height, width, 3), each shown for so many seconds, over and over; at most 256 colours."""
    height, width, _ = images[0].shape
    palette, indices = _palette(images)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [_chunk(b"IHDR", head)]
    if len(images) > 1:
        chunks.append(_chunk(b"acTL", struct.pack(">II", len(images), 0)))
    chunks.append(_chunk(b"PLTE", palette.tobytes()))
    number = 0
    before: NDArray[np.uint8] | None = None
    for image in indices:
        top, left, part = _changed(before, image)
        data = zlib.compress(_rows(part), 9)
        if len(images) > 1:
            rows, columns = part.shape
            control = struct.pack(">IIIII", number, columns, rows, left, top)
            chunks.append(_chunk(b"fcTL", control + struct.pack(">HHBB", round(1000 * every), 1000, 0, 0)))
            number += 1
        if before is None:
            chunks.append(_chunk(b"IDAT", data))
        else:
            chunks.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
        before = image
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _rows(image: NDArray[np.uint8]) -> bytes:
    """Each row with its filter before it: none, which suits numbers of a palette."""
    return np.pad(image, ((0, 0), (1, 0))).tobytes()


def _changed(
    before: NDArray[np.uint8] | None, image: NDArray[np.uint8]
) -> tuple[int, int, NDArray[np.uint8]]:
    """The rectangle outside of which nothing has changed."""
    if before is None:
        return 0, 0, image
    rows, columns = (np.flatnonzero((before != image).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return 0, 0, image[:1, :1]
    return int(rows[0]), int(columns[0]), image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _palette(images: Sequence[NDArray[np.uint8]]) -> tuple[NDArray[np.uint8], list[NDArray[np.uint8]]]:
    """The colours of all images, at most 256, and each image as their numbers.

    Colours are rounded as coarsely as it takes and split along their widest sides (median cut).
    """
    everything = np.concatenate([image.reshape(-1, 3) for image in images])
    codes = (everything.astype(np.int64) * (1 << 16, 1 << 8, 1)).sum(axis=1)
    found, back, counts = np.unique(codes, return_inverse=True, return_counts=True)
    colors = np.stack([found >> 16, (found >> 8) & 255, found & 255], axis=-1).astype(float)
    boxes = [np.arange(len(colors))]
    while len(boxes) < min(256, len(colors)):
        spread = [float((counts[box].sum()) ** 0.5 * np.ptp(colors[box], axis=0).max()) for box in boxes]
        box = boxes.pop(int(np.argmax(spread)))
        if len(box) < 2:
            boxes.append(box)
            break
        ordered = box[np.argsort(colors[box, np.argmax(np.ptp(colors[box], axis=0))], kind="stable")]
        total = np.cumsum(counts[ordered])
        cut = int(np.clip(np.searchsorted(total, total[-1] / 2), 1, len(ordered) - 1))
        boxes += [ordered[:cut], ordered[cut:]]
    number = np.empty(len(colors), dtype=np.uint8)
    palette = np.empty((len(boxes), 3), dtype=np.uint8)
    for place, box in enumerate(boxes):
        number[box] = place
        palette[place] = np.round(np.average(colors[box], axis=0, weights=counts[box]))
    flat = number[np.asarray(back).ravel()]
    height, width, _ = images[0].shape
    return palette, list(flat.reshape(len(images), height, width))
