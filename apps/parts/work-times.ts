/** Says when the engine and the library were at work: in metrics, and call by call in the log at level debug. */
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { EngineCallTimes } from '#platform/worker/engine-pool.ts';
import type { Logger } from '../logger.ts';
import type { ServiceMetrics } from '../metrics.ts';

export interface WorkTimes {
  engineCalled(call: EngineCallTimes): void;
  /** The same library, its searches timed. */
  timedLibrary(library: EvidenceLibrary): EvidenceLibrary;
}

export function createWorkTimes(logger: Logger, metrics: Pick<ServiceMetrics, 'workDone'>): WorkTimes {
  /** Times are milliseconds since 1970, with fractions. */
  const report = (work: string, began: number, ended: number) => {
    metrics.workDone(work, ended - began);
    logger.debug({ work, began, ended }, 'work done');
  };
  return {
    engineCalled: ({ method, began, ended }) => report(method, began, ended),
    timedLibrary: (library) => ({
      put: (documents) => library.put(documents),
      remove: (paths) => library.remove(paths),
      inventory: () => library.inventory(),
      stats: () => library.stats(),
      close: () => library.close(),
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
