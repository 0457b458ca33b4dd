/** Costs of many stored verifications other than verifying: disk space, lists, rebuilds, an export and an erasure. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import type { Stores } from '#apps/parts/stores.ts';
import type { DueKey } from '#contracts/ports/key-vault.ts';
import type { View } from '#contracts/ports/read-store.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { OVERVIEWS } from '#projectors/overviews/document.ts';
import { REVIEWS } from '#projectors/reviews/document.ts';
import { evidence } from '#test/support/command-line.ts';
import { startService } from '#test/support/service.ts';
import type { Figure } from '../result.ts';
import { withStores } from './opened-stores.ts';
import { median, pause } from './options.ts';
import { memoryMb, peakMemoryMb, processorMs } from './process.ts';
import { rebuildFigures } from './rebuilding.ts';

const LISTED = 50;
const LISTINGS = 20;
const LOOK_MS = 500;
const KEYS_PER_PAGE = 1_000;
const AT_ONCE = 64;

/** Measures the folder of a stopped service with `count` stored verifications. Erases a tenth of them. */
export async function figuresOfStored(
  data: string,
  environment: Record<string, string>,
  count: number,
): Promise<Figure[]> {
  const figures = await bytesPerVerification(data, count);
  await withStores(data, async (stores) => {
    figures.push(...(await listFigures(stores)), ...(await rebuildFigures(stores)));
  });
  figures.push(...(await exportFigures(data, environment)), ...(await erasureFigures(data, environment, count)));
  return figures;
}

async function bytesPerVerification(data: string, count: number): Promise<Figure[]> {
  const files = (await readdir(data)).filter((name) => name.endsWith('.db'));
  const sizes = await Promise.all(files.map(async (name) => ({ name, bytes: (await stat(join(data, name))).size })));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const named = sizes.filter(({ bytes }) => bytes > total / 100).toSorted((a, b) => b.bytes - a.bytes);
  return [
    { label: 'disk per verification', value: total / count / 1_000, unit: 'kB' },
    ...named.map(({ name, bytes }) => ({ label: `of which ${name}`, value: bytes / count / 1_000, unit: 'kB' })),
  ];
}

/** Times a page of the newest entries and one from the middle of each list. */
export async function listFigures({ views }: Pick<Stores, 'views'>): Promise<Figure[]> {
  const figures: Figure[] = [];
  const [newest] = await views.find(OVERVIEWS, { where: {}, limit: 1 });
  if (newest === undefined) throw new Error('nothing is stored');
  const { organization_id } = newest.document;
  const lists: { view: View; field: string; where: Record<string, string | boolean> }[] = [
    { view: OVERVIEWS, field: 'created_at', where: { organization_id: String(organization_id) } },
    { view: REVIEWS, field: 'opened_at', where: { organization_id: String(organization_id), listed: true } },
  ];
  for (const { view, field, where } of lists) {
    const page = (after?: { value: string; id: string }) =>
      views.find(view, { where, sort: { field, direction: 'descending', ...(after && { after }) }, limit: LISTED });
    const edge = async (direction: 'ascending' | 'descending') =>
      (await views.find(view, { where, sort: { field, direction }, limit: 1 }))[0];
    const [oldest, latest] = [await edge('ascending'), await edge('descending')];
    if (oldest === undefined || latest === undefined) continue;
    const [from, to] = [oldest, latest].map(({ document }) => Date.parse(String(document[field])));
    const middle = { value: new Date((from! + to!) / 2).toISOString(), id: '' };
    figures.push(
      { label: `page of ${LISTED} of ${view.name}, newest`, value: await timed(() => page()), unit: 'ms' },
      {
        label: `page of ${LISTED} of ${view.name}, from the middle`,
        value: await timed(() => page(middle)),
        unit: 'ms',
      },
    );
  }
  return figures;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < LISTINGS; i++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Starts the service and exports the audit trail, which is first derived anew from the log. */
async function exportFigures(data: string, environment: Record<string, string>): Promise<Figure[]> {
  const service = await startService(data, environment);
  try {
    const ready = memoryMb(service.pid);
    const started = performance.now();
    const { code, stdout, stderr } = await evidence(data, [
      'audit',
      'export',
      join(data, '..', 'audit.jsonl'),
      '--json',
    ]);
    if (code !== 0) throw new Error(`the export failed: ${stderr}`);
    const seconds = (performance.now() - started) / 1_000;
    const { records } = JSON.parse(stdout) as { records: number };
    return [
      { label: 'spawn to ready', value: service.startedInMs, unit: 'ms' },
      { label: 'resident memory when ready', value: ready, unit: 'MB' },
      { label: `export of ${records.toLocaleString('en')} audit records`, value: seconds, unit: 's' },
      { label: 'peak resident memory, the export included', value: peakMemoryMb(service.pid), unit: 'MB' },
    ];
  } finally {
    await service.stop();
  }
}

/** Lets a tenth of the texts expire while the service is stopped, starts it and times the erasure. */
async function erasureFigures(data: string, environment: Record<string, string>, count: number): Promise<Figure[]> {
  const expired = Math.floor(count / 10);
  const past = new Date().toISOString();
  await withStores(data, async ({ vault }) => {
    const far = new Date(Date.now() + 10 * 86_400_000).toISOString();
    for (let done = 0, after: DueKey | null = null; done < expired; done += KEYS_PER_PAGE) {
      const page: DueKey[] = await vault.due(far, Math.min(KEYS_PER_PAGE, expired - done), after);
      after = page.at(-1)!;
      await pMap(page, ({ id }) => vault.reschedule(id, past), { concurrency: AT_ONCE });
    }
  });
  const service = await startService(data, environment);
  try {
    const started = performance.now();
    while (keysDue(join(data, 'vault.db'), past) > 0) await pause(LOOK_MS);
    const seconds = (performance.now() - started) / 1_000;
    return [
      { label: `erasure of ${expired.toLocaleString('en')} that expired at once`, value: seconds, unit: 's' },
      {
        label: 'processor time per erasure, with a share of the start',
        value: processorMs(service.pid) / expired,
        unit: 'ms',
      },
    ];
  } finally {
    await service.stop();
  }
}

/** Number of keys due at this time. The file is opened for this query only, because a reader would keep erased pages alive. */
function keysDue(file: string, time: string): number {
  const database = openConnection(file, { readOnly: true });
  try {
    const { due } = database
      .prepare('SELECT count(*) AS due FROM data_keys WHERE expires_at <= ?')
      .get(Date.parse(time)) as {
      due: number;
    };
    return due;
  } finally {
    database.close();
  }
}
