/**
 * A process that sqlite-durability.test.ts kills: many concurrent writers append to the log in the given folder. It
 * prints a line for each acknowledged append: stream, last revision, id of the last event.
 */
import { once } from 'node:events';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { append, newEvents, unique } from '#test/support/events.ts';
import { failOn } from '#test/support/fail-on.ts';

const WRITERS = 16;
process.stdout.setMaxListeners(WRITERS + 1);
const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: append-until-killed.ts FOLDER');
const { events: store } = await openEmbeddedLog({ folder, onLost: failOn, onError: failOn });

async function write(): Promise<never> {
  for (;;) {
    const stream = unique('killed');
    let revision = -1;
    for (let n = 1; n <= 5; n++) {
      const batch = newEvents(n);
      ({ revision } = await append(store, stream, revision === -1 ? 'no_stream' : revision, batch));
      if (!process.stdout.write(`${stream} ${revision} ${batch.at(-1)!.id}\n`)) await once(process.stdout, 'drain');
    }
  }
}

await Promise.all(Array.from({ length: WRITERS }, write));
