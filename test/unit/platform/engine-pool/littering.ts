/** An engine thread whose calls fill its heap and leave it to the collector. They return the size of the heap in bytes. */
import { getHeapStatistics } from 'node:v8';
import { executing } from '#platform/engine-pool/worker-calls.ts';

const heapSize = () => getHeapStatistics().total_heap_size;

export default executing({
  warmUp: () => {},
  mainName: () => {
    const kept = Array.from({ length: 1_000_000 }, (_, i) => [i, `${i}`]);
    return kept.length && heapSize();
  },
  planQueries: heapSize,
});
