/** Creates the engine's threads. None starts before the first call. */
import type { ShareOf } from '#common/fair-slots.ts';
import { createEnginePool, type EnginePool, type EnginePoolOptions } from '#platform/engine-pool/engine-pool.ts';
import type { WorkTimes } from './work-times.ts';

export function startEngine(
  workTimes: WorkTimes,
  shareOf: ShareOf,
  closing: AsyncDisposableStack,
  create: (options: EnginePoolOptions) => EnginePool = createEnginePool,
): EnginePool {
  const engine = create({ shareOf, onCall: workTimes.engineCalled });
  closing.defer(() => engine.close());
  return engine;
}
