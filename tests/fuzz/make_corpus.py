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

    def config(self, threads=1, events=False, leaves=1, periods=0):
        low = 224 + threads - 2 if threads > 1 else 0
        while threads > 1 and (low % 3 != threads - 2 or (low % 2 == 1) != events):
            low += 1
        return self.put(low if threads > 1 else int(events), periods + self.random.randrange(8), leaves)

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
        return self.put(56 + self.random.randrange(8)).any(1).put(self.random.randrange(128))

    def box(self):
        return self.random.choice([self.grid_box] * 5 + [self.special_box, self.raw_box, self.copied_box])()

    def listed_box(self, first=False):
        """In a list of boxes, where runs of them begin with less than 32."""
        if not first and self.random.randrange(3) == 0:
            return self.put(self.random.randrange(32)).any(2)
        return self.put(32 + self.random.randrange(224)).box()

    def object(self):
        given = self.random.choice([0, 0, 0, 0, 1, 4, 16, 64, 85])
        self.put(given).box()
        if given & 3 == 1:
            self.put(self.random.randrange(252))  # a filter
        if given & 12 == 4:
            self.put(64 + self.random.randrange(8))  # a margin
        if given & 48 == 16:
            self.put(56 + self.random.randrange(16), 56 + self.random.randrange(16))
        return self.put(self.random.randrange(3)) if given & 192 == 64 else self

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


# What comes behind an operation: an update, a build, or nothing. 28 operations come round again up to 255.
UPDATE = 140
BUILD = 224


def history(number):
    """Histories of an engine, of a store and of both; every fourth one runs out of memory."""
    seed = Seed(number)
    owner, fails = number % 3, number % 4 == 3
    seed.put(8 * owner + (7 if number % 10 == 9 else 0))
    seed.config(2 if number % 10 == 9 else 1, events=number % 5 != 4, leaves=(1, 4, 8)[number % 3],
                periods=128 + 8 * (number // 2 % 2) if number % 2 == 1 else 0)
    two_engines = number % 6 == 5
    seed.put(240 if number % 11 == 10 else 7 if two_engines else 0)
    seed.put(*((number * kind) % 8 for kind in (1, 3, 5)))  # filters of moving and static objects, and of changes

    def memory():
        seed.put(160 + seed.random.randrange(96) if fails and seed.random.randrange(3) == 0 else 0)

    def frame():
        seed.put(0, 0)
        memory()

    def engine(operation):
        """Begins an operation. True where a frame comes behind it."""
        if two_engines:
            seed.put(seed.random.choice([0, 100]))
        if owner > 0:
            seed.put(0)
        behind = seed.random.choice([0, 0, 0, UPDATE, UPDATE, BUILD])
        seed.put(operation + behind)
        return behind != 0

    def operate(operation, *arguments, objects=0, fallible=False):
        with_frame = engine(operation)
        for argument in arguments:
            seed.put(seed.random.randrange(256) if argument is None else argument)
        for _ in range(objects):
            seed.object()
        if operation == 0:
            seed.put(64 + seed.random.randrange(4))
        if operation == 18:
            seed.put(0, 0, 0, 3, 0)
        if operation == 26:
            seed.put(0, 0, seed.random.randrange(2), seed.random.randrange(4))
        if fallible:
            memory()
        if with_frame:
            frame()

    def store(operation, *arguments):
        if two_engines:
            seed.put(seed.random.choice([0, 100]))
        seed.put(130, operation)
        for argument in arguments:
            seed.put(seed.random.randrange(256) if argument is None else argument)

    def step_of_engine():
        step = seed.random.randrange(20)
        if step >= 16:
            operate(13, 0, 0, fallible=True)
            operate(26, None, objects=1, fallible=True)
        elif step < 3:
            operate(0, seed.random.randrange(12), objects=1)
        elif step < 6:
            operate(3, 64 + seed.random.randrange(192), None, objects=1)
        elif step < 8:
            operate(5, None, None, 0, 0, fallible=True)
        elif step < 10:
            operate(7, None, None, fallible=True)
        elif step == 10:
            operate(8, None, None, 0, 0, fallible=True)
        elif step < 13:
            operate(seed.random.choice([10, 13]), 0, 0, fallible=True)
        elif step == 13:
            operate(15, fallible=True)
            operate(16, seed.random.randrange(2) * 2, fallible=True)
        elif step == 14:
            operate(seed.random.choice([9, 20, 22, 23, 24, 25, 26, 27]), None, None, None, None)
        else:
            operate(18, 6, objects=6)

    def step_of_store():
        step = seed.random.randrange(12)
        if step < 3:
            store(1, None, 128 + seed.random.randrange(128), 0)
            seed.grid_box().put(66)
            memory()
        elif step == 3:
            store(1, None, 0, seed.random.randrange(252))
            seed.box()
            memory()
        elif step < 6:
            store(seed.random.choice([4, 5, 8]), None, None, None)
            seed.put(0)
        elif step == 6:
            store(seed.random.choice([7, 10, 11]), None, None, 70, 0, 0)
        elif step == 7:
            store(12, 0)
            store(13, 0)
        elif step == 8:
            store(seed.random.choice([14, 15]), None, None, None, None)
        else:
            if two_engines:
                seed.put(seed.random.choice([0, 100]))
            seed.put(200)
            memory()

    while len(seed.bytes) < 150 + 8 * number:
        if owner == 0 or (owner == 2 and seed.random.randrange(2) == 0):
            step_of_engine()
        else:
            step_of_store()
    return seed


def query(number):
    seed = Seed(number)
    seed.config(3 if number % 10 == 9 else 1, leaves=(1, 4, 12)[number % 3]).put(number * 29)
    walls = number * 7 % 48
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
        kind = seed.random.randrange(12)
        seed.put(kind)
        if kind in (0, 5):
            seed.box()
        if kind == 9:
            seed.put(64 + 5)
        for _ in range((0, 1, 1, 2, 2, 1, 1, 2, 3, 5, 1, 2)[kind]):
            seed.point()
        if kind in (2, 3, 7, 10, 11):
            seed.put(64 + seed.random.randrange(64))
        if kind in (10, 11):
            seed.point()
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
    if number >= 30:  # objects that share ids
        seed.put(50).config(events=number % 2 == 0)
        while len(seed.bytes) < 400:
            count = seed.random.randrange(16)
            seed.put(count)
            for _ in range(count):
                seed.object().put(seed.random.randrange(16))
            seed.any(3)
        return seed
    if number >= 36:  # recordings; few changes of a block
        return seed.put(240 + number % 16, number).any(1).put(number % 4).any(40)
    seed.put(64 + number, number).config(leaves=1)
    seed.put(11)
    for _ in range(15):
        seed.object().put(70)
    seed.put(number % 5).any(4 * 6)
    return seed.put(5).any(60)


def main():
    for name, make, count in (("frames", frame, 30), ("histories", history, 36), ("queries", query, 32),
                              ("files", file, 44)):
        folder = FOLDER / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for number in range(count):
            (folder / f"{number:02}").write_bytes(make(number).bytes[:MOST_BYTES])


if __name__ == "__main__":
    main()
