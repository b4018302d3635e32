// SPDX-License-Identifier: MIT
// The colors of both schemes, and the styles of what is drawn. Each kind differs in lightness, width or pattern, too, so that
// the picture can be read without seeing colors.

const rgb = (hex, alpha = 1) => [(hex >> 16 & 255) / 255, (hex >> 8 & 255) / 255, (hex & 255) / 255, alpha];

export function css([red, green, blue, alpha], factor = 1) {
  const part = (value) => Math.round(255 * value);
  return `rgba(${part(red)}, ${part(green)}, ${part(blue)}, ${alpha * factor})`;
}

/** From `a`, at 0, to `b`, at 1. */
export function between(a, b, share) {
  return a.map((value, i) => value + (b[i] - value) * share);
}

const light = {
  page: rgb(0xFAFBFC), text: rgb(0x2B3440),
  shallowCell: rgb(0xF1F5F9), deepCell: rgb(0xB4D2EA), shallowEdge: rgb(0x4D6A86), deepEdge: rgb(0x7FA3C2),
  boxFill: rgb(0x3F4C5C, 0.10), boxEdge: rgb(0x3F4C5C, 0.85),
  pair: rgb(0xF08A24), missed: rgb(0x111111),
  above: rgb(0x6A3D92), aboveFill: rgb(0x7B4BA0, 0.20),
  query: rgb(0xC2185B), queryFill: rgb(0xC2185B, 0.08), foundFill: rgb(0xC2185B, 0.30),
  orderStart: rgb(0x0B5D4E), orderEnd: rgb(0x39B54A),
  hover: rgb(0x111820),
};

const dark = {
  page: rgb(0x10151B), text: rgb(0xDDE5EE),
  shallowCell: rgb(0x151C25), deepCell: rgb(0x1F4261), shallowEdge: rgb(0x8BA6C1), deepEdge: rgb(0x436A8E),
  boxFill: rgb(0xC8D6E6, 0.12), boxEdge: rgb(0xC8D6E6, 0.80),
  pair: rgb(0xFFA53F), missed: rgb(0xFFFFFF),
  above: rgb(0xC9A0EC), aboveFill: rgb(0xB98BE0, 0.22),
  query: rgb(0xFF5C93), queryFill: rgb(0xFF5C93, 0.10), foundFill: rgb(0xFF5C93, 0.38),
  orderStart: rgb(0x1F9E89), orderEnd: rgb(0xB8F08A),
  hover: rgb(0xFFFFFF),
};

export const colorsOf = (isDark) => (isDark ? dark : light);

const clear = [0, 0, 0, 0];

/** Styles of rectangles: inside and edge at level 0 and at level 1, widths of edges in CSS pixels, and a
 * pattern. `faintArea`: what is larger, in square pixels, is fainter, so that it does not hide what is below it. */
export function stylesOf(colors, boxCount) {
  // The more boxes, the thinner the edges.
  const line = Math.min(1.1, Math.max(0.5, 2.5 - 0.45 * Math.log10(boxCount + 1)));
  const flat = (inside, edge, width) => ({inside: [inside, inside], edge: [edge, edge], widths: [width, width]});
  const pair = {...flat(colors.pair, colors.pair, 1), least: 0.8, faintArea: 150};
  pair.inside[1] = clear;
  pair.edge[1] = colors.missed;
  pair.widths[1] = 2;
  return {
    cells: {inside: [colors.shallowCell, colors.deepCell], edge: [clear, clear], widths: [0, 0]},
    edges: {inside: [clear, clear], edge: [colors.shallowEdge, colors.deepEdge], widths: [1.5, 0.6], isFrame: true},
    boxes: {...flat(colors.boxFill, colors.boxEdge, line), least: 0.75},
    pairs: pair,
    above: {...flat(colors.aboveFill, colors.above, 1.2 * line), isHatched: true},
    found: {...flat(colors.foundFill, colors.query, 2), least: 1.75, faintArea: 2500},
  };
}
