/**
 * The distributed shape beside the embedded one: what a verification costs the processes of the service, and how long
 * its caller waits. The servers are those that the environment names, else the tests' own. Their processor time is not
 * counted. A double takes its time from the same cores and differs from a server in its speed, so figures that were
 * taken on one decide nothing, which their name says: they are for comparing one state of the service with another.
 */
import { join } from 'node:path';
import type { Deployment, FreshDeployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { openServers, type Servers } from '#test/support/servers/all.ts';
import { type BenchResult, type Figure, percentile } from './result.ts';
import { verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import { type BenchOptions, pause } from './support/options.ts';
import { processorMs } from './support/process.ts';

const CHARACTERS = 2_000;
const AT_ONCE = 4;
/** Long enough for hundredths of a second to tell something. */
const IDLE_MS = 5_000;

interface Measured {
  perProcessorSecond: number;
  /** Milliseconds of processor time per verification, by role. */
  processor: ReadonlyMap<string, number>;
  /** The same per second in which nothing is asked of the processes. */
  idle: number;
  latencies: number[];
}

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const rounds = quick ? 5 : 40;
  const library = join(folder, 'library');
  await writeLibrary(library, quick ? 100 : 1_000);
  const environment = { EVIDENCE_LIBRARY_DIR: library };
  const servers = await openServers();
  if ('reason' in servers) return { name: `distributed shape: not measured, no Kafka: ${servers.reason}`, figures: [] };
  try {
    const before = await measure(await deployEmbedded(environment), rounds);
    const distributed = await measure(await deployDistributed(servers, environment), rounds);
    // Before and after, as a machine's speed may change by more than the shapes differ.
    const embedded = meanOf(before, await measure(await deployEmbedded(environment), rounds));
    const ratio = distributed.perProcessorSecond / embedded.perProcessorSecond;
    return {
      name: nameOf(servers),
      figures: [
        {
          label: 'verifications per processor second, of embedded',
          value: ratio,
          unit: '',
          limit: { at_least: 0.6 },
          ratio: { of: 'embedded', value: ratio },
        },
        ...of('distributed', distributed, { at_most: 300 }),
        ...of('embedded', embedded),
      ],
    };
  } finally {
    await servers.stop();
  }
}

function nameOf({ eventStore, mongo, kafka }: Servers): string {
  const kinds = `EventStoreDB: ${eventStore.kind}, MongoDB: ${mongo.kind}, Kafka: ${kafka.kind}`;
  const onDouble = eventStore.kind === 'double' || mongo.kind === 'double';
  return `distributed shape, ${CHARACTERS} characters; ${kinds}${onDouble ? '; taken on a double, decides nothing' : ''}`;
}

function of(
  shape: string,
  { perProcessorSecond, processor, idle, latencies }: Measured,
  limit?: Figure['limit'],
): Figure[] {
  return [
    { label: `${shape}: verifications per processor second`, value: perProcessorSecond, unit: '/s' },
    ...[...processor].map(([role, value]) => ({ label: `${shape}: processor time, ${role}`, value, unit: 'ms' })),
    { label: `${shape}: processor time of an idle second`, value: idle, unit: 'ms' },
    { label: `${shape}: POST, p50`, value: percentile(latencies, 0.5), unit: 'ms', ...(limit && { limit }) },
    { label: `${shape}: POST, p95`, value: percentile(latencies, 0.95), unit: 'ms' },
  ];
}

async function measure({ deployment, remove }: FreshDeployment, rounds: number): Promise<Measured> {
  try {
    // Each engine gets as many as any other to become quick by.
    const engines = deployment.processes.filter((name) => name.startsWith('pipeline')).length || 1;
    await several(deployment, rounds * engines, 1_000_000);
    const rested = processorOf(deployment);
    await pause(IDLE_MS);
    const before = processorOf(deployment);
    await several(deployment, rounds, 2_000_000);
    const after = processorOf(deployment);
    const latencies: number[] = [];
    for (let i = 0; i < rounds; i++) {
      latencies.push((await verify(deployment, verificationText(CHARACTERS, i))).milliseconds);
    }
    return {
      perProcessorSecond: (rounds * 1_000) / (sum(after) - sum(before)),
      processor: new Map([...after].map(([role, ms]) => [role, (ms - before.get(role)!) / rounds])),
      idle: ((sum(before) - sum(rested)) * 1_000) / IDLE_MS,
      latencies,
    };
  } finally {
    await deployment.stop();
    await remove();
  }
}

function meanOf(one: Measured, other: Measured): Measured {
  const mean = (a: number, b: number) => (a + b) / 2;
  return {
    // Of the time that each took, not of the rates.
    perProcessorSecond: 1 / mean(1 / one.perProcessorSecond, 1 / other.perProcessorSecond),
    processor: new Map([...one.processor].map(([role, ms]) => [role, mean(ms, other.processor.get(role)!)])),
    idle: mean(one.idle, other.idle),
    latencies: [...one.latencies, ...other.latencies],
  };
}

async function several(deployment: Deployment, count: number, first: number): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await verify(deployment, verificationText(CHARACTERS, first + next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Milliseconds of processor time so far, by role. */
function processorOf(deployment: Deployment): Map<string, number> {
  const roles = new Map<string, number>();
  for (const [name, pid] of deployment.pids()) {
    const role = name.replace(/-\d+$/, '');
    roles.set(role, (roles.get(role) ?? 0) + processorMs(pid));
  }
  return roles;
}

function sum(times: ReadonlyMap<string, number>): number {
  return [...times.values()].reduce((total, one) => total + one, 0);
}
