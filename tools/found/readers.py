# SPDX-License-Identifier: MIT
"""Reads the files that people have, each into lists of boxes."""
import base64
import json
import math
import pathlib
import re
import struct
import xml.etree.ElementTree
import zlib

from geometry import box_of, grown, pieces, square, turned

# Degrees of latitude a kilometer.
DEGREES = 1 / 111.2


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def messages(data):
    """Messages one after the other, each behind its length."""
    at = 0
    while at < len(data):
        length, at = varint(data, at)
        yield data[at:at + length]
        at += length


def fields(data):
    """(number, value) of a message of Protocol Buffers: integers, or the bytes of what has a length.

    Source: Google, "Protocol Buffers: Encoding", 2023.
    """
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        value, at = varint(data, at)
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        elif key & 7 != 0:
            raise ValueError(f"a field of kind {key & 7}")
        yield key >> 3, value


def signed(value):
    return (value >> 1) ^ -(value & 1)


def cities(path):
    """Squares with the population's area at 4,000 people a square kilometer, in degrees.

    Fields 9 to 11 of a city: its population, and by how much its place differs from that of the city before.
    """
    boxes = []
    x = y = 0
    for city in messages(path.read_bytes()):
        population = 0
        for number, value in fields(city):
            if number == 9:
                population = value
            elif number == 10:
                x += signed(value)
            elif number == 11:
                y += signed(value)
        boxes.append(square(x / 1e5, y / 1e5, math.sqrt(population / 4000) * DEGREES))
    return boxes


def arcs_of(topology):
    """The lines of a TopoJSON file as points.

    Source: M. Bostock, C. Metcalf, "The TopoJSON Format Specification", 2013: points are differences in whole numbers.
    """
    (scale_x, scale_y), (from_x, from_y) = topology["transform"]["scale"], topology["transform"]["translate"]
    lines = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy, *_ in arc:
            x, y = x + dx, y + dy
            points.append((x * scale_x + from_x, y * scale_y + from_y))
        lines.append(points)
    return lines


def borders(path):
    return [box for line in arcs_of(json.loads(path.read_text())) for box in pieces(line)]


def indices_in(arcs):
    for item in arcs:
        if isinstance(item, list):
            yield from indices_in(item)
        else:
            yield ~item if item < 0 else item


def regions(path, name):
    """A box around each region of one object."""
    topology = json.loads(path.read_text())
    lines = arcs_of(topology)
    return [box_of([point for index in indices_in(region["arcs"]) for point in lines[index]])
            for region in topology["objects"][name]["geometries"] if "arcs" in region]


def levels(path):
    """Of each level of a WAD file: the boxes of its lines, and those of its things.

    Source: M. Fell, "The Unofficial Doom Specs", 1994: lumps of 16 bytes; things, lines and vertices of 10, 14 and 4.
    Most things are 40 wide.
    """
    data = path.read_bytes()
    count, at = struct.unpack_from("<ii", data, 4)
    lumps = [struct.unpack_from("<ii8s", data, at + 16 * i) for i in range(count)]
    names = [name.rstrip(b"\0") for _, _, name in lumps]

    def lump(index, form):
        offset, size, _ = lumps[index]
        return list(struct.iter_unpack(form, data[offset:offset + size]))

    found = []
    for i, name in enumerate(names):
        if not re.fullmatch(rb"E\dM\d|MAP\d\d", name) or names[i + 1:i + 3] != [b"THINGS", b"LINEDEFS"]:
            continue
        vertices = lump(i + 4, "<hh")
        lines = [box_of([vertices[a], vertices[b]]) for a, b, *_ in lump(i + 2, "<7H")]
        things = [square(x, y, 40) for x, y, *_ in lump(i + 1, "<hhhhh")]
        found.append([lines, things])
    return found


def expression(text):
    """Nested lists of an S-expression."""
    stack = [[]]
    for token in re.finditer(r'[()]|"(?:\\.|[^"\\])*"|[^\s()"]+', text):
        word = token.group()
        if word == "(":
            stack.append([])
        elif word == ")":
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(word)
    return stack[0][0]


def numbers(item, name):
    """The numbers of the first (name 1 2 ...) in an item."""
    for part in item:
        if isinstance(part, list) and part[0] == name:
            return [float(word) for word in part[1:] if re.fullmatch(r"-?[\d.]+(e-?\d+)?", word)]
    return []


