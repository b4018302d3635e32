# SPDX-License-Identifier: MIT
"""Boxes as (min_x, min_y, max_x, max_y), and NumPy files of them as the benchmark plays them."""
import array
import math
import random
import struct
import sys


def square(x, y, side):
    return (x - side / 2, y - side / 2, x + side / 2, y + side / 2)


def box_of(points):
    xs, ys = zip(*points)
    return (min(xs), min(ys), max(xs), max(ys))


def pieces(points):
    """A box for each piece of a line through the points."""
    return [box_of(ends) for ends in zip(points, points[1:])]


def grown(box, margin):
    return (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)


def turned(width, height, degrees):
    """The width and height of the box around a turned rectangle."""
    cosine, sine = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    return width * cosine + height * sine, width * sine + height * cosine


def side_by_side(parts):
    """Moves worlds of their own into one plane: rows of equal length, so that no two meet.

    Each part is a list of lists of boxes, which stay where they are with each other.
    """
    columns = math.ceil(math.sqrt(len(parts)))
    bounds = []
    for lists in parts:
        boxes = [box for boxes in lists for box in boxes]
        bounds.append((min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes),
                       max(b[3] for b in boxes)))
    # Whole numbers keep a tile's edge on that of the next tile.
    width = math.ceil(1.05 * max(b[2] - b[0] for b in bounds))
    moved = [[] for _ in parts[0]]
    y, row_height = 0, 0
    for index, (lists, around) in enumerate(zip(parts, bounds)):
        if index % columns == 0:
            y, row_height = y + row_height, 0
        row_height = max(row_height, math.ceil(1.05 * (around[3] - around[1])))
        dx, dy = width * (index % columns) - around[0], y - around[1]
        for target, boxes in zip(moved, lists):
            target.extend((b[0] + dx, b[1] + dy, b[2] + dx, b[3] + dy) for b in boxes)
    return moved


def unit_of(boxes):
    """The mean of the longer sides; of points, the mean distance of neighbors on a square lattice."""
    mean = sum(max(b[2] - b[0], b[3] - b[1]) for b in boxes) / len(boxes)
    around = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    area = (around[2] - around[0]) * (around[3] - around[1])
    return mean or math.sqrt(area / len(boxes)) or 1, around


class Drift:
    """Frames in which every box moves, by a twentieth to three twentieths of a unit on each axis, as in the scenes."""

    def __init__(self, boxes, unit, count):
        numbers = random.Random(1)
        self.boxes, self.count = boxes, count
        self.steps = [[numbers.choice((-1, 1)) * numbers.uniform(0.05, 0.15) * unit for _ in range(2)] for _ in boxes]

    def __len__(self):
        return self.count

    def __getitem__(self, frame):
        if frame >= self.count:
            raise IndexError
        return [(b[0] + frame * x, b[1] + frame * y, b[2] + frame * x, b[3] + frame * y)
                for b, (x, y) in zip(self.boxes, self.steps)]


def write_frames(path, frames, unit, origin):
    """Source: numpy.lib.format, the format 1.0 of NumPy's files, NumPy Reference 1.24, 2022."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(frames)}, 4, {len(frames[0])}), }}"
    header = header.ljust(117 + (len(header) > 117) * 64) + "\n"  # data begin at a multiple of 64 bytes
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("ascii"))
        for boxes in frames:
            for side in range(4):
                shift = origin[side % 2]
                row = array.array("f", ((box[side] - shift) / unit for box in boxes))
                if sys.byteorder == "big":
                    row.byteswap()
                row.tofile(file)
