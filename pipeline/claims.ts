/** Claims as the engine knows them, and working on many of them in groups. */
import { z } from 'zod';
import { nextTurn } from '#common/turns.ts';
import type { DeliveryContext } from '#contracts/ports/stage-queue.ts';
import { ClaimDetail, RetrievedPassage } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import type { ExtractedClaim } from '#engine/types.ts';
import type { StageRun } from './run.ts';

export function engineClaim(run: StageRun, { extracted }: ClaimState): ExtractedClaim {
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

/** Passages recorded for the claim, best first; none for a claim that was not searched. */
export function recordedPassages(run: StageRun, { evidence }: ClaimState): RetrievedPassage[] {
  if (evidence === null) return [];
  return run.texts.open(evidence.claim_id, SEALED.evidence, evidence.detail, RetrievedPassages);
}

/** Sealing or opening this many details takes a millisecond or two; then others get a turn of the event loop. */
const DETAILS_PER_TURN = 20;

/** Maps items with turns of the event loop in between: a long text has thousands of claims. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const group of groupsOf(items, DETAILS_PER_TURN)) {
    if (results.length > 0) await nextTurn();
    results.push(...group.map(make));
  }
  return results;
}

/** `items` in groups of at most `size`. */
function* groupsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Few enough that even a short text makes several groups, which are worked on at the same time. */
const CLAIMS_PER_GROUP = 10;

/** The claims in groups that are searched for, ranked or judged together. */
export function groupsOfClaims(claims: readonly ClaimState[]): Iterable<ClaimState[]> {
  return groupsOf(claims, CLAIMS_PER_GROUP);
}

/** Groups of claims of one text at work at a time: while one is searched for, others are planned and ranked. */
const GROUPS_AT_ONCE = 3;

/** Results of `work` on each item, in order of the items; at most `atOnce` are worked on at a time. */
async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    // Starting takes some milliseconds if details have to be opened for it.
    if (running.length > 0) await nextTurn();
    const result = work(item);
    // May never be awaited, if the caller stops early; ignore its rejection.
    result.catch(() => {});
    running.push(result);
    if (running.length === atOnce) yield await running.shift()!;
  }
  for (const result of running) yield await result;
}

/** Results are appended when they reach this size, so that a text of a thousand claims costs a handful of appends. */
const FLUSH_BYTES = 600_000;

/** Sealed text is base64 or alike: one byte per character. */
function sealedBytes(events: readonly { detail: string }[]): number {
  return events.reduce((sum, event) => sum + event.detail.length, 0);
}

/**
 * Works on the groups and has the results recorded whenever there are enough for an append. Returns what is left to be
 * recorded with the stage's completion, or null if `record` returned that the stage may not go on.
 */
export async function recordAsItComes<Group, Event extends { detail: string }>(
  groups: Iterable<Group>,
  work: (group: Group) => Promise<Event[]>,
  { heartbeat, signal }: DeliveryContext,
  record: (events: Event[]) => Promise<boolean>,
): Promise<Event[] | null> {
  let pending: Event[] = [];
  for await (const events of inOrder(groups, GROUPS_AT_ONCE, work)) {
    pending.push(...events);
    if (sealedBytes(pending) >= FLUSH_BYTES) {
      // Sealing the last of them took some milliseconds, and serializing all of them takes as long.
      await nextTurn();
      if (!(await record(pending))) return null;
      pending = [];
    }
    await heartbeat();
    signal.throwIfAborted();
  }
  return pending;
}
