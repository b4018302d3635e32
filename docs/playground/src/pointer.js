// SPDX-License-Identifier: MIT
// Mouse, pen and fingers: what a press, a drag and a wheel do, depending on the tool.
import {fromMiddle, paneAt} from './camera.js';

const kClickReach = 4;  // pixels that a click may move
const kPickReach = 6;   // pixels to a box that counts as under the mouse

/** `page` has: session, camera, panes, scaleSize, touch (something must be painted). */
export class Pointer {
  constructor(canvas, page) {
    this.canvas = canvas;
    this.page = page;
    this.fingers = new Map();
    this.press = null;
    this.hasSpace = false;
    const on = (name, handle) => canvas.addEventListener(name, handle, {passive: false});
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.move(event));
    on('pointerup', (event) => this.up(event));
    on('pointercancel', (event) => this.cancel(event));
    on('pointerleave', () => this.leave());
    on('wheel', (event) => this.wheel(event));
    on('contextmenu', (event) => event.preventDefault());
  }

  at(event) {
    const {left, top} = this.canvas.getBoundingClientRect();
    return {x: event.clientX - left, y: event.clientY - top};
  }

  /** The mouse in the world, and what is under it. */
  follow({x, y}) {
    const {session, camera, panes} = this.page;
    this.pane = paneAt(panes, x, y);
    this.place = {x, y};
    session.mouse = camera.toWorld(this.pane, x, y);
    session.needsSearch = true;
    this.page.touch();
  }

  pick() {
    const {session, camera} = this.page;
    return session.engine.pick(session.mouse.x, session.mouse.y, kPickReach / camera.scale);
  }

  down(event) {
    event.preventDefault();
    this.canvas.focus({preventScroll: true});
    this.canvas.setPointerCapture(event.pointerId);
    const at = this.at(event);
    this.fingers.set(event.pointerId, at);
    const {session} = this.page;
    if (this.fingers.size > 1) {
      session.drag = this.press = null;
      return;
    }
    this.follow(at);
    const isPan = event.button === 1 || this.hasSpace || session.tool === 'pan';
    if (event.button === 2 || (!isPan && session.tool === 'remove')) {
      session.remove(this.pick());
      this.press = null;
      return;
    }
    this.press = {...at, hasMoved: false, isPan, row: isPan ? -1 : this.pick()};
  }

  move(event) {
    const at = this.at(event);
    const before = this.fingers.get(event.pointerId);
    if (this.fingers.size === 2 && before) return this.pinch(event.pointerId, at);
    if (before) this.fingers.set(event.pointerId, at);
    const {session, camera} = this.page;
    const {press} = this;
    if (press && !press.hasMoved && Math.hypot(at.x - press.x, at.y - press.y) > kClickReach) {
      press.hasMoved = true;
      // The box is taken where the press began.
      if (press.row >= 0) session.startDrag(press.row, session.mouse);
    }
    if (press?.hasMoved && press.row < 0) camera.pan(at.x - before.x, at.y - before.y);
    this.follow(at);
  }

  pinch(id, at) {
    const [other] = [...this.fingers].filter(([key]) => key !== id).map(([, place]) => place);
    const before = this.fingers.get(id);
    const {camera, panes} = this.page;
    const distance = (p) => Math.max(10, Math.hypot(p.x - other.x, p.y - other.y));
    const middle = {x: (at.x + other.x) / 2, y: (at.y + other.y) / 2};
    camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    camera.zoom(distance(at) / distance(before), fromMiddle(paneAt(panes, middle.x, middle.y), middle.x, middle.y));
    this.fingers.set(id, at);
    this.page.session.needsSearch = true;
    this.page.touch();
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    const {session} = this.page;
    const {press} = this;
    this.press = null;
    if (session.drag) {
      session.drag = null;
    } else if (press && !press.hasMoved && !press.isPan && session.tool === 'insert') {
      session.insert(session.mouse, session.boxSize);
    }
    if (event.pointerType === 'touch') this.leave();
    this.page.touch();
  }

  cancel(event) {
    this.fingers.delete(event.pointerId);
    this.press = this.page.session.drag = null;
  }

  leave() {
    if (this.fingers.size > 0) return;
    this.page.session.mouse = null;
    this.page.session.needsSearch = true;
    this.page.touch();
  }

  /** A pinch of a touchpad comes as a wheel with Ctrl. */
  wheel(event) {
    event.preventDefault();
    const {session, camera} = this.page;
    const steps = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
    if (event.ctrlKey || event.metaKey) {
      this.follow(this.at(event));
      camera.zoom(Math.exp(-steps * 0.35), fromMiddle(this.pane, this.place.x, this.place.y));
      this.follow(this.at(event));
    } else {
      // With Shift, browsers turn some wheels sideways.
      const turned = event.deltaY === 0 ? event.deltaX / 100 : steps;
      this.page.scaleSize(Math.exp(-turned * 0.15), event.shiftKey);
    }
  }
}