def board(path):
    """Of a board of KiCad: tracks, vias and pads on all layers, and the pads alone, in millimeters.

    Source: KiCad, "Developer documentation: board file format", 2022: angles are degrees, counterclockwise seen from the
    front, where y points down; that of a pad includes its footprint's.
    """
    copper, pads = [], []
    for item in expression(path.read_text(encoding="utf-8")):
        kind = item[0] if isinstance(item, list) else ""
        if kind in ("segment", "arc"):
            half = numbers(item, "width")[0] / 2
            ends = [numbers(item, name)[:2] for name in ("start", "mid", "end")]
            copper.append(grown(box_of([end for end in ends if end]), half))
        elif kind == "via":
            copper.append(square(*numbers(item, "at")[:2], numbers(item, "size")[0]))
        elif kind in ("footprint", "module"):
            x, y, *angle = numbers(item, "at")
            cosine, sine = math.cos(math.radians(sum(angle))), math.sin(math.radians(sum(angle)))
            for pad in item:
                if not isinstance(pad, list) or pad[0] != "pad":
                    continue
                pad_x, pad_y, *pad_angle = numbers(pad, "at")
                width, height = turned(*numbers(pad, "size")[:2], sum(pad_angle))
                center_x, center_y = x + pad_x * cosine + pad_y * sine, y - pad_x * sine + pad_y * cosine
                pads.append((center_x - width / 2, center_y - height / 2, center_x + width / 2, center_y + height / 2))
    return [copper + pads, pads]


def tile_map(path):
    """A box for each tile of each layer of a rectangular map of Tiled; no map, no boxes.

    Source: T. Lindeijer, "Tiled Documentation: TMX Map Format", 2022. The upper three bits of a tile turn it.
    """
    root = xml.etree.ElementTree.parse(path).getroot()
    width, height = int(root.get("tilewidth")), int(root.get("tileheight"))
    boxes = []
    if root.get("orientation") != "orthogonal":
        return boxes
    for layer in root.iter("layer"):
        data = layer.find("data")
        if data.get("encoding") == "csv":
            tiles = [int(word) for word in data.text.split(",")]
        elif data.get("encoding") == "base64" and data.get("compression") in (None, "", "zlib", "gzip"):
            raw = base64.b64decode(data.text)
            raw = zlib.decompress(raw, 47) if data.get("compression") else raw  # 47: zlib or gzip
            tiles = [tile for tile, in struct.iter_unpack("<I", raw)]
        else:
            continue
        for i, tile in enumerate(tiles):
            if tile & 0x1FFFFFFF:
                y, x = divmod(i, int(layer.get("width")))
                boxes.append((x * width, y * height, (x + 1) * width, (y + 1) * height))
    return boxes


def vehicle(x, y, degrees):
    """A car of 5 by 1.8 meters whose front is at (x, y), and 1.5 around it. Its angle is clockwise from north.

    Why more than the car: a simulation lets none overlap, and those in a queue keep 2.5 meters.
    """
    ahead_x, ahead_y = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    width, height = turned(1.8, 5, degrees)
    car = (x - 2.5 * ahead_x - width / 2, y - 2.5 * ahead_y - height / 2,
           x - 2.5 * ahead_x + width / 2, y - 2.5 * ahead_y + height / 2)
    return grown(car, 1.5)


def traffic(path):
    """The frames of a simulation: the vehicles that are on the road in all of them."""
    frames = []
    for _, element in xml.etree.ElementTree.iterparse(path):
        if element.tag == "timestep":
            frames.append({car.get("id"): vehicle(float(car.get("x")), float(car.get("y")), float(car.get("angle")))
                           for car in element.iter("vehicle")})
            element.clear()
    always = sorted(set.intersection(*map(set, frames)))
    return [[frame[car] for car in always] for frame in frames]


def lanes(path):
    """A box for each piece of each lane of a network of SUMO."""
    boxes = []
    for _, element in xml.etree.ElementTree.iterparse(path):
        if element.tag == "lane":
            half = float(element.get("width", 3.2)) / 2
            points = [tuple(map(float, point.split(",")[:2])) for point in element.get("shape").split()]
            boxes.extend(grown(box, half) for box in pieces(points))
    return boxes


def stars(path):
    """Discs of a star chart, in degrees: half a degree at magnitude 8, and a quarter more for each magnitude brighter."""
    boxes = []
    for star in json.loads(path.read_text())["features"]:
        x, y = star["geometry"]["coordinates"]
        boxes.append(square(x, y, 0.5 * 1.25 ** (8 - float(star["properties"]["mag"]))))
    return boxes


def nebulae(path):
    """Star clusters, nebulae and galaxies by their sizes in arc minutes, such as 90x40 or 30."""
    boxes = []
    for nebula in json.loads(path.read_text())["features"]:
        x, y = nebula["geometry"]["coordinates"]
        sides = [float(side) / 60 for side in re.findall(r"[\d.]+", nebula["properties"]["dim"])] or [0]
        boxes.append((x - sides[0] / 2, y - sides[-1] / 2, x + sides[0] / 2, y + sides[-1] / 2))
    return boxes


def pages(path):
    """Of each page, as `pdftotext -bbox-layout` writes it: the boxes of its words, and those of its lines."""
    found = []
    for _, element in xml.etree.ElementTree.iterparse(path):
        if element.tag.endswith("}page"):
            lists = [[tuple(float(item.get(side)) for side in ("xMin", "yMin", "xMax", "yMax"))
                      for item in element.iter(element.tag[:-4] + kind)] for kind in ("word", "line")]
            if lists[0]:
                found.append(lists)
            element.clear()
    return found


def files(folder, pattern):
    return sorted(pathlib.Path(folder).rglob(pattern))
