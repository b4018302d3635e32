// SPDX-License-Identifier: MIT
// Paints a session: rectangles by the renderer; shapes, lines and titles on its canvas, too, if that is 2D, else on the
// canvas above it.
import {Tree, treeNames} from './engine.js';
import {between, colorsOf, css, stylesOf} from './colors.js';

/** More pairs would hide each other. */
export const kMostPairs = 200_000;
const kOrderParts = 24;

export class Painter {
  constructor(renderer, overlay) {
    this.renderer = renderer;
    this.overlay = overlay;
    // Why on the same: to put two layers together takes a software renderer as long as to draw one.
    this.context = renderer.context ?? overlay.getContext('2d');
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
  }

  resize(width, height, ratio) {
    Object.assign(this, {width, height, ratio});
    for (const canvas of [this.renderer.canvas, this.overlay]) {
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
    }
  }

  paint(session, camera, panes, hover) {
    this.colors = colorsOf(this.scheme.matches);
    this.styles = stylesOf(this.colors, session.engine.count);
    this.camera = camera;
    this.panes = panes;
    this.renderer.begin(this.colors.page);
    const {engine, layers, trees} = session;
    const view = camera.view(panes[0]);
    if (layers.cells) trees.forEach((tree, i) => this.paintCells(session, tree, panes[i]));
    if (layers.boxes) this.paintAll(engine.drawBoxes(view), this.styles.boxes);
    const classic = trees.indexOf(Tree.classic);
    if (classic >= 0 && layers.cells && layers.boxes && !session.tooManyPairs)
      this.paintOn([panes[classic]], engine.drawAbove(view), this.styles.above, 0);
    if (layers.pairs) this.paintPairs(session, view);
    if (session.shape) this.paintAll(engine.drawFound(view), this.styles.found);
    this.renderer.end();
    this.paintOverlay(session, hover);
  }

  paintOn(panes, rectangles, style, deepest) {
    this.renderer.upload(rectangles);
    for (const pane of panes) this.renderer.draw(pane, this.camera, this.ratio, style, deepest);
  }
  paintAll(rectangles, style) { this.paintOn(this.panes, rectangles, style, 0); }

  paintCells(session, tree, pane) {
    if (session.tooManyPairs && tree !== Tree.quadphase) return;
    const deepest = Math.min(session.deepest, 0xFFFFFFFF);
    const {filled, framed} = session.engine.drawCells(tree, deepest, session.layers.leavesOnly);
    const depth = Math.max(1, Math.min(deepest, session.engine.figures(tree).depth));
    // Boxes of 16 a cell would have this depth if they were spread evenly; crowds are darker.
    const evenDepth = Math.log2(Math.max(16, session.engine.count)) / 2;
    this.paintOn([pane], filled, this.styles.cells, evenDepth);
    this.paintOn([pane], framed, this.styles.edges, depth);
  }

  /** The loose tree's pairs have a mark where the usual search misses them. */
  paintPairs(session, view) {
    const {engine, trees} = session;
    const panesOf = (isLoose) => this.panes.filter((_, i) => (trees[i] === Tree.loose) === isLoose);
    if (panesOf(false).length > 0)
      this.paintOn(panesOf(false), engine.drawPairs(Tree.quadphase, kMostPairs, view), this.styles.pairs, 1);
    if (panesOf(true).length > 0)
      this.paintOn(panesOf(true), engine.drawPairs(Tree.loose, kMostPairs, view), this.styles.pairs, 1);
  }

