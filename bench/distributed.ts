/**
 * The distributed shape beside the embedded one: what a verification costs the processes of the service, and how long
 * its caller waits. The servers are those that the environment names, else the tests' own; figures taken on a double
 * say what the service itself does, and nothing about a server.
 */
import { join } from 'node:path';
import type { Deployment, FreshDeployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { openServers } from '#test/support/servers/all.ts';
import { type BenchResult, type Figure, percentile } from './result.ts';
import { verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import type { BenchOptions } from './support/options.ts';
import { processorMs } from './support/process.ts';

const CHARACTERS = 2_000;
const AT_ONCE = 4;

interface Measured {
  perProcessorSecond: number;
  latencies: number[];
}

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const rounds = quick ? 5 : 60;
  const library = join(folder, 'library');
  await writeLibrary(library, quick ? 100 : 1_000);
  const environment = { EVIDENCE_LIBRARY_DIR: library };
  const servers = await openServers();
  if ('reason' in servers) return { name: `distributed shape: not measured, no Kafka: ${servers.reason}`, figures: [] };
  try {
    const embedded = await measure(await deployEmbedded(environment), rounds);
    const distributed = await measure(await deployDistributed(servers, environment), rounds);
    const ratio = distributed.perProcessorSecond / embedded.perProcessorSecond;
    return {
      name:
        `distributed shape, ${CHARACTERS} characters; EventStoreDB: ${servers.eventStore.kind}, ` +
        `MongoDB: ${servers.mongo.kind}, Kafka: ${servers.kafka.kind}`,
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

function of(shape: string, { perProcessorSecond, latencies }: Measured, limit?: Figure['limit']): Figure[] {
  return [
    { label: `${shape}: verifications per processor second`, value: perProcessorSecond, unit: '/s' },
    { label: `${shape}: POST, p50`, value: percentile(latencies, 0.5), unit: 'ms', ...(limit && { limit }) },
    { label: `${shape}: POST, p95`, value: percentile(latencies, 0.95), unit: 'ms' },
  ];
}

async function measure({ deployment, remove }: FreshDeployment, rounds: number): Promise<Measured> {
  try {
    await several(deployment, rounds, 1_000_000);
    const before = processorOf(deployment);
    await several(deployment, rounds, 2_000_000);
    const seconds = (processorOf(deployment) - before) / 1_000;
    const latencies: number[] = [];
    for (let i = 0; i < rounds; i++) {
      latencies.push((await verify(deployment, verificationText(CHARACTERS, i))).milliseconds);
    }
    return { perProcessorSecond: rounds / seconds, latencies };
  } finally {
    await deployment.stop();
    await remove();
  }
}

async function several(deployment: Deployment, count: number, first: number): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await verify(deployment, verificationText(CHARACTERS, first + next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

function processorOf(deployment: Deployment): number {
  return [...deployment.pids().values()].reduce((sum, pid) => sum + processorMs(pid), 0);
}
