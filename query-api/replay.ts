/**
 * Replays the history of a verification as it was recorded, and its result at any point of it. For audits: nothing is
 * recomputed, and erased texts are marked as such.
 */

import { Turn } from '#common/turns.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import type { Json, JsonObject } from '#contracts/json.ts';
import type { EventMetadata, EventStore, RecordedEvent } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import { type AsOf, countWithin } from '#domain/verification/as-of.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { resultWithoutClaims, TextErasedError, type TextOpener } from '#domain/verification/result.ts';
import { SEALED, sealedValues } from '#domain/verification/sealed-fields.ts';
import type { VerificationHead, VerificationState } from '#domain/verification/state.ts';
import { recordsOf } from '#results/records.ts';
import { pagesOf } from '#results/shown.ts';
import { NO_TEXTS, openTextsIfKnown } from '#sealed/open-texts.ts';
import { claimDetails } from '#streams/claim-details.ts';
import { readInPages } from '#streams/read-in-pages.ts';
import { foldInTurns } from '#streams/repository.ts';
import { verificationRequest } from '#streams/verification-request.ts';

/** Placeholder for a text whose key was destroyed. */
export const ERASED = '[erased]';
/** Placeholder for a text whose key the vault never had. */
export const UNOPENED = '[unopened]';

export interface ReplayedEvent {
  revision: number;
  recorded_at: string;
  id: string;
  /** As stored, e.g. `ClaimExtracted.v1`. */
  stored_type: string;
  /** Current name; null for a type that this version does not know, whose data is shown as stored. */
  type: string | null;
  /** The data with sealed fields opened (details as the JSON they hold), or replaced by `[erased]` or `[unopened]`. */
  data: JsonObject;
  metadata: EventMetadata;
}

/** A verification at a point of its history, without its events and the claims of its result. */
export interface ReplayHead {
  verification_id: string;
  organization_id: string;
  status: VerificationHead['status'];
  run: number;
  erasure: VerificationHead['erasure'];
  /** Its list of claims is empty: they come as parts. */
  result: VerificationResult | null;
  /** Why there is no result; null if there is one. */
  no_result: 'not_completed' | 'erased' | 'unopened' | ReturnType<typeof failureOf>;
}

/** In this order: the head, the events up to the requested point, the claims of the result if there is one. */
export type ReplayPart = { head: ReplayHead } | { event: ReplayedEvent } | { claim: ClaimRecord };

/** What a replay reads; a backup has no more. */
export interface ReplayDependencies {
  events: Pick<EventStore, 'readStream'>;
  vault: Pick<KeyVault, 'dataKey'>;
  sealer: Pick<Sealer, 'open'>;
}

/**
 * Replays a verification up to `asOf`, part by part: a long text has tens of thousands of events. Yields nothing if there
 * is no such verification. Throws TextErasedError if the text is erased while the claims are read.
 */
export async function* replayVerification(
  { events, vault, sealer }: ReplayDependencies,
  id: string,
  asOf: AsOf = 'now',
): AsyncGenerator<ReplayPart, undefined> {
  const past = await foldAsOf(events, id, asOf);
  if (past === null) return;
  const { head } = past.state;
  const texts = await textsOf({ vault, sealer }, id);
  const result = resultOf(head, texts);
  const { status, run, erasure } = head;
  yield {
    head: { verification_id: id, organization_id: past.organization_id, status, run, erasure, ...result },
  };
  for await (const page of readInPages(events, VERIFICATION.stream(id))) {
    const within = page.filter(({ revision }) => revision < past.events);
    for (const event of await replayedEvents({ vault, sealer }, id, within)) yield { event };
    if (within.length < page.length) break;
  }
  if (result.result === null) return;
  const open = async () => (await textsOf({ vault, sealer }, id)).open;
  const pages = pagesOf(past.state, claimDetails(events, id));
  for await (const claim of recordsOf({ head, pages, open })) yield { claim };
}

interface Past {
  organization_id: string;
  state: VerificationState;
  /** How many of the stream's events are up to the requested point. */
  events: number;
}

/** Null if there is no such verification. */
async function foldAsOf(events: ReplayDependencies['events'], id: string, asOf: AsOf): Promise<Past | null> {
  const request = await verificationRequest(events, id);
  if (request === null) return null;
  let state = VERIFICATION.initialState();
  let counted = 0;
  for await (const page of readInPages(events, VERIFICATION.stream(id))) {
    const within = countWithin(page, asOf);
    state = await foldInTurns(VERIFICATION, page.slice(0, within), state);
    counted += within;
    const isAtEnd = asOf === 'completion' && state.head.completion !== null;
    if (within < page.length || isAtEnd) break;
  }
  return { organization_id: request.organization_id, state, events: counted };
}

/** Some events of a verification as a replay shows them, in the order given. */
export async function replayedEvents(
  { vault, sealer }: Pick<ReplayDependencies, 'vault' | 'sealer'>,
  id: string,
  recorded: readonly RecordedEvent[],
): Promise<ReplayedEvent[]> {
  const texts = await textsOf({ vault, sealer }, id);
  const events: ReplayedEvent[] = [];
  const turn = new Turn();
  for (const one of recorded) {
    if (turn.isOver) await turn.next();
    events.push(replayed(id, one, texts));
  }
  return events;
}

interface Texts {
  open: TextOpener;
  /** Why a text can't be opened. */
  instead: 'erased' | 'unopened';
}

async function textsOf({ vault, sealer }: Pick<ReplayDependencies, 'vault' | 'sealer'>, id: string): Promise<Texts> {
  const open = await openTextsIfKnown(vault, sealer, id);
  return open === null ? { open: NO_TEXTS, instead: 'unopened' } : { open, instead: 'erased' };
}

function replayed(verificationId: string, recorded: RecordedEvent, texts: Texts): ReplayedEvent {
  const { revision, recorded_at, id, type: stored_type, metadata } = recorded;
  const event = decodeEvent(recorded);
  const shared = { revision, recorded_at, id, stored_type, metadata };
  if (event === null) return { ...shared, type: null, data: recorded.data };
  return { ...shared, type: event.type, data: withTextsOpened(verificationId, event as VerificationEvent, texts) };
}

function withTextsOpened(verificationId: string, event: VerificationEvent, { open, instead }: Texts): JsonObject {
  const data = { ...event.data } as JsonObject;
  for (const { property, record, field } of sealedValues(verificationId, event)) {
    const text = open.text(data[property] as string, record, field);
    data[property] = text === null ? TOMBSTONES[instead] : shown(field, text);
  }
  return data;
}

const TOMBSTONES: Record<Texts['instead'], string> = { erased: ERASED, unopened: UNOPENED };

/** Texts that people wrote are returned as they are; details are JSON. */
function shown(field: string, text: string): Json {
  const isPlainText = field === SEALED.content || field === SEALED.question || field === SEALED.explanation;
  return isPlainText ? text : JSON.parse(text);
}

function resultOf(head: VerificationHead, { open, instead }: Texts): Pick<ReplayHead, 'result' | 'no_result'> {
  if (head.completion === null) return { result: null, no_result: failureOf(head) ?? 'not_completed' };
  try {
    return { result: resultWithoutClaims(head, open), no_result: null };
  } catch (error) {
    if (error instanceof TextErasedError) return { result: null, no_result: instead };
    throw error;
  }
}
