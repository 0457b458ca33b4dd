/**
 * Lists dead letters and restarts the verifications that they ended. Dead letters are read from the log. The exceptions
 * are stages that could not begin because the vault never had the key: the log must not mention those, so they are kept
 * in unopened.ts.
 */
import { timestamp } from '#common/time.ts';
import { childTraceparent } from '#common/traceparent.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { type EventMetadata, type EventStore, type Position, START } from '#contracts/ports/event-store.ts';
import { isUnknownKey } from '#contracts/ports/key-vault.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { isUnderWay } from '#domain/verification/ended.ts';
import type { StageDeadLetteredData, VerificationEvent } from '#domain/verification/events.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import { loadReadable } from '../runs/readable.ts';
import { executeAs } from '../runs/run.ts';
import { dropUnopened, type UnopenedStage, unopenedStages } from './unopened.ts';

/**
 * `open`: it ended the verification, which can be restarted. `retried`: a later run has begun. `expired`: the text is
 * erased or about to be. `harmless`: it did not end the verification, and the unfinished work resolves itself.
 * `unopened`: the vault never had the verification's key, and the log has no record of it. `unreadable`: its stream holds
 * an event that this version can't read.
 */
export type DeadLetterState = 'open' | 'retried' | 'expired' | 'harmless' | 'unopened' | 'unreadable';

export interface DeadLetter extends StageDeadLetteredData {
  verification_id: string;
  organization_id: string | null;
  request_id: string;
  state: DeadLetterState;
}

export interface Retried {
  verification_id: string;
  /** `restarted`, or the reason why not: the state of the last dead letter, or that there is none. */
  outcome: 'restarted' | Exclude<DeadLetterState, 'open'> | 'no_dead_letter';
}

const PAGE = 256;
/** The most dead letters that a list contains. */
const MAX_LISTED = 1_000;

interface ListDependencies {
  events: Pick<EventStore, 'readAll'>;
  verifications: VerificationStreams;
  values: Pick<ServerValues, 'get'>;
}

export interface RetryDependencies {
  events: Pick<EventStore, 'readAll' | 'head'>;
  verifications: VerificationStreams;
  values: ServerValues;
  clock: Clock;
}

/** Returns dead letters, newest first, at most 1,000. `has_more` says that there are older ones. */
export async function listDeadLetters({
  events,
  verifications,
  values,
}: ListDependencies): Promise<{ data: DeadLetter[]; has_more: boolean }> {
  const newest: RecordedLetter[] = [];
  let count = 0;
  for await (const letter of recordedLetters(events)) {
    count++;
    newest.push(letter);
    if (newest.length > MAX_LISTED) newest.shift();
  }
  const data: DeadLetter[] = (await unopenedStages(values)).map(({ expires_at: _, ...kept }) => ({
    ...kept,
    state: 'unopened',
  }));
  for (const { stream, organization_id, request_id, letter } of newest.reverse()) {
    const id = verificationIdOf(stream);
    const head = (await loadReadable(verifications, id))?.state.head ?? null;
    data.push({
      verification_id: id,
      organization_id,
      request_id,
      ...letter,
      state: head === null ? 'unreadable' : stateOf(letter, head),
    });
  }
  data.sort((a, b) => Date.parse(b.dead_lettered_at) - Date.parse(a.dead_lettered_at));
  return { data: data.slice(0, MAX_LISTED), has_more: count > MAX_LISTED || data.length > MAX_LISTED };
}

/**
 * Restarts a verification that a dead letter ended, from its request, as a new run that is not charged. Leaves a
 * verification that can't be restarted as it is and returns why, so repeating a retry does not begin a second run. If
 * the vault lacked the key, the failure is first recorded as an ordinary dead letter, once the vault has the key.
 */
export async function retryDeadLetter(
  dependencies: RetryDependencies,
  verificationId: string,
  metadataFor: (organizationId: string) => EventMetadata,
): Promise<Retried> {
  const kept = (await unopenedStages(dependencies.values)).filter(
    ({ verification_id }) => verification_id === verificationId,
  );
  return retryOne(dependencies, verificationId, kept, metadataFor);
}

