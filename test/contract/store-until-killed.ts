/**
 * A process that embedded.durability.test.ts kills: many concurrent workers use the stores in the given folder. It
 * prints a line for each acknowledged operation: kind, id, and for keys their bytes in hex.
 */
import { writeSync } from 'node:fs';
import { openStores } from './embedded-stores.ts';

const WORKERS = 8;
const folder = process.argv[2];
const round = process.argv[3];
if (folder === undefined || round === undefined) throw new Error('usage: store-until-killed.ts FOLDER ROUND');
const { vault, operations, blobs, library } = await openStores(folder);

const LATER = '2099-01-01T00:00:00.000Z';
const say = (...words: string[]) => writeSync(1, `${words.join(' ')} .\n`);

async function work(worker: number): Promise<never> {
  for (let n = 0; ; n++) {
    const id = `id_${round}_${worker}_${n}`;
    const key = await vault.createDataKey(id, { organization_id: 'org', expires_at: LATER, ephemeral: false });
    say('key', id, Buffer.from(key).toString('hex'));
    const scope = { organization_id: 'org', principal_id: 'key', endpoint: 'POST', key: id };
    const hold = { fingerprint: 'f', target_id: id, lease_until: LATER, expires_at: LATER };
    await operations.idempotency.hold(scope, hold, new Date().toISOString());
    say('hold', id);
    await blobs.put(`folder_${worker}/${id}`, Buffer.from(id.repeat(1_000)));
    say('blob', `folder_${worker}/${id}`);
    await library.put([
      {
        path: id,
        title: id,
        publisher: '',
        publication_date: null,
        licence: null,
        content_hash: id,
        passages: ['A passage'],
      },
    ]);
    say('document', id);
    if (n % 2 === 1) {
      await vault.shred([id]);
      say('shredded', id);
    }
  }
}

await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
