#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the seeds of the fuzzers to tests/fuzz/corpus: inputs of each kind that the fuzzers read.

Equal calls write equal bytes. Run it again where a fuzzer reads its input in another way.
"""
import pathlib
import random
import shutil
import struct

FOLDER = pathlib.Path(__file__).parent / "corpus"
MOST_BYTES = 500


class Seed:
    """The bytes of one input, as support/inputs.cpp reads them."""

    def __init__(self, number):
        self.random = random.Random(number)
        self.bytes = bytearray()

    def put(self, *values):
        self.bytes += bytes(value & 255 for value in values)
        return self

    def any(self, count=1):
        return self.put(*(self.random.randrange(256) for _ in range(count)))

    def config(self, threads=1, events=False, leaves=1):
        low = 224 + threads - 2 if threads > 1 else 0
        while threads > 1 and (low % 3 != threads - 2 or (low % 2 == 1) != events):
            low += 1
        return self.put(low if threads > 1 else int(events), self.random.randrange(8), leaves)

    def grid_box(self):
        return self.put(64 + self.random.randrange(192)).any(2)

    def special_box(self):
        self.put(16 + self.random.randrange(24))
        for _ in range(4):
            self.put(self.random.choice([40, 64, 80, 128 + self.random.randrange(16)]))
        return self

    def raw_box(self):
        self.put(self.random.randrange(16))
        low = [self.random.uniform(-50, 50) for _ in range(2)]
        size = [abs(self.random.gauss(0, 4)) for _ in range(2)]
        self.bytes += struct.pack("<4f", low[0], low[1], low[0] + size[0], low[1] + size[1])
        return self

    def copied_box(self):
        return self.put(40 + self.random.randrange(24)).any(2)

    def box(self):
        return self.random.choice([self.grid_box] * 5 + [self.special_box, self.raw_box, self.copied_box])()

    def listed_box(self, first=False):
        """In a list of boxes, where runs of them begin with less than 32."""
        if not first and self.random.randrange(3) == 0:
            return self.put(self.random.randrange(32)).any(2)
        return self.put(32 + self.random.randrange(224)).box()

    def object(self):
        return self.put(self.random.choice([0, 0, 0, 1, 4, 16, 64, 85])).box()

    def point(self):
        return self.put(self.random.randrange(160), self.random.randrange(160))


def frame(number):
    seed = Seed(number)
    seed.config(1 + number % 4 if number % 3 == 0 else 1, leaves=(1, 2, 4, 8, 228)[number % 5])
    seed.put((number * 37) % 192 if number % 6 else 200 + number)
    if number < 3:  # all boxes are one, or in a row that repeats
        seed.put(32, 64, 0, 0)
        for _ in range(4 + 5 * number):
            seed.put(number, 31, 64)
        return seed
    seed.listed_box(first=True)
    while len(seed.bytes) < 40 + 14 * number:
        seed.listed_box()
    return seed


# Operations of histories: the byte that chooses the player, and that of its operation.
ENGINE, STORE, STORE_FRAME, OTHER_ENGINE = 0, 130, 210, 250


def history(number):
    seed = Seed(number)
    seed.put(7 if number % 8 == 7 else 0).config(2 if number % 8 == 7 else 1, events=number % 2 == 1)
    seed.put(240 if number % 11 == 10 else 0)
    fails = number % 4 == 3

    def memory():
        return seed.put(192 + seed.random.randrange(64) if fails and seed.random.randrange(2) else 0)

    def engine(operation):
        return seed.put(ENGINE, operation)

    def store(operation):
        return seed.put(STORE, operation)

    while len(seed.bytes) < 120 + 10 * number:
        step = seed.random.randrange(20)
        if step < 3:
            engine(0).put(11).object().put(66)
        elif step == 3:
            engine(3).any(2).object()
        elif step == 4:
            engine(5).any(1).put(9, 0, 0)
            memory()
        elif step == 5:
            engine(7).any(2)
            memory()
        elif step == 6:
            engine(8).any(2).put(0, 0)
            memory()
        elif step < 10:
            engine(10).put(0, 0)
            memory()
        elif step == 10:
            engine(13).put(0, 0)
            memory()
        elif step == 11:
            engine(seed.random.choice([9, 15, 16, 20, 21, 22, 23])).any(4)
        elif step == 12:
            engine(18).put(6)
            for _ in range(6):
                seed.object()
            seed.put(0, 0, 0, 3, 0)
        elif step < 16:
            store(1).any(1).put(150, 0).box().put(66)
            memory()
        elif step == 16:
            store(seed.random.choice([4, 8])).any(2).put(1)
            memory()
        elif step == 17:
            store(seed.random.choice([5, 7, 10, 11, 12, 13, 14])).any(6)
        elif step == 18 and number % 5 == 4:
            seed.put(OTHER_ENGINE)
        else:
            seed.put(STORE_FRAME)
            memory()
    return seed


def query(number):
    seed = Seed(number)
    seed.config(3 if number % 10 == 9 else 1, leaves=(1, 4, 12)[number % 3]).put(number * 29)
    walls = number % 20
    seed.put(walls)
    for _ in range(walls):
        seed.object()
    if number * 29 & 4:
        seed.put(4)
        for _ in range(4):
            seed.object()
    count = 10 + number % 30
    seed.put(count)
    for _ in range(count):
        seed.object()
    seed.put((number * 13) & 255)
    for _ in range(((number * 13) & 255) // 8 % 4):
        seed.any(1)
    seed.put(5)
    if (number * 13) & 255 >= 192:
        seed.put(90)
    seed.put(number % 12, 65)
    while len(seed.bytes) < MOST_BYTES - 100:
        kind = seed.random.randrange(7)
        seed.put(kind)
        if kind in (0, 5):
            seed.box()
        if kind != 0:
            seed.point()
        if kind in (3, 4):
            seed.point()
        if kind in (2, 3):
            seed.put(64 + seed.random.randrange(64))
    return seed


def file(number):
    seed = Seed(number)
    if number < 4:  # a NumPy file, whole or cut off
        text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4, 1), }".ljust(117) + "\n"
        seed.put(number)
        seed.bytes += b"\x93NUMPY\x01\0" + struct.pack("<H", len(text)) + text.encode() + bytes(32 - 9 * number)
        return seed
    if number < 10:
        return seed.put(16 + number, 64 * (number % 3) + (4, 1, 16, 3, 2, 5)[number - 4], 2, 3).any(120)
    seed.put(64 + number, number).config(leaves=1)
    seed.put(11)
    for _ in range(15):
        seed.object().put(70)
    seed.put(number % 5).any(4 * 6)
    return seed.put(5).any(60)


def main():
    for name, make, count in (("frames", frame, 30), ("histories", history, 36), ("queries", query, 32),
                              ("files", file, 36)):
        folder = FOLDER / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for number in range(count):
            (folder / f"{number:02}").write_bytes(make(number).bytes[:MOST_BYTES])


if __name__ == "__main__":
    main()
