/**
 * Cost of a verification when many are stored: measures two services, one with few and one with many stored
 * verifications. They are measured alternately, so that other load on the machine affects both alike. Then what else is
 * done with the many.
 */
import { join } from 'node:path';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import type { BenchResult } from './result.ts';
import { call, verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import { type BenchOptions, median, pause } from './support/options.ts';
import { processorMs } from './support/process.ts';
import { seed } from './support/seeding.ts';
import { figuresOfStored } from './support/stored.ts';

const LIBRARY_DOCUMENTS = 200;
const CHARACTERS = 1_000;
/** Requests between two readings of the processor clock, which ticks in hundredths of a second. */
const GROUP = 5;
const MAX_RATIO = 1.1;

interface Measured {
  latencies: number[];
  processor: number[];
}

export async function run({ quick, folder, stored }: BenchOptions): Promise<BenchResult> {
  const few = quick ? 50 : 1_000;
  const many = stored ?? (quick ? 500 : 100_000);
  const groups = quick ? 3 : 16;
  await writeLibrary(join(folder, 'library'), LIBRARY_DOCUMENTS);
  const small = await prepared(join(folder, 'few'), join(folder, 'library'), few);
  const large = await prepared(join(folder, 'many'), join(folder, 'library'), many);
  const measured = await measuredInTurns([small.service, large.service], groups);
  const [a, b] = measured as [Measured, Measured];
  const latency = median(b.latencies) / median(a.latencies);
  const processor = median(b.processor) / median(a.processor);
  const named = (count: number) => count.toLocaleString('en');
  return {
    name: `cost per verification of ${CHARACTERS} characters, ${named(few)} and ${named(many)} stored`,
    figures: [
      { label: `seeding of ${named(many)}`, value: large.seededInMs / 1_000, unit: 's' },
      { label: `latency with ${named(few)}, median`, value: median(a.latencies), unit: 'ms' },
      { label: `latency with ${named(many)}, median`, value: median(b.latencies), unit: 'ms' },
      { label: 'latency, many to few', value: latency, unit: '', limit: { at_most: MAX_RATIO } },
      { label: `processor time with ${named(few)}, median`, value: median(a.processor), unit: 'ms' },
      { label: `processor time with ${named(many)}, median`, value: median(b.processor), unit: 'ms' },
      { label: 'processor time, many to few', value: processor, unit: '', limit: { at_most: MAX_RATIO } },
      ...(await figuresOfStored(join(folder, 'many'), { EVIDENCE_LIBRARY_DIR: join(folder, 'library') }, many)),
    ],
  };
}

/** Measures groups of requests at each of the services in turn, then stops them. */
async function measuredInTurns(services: readonly ServiceProcess[], groups: number): Promise<Measured[]> {
  try {
    const measured: Measured[] = services.map(() => ({ latencies: [], processor: [] }));
    for (let group = -2; group < groups; group++) {
      for (const [i, service] of services.entries()) {
        const one = await measureGroup(service, group);
        if (group < 0) continue;
        measured[i]!.latencies.push(...one.latencies);
        measured[i]!.processor.push(...one.processor);
      }
    }
    return measured;
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
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
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const body = { claim: verificationText(90, i).split(/(?<=\.) /)[0]! };
      const { text } = await call(service, 'POST', '/v1/claims/verify', { body });
      ids.push((JSON.parse(text) as { result: { id: string } }).result.id);
    }
    return ids;
  } finally {
    await service.stop();
  }
}

async function measureGroup(service: ServiceProcess, group: number): Promise<Measured> {
  const before = processorMs(service.pid);
  const latencies: number[] = [];
  for (let i = 0; i < GROUP; i++) {
    const { milliseconds } = await verify(service, verificationText(CHARACTERS, 1_000 + group * GROUP + i));
    latencies.push(milliseconds);
  }
  // Includes the work that is done after the response.
  await pause(50);
  return { latencies, processor: [(processorMs(service.pid) - before) / GROUP] };
}