  paintOverlay(session, hover) {
    const {context, ratio} = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!this.renderer.context) context.clearRect(0, 0, this.width, this.height);
    this.panes.forEach((pane, i) => {
      context.save();
      context.beginPath();
      context.rect(pane.x, pane.y, pane.width, pane.height);
      context.clip();
      if (session.layers.order && session.trees[i] === Tree.quadphase) this.paintOrder(session, pane);
      if (session.shape) this.paintQuery(session, pane);
      if (hover && !session.shape) this.paintHover(pane, hover);
      if (session.mouse && session.tool === 'insert' && !session.drag) this.paintGhost(session, pane);
      context.restore();
      if (session.trees.length > 1) this.paintTitle(pane, treeNames[session.trees[i]]);
    });
  }

  paintTitle(pane, title) {
    const {context} = this;
    context.font = '600 13px system-ui, sans-serif';
    const width = context.measureText(title).width + 16;
    context.fillStyle = css(this.colors.page, 0.88);
    context.fillRect(pane.x + 8, pane.y + 8, width, 24);
    context.fillStyle = css(this.colors.text);
    context.fillText(title, pane.x + 16, pane.y + 25);
    context.fillStyle = css(this.colors.text, 0.35);
    if (pane.x > 0) context.fillRect(pane.x - 2, pane.y, 2, pane.height);
    if (pane.y > 0) context.fillRect(pane.x, pane.y - 2, pane.width, 2);
  }

  /** The line goes from dark to light, so that its direction shows. */
  paintOrder(session, pane) {
    const {context, camera, colors} = this;
    const points = session.engine.drawOrder();
    const count = points.length / 2;
    context.lineWidth = count > 3000 ? 1 : 1.8;
    context.lineJoin = 'round';
    for (let part = 0; part < kOrderParts; ++part) {
      const first = Math.floor(count * part / kOrderParts), last = Math.min(count - 1, Math.floor(count * (part + 1) / kOrderParts));
      context.beginPath();
      for (let i = first; i <= last; ++i) {
        const {x, y} = camera.toScreen(pane, points[2 * i], points[2 * i + 1]);
        context.lineTo(x, y);
      }
      context.strokeStyle = css(between(colors.orderStart, colors.orderEnd, part / (kOrderParts - 1)));
      context.stroke();
    }
  }

  paintQuery(session, pane) {
    const {context, camera, colors} = this;
    const {kind, at, from, halfSize} = session.shape;
    const {x, y} = camera.toScreen(pane, at.x, at.y);
    const half = halfSize * camera.scale;
    context.strokeStyle = context.fillStyle = css(colors.query);
    context.lineWidth = 1.6;
    context.beginPath();
    if (kind === 'box') context.rect(x - half, y - half, 2 * half, 2 * half);
    if (kind === 'circle') context.arc(x, y, half, 0, 2 * Math.PI);
    if (kind === 'nearest' && session.found.measures.length > 0)
      context.arc(x, y, session.found.measures.at(-1) * camera.scale, 0, 2 * Math.PI);
    if (kind === 'ray') return this.paintRay(session, pane, camera.toScreen(pane, from.x, from.y), {x, y});
    context.stroke();
    context.fillStyle = css(colors.queryFill);
    context.fill();
    if (kind === 'nearest' || kind === 'point') this.paintDot(x, y, 3.5);
  }

  /** Solid up to the first hit, with a mark there, and dashed after it. */
  paintRay(session, pane, from, to) {
    const {context} = this;
    const along = (share) => [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const end = 2 * (pane.width + pane.height) / Math.max(length, 1e-6);
    const first = Math.min(end, session.found.measures[0] ?? end);
    context.moveTo(from.x, from.y);
    context.lineTo(...along(first));
    context.lineWidth = 2.2;
    context.stroke();
    context.beginPath();
    context.setLineDash([5, 4]);
    context.moveTo(...along(first));
    context.lineTo(...along(end));
    context.lineWidth = 1.2;
    context.stroke();
    context.setLineDash([]);
    this.paintDot(from.x, from.y, 4);
    if (first < end) this.paintCross(...along(first));
  }

  paintDot(x, y, radius) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fillStyle = css(this.colors.query);
    this.context.fill();
  }

  paintCross(x, y) {
    const {context} = this;
    context.beginPath();
    for (const [dx, dy] of [[-6, -6], [-6, 6]]) {
      context.moveTo(x + dx, y + dy);
      context.lineTo(x - dx, y - dy);
    }
    context.lineWidth = 2.4;
    context.stroke();
  }

  paintHover(pane, box) {
    const {context, camera} = this;
    const low = camera.toScreen(pane, box.minX, box.minY), high = camera.toScreen(pane, box.maxX, box.maxY);
    context.strokeStyle = css(this.colors.hover);
    context.lineWidth = 2;
    context.strokeRect(low.x - 2, high.y - 2, high.x - low.x + 4, low.y - high.y + 4);
  }

  /** The box that a click would insert. */
  paintGhost(session, pane) {
    const {context, camera} = this;
    const {x, y} = camera.toScreen(pane, session.mouse.x, session.mouse.y);
    const half = session.boxSize / 2 * camera.scale;
    context.setLineDash([3, 3]);
    context.strokeStyle = css(this.colors.hover, 0.55);
    context.lineWidth = 1;
    context.strokeRect(x - half, y - half, 2 * half, 2 * half);
    context.setLineDash([]);
  }
}
