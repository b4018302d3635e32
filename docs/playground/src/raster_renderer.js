// SPDX-License-Identifier: MIT
// Rectangles by the module, into the pixels of a 2D canvas: where WebGL2 is missing, or done by the processor, which is
// slower than this by far.
import {kDrawnFloats} from './engine.js';

export class RasterRenderer {
  name = 'WebAssembly';
  isLost = false;

  constructor(canvas, engine) {
    this.canvas = canvas;
    this.engine = engine;
    // Why willReadFrequently: the pixels stay in memory that the processor can write.
    this.context = canvas.getContext('2d', {alpha: false, willReadFrequently: true});
  }

  begin(color) {
    this.engine.beginRaster(this.canvas.width, this.canvas.height, color);
  }

  upload(rectangles) {
    this.pointer = rectangles.byteOffset;
    this.count = rectangles.length / kDrawnFloats;
  }

  draw(pane, camera, ratio, style, deepest) {
    if (this.count === 0) return;
    const {width, height} = this.canvas;
    const x = Math.round(pane.x * ratio), y = Math.round(pane.y * ratio);
    this.engine.drawRaster(this.pointer, this.count, [
      ...style.inside.flat(), ...style.edge.flat(), ...style.widths.map((value) => value * ratio),
      (style.least ?? 0.5) * ratio, style.isHatched ? 5 * ratio : 0, deepest,
      x, y, Math.min(width - x, Math.round(pane.width * ratio)), Math.min(height - y, Math.round(pane.height * ratio)),
      camera.x, camera.y, camera.scale * ratio, (style.faintArea ?? 0) * ratio * ratio,
    ]);
  }

  end() {
    const {width, height} = this.canvas;
    this.context.putImageData(new ImageData(this.engine.rasterPixels(width * height), width, height), 0, 0);
  }
}
