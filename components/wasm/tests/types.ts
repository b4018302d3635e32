// SPDX-License-Identifier: MIT
// A program that the types must accept; each line after an expected error must be refused.
import {BeginReason, circle, load, ray, type BroadPhase, type Hit, type Quadphase, type Recorder} from 'quadphase';

const loaded: Quadphase = await load({maxMemory: 1 << 26, simd: true});
const broadPhase: BroadPhase = new loaded.BroadPhase({capacity: 10, events: true, maxPairs: Infinity});
const edges: Float32Array = broadPhase.minX;
edges[0] = 1;
const pairCount: number = broadPhase.update(10);
for (let i = 0; i < 3 * broadPhase.begunCount; i += 3) {
  const isNew: boolean = broadPhase.begun[i + 2] === BeginReason.added;
  console.log(isNew, pairCount);
}
const ids: number[] = broadPhase.search(0, 0, 1, 1, (id) => id > 3);
const near: number[] = broadPhase.neighbors(0, 0, 5, Infinity, {mobilities: 'static', accept: (id) => id !== ids[0]});
const hit: Hit | undefined = broadPhase.castClosest(ray(0, 0, 1, 0));
broadPhase.forEachHit(ray(0, 0, 1, 0), (_id, fraction) => fraction / 2);
broadPhase.setStatic({minX: [0], minY: [0], maxX: [1], maxY: [1], ids: new Uint32Array(1)});
broadPhase.overlapsMany('circle', new Float32Array(3)).idsOf(0).length;
const index = new loaded.Index(near.length);
index.add(0, 0);
index.finish();
index[Symbol.dispose]();
console.log(hit?.fraction, broadPhase.overlaps(circle(0, 0, 1)));
const recorder: Recorder = new (await load({recording: true})).Recorder({hashes: true, memoryLimit: 1e6});
new loaded.Index({recorder});
const piece: Uint8Array = recorder.take();
console.log(piece, recorder.finish().length, recorder.callCount + 1, recorder.error.length);
// @ts-expect-error an option that does not exist
new loaded.BroadPhase({event: true});
// @ts-expect-error a ray is no shape
broadPhase.overlaps(ray(0, 0, 1, 1));
// @ts-expect-error columns are replaced by the engine only
broadPhase.minX = new Float32Array(1);
// @ts-expect-error an index has no pairs
index.pairs;
// @ts-expect-error static objects need ids
broadPhase.setStatic({minX: [0], minY: [0], maxX: [1], maxY: [1]});
