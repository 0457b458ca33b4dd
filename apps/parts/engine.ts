/** Creates the engine's threads. None starts before the first call. */
import { createEnginePool, type EnginePool, type EnginePoolOptions } from '#platform/engine-pool/engine-pool.ts';
import type { WorkTimes } from './work-times.ts';

export function startEngine(
  workTimes: WorkTimes,
  closing: AsyncDisposableStack,
  create: (options: EnginePoolOptions) => EnginePool = createEnginePool,
): EnginePool {
  const engine = create({ onCall: workTimes.engineCalled });
  closing.defer(() => engine.close());
  return engine;
}
