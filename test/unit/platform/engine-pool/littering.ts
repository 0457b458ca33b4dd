/** An engine thread whose calls fill its heap and leave it to the collector. They return the size of the heap in bytes. */
import { getHeapStatistics } from 'node:v8';
import { executing } from '#platform/engine-pool/worker-calls.ts';

const heapSize = () => getHeapStatistics().total_heap_size;

/** Litters until the heap has grown by so many bytes, without a collection that could be avoided. */
function litter(bytes: number): number {
  const kept: unknown[] = [];
  for (const before = heapSize(); heapSize() - before < bytes; ) {
    for (let i = 0; i < 1_000; i++) kept.push([i, `${i}`]);
  }
  return heapSize();
}

export default executing({
  warmUp: () => {},
  summarise: () => litter(20 * 1024 * 1024),
  extract: () => litter(36 * 1024 * 1024),
  mainName: () => litter(64 * 1024 * 1024),
  planQueries: heapSize,
});
