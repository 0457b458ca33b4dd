/**
 * Replays the history of a verification as it was recorded, and its result at any point of it. For audits: nothing is
 * recomputed, and erased texts are marked as such.
 */

import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Json, JsonObject } from '#contracts/json.ts';
import type { EventMetadata, EventStore, RecordedEvent } from '#contracts/ports/event-store.ts';
import { isUnknownKey, type KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { type DomainEvent, decodeEvent } from '#domain/events/registry.ts';
import { type AsOf, type HistoricEvent, isWithin, stateAsOf } from '#domain/verification/as-of.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { TextErasedError, type TextOpener } from '#domain/verification/result.ts';
import { SEALED, sealedPlaces } from '#domain/verification/sealed-fields.ts';
import type { VerificationHead, VerificationState } from '#domain/verification/state.ts';
import { wholeResult } from '#results/records.ts';
import { pagesOf } from '#results/shown.ts';
import { NO_TEXTS, openTexts } from '#sealed/open-texts.ts';
import { NO_DETAILS_LEFT } from '#streams/claim-details.ts';

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

export interface Replay {
  verification_id: string;
  organization_id: string;
  /** Up to the requested point. */
  events: ReplayedEvent[];
  status: VerificationHead['status'];
  run: number;
  erasure: VerificationHead['erasure'];
  result: VerificationResult | null;
  /** Why there is no result; null if there is one. */
  no_result: 'not_completed' | 'erased' | 'unopened' | ReturnType<typeof failureOf>;
}

/** What a replay reads; a backup has no more. */
export interface ReplayDependencies {
  events: Pick<EventStore, 'readStream'>;
  vault: Pick<KeyVault, 'dataKey'>;
  sealer: Pick<Sealer, 'open'>;
}

/** Replays a verification up to `asOf`; returns null if there is no such verification. */
export async function replayVerification(
  { events, vault, sealer }: ReplayDependencies,
  id: string,
  asOf: AsOf = 'now',
): Promise<Replay | null> {
  const recorded = await events.readStream(VERIFICATION.stream(id));
  const decoded = recorded.map((event) => ({ recorded: event, event: decodeEvent(event) as VerificationEvent | null }));
  const history: HistoricEvent[] = decoded.flatMap(({ recorded: { revision, recorded_at }, event }) =>
    event === null ? [] : [{ event, revision, recorded_at }],
  );
  const state = stateAsOf(history, asOf);
  const organizationId = stateAsOf(history, 'now').head.request?.organization_id;
  if (organizationId === undefined) return null;
  const texts = await textsOf({ vault, sealer }, id);
  return {
    verification_id: id,
    organization_id: organizationId,
    events: upTo(decoded, asOf).map((entry) => replayed(id, entry, texts)),
    status: state.head.status,
    run: state.head.run,
    erasure: state.head.erasure,
    ...(await resultOf(state, texts)),
  };
}

/** Some events of a verification as a replay shows them, in the order given. */
export async function replayedEvents(
  { vault, sealer }: Pick<ReplayDependencies, 'vault' | 'sealer'>,
  id: string,
  recorded: readonly RecordedEvent[],
): Promise<ReplayedEvent[]> {
  const texts = await textsOf({ vault, sealer }, id);
  return recorded.map((event) => replayed(id, { recorded: event, event: decodeEvent(event) }, texts));
}

interface Texts {
  open: TextOpener;
  /** Why a text can't be opened. */
  instead: 'erased' | 'unopened';
}

async function textsOf({ vault, sealer }: Pick<ReplayDependencies, 'vault' | 'sealer'>, id: string) {
  try {
    return { open: await openTexts(vault, sealer, id), instead: 'erased' } satisfies Texts;
  } catch (error) {
    if (!isUnknownKey(error)) throw error;
    return { open: NO_TEXTS, instead: 'unopened' } satisfies Texts;
  }
}

type Decoded = { recorded: RecordedEvent; event: DomainEvent | null };

function upTo(entries: readonly Decoded[], asOf: AsOf): Decoded[] {
  const completion = entries.findIndex(({ event }) => event?.type === 'VerificationCompleted');
  if (asOf === 'completion' && completion !== -1) return entries.slice(0, completion + 1);
  return entries.filter(({ recorded }) => isWithin(recorded, asOf));
}

function replayed(verificationId: string, { recorded, event }: Decoded, texts: Texts): ReplayedEvent {
  const { revision, recorded_at, id, type: stored_type, metadata } = recorded;
  const shared = { revision, recorded_at, id, stored_type, metadata };
  if (event === null) return { ...shared, type: null, data: recorded.data };
  return { ...shared, type: event.type, data: withTextsOpened(verificationId, event as VerificationEvent, texts) };
}

function withTextsOpened(verificationId: string, event: VerificationEvent, { open, instead }: Texts): JsonObject {
  const data = { ...event.data } as JsonObject;
  for (const { property, record, field } of sealedPlaces(verificationId, event)) {
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

async function resultOf(
  state: VerificationState,
  { open, instead }: Texts,
): Promise<Pick<Replay, 'result' | 'no_result'>> {
  const { head } = state;
  if (head.completion === null) return { result: null, no_result: failureOf(head) ?? 'not_completed' };
  try {
    return {
      result: await wholeResult({ head, pages: pagesOf(state, NO_DETAILS_LEFT), open: async () => open }),
      no_result: null,
    };
  } catch (error) {
    if (error instanceof TextErasedError) return { result: null, no_result: instead };
    throw error;
  }
}
