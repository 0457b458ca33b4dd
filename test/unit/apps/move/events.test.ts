/** What a move makes of a log, whatever stands in it and wherever it is broken off. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moveEvents } from '#apps/move/events.ts';
import { isAudited, isAuditRecord, lastingContentOf } from '#apps/move/moved-event.ts';
import { compareLogs } from '#apps/move/proof.ts';
import type { EventStore, Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { newEvent } from '#test/support/events.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#test/support/memory-event-store.ts';
import fc from '#test/support/property.ts';

const VERIFICATIONS = ['verification-a', 'verification-b', 'verification-c'];
const OTHERS = ['api-key-a', 'document-job-a'];
const quiet = () => {};

/** Each step is an event: of a stage, one that leaves an audit record, the record of the next one, or another. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('stage', 'stage', 'stage', 'audited', 'record', 'other'),
    stream: fc.nat({ max: VERIFICATIONS.length - 1 }),
  }),
  { minLength: 1, maxLength: 40 },
);
type Steps = { kind: string; stream: number }[];

async function logOf(taken: Steps): Promise<MemoryEventStore> {
  const log = createMemoryEventStore();
  const append = async (stream: string, type: string, data = {}) => {
    const known = await log.readStream(stream);
    await log.append(stream, known.length === 0 ? 'no_stream' : known.length - 1, [newEvent(type, data)]);
  };
  let recorded = 0;
  for (const { kind, stream } of taken) {
    const verification = VERIFICATIONS[stream]!;
    if (kind === 'stage') await append(verification, 'ClaimExtracted.v1');
    if (kind === 'audited') await append(verification, 'VerificationRequested.v1');
    if (kind === 'other') await append(OTHERS[stream % OTHERS.length]!, 'KeyIssued.v1');
    if (kind !== 'record') continue;
    const source = log.log.filter(({ type }) => isAudited(type))[recorded];
    if (source === undefined) continue;
    recorded++;
    await append('audit-org_test', 'AuditRecorded.v1', { source_position: source.position });
  }
  return log;
}

/** An empty store that breaks off at an append: before it, or once it was written. */
function target({ breaksAt = Number.POSITIVE_INFINITY, isWritten = false } = {}) {
  const log = createMemoryEventStore();
  let appends = 0;
  const store: Pick<EventStore, 'append' | 'readAll' | 'readStream'> = {
    readAll: (options) => log.readAll(options),
    readStream: (...query) => log.readStream(...query),
    async append(...given) {
      const breaks = appends++ === breaksAt;
      if (breaks && !isWritten) throw new Error('broken off');
      const result = await log.append(...given);
      if (breaks) throw new Error('broken off');
      return result;
    },
  };
  return { log, store, appends: () => appends };
}

const isOfStage = ({ type }: RecordedEvent) => type === 'ClaimExtracted.v1';
const idsOf = (events: readonly RecordedEvent[]) => events.map(({ id }) => id);

function assertMoved(source: readonly RecordedEvent[], moved: readonly RecordedEvent[]): void {
  assert.equal(moved.length, source.length);
  for (const stream of new Set(source.map((event) => event.stream))) {
    const [here, there] = [source, moved].map((log) => log.filter((event) => event.stream === stream));
    assert.deepEqual(there!.map(lastingContentOf), here!.map(lastingContentOf), stream);
  }
  const [here, there] = [source, moved].map((log) => log.filter((event) => !isOfStage(event)));
  assert.deepEqual(idsOf(there!), idsOf(here!), 'all but what stages recorded has its order');
  const idAt = (log: readonly RecordedEvent[], position: unknown) =>
    log.find((event) => event.position === position)?.id;
  for (const record of moved.filter(({ type }) => isAuditRecord(type))) {
    const original = source.find(({ id }) => id === record.id)!;
    assert.equal(idAt(moved, record.data.source_position), idAt(source, original.data.source_position));
  }
}

describe('moving the events of a log', () => {
  test('keeps each stream, and the order of all that is not of a stage', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const source = await logOf(taken);
        const { log, store } = target();
        assert.equal(await moveEvents(source, store, null, quiet), source.log.length);
        assertMoved(source.log, log.log);
      }),
    );
  });

  test('brings the same log when it was broken off before or after any append', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat({ max: 40 }), fc.boolean(), async (taken, breaksAt, isWritten) => {
        const source = await logOf(taken);
        const whole = target();
        await moveEvents(source, whole.store, null, quiet);
        const { log, store } = target({ breaksAt, isWritten });
        const breaks = breaksAt < whole.appends();
        const first = moveEvents(source, store, null, quiet);
        if (breaks) await assert.rejects(first, /broken off/);
        else await first;
        assert.equal(await moveEvents(source, store, null, quiet), source.log.length);
        assert.deepEqual(log.log, whole.log.log);
      }),
    );
  });

  test('names a place before the first event that comes after a position', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat({ max: 40 }), async (taken, index) => {
        const source = await logOf(taken);
        const { log, store } = target();
        await moveEvents(source, store, null, quiet);
        const position = source.log[Math.min(index, source.log.length - 1)]?.position ?? ('' as Position);
        const sides = [source, log].map((events) => ({ events }));
        const { to } = await compareLogs(sides[0]!, sides[1]!, [position], source.log.length, quiet);
        const later = new Set(idsOf(source.log.filter((event) => event.position > position)));
        const upTo = log.log.filter((event) => event.position <= to(position));
        assert.deepEqual(
          idsOf(upTo).filter((id) => later.has(id)),
          [],
        );
        assert.ok(later.size > 0 || upTo.length === log.log.length, 'nothing is left out');
        const next = log.log[upTo.length];
        assert.ok(next === undefined || later.has(next.id), 'it is the last such place');
      }),
    );
  });

  test('brings what others were written between in one append, over many windows', async () => {
    const source = createMemoryEventStore();
    const ROUNDS = 150;
    for (let round = 0; round < ROUNDS; round++) {
      const streams = Array.from({ length: 6 }, (_, n) => `verification-${round}-${n}`);
      for (const stream of streams) await source.append(stream, 'no_stream', [newEvent('VerificationRequested.v1')]);
      for (let n = 0; n < 4; n++) {
        for (const stream of streams) await source.append(stream, n, [newEvent('ClaimExtracted.v1')]);
      }
    }
    const { log, store, appends } = target();
    await moveEvents(source, store, null, quiet);
    assertMoved(source.log, log.log);
    // Those that a window ends within take two.
    assert.ok(appends() < 1.05 * 6 * ROUNDS, `${appends()} appends`);
  });
});
