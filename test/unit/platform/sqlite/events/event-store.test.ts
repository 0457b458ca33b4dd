import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { append, events, eventsOf, follow, newEvents } from '#test/support/events.ts';
import { failOn } from '#test/support/fail-on.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('own appends reach subscribers directly, earlier events are read', async () => {
  const folder = await temporaryFolder();
  const log = await openEmbeddedLog({ folder: folder.path, onLost: failOn, onError: failOn });
  const [before, after] = [newEvents(2), newEvents(3)];
  await append(log.events, 'stream', 'no_stream', before);
  let appending: Promise<unknown> | null = null;
  const messages = await follow(log.events, {}, (seen) => {
    if (seen.some(({ kind }) => kind === 'caught_up')) appending ??= append(log.events, 'stream', 1, after);
    return events(5)(seen);
  });
  await appending;
  const seen = eventsOf(messages);
  assert.deepEqual(seen, await log.events.readStream('stream'));
  assert.deepEqual(
    seen.map(({ data }) => [...before, ...after].some((event) => event.data === data)),
    [false, false, true, true, true],
  );
  await log.close();
  await folder.remove();
});
