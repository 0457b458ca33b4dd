/**
 * The same measurements as `scale` in the distributed shape, with two deployments: one with few and one with many stored
 * verifications. Uses the servers that the environment names, else the tests' own; their processor time is not counted. A double
 * keeps everything in memory and sorts all of an organization's entries for one page of a list. Latencies, lists and rebuilds on
 * a double therefore say nothing about a real server; the result's name says which was used.
 */
import { join } from 'node:path';
import { untilIdle } from '#test/faults/rest.ts';
import { evidence } from '#test/support/command-line.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { openServers, type Servers } from '#test/support/servers/all.ts';
import type { BenchResult, Figure } from './result.ts';
import { originalsOf } from './scale.ts';
import { writeLibrary } from './support/corpus.ts';
import { CHARACTERS, costFigures, type Measured, measuredInTurns } from './support/in-turns.ts';
import type { BenchOptions } from './support/options.ts';
import { rebuildFigures } from './support/rebuilding.ts';
import { seedServers } from './support/seeding.ts';
import { listFigures } from './support/stored.ts';

const LIBRARY_DOCUMENTS = 200;

export async function run({ quick, folder, stored }: BenchOptions): Promise<BenchResult> {
  const few = quick ? 50 : 1_000;
  const many = stored ?? (quick ? 500 : 10_000);
  const groups = quick ? 3 : 16;
  const library = join(folder, 'library');
  await writeLibrary(library, LIBRARY_DOCUMENTS);
  await using closing = new AsyncDisposableStack();
  const small = await deployed(closing, library, few);
  const large = small === null ? null : await deployed(closing, library, many);
  if (small === null || large === null)
    return { name: 'many stored, distributed: not measured, no Kafka', figures: [] };
  const subjects = [small, large].map(({ deployment }) => subjectOf(deployment));
  const [a, b] = (await measuredInTurns(subjects, groups)) as [Measured, Measured];
  const costs = costFigures({ count: few, measured: a }, { count: many, measured: b }, null);
  const exported = await exportFigure(large.deployment, folder);
  await large.deployment.stop();
  const stores = await large.deployment.openStores();
  closing.defer(() => stores.close());
  const named = (count: number) => count.toLocaleString('en');
  return {
    name: `${named(few)} and ${named(many)} stored, distributed, ${CHARACTERS} characters; ${kindsOf(large.servers)}`,
    figures: [
      { label: `seeding of ${named(many)}`, value: large.seededInMs / 1_000, unit: 's' },
      ...costs,
      exported,
      ...(await listFigures(stores)),
      ...(await rebuildFigures(stores)),
    ],
  };
}

interface Deployed {
  servers: Servers;
  deployment: Deployment;
  seededInMs: number;
}

/** A deployment with `count` stored verifications on servers of its own; null without a broker. */
async function deployed(closing: AsyncDisposableStack, library: string, count: number): Promise<Deployed | null> {
  const servers = await openServers();
  if ('reason' in servers) return null;
  closing.defer(() => servers.stop());
  const { deployment, remove } = await deployDistributed(servers, { EVIDENCE_LIBRARY_DIR: library });
  closing.defer(remove);
  const ids = await originalsOf(deployment);
  await untilIdle(deployment);
  await deployment.stop();
  const started = performance.now();
  const stores = await deployment.openStores();
  await seedServers(stores, ids, count - ids.length).finally(() => stores.close());
  const seededInMs = performance.now() - started;
  await deployment.restart();
  return { servers, deployment, seededInMs };
}

function subjectOf(deployment: Deployment) {
  return { url: deployment.url, key: deployment.key, pids: () => deployment.pids().values() };
}

async function exportFigure({ environment }: Deployment, folder: string): Promise<Figure> {
  const started = performance.now();
  const stdout = await succeeded(folder, ['audit', 'export', join(folder, 'audit.jsonl'), '--json'], environment);
  const { records } = JSON.parse(stdout) as { records: number };
  const seconds = (performance.now() - started) / 1_000;
  return { label: `export of ${records.toLocaleString('en')} audit records`, value: seconds, unit: 's' };
}

/** Runs the command-line program and returns its output; throws unless it exits with 0. */
async function succeeded(data: string, args: string[], environment: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await evidence(data, args, { environment });
  if (code !== 0) throw new Error(`evidence ${args[0]} failed: ${stderr}`);
  return stdout;
}

function kindsOf({ eventStore, mongo, kafka }: Servers): string {
  return `EventStoreDB: ${eventStore.kind}, MongoDB: ${mongo.kind}, Kafka: ${kafka.kind}`;
}
