#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads each kind of file of tools/found, from a few lines, and writes files and tables.

Usage: found_test.py <project>
"""
import base64
import json
import math
import pathlib
import struct
import sys
import tempfile
import unittest
import zlib

sys.dont_write_bytecode = True
PROJECT = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(PROJECT / "tools/found"))

import convert  # noqa: E402
import geometry  # noqa: E402
import readers  # noqa: E402
import tables  # noqa: E402


def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def city(name, population, dx, dy):
    zigzag = [2 * d if d >= 0 else -2 * d - 1 for d in (dx, dy)]
    message = b"\x12" + varint(len(name)) + name + b"\x48" + varint(population)
    for field, value in zip((10, 11), zigzag):
        message += varint(field << 3) + varint(value)
    return varint(len(message)) + message


class Files(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def file(self, content, name="file"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def near(self, found, expected):
        self.assertEqual(len(found), len(expected))
        for one, other in zip(found, expected):
            for a, b in zip(one, other):
                self.assertAlmostEqual(a, b, places=6)


class Readers(Files):
    def test_cities(self):
        path = self.file(city(b"A", 4000, 200000, -300000) + city(b"B", 16000, -50000, 100000))
        side = readers.DEGREES
        self.near(readers.cities(path), [geometry.square(2, -3, side), geometry.square(1.5, -2, 2 * side)])

    def test_topologies(self):
        path = self.file(json.dumps({
            "transform": {"scale": [0.5, 2], "translate": [-10, 0]},
            "arcs": [[[0, 0], [4, 1], [-2, 1]], [[0, 0], [0, 5]]],
            "objects": {"regions": {"geometries": [{"arcs": [[0, -2]]}, {"arcs": [[[1]]]}, {}]}}}))
        self.near(readers.borders(path), [(-10, 0, -8, 2), (-9, 2, -8, 4), (-10, 0, -10, 10)])
        self.near(readers.regions(path, "regions"), [(-10, 0, -8, 10), (-10, 0, -10, 10)])

    def test_levels(self):
        lumps = [(b"PLAYPAL", b"x"), (b"MAP01", b""), (b"THINGS", struct.pack("<hhhhh", 5, 6, 0, 1, 7)),
                 (b"LINEDEFS", struct.pack("<7H", 0, 1, 0, 0, 0, 0, 0)), (b"SIDEDEFS", b""),
                 (b"VERTEXES", struct.pack("<hhhh", 100, -50, 20, 30))]
        data, entries = b"", b""
        for name, content in lumps:
            entries += struct.pack("<ii8s", 12 + len(data), len(content), name)
            data += content
        path = self.file(b"IWAD" + struct.pack("<ii", len(lumps), 12 + len(data)) + data + entries)
        self.assertEqual(readers.levels(path), [[[(20, -50, 100, 30)], [(-15, -14, 25, 26)]]])

    def test_boards(self):
        path = self.file('(kicad_pcb (title "a (b\\" c") (segment (start 1 2) (end 5 2) (width 0.5) (layer "F.Cu"))'
                         ' (via (at 3 3) (size 1)) (arc (start 0 0) (mid 1 1) (end 2 0) (width 2))'
                         ' (footprint "R" (at 10 20 90) (pad "1" smd rect (at 2 0 90) (size 3 1))))')
        copper, pads = readers.board(path)
        # Turned by 90 degrees, what was on the right is above, where y is less.
        self.near(pads, [(9.5, 16.5, 10.5, 19.5)])
        self.near(copper, [(0.75, 1.75, 5.25, 2.25), (2.5, 2.5, 3.5, 3.5), (-1, -1, 3, 2)] + pads)

    def test_tile_maps(self):
        def of(encoding, text, orientation="orthogonal"):
            return self.file(f'<map orientation="{orientation}" tilewidth="8" tileheight="4"><layer width="2" height="2">'
                             f'<data {encoding}>{text}</data></layer></map>')
        tiles = [0, 3, 0x80000001, 0]
        raw = base64.b64encode(zlib.compress(struct.pack("<4I", *tiles))).decode()
        expected = [(8, 0, 16, 4), (0, 4, 8, 8)]
        self.assertEqual(readers.tile_map(of('encoding="csv"', "0,3,\n2147483649,0")), expected)
        self.assertEqual(readers.tile_map(of('encoding="base64" compression="zlib"', raw)), expected)
        self.assertEqual(readers.tile_map(of('encoding="base64" compression="zlib"', raw, "hexagonal")), [])

    def test_traffic(self):
        def cars(*names):
            return "".join(f'<vehicle id="{name}" x="10" y="20" angle="90"/>' for name in names)
        path = self.file(f"<fcd><timestep>{cars('b', 'a')}</timestep><timestep>{cars('a', 'c')}</timestep></fcd>")
        frames = readers.traffic(path)
        self.assertEqual([len(frame) for frame in frames], [1, 1])
        self.near(frames[1], [(3.5, 17.6, 11.5, 22.4)])
        network = self.file('<net><lane width="2" shape="0,0 4,0 4,3"/></net>')
        self.near(readers.lanes(network), [(-1, -1, 5, 1), (3, -1, 5, 4)])

    def test_stars(self):
        def sky(properties):
            return json.dumps({"features": [{"properties": properties, "geometry": {"coordinates": [1, 2]}}]})
        self.near(readers.stars(self.file(sky({"mag": 7}))), [geometry.square(1, 2, 0.625)])
        self.near(readers.nebulae(self.file(sky({"dim": "60x30"}))), [(0.5, 1.75, 1.5, 2.25)])
        self.near(readers.nebulae(self.file(sky({"dim": ""}))), [(1, 2, 1, 2)])

    def test_pages(self):
        side = 'xMin="1" yMin="2" xMax="3" yMax="4"'
        path = self.file(f'<html xmlns="http://www.w3.org/1999/xhtml"><page/><page><line {side}><word {side}>a</word>'
                         f'<word {side}>b</word></line></page></html>')
        self.assertEqual(readers.pages(path), [[[(1, 2, 3, 4)] * 2, [(1, 2, 3, 4)]]])


class Geometry(Files):
    def test_worlds_side_by_side_do_not_meet(self):
        parts = [[[(0, 0, 10, 5)], [(2, 2, 3, 3)]], [[(-5, -5, 0, 0)], []], [[(7, 7, 8, 30)], []]]
        boxes, others = geometry.side_by_side(parts)
        self.assertEqual([len(boxes), others], [3, [(2, 2, 3, 3)]])
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                self.assertFalse(a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3])

    def test_units(self):
        self.assertEqual(geometry.unit_of([(0, 0, 1, 3), (4, 4, 5, 4.5)])[0], 2)
        self.assertEqual(geometry.unit_of([(0, 0, 0, 0), (4, 2, 4, 2)])[0], 2)

    def test_drift(self):
        frames = list(geometry.Drift([(0, 0, 1, 2), (5, 5, 5, 5)], 10, 3))
        self.assertEqual(len(frames), 3)
        self.near(frames[0], [(0, 0, 1, 2), (5, 5, 5, 5)])
        for start, one, two in zip(*frames):
            for axis in (0, 1):
                step = one[axis] - start[axis]
                self.assertTrue(0.5 <= abs(step) <= 1.5)
                self.assertAlmostEqual(two[axis] - start[axis], 2 * step)
                self.assertAlmostEqual(two[axis + 2] - start[axis + 2], 2 * step)

    def test_files_of_frames(self):
        path = self.folder / "frames.npy"
        geometry.write_frames(path, [[(1, 2, 3, 4), (5, 6, 7, 8)], [(2, 2, 2, 2), (3, 3, 3, 3)]], 2, (1, 2))
        data = path.read_bytes()
        self.assertEqual(data[:8], b"\x93NUMPY\x01\x00")
        begin = 10 + struct.unpack_from("<H", data, 8)[0]
        self.assertEqual(begin % 64, 0)
        self.assertIn(b"'shape': (2, 4, 2)", data[:begin])
        self.assertEqual(struct.unpack("<16f", data[begin:]), (0, 2, 0, 2, 1, 3, 1, 3, .5, 1, 0, .5, .5, 1, 0, .5))

    def test_turned(self):
        self.assertTrue(all(map(math.isclose, geometry.turned(4, 2, -90), (2, 4))))


class Programs(Files):
    def test_a_set_is_converted(self):
        raw = self.folder / "raw/tiled"
        raw.mkdir(parents=True)
        (raw / "a.tmx").write_text('<map orientation="orthogonal" tilewidth="4" tileheight="4"><layer width="2" height="1">'
                                   '<data encoding="csv">1,1</data></layer></map>')
        sys.argv[1:] = [str(raw.parent), str(self.folder), "tiles"]
        convert.main()
        self.assertEqual(json.loads((self.folder / "tiles.json").read_text()), {"boxes": 2, "frames": 1, "join": 0, "unit": 4})
        self.assertFalse((self.folder / "tiles-join.npy").exists())
        self.assertIn(b"(8, 4, 2)", (self.folder / "tiles-moving.npy").read_bytes()[:128])
        # The edges of tiles that touch stay equal.
        self.assertEqual(struct.unpack("<8f", (self.folder / "tiles.npy").read_bytes()[-32:]), (0, 1, 0, 0, 1, 2, 1, 1))

    def test_tables_name_what_is_faster(self):
        def row(engine, group, **fields):
            return {"engine": engine, "group": group, "verdict": "exact", "median_ms": 2.0, **fields}
        ours = row("quadphase", "quadphase", ratio={"median": 1})
        pairs = {"box_count": 1000, "pair_count_median": 500, "quadphase": {"tests_per_pair": 3},
                 "results": [ours, row("grid", "baseline", ratio={"median": 0.5}), row("slow", "peer", ratio={"median": 7})]}
        worlds = [{"scenario": name, "results": [ours, row("tree", "peer", ratio={"median": 3})]} for name in tables.SCENARIOS]
        rows = [row(engine, "quadphase" if engine in ("batch", "visitor") else "peer", query=query, found_per_query=2,
                    median_ns_per_query=10, ratio_to_batch=ratio, ratio_to_visitor=ratio)
                for query in ("box", "join") for engine, ratio in (("batch", 1), ("visitor", 1.2), ("rtree", 1.5))]
        for kind, blocks in (("pairs", [pairs]), ("moving", [pairs]), ("worlds", worlds), ("queries", [{"results": rows}])):
            self.file(json.dumps({"build": {"commit": "0123"}, "machine": {"processor": "Test", "cores": 2},
                                  "blocks": blocks}),
                      f"tiles-{kind}.json")
        self.file(json.dumps({"boxes": 1000, "frames": 1, "join": 30}), "tiles.json")
        page = self.file("before\n" + tables.BEGIN + "old\n" + tables.END + "after\n")
        for _ in range(2):  # the second time changes nothing
            sys.argv[1:] = [str(self.folder), str(page)]
            tables.main()
            text = page.read_text()
            self.assertEqual(text.count("| pairs, all move | 0 of 1 | tiles 0.50 grid |\n"), 1)
            self.assertEqual(text.count("| nothing moves | 1 of 1 | none |\n"), 1)
        self.assertIn("| tiles | 1,000 | 0.50 | 2 ms | 2000.0 | **0.50 grid** | 7 slow |\n", text)
        self.assertIn("| tiles | 30 | 1,000 | 60 | 300 ns | 1.5 rtree |\n", text)
        self.assertNotIn("old", text)
        self.assertTrue(text.startswith("before\n") and text.endswith("after\n"))


if __name__ == "__main__":
    unittest.main()
