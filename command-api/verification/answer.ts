/** What became of a verification, folded from its stream for the one who asked for it. */
import { nextTurn } from '#common/turns.ts';
import { decodeEvent } from '#contracts/events/registry.ts';
import type { VerificationEvent } from '#contracts/events/verification.ts';
import { verificationStream } from '#domain/verification/decider.ts';
import { evolve, initialState, type VerificationHead, type VerificationState } from '#domain/verification/state.ts';
import type { HandOver, LeftStream } from '#streams/hand-over.ts';
import { openTextsWith } from '#streams/open-texts.ts';
import { readInPages } from '#streams/read-in-pages.ts';
import type { CommandDependencies } from '../dependencies.ts';
import type { ShownVerification } from './response.ts';

type Dependencies = Pick<CommandDependencies, 'events' | 'vault' | 'sealer' | 'clock' | 'handOver'>;

export type Outcome =
  | ({ state: 'completed' } & ShownVerification)
  | { state: 'failed' | 'running' | 'erased'; head: VerificationHead };

/**
 * What became of the verification, as it was at its completion: reviews that came later don't change the answer.
 * `erased`: it is over, but its text must not or can't be shown any more.
 */
export async function outcomeOf(
  { events, vault, sealer, clock, handOver }: Dependencies,
  verificationId: string,
): Promise<Outcome> {
  const concluded = justConcluded(handOver, verificationId);
  const { state, expired } =
    concluded === null ? await foldToCompletion(events, verificationId) : { ...concluded, expired: false };
  const { head, claims } = state;
  if (head.status !== 'failed' && head.status !== 'completed' && !expired) return { state: 'running', head };
  if (head.status === 'failed' && !expired) return { state: 'failed', head };
  const request = head.request;
  const overdue = request !== null && !request.zero_retention && Date.parse(request.expires_at) <= clock.now();
  if (expired || overdue) return { state: 'erased', head };
  const key = await vault.dataKey(verificationId);
  if (key === null) return { state: 'erased', head };
  const open = openTextsWith(key, sealer, verificationId, concluded?.details);
  return { state: 'completed', head, claims: [...claims.values()], key, open };
}

/**
 * The same of a verification that is known to have been completed, with the key that its caller has kept. Null where its
 * text can't be shown any more.
 */
export async function shownAgain(
  { events, vault, sealer }: Pick<Dependencies, 'events' | 'vault' | 'sealer'>,
  verificationId: string,
  kept: Uint8Array | null,
): Promise<ShownVerification | null> {
  const key = kept ?? (await vault.dataKey(verificationId));
  if (key === null) return null;
  const { head, claims } = (await foldToCompletion(events, verificationId)).state;
  return { head, claims: [...claims.values()], key, open: openTextsWith(key, sealer, verificationId) };
}

function justConcluded(handOver: HandOver, verificationId: string): LeftStream | null {
  const concluded = handOver.take(verificationStream(verificationId), 0);
  if (concluded?.state.head.status !== 'completed' || concluded.state.head.erasure !== 'none') return null;
  return concluded;
}

/** Folding this many events takes a millisecond; then others get a turn of the event loop. */
const EVENTS_PER_TURN = 50;

async function foldToCompletion(
  events: Pick<CommandDependencies['events'], 'readStream'>,
  verificationId: string,
): Promise<{ state: VerificationState; expired: boolean }> {
  let state = initialState();
  let read = 0;
  for await (const { type, data } of readInPages(events, verificationStream(verificationId))) {
    if (++read % EVENTS_PER_TURN === 0) await nextTurn();
    const event = decodeEvent({ type, data }) as VerificationEvent | null;
    if (event === null) continue;
    if (event.type === 'VerificationExpired') return { state, expired: true };
    if (state.head.status !== 'completed') state = evolve(state, event);
  }
  return { state, expired: false };
}
