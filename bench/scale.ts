/**
 * Cost of a verification depending on the number of stored ones: compares a service with few and one with many stored
 * verifications. They are measured alternately, so that other load on the machine affects both alike. Then measures other
 * operations on the many.
 */
import { join } from 'node:path';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import type { BenchResult } from './result.ts';
import { call } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import { CHARACTERS, costFigures, type Measured, measuredInTurns } from './support/in-turns.ts';
import type { BenchOptions } from './support/options.ts';
import { seed } from './support/seeding.ts';
import { figuresOfStored } from './support/stored.ts';

const LIBRARY_DOCUMENTS = 200;
/** Largest permitted ratio of the cost with many stored verifications to that with few. */
const MAX_RATIO = 1.1;

export async function run({ quick, folder, stored }: BenchOptions): Promise<BenchResult> {
  const few = quick ? 50 : 1_000;
  const many = stored ?? (quick ? 500 : 100_000);
  const groups = quick ? 3 : 16;
  await writeLibrary(join(folder, 'library'), LIBRARY_DOCUMENTS);
  const small = await prepared(join(folder, 'few'), join(folder, 'library'), few);
  const large = await prepared(join(folder, 'many'), join(folder, 'library'), many);
  const services = [small.service, large.service];
  const subjects = services.map(({ url, key, pid }) => ({ url, key, pids: () => [pid] }));
  const ended = () => Promise.all(services.map((service) => service.stop()));
  const [a, b] = (await measuredInTurns(subjects, groups).finally(ended)) as [Measured, Measured];
  const named = (count: number) => count.toLocaleString('en');
  return {
    name: `cost per verification of ${CHARACTERS} characters, ${named(few)} and ${named(many)} stored`,
    figures: [
      { label: `seeding of ${named(many)}`, value: large.seededInMs / 1_000, unit: 's' },
      ...costFigures({ count: few, measured: a }, { count: many, measured: b }, MAX_RATIO),
      ...(await figuresOfStored(join(folder, 'many'), { EVIDENCE_LIBRARY_DIR: join(folder, 'library') }, many)),
    ],
  };
}

/** Starts a service on a folder with `count` stored verifications: copies of real ones with a single claim. */
async function prepared(
  dataFolder: string,
  library: string,
  count: number,
): Promise<{ service: ServiceProcess; seededInMs: number }> {
  const environment = { EVIDENCE_LIBRARY_DIR: library };
  const ids = await originals(dataFolder, environment);
  const started = performance.now();
  await seed(dataFolder, ids, count - ids.length);
  const seededInMs = performance.now() - started;
  return { service: await startService(dataFolder, environment), seededInMs };
}

const ORIGINALS = 20;

/** Creates real verifications to copy; returns their ids. The service that ran them has stopped on return. */
export async function originals(
  dataFolder: string,
  environment: Record<string, string>,
  count = ORIGINALS,
): Promise<string[]> {
  const service = await startService(dataFolder, environment);
  try {
    return await originalsOf(service, count);
  } finally {
    await service.stop();
  }
}

/** Creates real verifications at a running service. */
export async function originalsOf(service: Pick<ServiceProcess, 'url' | 'key'>, count = ORIGINALS): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = { claim: verificationText(90, i).split(/(?<=\.) /)[0]! };
    const { text } = await call(service, 'POST', '/v1/claims/verify', { body });
    ids.push((JSON.parse(text) as { result: { id: string } }).result.id);
  }
  return ids;
}
