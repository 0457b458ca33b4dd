/** Wraps engine calls so that they keep nothing of a text and reveal nothing of it in errors. */

import { clearCallCaches } from '#engine/text/kept.ts';
import { EngineError, type InThreadEngine } from './engine.ts';

/**
 * Wraps `work` as an engine call: whatever it throws becomes an EngineError. Only the class and the place of an error are kept,
 * because messages of the runtime and of parsers quote their input.
 */
export function guarded<Name extends keyof InThreadEngine>(
  name: Name,
  work: (
    ...args: Parameters<InThreadEngine[Name]>
  ) => Awaited<ReturnType<InThreadEngine[Name]>> | ReturnType<InThreadEngine[Name]>,
): InThreadEngine[Name] {
  const call = async (...args: Parameters<InThreadEngine[Name]>) => {
    try {
      return await work(...args);
    } catch (error) {
      throw new EngineError('engine_error', `${name} failed: ${describe(error)}`);
    } finally {
      clearCallCaches();
    }
  };
  return call as InThreadEngine[Name];
}

const OWN_FRAME = /\/(engine\/[\w./-]{1,200}\.ts:\d{1,9}:\d{1,9})\)?$/m;

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error';
  const [, place = 'an unknown place'] = OWN_FRAME.exec(error.stack ?? '') ?? [];
  return `${error.name} at ${place}`;
}