/** `kept`: the verification's stages that could not begin. */
async function retryOne(
  dependencies: RetryDependencies,
  verificationId: string,
  kept: readonly UnopenedStage[],
  metadataFor: (organizationId: string) => EventMetadata,
): Promise<Retried> {
  const { verifications, values, clock } = dependencies;
  if ((await loadReadable(verifications, verificationId)) === null) {
    return { verification_id: verificationId, outcome: 'unreadable' };
  }
  if (kept.length > 0 && !(await hasKey(dependencies, verificationId))) {
    return { verification_id: verificationId, outcome: 'unopened' };
  }
  for (const stage of kept) await recordUnopened(dependencies, stage, metadataFor);
  if (kept.length > 0) await dropUnopened(values, verificationId, Math.max(...kept.map(({ run }) => run)));
  const loaded = await verifications.load(verificationId);
  const { head } = loaded.state;
  const outcome = outcomeFor(head);
  if (outcome !== 'open' || head.request === null) {
    return { verification_id: verificationId, outcome: outcome === 'open' ? 'no_dead_letter' : outcome };
  }
  const metadata = metadataFor(head.request.organization_id);
  const executed = await verifications.execute(
    verificationId,
    {
      type: 'RestartVerification',
      cause: 'dead_letter_retry',
      restarted_at: timestamp(clock),
      key_id: head.request.key_id,
    },
    {
      metadata: {
        ...metadata,
        correlation_id: verificationId,
        traceparent: childTraceparent(metadata.traceparent),
      },
      loaded,
    },
  );
  if (!executed.accepted) throw new Error(`restart refused: ${executed.code}`);
  if (executed.changed) return { verification_id: verificationId, outcome: 'restarted' };
  // Another process restarted it first; the stream shows the result.
  const now = outcomeFor(executed.state.head);
  return { verification_id: verificationId, outcome: now === 'open' ? 'retried' : now };
}

/** Restarts every verification that a dead letter ended, one after the other. Returns those that were restarted. */
export async function retryAllDeadLetters(
  dependencies: RetryDependencies,
  metadataFor: (organizationId: string) => EventMetadata,
): Promise<Retried[]> {
  const restarted: Retried[] = [];
  const retry = async (verificationId: string, kept: readonly UnopenedStage[]) => {
    const retried = await retryOne(dependencies, verificationId, kept, metadataFor);
    if (retried.outcome === 'restarted') restarted.push(retried);
  };
  const unopened = Map.groupBy(await unopenedStages(dependencies.values), ({ verification_id }) => verification_id);
  for (const [id, kept] of unopened) await retry(id, kept);
  // Dead letters added from now on come after `until`; without this bound the loop might never end.
  const until = await dependencies.events.head();
  const seen = new Set<string>();
  for await (const { stream } of recordedLetters(dependencies.events, until)) {
    if (seen.has(stream)) continue;
    seen.add(stream);
    const id = verificationIdOf(stream);
    if (!unopened.has(id)) await retry(id, []);
  }
  return restarted;
}

/** Also true for a destroyed key: the new run discovers that and records it. */
async function hasKey({ verifications }: RetryDependencies, verificationId: string): Promise<boolean> {
  try {
    await verifications.texts(verificationId);
    return true;
  } catch (error) {
    if (isUnknownKey(error)) return false;
    throw error;
  }
}

async function recordUnopened(
  dependencies: RetryDependencies,
  { verification_id, organization_id, request_id: _, expires_at: __, ...letter }: UnopenedStage,
  metadataFor: (organizationId: string) => EventMetadata,
): Promise<void> {
  const { verifications } = dependencies;
  const loaded = await verifications.load(verification_id);
  // It may have ended in the meantime, by expiry or by another run.
  if (loaded.state.head.run !== letter.run || !mayStillRun(loaded.state.head)) return;
  const command = { type: 'DeadLetterStage', ...letter, reason: 'key_lost' } as const;
  const metadata = { ...metadataFor(organization_id ?? ''), organization_id, correlation_id: verification_id };
  await executeAs(verifications, letter.stage, verification_id, command, metadata, loaded);
}

function mayStillRun(head: VerificationHead): boolean {
  return head.erasure === 'none' && isUnderWay(head);
}

function outcomeFor(head: VerificationHead): DeadLetterState | 'no_dead_letter' {
  const states = head.dead_letters.map((letter) => stateOf(letter, head));
  return states.includes('open') ? 'open' : (states.at(-1) ?? 'no_dead_letter');
}

function stateOf(letter: StageDeadLetteredData, head: VerificationHead): DeadLetterState {
  if (head.erasure !== 'none') return 'expired';
  if (head.run > letter.run) return 'retried';
  return head.status === 'failed' && head.failure?.stage === letter.stage ? 'open' : 'harmless';
}

interface RecordedLetter {
  stream: string;
  organization_id: string | null;
  request_id: string;
  letter: StageDeadLetteredData;
}

/** Yields dead letters in log order, ignoring what is recorded after `until`. */
async function* recordedLetters(events: Pick<EventStore, 'readAll'>, until?: Position): AsyncGenerator<RecordedLetter> {
  const filter = { types: registry.storedTypes(['StageDeadLettered']) };
  let after: Position = START;
  for (;;) {
    const page = await events.readAll({ after, limit: PAGE, filter });
    for (const recorded of page.events) {
      if (until !== undefined && recorded.position > until) return;
      const event = decodeEvent(recorded) as VerificationEvent | null;
      if (event?.type !== 'StageDeadLettered') continue;
      const { organization_id, request_id } = recorded.metadata;
      yield { stream: recorded.stream, organization_id, request_id, letter: event.data };
    }
    after = page.position;
    if (page.at_end) return;
  }
}
