/**
 * Durable appends by 64 writers through the event store port. They are compared with a bare loop that commits the same bytes, 64
 * events at a time, to the same tables and indexes with the same settings, but without checks and in one thread.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import type { EventMetadata, NewEvent } from '#contracts/ports/event-store.ts';
import { openDatabase, transaction } from '#platform/sqlite/database.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { EVENT_LOG_SCHEMA, WAL_AUTOCHECKPOINT } from '#platform/sqlite/events/event-log.ts';
import { type BenchResult, percentile } from './result.ts';
import type { BenchOptions } from './support/options.ts';

const WRITERS = 64;
const APPENDS_PER_STREAM = 8;
const APPENDS = 60_000;
const QUICK_APPENDS = 6_400;
/** Number of measurements of each variant; they alternate. */
const ROUNDS = 3;
const MIN_RATIO = 0.45;

const metadata: EventMetadata = {
  actor: { type: 'api_key', id: 'key_0190b0c0d0e0700080000000000000a1' },
  ip: '192.0.2.17',
  request_id: 'req_0190b0c0d0e0700080000000000000a2',
  correlation_id: 'ver_0190b0c0d0e0700080000000000000a3',
  causation_id: '0190b0c0-d0e0-7000-8000-0000000000a4',
  traceparent: '00-0190b0c0d0e070008000000000000000-0190b0c0d0e07000-01',
  organization_id: 'org_0190b0c0d0e0700080000000000000a5',
};

function benchEvent(): NewEvent {
  return { id: v7(), type: 'ClaimExtracted.v1', data: { sealed: 'x'.repeat(150), ordinal: 1 }, metadata };
}

interface Measured {
  per_second: number;
  latencies_ms: number[];
}

async function throughPort(folder: string, appends: number): Promise<Measured> {
  const fail = (error: unknown) => {
    throw error;
  };
  const log = await openEmbeddedLog({ folder, onLost: fail, onError: fail });
  const latencies: number[] = [];
  let left = appends;
  const writer = async () => {
    while (left > 0) {
      const stream = `verification-${v7()}`;
      for (let revision = -1; revision < APPENDS_PER_STREAM - 1; revision++) {
        left--;
        const start = performance.now();
        const result = await log.events.append(stream, revision === -1 ? 'no_stream' : revision, [benchEvent()]);
        latencies.push(performance.now() - start);
        if (result.outcome !== 'appended') throw new Error('a conflict where there can be none');
      }
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, writer));
  const seconds = (performance.now() - start) / 1_000;
  await log.close();
  return { per_second: latencies.length / seconds, latencies_ms: latencies };
}

function bareLoop(folder: string, appends: number): Measured {
  const database = openDatabase(join(folder, 'bare.db'), {
    synchronous: 'FULL',
    version: 1,
    schema: EVENT_LOG_SCHEMA,
    walAutocheckpoint: WAL_AUTOCHECKPOINT,
  });
  const insertStream = database.prepare('INSERT INTO streams (name, revision) VALUES (?, 0)');
  const moveStream = database.prepare('UPDATE streams SET revision = ? WHERE id = ?');
  const insertEvent = database.prepare('INSERT INTO events VALUES (?, ?, ?, 1, ?, ?, ?, ?)');
  const latencies: number[] = [];
  const streams = new Array<number>(WRITERS).fill(0);
  let position = 0;
  const start = performance.now();
  for (let group = 0; position < appends; group++) {
    const began = performance.now();
    const revision = group % APPENDS_PER_STREAM;
    transaction(database, () => {
      for (let writer = 0; writer < WRITERS; writer++) {
        if (revision === 0) streams[writer] = Number(insertStream.run(`verification-${v7()}`).lastInsertRowid);
        else moveStream.run(revision, streams[writer]!);
        const event = benchEvent();
        const texts = [JSON.stringify(event.metadata), JSON.stringify(event.data)] as const;
        insertEvent.run(++position, streams[writer]!, revision, Date.now(), event.id, ...texts);
      }
    });
    latencies.push(performance.now() - began);
  }
  const seconds = (performance.now() - start) / 1_000;
  database.close();
  return { per_second: position / seconds, latencies_ms: latencies };
}

/** Runs the benchmark; takes about ten seconds. */
export async function run({ quick, folder: parent }: BenchOptions): Promise<BenchResult> {
  const appends = quick ? QUICK_APPENDS : APPENDS;
  const port: Measured[] = [];
  const bare: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const folder = await mkdtemp(join(parent, 'log-'));
    try {
      bare.push(bareLoop(folder, appends));
      port.push(await throughPort(folder, appends));
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  // The best round of each, because other load on the machine can only slow a round down.
  const rate = (measured: Measured[]) => Math.max(...measured.map((one) => one.per_second));
  const latencies = port.flatMap((one) => one.latencies_ms);
  const ratio = rate(port) / rate(bare);
  const event = benchEvent();
  const bytes = JSON.stringify(event.data).length + JSON.stringify(event.metadata).length;
  return {
    name: `durable appends, ${WRITERS} writers, ${bytes}-byte events`,
    figures: [
      { label: 'bare loop', value: rate(bare), unit: 'appends/s' },
      {
        label: 'event store port',
        value: rate(port),
        unit: 'appends/s',
        ratio: { of: 'bare loop', value: ratio, limit: { at_least: MIN_RATIO } },
      },
      { label: 'p50', value: percentile(latencies, 0.5), unit: 'ms' },
      { label: 'p99', value: percentile(latencies, 0.99), unit: 'ms' },
      { label: 'p99.9', value: percentile(latencies, 0.999), unit: 'ms' },
      { label: 'longest', value: percentile(latencies, 1), unit: 'ms' },
    ],
  };
}
