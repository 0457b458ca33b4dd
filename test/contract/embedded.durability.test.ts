/** Everything that the embedded stores acknowledged survives a kill. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openStores } from './embedded-stores.ts';

const KILLS = 3;
const ACKNOWLEDGED_BEFORE_KILL = 150;
const script = fileURLToPath(new URL('./store-until-killed.ts', import.meta.url));

test('a kill loses nothing that the stores acknowledged', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  for (let round = 0; round < KILLS; round++) {
    const acknowledged = await workAndKill(folder.path, round);
    const stores = await openStores(folder.path);
    const shredded = new Set(acknowledged.filter(([kind]) => kind === 'shredded').map(([, id]) => id));
    const inventory = await stores.library.inventory();
    const checks: Record<string, (id: string, hex: string) => Promise<boolean>> = {
      async key(id, hex) {
        const key = await stores.vault.dataKey(id);
        if (key === null) return mayBeShredded(id);
        return !shredded.has(id) && Buffer.from(key).toString('hex') === hex;
      },
      async shredded(id) {
        return (await stores.vault.dataKey(id)) === null;
      },
      async hold(id) {
        const scope = { organization_id: 'org', principal_id: 'key', endpoint: 'POST', key: id };
        const hold = { fingerprint: 'f', target_id: 'x', lease_until: FUTURE, expires_at: FUTURE };
        return (
          (await stores.operations.idempotency.hold(scope, hold, '2030-01-01T00:00:00.000Z')).outcome === 'in_progress'
        );
      },
      async blob(key) {
        const bytes = await stores.blobs.get(key);
        return bytes !== null && Buffer.from(bytes).toString() === key.split('/')[1]!.repeat(1_000);
      },
      async document(id) {
        return inventory[id] === id;
      },
    };
    for (const [kind, id, hex] of acknowledged) {
      assert.ok(await checks[kind]!(id, hex), `${kind} ${id} is there`);
    }
    await stores.close();
  }
  await folder.remove();
});

/** The workers shred every second key; a kill may come between the shredding and its acknowledgement. */
function mayBeShredded(id: string): boolean {
  return Number(id.split('_').at(-1)) % 2 === 1;
}

const FUTURE = '2099-01-01T00:00:00.000Z';

/** Lets the process work for a while, kills it, and returns the work that it had acknowledged. */
async function workAndKill(folder: string, round: number): Promise<[kind: string, id: string, hex: string][]> {
  const child = spawn(process.execPath, [script, folder, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const acknowledged: [string, string, string][] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const words = line.split(' ');
    // The kill may have truncated the last line.
    if (words.at(-1) === '.') acknowledged.push([words[0]!, words[1]!, words.length === 4 ? words[2]! : '']);
    if (acknowledged.length === ACKNOWLEDGED_BEFORE_KILL) child.kill('SIGKILL');
  }
  const [, signal] = (await exited) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL');
  assert.ok(acknowledged.length >= ACKNOWLEDGED_BEFORE_KILL);
  return acknowledged;
}
