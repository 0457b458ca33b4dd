/**
 * Collects the young generation of this thread. V8 does so by what is on its heap; bytes of buffers are beside it and count
 * only from some hundred megabytes on, so that a stream of large pieces would leave as much behind. Takes a millisecond.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: NodeJS.GCFunction = runInNewContext('gc');

export function collectYoung(): void {
  collect({ type: 'minor' });
}
