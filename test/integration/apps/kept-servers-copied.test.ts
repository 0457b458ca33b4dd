/** What earlier releases left on the servers of the distributed shape can be copied into a data folder. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { evidence } from '#test/support/command-line.ts';
import { replaysOf } from '#test/support/data-folder/answers.ts';
import { keptFolders, openKept, unpack } from '#test/support/data-folder/kept.ts';
import { startKeptServers } from '#test/support/data-folder/kept-servers.ts';

for (const name of await keptFolders('distributed')) {
  test(`the servers of ${name} are copied into a folder, which replays the same`, async () => {
    await using closing = new AsyncDisposableStack();
    const { kept, data, path, remove } = await unpack(name, 'distributed');
    closing.defer(remove);
    const servers = await startKeptServers(data, kept);
    closing.defer(() => servers.close());
    const folder = join(path, 'copy');
    const copied = await evidence(folder, ['move', '--to', 'embedded', '--json'], servers);
    assert.equal(copied.code, 0, copied.stderr);
    assert.match(copied.stderr, /^without the master key: .*\n$/);
    const { replays, rows } = JSON.parse(copied.stdout);
    assert.ok(replays.opened > 3 && replays.erased > 0 && rows.costs > 0, copied.stdout);
    const service = await openKept(folder, kept);
    closing.defer(() => service.close());
    const ids = kept.replays.map(({ verification_id }) => verification_id);
    assert.deepEqual(await replaysOf(service, ids), kept.replays);
  });
}
