/** Reports when the engine and the library were working: in metrics, and in the log at level debug. */
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { EngineCallTimes } from '#platform/engine-pool/engine-pool.ts';
import type { Logger } from '../logger.ts';
import type { ServiceMetrics } from '../metrics.ts';

type Searchable = Pick<EvidenceLibrary, 'search'>;

export interface WorkTimes {
  engineCalled(call: EngineCallTimes): void;
  /** The same library, with its searches timed. */
  timedLibrary(library: Searchable): Searchable;
}

/** Work within this time shares a log line, as a line per call would cost a short text a millisecond. */
const LINE_MS = 200;

/** Times are milliseconds since 1970, with fractions. */
type Done = readonly [work: string, began: number, ended: number];

export function createWorkTimes(logger: Logger, metrics: Pick<ServiceMetrics, 'workDone'>): WorkTimes {
  let done: Done[] = [];
  const write = () => {
    logger.debug({ done }, 'work done');
    done = [];
  };
  const report = (...[work, began, ended]: Done) => {
    metrics.workDone(work, ended - began);
    if (!logger.isLevelEnabled('debug')) return;
    if (done.push([work, began, ended]) === 1) setTimeout(write, LINE_MS).unref();
  };
  return {
    engineCalled: ({ method, began, ended }) => report(method, began, ended),
    timedLibrary: (library) => ({
      async search(queries) {
        const began = now();
        const found = await library.search(queries);
        report('search', began, now());
        return found;
      },
    }),
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
