// SPDX-License-Identifier: MIT
// The page: starts everything, runs the frames, and does what controls and keys say.
import {Camera, layPanes} from './camera.js';
import {colorsOf, css} from './colors.js';
import {loadEngine, treeNames} from './engine.js';
import {GlRenderer, hasFastGl} from './gl_renderer.js';
import {actionsOf, help} from './keys.js';
import {Painter} from './painter.js';
import {Panel, limitSize} from './panel.js';
import {Pointer} from './pointer.js';
import {RasterRenderer} from './raster_renderer.js';
import {Session} from './session.js';

const $ = (id) => document.getElementById(id);

/** `?draw=webgl` in the address takes any WebGL2, and `?draw=wasm` none. */
function makeRenderer(canvas, engine) {
  const wanted = new URLSearchParams(location.search).get('draw');
  if (wanted === 'webgl' || (wanted !== 'wasm' && hasFastGl())) return new GlRenderer(canvas);
  return new RasterRenderer(canvas, engine);
}

class Page {
  pace = {rate: 60, work: 0, renderer: ''};
  shownAt = 0;
  last = 0;

  constructor(engine) {
    this.session = new Session(engine);
    this.camera = new Camera();
    this.painter = new Painter(makeRenderer($('scene'), engine), $('overlay'));
    this.pace.renderer = this.painter.renderer.name;
    this.pointer = new Pointer($('overlay'), this);
    this.resize();
    this.panel = new Panel(this);
    this.keys = actionsOf(this);
    this.listen();
    requestAnimationFrame((now) => this.frame(now));
  }

  listen() {
    new ResizeObserver(() => this.resize()).observe($('stage'));
    this.painter.scheme.addEventListener('change', () => this.touch());
    $('keys').innerHTML = help.map(([key, does]) => `<dt>${key}</dt><dd>${does}</dd>`).join('');
    addEventListener('keydown', (event) => this.pressKey(event));
  }

  pressKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || $('help').open) return;
    // Keys of a control stay with it.
    if (/^(INPUT|SELECT)$/.test(event.target.tagName) && event.key.length > 1) return;
    if (event.target.tagName === 'SELECT') return;
    if (event.target.tagName === 'BUTTON' && event.key === ' ') return;
    const act = this.keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
    this.panel.show();
    this.touch();
  }

  resize() {
    const {clientWidth, clientHeight} = $('stage');
    this.painter.resize(clientWidth, clientHeight, Math.min(3, devicePixelRatio || 1));
    this.layOut();
  }

  layOut() {
    this.panes = layPanes(this.painter.width, this.painter.height, this.session.trees.length);
    $('stage').dataset.panes = this.panes.length;
    if (this.camera.isFitted) this.fit();
    this.touch();
  }

  /** Something must be painted. */
  touch() { this.session.needsPaint = true; }

  fit() {
    this.camera.fit(this.session.engine.bounds(), this.panes[0]);
    this.touch();
  }
  zoom(factor) {
    this.camera.zoom(factor, {x: 0, y: 0});
    this.touch();
  }

  /** Begins a scene; what is not given stays. */
  restart(changes = {}) {
    Object.assign(this.session, changes);
    this.session.restart();
    this.fit();
  }

  setView(view) {
    this.session.view = view;
    this.session.isStale.fill(true);
    this.layOut();
  }
  setPlaying(isPlaying) { this.session.isPlaying = isPlaying; }
  step() {
    this.session.isPlaying = false;
    this.session.engine.frame < this.session.engine.latest
      ? this.session.seek(this.session.frame + 1) : this.session.step();
  }

  /** The wheel: the size of the query, or of new boxes. */
  scaleSize(factor, isOfBoxes) {
    const {session} = this;
    const hasSize = session.query.kind === 'box' || session.query.kind === 'circle';
    if (hasSize && !isOfBoxes) session.query.size = limitSize(session.query.size * factor);
    else session.boxPixels = Math.min(256, Math.max(2, session.boxPixels * factor));
    session.needsSearch = true;
    this.panel.show();
    this.touch();
  }

  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    const {session} = this;
    const began = performance.now();
    if (this.last > 0) this.pace.rate += (1000 / Math.max(1, now - this.last) - this.pace.rate) * 0.05;
    this.last = now;
    if (session.isPlaying && session.engine.count > 0) session.step();
    session.boxSize = session.boxPixels / this.camera.scale;
    session.update(now);
    if (session.needsPaint) this.paint();
    this.pace.work += (performance.now() - began - this.pace.work) * 0.05;
    if (now - this.shownAt > 150) {
      this.shownAt = now;
      this.panel.showFigures(this.pace);
      this.panel.showTime();
    }
  }

  paint() {
    const {session, camera, pointer} = this;
    if (this.painter.renderer.isLost) return;
    session.needsPaint = false;
    if (session.mouse && pointer.place && !session.drag)
      session.mouse = camera.toWorld(pointer.pane, pointer.place.x, pointer.place.y);
    if (session.needsSearch) session.search(session.query.size / 2 / camera.scale, {x: camera.x, y: camera.y});
    const row = session.drag ? session.drag.row : session.mouse && session.query.kind === 'none' ? pointer.pick() : -1;
    this.hover = row >= 0 ? session.engine.box(row) : null;
    $('overlay').dataset.cursor = session.drag || pointer.press?.isPan ? 'grabbing' : session.tool === 'pan' || row >= 0 ? 'grab' : '';
    this.painter.paint(session, camera, this.panes, this.hover);
    this.panel.showReadout();
  }

  savePicture() {
    const {session, painter} = this;
    this.paint();
    const {canvas} = painter.renderer;
    const picture = document.createElement('canvas');
    const caption = Math.round(30 * painter.ratio);
    Object.assign(picture, {width: canvas.width, height: canvas.height + caption});
    const context = picture.getContext('2d');
    const colors = colorsOf(painter.scheme.matches);
    context.fillStyle = css(colors.page);
    context.fillRect(0, 0, picture.width, picture.height);
    context.drawImage(canvas, 0, 0);
    context.drawImage(painter.overlay, 0, 0);
    context.fillStyle = css(colors.text);
    context.font = `${Math.round(13 * painter.ratio)}px system-ui, sans-serif`;
    const {engine} = session;
    const pairs = engine.figures(0).pairs.toLocaleString('en-US');
    context.fillText(`quadphase ${engine.version}: ${session.scene}, ${engine.count.toLocaleString('en-US')} boxes, ${pairs} pairs, frame ${session.frame}`,
      12 * painter.ratio, canvas.height + 20 * painter.ratio);
    picture.toBlob((blob) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `quadphase-${session.scene}-${session.frame}.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }, 'image/png');
  }
}

/** What tests and the console may look at. */
function expose(page) {
  const {session, camera, pace} = page;
  const {engine} = session;
  window.playground = Object.freeze({
    state: () => ({
      scene: session.scene, count: engine.count, frame: engine.frame, oldest: engine.oldest, latest: engine.latest,
      isPlaying: session.isPlaying, speed: session.speed, view: session.view, layers: {...session.layers},
      query: {...session.query, shape: session.shape && {...session.shape}, ids: [...session.found.ids],
        measures: [...session.found.measures], microseconds: session.queryMedian.value},
      mouse: session.mouse && {...session.mouse}, drag: session.drag && {...session.drag}, hover: page.hover,
      trees: Object.fromEntries(treeNames.map((name, i) =>
        [name, {...engine.figures(i), milliseconds: session.medians[i].value, isCurrent: !session.isStale[i]}])),
      tooManyPairs: session.tooManyPairs, message: session.message,
      panes: page.panes.map((pane) => ({...pane})), camera: {...camera},
      rate: pace.rate, work: pace.work, renderer: pace.renderer, simd: engine.simd,
    }),
    boxes: () => engine.columns(),
    pairs: (tree = 0) => engine.pairs(tree),
    toScreen: (x, y, pane = 0) => camera.toScreen(page.panes[pane], x, y),
  });
}

loadEngine($('module').textContent.trim())
  .then((engine) => expose(new Page(engine)))
  .catch((error) => {
    $('message').textContent = `This browser cannot run the page: ${error.message}`;
    throw error;
  });
