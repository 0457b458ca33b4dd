/** Converts recorded claims to the engine's form, and processes many claims in groups. */
import { pMapIterable } from 'p-map';
import { z } from 'zod';
import { nextTurn, Turn } from '#common/turns.ts';
import type { DeliveryContext } from '#contracts/ports/stage-queue.ts';
import type { Detailed, WithDetails } from '#domain/verification/details.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { ClaimDetail, RetrievedPassage } from '#domain/verification/stage-events.ts';
import type { ClaimState, FoldedClaim } from '#domain/verification/state.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { StageRun } from './run.ts';

export function engineClaim(
  run: Pick<StageRun, 'texts'>,
  { extracted }: Pick<ClaimState, 'extracted'>,
): ExtractedClaim {
  const detail = run.texts.open(extracted.claim_id, SEALED.claim, extracted.detail, ClaimDetail);
  return {
    ...detail,
    ordinal: extracted.ordinal,
    start: extracted.start,
    end: extracted.end,
    chunk: extracted.chunk ?? 0,
    checkable: extracted.checkable,
    not_checkable_reason: extracted.not_checkable_reason,
    claim_type: extracted.claim_type,
    materiality: extracted.materiality,
  };
}

const RetrievedPassages = z.array(RetrievedPassage);

/** The passages recorded for the claim, best first; empty for a claim that was not searched. */
export function recordedPassages(
  run: Pick<StageRun, 'texts'>,
  { evidence }: Pick<ClaimState, 'evidence'>,
): RetrievedPassage[] {
  if (evidence === null) return [];
  return run.texts.open(evidence.claim_id, SEALED.evidence, evidence.detail, RetrievedPassages);
}

/** Claims whose details are in memory at a time. */
const CLAIMS_WITH_DETAILS = 50;

/** Maps claims as `mapInTurns`, each with the details of these. */
export async function mapWithDetails<Result, Of extends Detailed>(
  run: Pick<StageRun, 'withDetails'>,
  claims: readonly FoldedClaim[],
  of: readonly Of[],
  make: (claim: WithDetails<Of>) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const group of groupsOf(claims, CLAIMS_WITH_DETAILS)) {
    results.push(...(await mapInTurns(await run.withDetails(group, of), make)));
  }
  return results;
}

/** Maps items, yielding to the event loop in between, because a long text has thousands of claims. */
async function mapInTurns<Item, Result>(items: readonly Item[], make: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  const turn = new Turn();
  for (const item of items) {
    if (turn.isOver) await turn.next();
    results.push(make(item));
  }
  return results;
}

/** `items` in groups of at most `size`. */
function* groupsOf<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Small enough that even a short text makes several groups, which are processed concurrently. */
const CLAIMS_PER_GROUP = 10;

/** Splits claims into groups that are searched for, ranked or judged together. */
export function groupsOfClaims<Claim>(claims: Iterable<Claim>): Iterable<Claim[]> {
  return groupsOf(claims, CLAIMS_PER_GROUP);
}

/** As `groupsOfClaims`, but claims of one paragraph are in one group; more than a group holds are in groups of their own. */
export function* groupsByParagraph<Claim>(
  claims: readonly Claim[],
  paragraphOf: (claim: Claim) => number,
): Generator<Claim[]> {
  let group: Claim[] = [];
  for (const paragraph of paragraphsOf(claims, paragraphOf)) {
    if (group.length > 0 && group.length + paragraph.length > CLAIMS_PER_GROUP) {
      yield* groupsOfClaims(group);
      group = [];
    }
    group.push(...paragraph);
  }
  yield* groupsOfClaims(group);
}

function* paragraphsOf<Claim>(claims: readonly Claim[], paragraphOf: (claim: Claim) => number): Generator<Claim[]> {
  let paragraph: Claim[] = [];
  for (const claim of claims) {
    if (paragraph.length > 0 && paragraphOf(claim) !== paragraphOf(paragraph[0]!)) {
      yield paragraph;
      paragraph = [];
    }
    paragraph.push(claim);
  }
  if (paragraph.length > 0) yield paragraph;
}

/** Groups of one text that are processed concurrently: while one is searched for, others are planned and ranked. */
const CONCURRENT_GROUPS = 3;

/** Results are appended when they reach this size, so that a text with a thousand claims needs only a few appends. */
const FLUSH_BYTES = 600_000;

/** Sealed text is base64 or similar: one byte per character. */
function sealedBytes(events: readonly { detail: string }[]): number {
  return events.reduce((sum, event) => sum + event.detail.length, 0);
}

/**
 * Processes the groups and records their results whenever there are enough for an append. Returns the results that are
 * left to record with the stage's completion, or null if `record` returned that the stage must stop.
 */
export async function recordInBatches<Group, Event extends { detail: string }>(
  groups: Iterable<Group>,
  work: (group: Group) => Promise<Event[]>,
  { heartbeat, signal }: DeliveryContext,
  record: (events: Event[]) => Promise<boolean>,
): Promise<Event[] | null> {
  let pending: Event[] = [];
  const recordPending = async () => {
    const events = pending;
    pending = [];
    // Sealing the last events took some milliseconds, and serializing them all takes as long.
    await nextTurn();
    return record(events);
  };
  const startInTurn = async (group: Group, order: number) => {
    // Starting takes some milliseconds when details must be opened, so other work gets a turn first.
    if (order > 0) await nextTurn();
    return work(group);
  };
  for await (const events of pMapIterable(groups, startInTurn, { concurrency: CONCURRENT_GROUPS })) {
    // One group may have as much again, which would not fit into an append with the others.
    const isTooMuch = pending.length > 0 && sealedBytes([...pending, ...events]) > FLUSH_BYTES;
    if (isTooMuch && !(await recordPending())) return null;
    pending.push(...events);
    if (sealedBytes(pending) >= FLUSH_BYTES && !(await recordPending())) return null;
    await heartbeat();
    signal.throwIfAborted();
  }
  return pending;
}
