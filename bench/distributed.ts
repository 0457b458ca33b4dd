/**
 * Compares the distributed shape with the embedded one: processor time of the service's processes per verification, and latency
 * for the caller. Uses the servers that the environment names, else the tests' own. The servers' processor time is not counted. A
 * double shares the cores with the service and is not as fast as a real server, so figures on a double only serve to compare two
 * versions of the service; the result's name says so.
 */
import { join } from 'node:path';
import pMap from 'p-map';
import type { Deployment, FreshDeployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { openServers, type Servers } from '#test/support/servers/all.ts';
import { type BenchResult, type Figure, percentile, times } from './result.ts';
import { verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import { type BenchOptions, pause } from './support/options.ts';
import { processorMs } from './support/process.ts';

const CHARACTERS = 2_000;
const AT_ONCE = 4;
/** Long enough for a processor clock that ticks in hundredths of a second. */
const IDLE_MS = 5_000;
/** Number of alternations between the shapes. A machine's speed can vary within seconds by more than the shapes differ. */
const TURNS = 4;
/** Largest permitted ratio of the POST latencies, distributed to embedded. */
const MAX_LATENCY_RATIO = 1.7;
/** Pause after the last response, so that the work done after it is counted too. */
const AFTERWARDS_MS = 500;

interface Measured {
  /** Milliseconds of processor time per verification, by role. */
  processor: ReadonlyMap<string, number>;
  /** Processor time in milliseconds per second without requests. */
  idle: number;
  latencies: number[];
}

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const rounds = quick ? 4 : 40;
  const library = join(folder, 'library');
  await writeLibrary(library, quick ? 100 : 1_000);
  const environment = { EVIDENCE_LIBRARY_DIR: library };
  const servers = await openServers();
  if ('reason' in servers) return { name: `distributed shape: not measured, no Kafka: ${servers.reason}`, figures: [] };
  const deployed: FreshDeployment[] = [];
  try {
    deployed.push(await deployEmbedded(environment));
    deployed.push(await deployDistributed(servers, environment));
    const shapes = deployed.map(({ deployment }) => new Shape(deployment));
    for (const shape of shapes) await shape.warmUp(2 * rounds);
    for (const shape of shapes) await shape.measureIdle();
    for (let turn = 0; turn < TURNS; turn++) for (const shape of shapes) await shape.measureWork(rounds, turn);
    for (let turn = 0; turn < TURNS; turn++) for (const shape of shapes) await shape.measureLatency(rounds / 4, turn);
    const [embedded, distributed] = shapes.map((shape) => shape.measured()) as [Measured, Measured];
    const ratio = sum(embedded.processor) / sum(distributed.processor);
    return {
      name: nameOf(servers),
      figures: [
        {
          label: 'verifications per processor second, of embedded',
          value: ratio,
          unit: '',
          limit: { at_least: 0.6 },
        },
        ...figuresOf('distributed', distributed, percentile(embedded.latencies, 0.5)),
        ...figuresOf('embedded', embedded),
      ],
    };
  } finally {
    const ended = deployed.map(({ deployment, remove }) => deployment.stop().then(remove));
    await Promise.allSettled(ended);
    await servers.stop();
  }
}

function nameOf({ eventStore, mongo, kafka }: Servers): string {
  const kinds = `EventStoreDB: ${eventStore.kind}, MongoDB: ${mongo.kind}, Kafka: ${kafka.kind}`;
  const onDouble = eventStore.kind === 'double' || mongo.kind === 'double';
  return `distributed shape, ${CHARACTERS} characters; ${kinds}${onDouble ? '; taken on a double, decides nothing' : ''}`;
}

function figuresOf(shape: string, { processor, idle, latencies }: Measured, embeddedP50?: number): Figure[] {
  const p50 = percentile(latencies, 0.5);
  return [
    { label: `${shape}: verifications per processor second`, value: 1_000 / sum(processor), unit: '/s' },
    ...[...processor].map(([role, value]) => ({ label: `${shape}: processor time, ${role}`, value, unit: 'ms' })),
    { label: `${shape}: processor time of an idle second`, value: idle, unit: 'ms' },
    {
      label: `${shape}: POST, p50`,
      value: p50,
      unit: 'ms',
      ...(embeddedP50 && { ratio: times(p50, 'embedded', embeddedP50, MAX_LATENCY_RATIO) }),
    },
    { label: `${shape}: POST, p95`, value: percentile(latencies, 0.95), unit: 'ms' },
  ];
}

class Shape {
  readonly #deployment: Deployment;
  /** Processor time in milliseconds, by role. */
  readonly #processor = new Map<string, number>();
  readonly #latencies: number[] = [];
  #done = 0;
  #idle = 0;

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /** Warms every engine up with `each` verifications. */
  async warmUp(each: number): Promise<void> {
    const engines = this.#deployment.processes.filter((name) => name.startsWith('pipeline')).length || 1;
    await several(this.#deployment, each * engines, 1_000_000);
  }

  async measureIdle(): Promise<void> {
    const before = processorOf(this.#deployment);
    await pause(IDLE_MS);
    this.#idle = ((sum(processorOf(this.#deployment)) - sum(before)) * 1_000) / IDLE_MS;
  }

  async measureWork(count: number, turn: number): Promise<void> {
    const before = processorOf(this.#deployment);
    await several(this.#deployment, count, 2_000_000 + turn * count);
    await pause(AFTERWARDS_MS);
    for (const [role, ms] of processorOf(this.#deployment)) {
      this.#processor.set(role, (this.#processor.get(role) ?? 0) + ms - before.get(role)!);
    }
    this.#done += count;
  }

  /** Verifies one text after another, to measure the latency for a single caller. */
  async measureLatency(count: number, turn: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const text = verificationText(CHARACTERS, turn * count + i);
      this.#latencies.push((await verify(this.#deployment, text)).milliseconds);
    }
  }

  measured(): Measured {
    const processor = new Map([...this.#processor].map(([role, ms]) => [role, ms / this.#done]));
    return { processor, idle: this.#idle, latencies: this.#latencies };
  }
}

async function several(deployment: Deployment, count: number, first: number): Promise<void> {
  const one = (n: number) => verify(deployment, verificationText(CHARACTERS, first + n));
  await pMap(Array(count).keys(), one, { concurrency: AT_ONCE });
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
