/** The scripted engine behind the pool's interface; a test can pause it and make it fail. */
import { EngineError, type EngineErrorCode } from '#engine/engine.ts';
import type { EnginePool } from '#platform/engine-pool/engine-pool.ts';
import { createScriptedEngine } from '#test/support/pipeline/scripted-engine.ts';

export interface ControlledEngine extends EnginePool {
  /** The error that extraction throws from now on; null: none. */
  failWith: EngineErrorCode | null;
  /** Texts passed to extraction, in order. */
  readonly extracted: string[];
  /** Pauses extraction from now on, until the returned function is called. */
  hold(): () => void;
  /** Resolves when the next extraction begins. */
  started(): Promise<void>;
}

/** Creates an engine that runs freely until a test intervenes. */
export function createControlledEngine(): ControlledEngine {
  const engine = createScriptedEngine();
  const extracted: string[] = [];
  const listeners: (() => void)[] = [];
  let gate: Promise<void> = Promise.resolve();
  const controlled: ControlledEngine = {
    ...engine,
    forOrganization: () => controlled,
    failWith: null,
    extracted,
    async extract(input) {
      extracted.push(input.content);
      for (const begun of listeners.splice(0)) begun();
      await gate;
      if (controlled.failWith !== null) throw new EngineError(controlled.failWith, 'told to fail');
      return engine.extract(input);
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    started: () => new Promise((resolve) => void listeners.push(resolve)),
    async warmUp() {},
    async close() {},
  };
  return controlled;
}
