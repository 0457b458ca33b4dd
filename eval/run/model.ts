/** The language model that an evaluation gives the service: asked, recorded, or replayed. */

import type { StationModel } from '#apps/measuring/station.ts';
import { recordModel, replayModel } from '#platform/models/recordings.ts';
import type { ModelOptions } from '../options.ts';
import { replayWithPending } from './pending.ts';

/**
 * An address that is never called. It is a loopback address so that the questions are the same as for a server of one's own, i.e.
 * without placeholders.
 */
const NO_SERVER = 'http://127.0.0.1:9/v1';

/** `key`: API key of the model's server; '' if it needs none. */
export function evaluatedModel(options: ModelOptions, key: string): StationModel {
  const { name, url } = options;
  if (url === null) {
    const { replay, pending } = options;
    const wrap = () => (pending === undefined ? replayModel(replay) : replayWithPending(replay, pending));
    return { name, url: NO_SERVER, key: '', wrap };
  }
  const { record } = options;
  return { name, url, key, wrap: (model) => (record === undefined ? model : recordModel(model, record)) };
}
