// SPDX-License-Identifier: MIT
// What part of the world is seen, and where panes are. All panes show the same part. Units: of the world, and CSS pixels.

/** A pane's margin around the world, and the gap between panes. */
const kMargin = 14, kGap = 2;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;  // pixels to a unit of the world
  isFitted = true;

  fit(bounds, pane) {
    this.x = (bounds.minX + bounds.maxX) / 2;
    this.y = (bounds.minY + bounds.maxY) / 2;
    const width = Math.max(1e-9, bounds.maxX - bounds.minX), height = Math.max(1e-9, bounds.maxY - bounds.minY);
    this.scale = Math.min(Math.max(40, pane.width - 2 * kMargin) / width, Math.max(40, pane.height - 2 * kMargin) / height);
    this.leastScale = this.scale / 20;
    this.mostScale = this.scale * 20_000;
    this.isFitted = true;
  }

  /** The point under `at`, in pixels from the middle of a pane, stays where it is. */
  zoom(factor, at) {
    const scale = Math.min(this.mostScale, Math.max(this.leastScale, this.scale * factor));
    this.x += at.x * (1 / this.scale - 1 / scale);
    this.y -= at.y * (1 / this.scale - 1 / scale);
    this.scale = scale;
    this.isFitted = false;
  }

  pan(x, y) {
    this.x -= x / this.scale;
    this.y += y / this.scale;
    this.isFitted = false;
  }

  toWorld(pane, x, y) {
    const at = fromMiddle(pane, x, y);
    return {x: this.x + at.x / this.scale, y: this.y - at.y / this.scale};
  }

  toScreen(pane, x, y) {
    return {
      x: pane.x + pane.width / 2 + (x - this.x) * this.scale,
      y: pane.y + pane.height / 2 - (y - this.y) * this.scale,
    };
  }

  /** The part of the world that a pane shows. */
  view(pane) {
    const halfWidth = pane.width / 2 / this.scale, halfHeight = pane.height / 2 / this.scale;
    return {minX: this.x - halfWidth, minY: this.y - halfHeight, maxX: this.x + halfWidth, maxY: this.y + halfHeight};
  }
}

export function fromMiddle(pane, x, y) {
  return {x: x - pane.x - pane.width / 2, y: y - pane.y - pane.height / 2};
}

/** Panes beside each other, or below each other on a narrow page. */
export function layPanes(width, height, count) {
  const isWide = width >= height * 0.9;
  const paneWidth = isWide ? (width - (count - 1) * kGap) / count : width;
  const paneHeight = isWide ? height : (height - (count - 1) * kGap) / count;
  return Array.from({length: count}, (_, i) => ({
    x: isWide ? i * (paneWidth + kGap) : 0,
    y: isWide ? 0 : i * (paneHeight + kGap),
    width: paneWidth,
    height: paneHeight,
  }));
}

export function paneAt(panes, x, y) {
  return panes.find((p) => x >= p.x && y >= p.y && x < p.x + p.width && y < p.y + p.height) ?? panes[0];
}
