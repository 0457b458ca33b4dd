/** The result of a verification, folded from its stream for the one who asked for it. */

import { decodeEvent } from '#contracts/events/registry.ts';
import type { VerificationEvent } from '#contracts/events/verification.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { type HistoricEvent, stateAsOf } from '#domain/verification/as-of.ts';
import { verificationStream } from '#domain/verification/decider.ts';
import { assembleResult } from '#domain/verification/result.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import type { CommandDependencies } from '../dependencies.ts';

export type Outcome =
  | { state: 'completed'; head: VerificationHead; result: VerificationResult }
  | { state: 'failed' | 'running' | 'erased'; head: VerificationHead };

/**
 * What became of the verification, as it was at its completion: reviews that came later don't change the answer.
 * `erased`: it is over, but its text must not or can't be shown any more.
 */
export async function outcomeOf(
  { events, vault, sealer, clock }: Pick<CommandDependencies, 'events' | 'vault' | 'sealer' | 'clock'>,
  verificationId: string,
): Promise<Outcome> {
  const history: HistoricEvent[] = [];
  let expired = false;
  for (const { type, data, revision, recorded_at } of await events.readStream(verificationStream(verificationId))) {
    const event = decodeEvent({ type, data }) as VerificationEvent | null;
    if (event === null) continue;
    history.push({ event, revision, recorded_at });
    if (event.type === 'VerificationExpired') expired = true;
  }
  const { head, claims } = stateAsOf(history, 'completion');
  if (head.status === 'failed' && !expired) return { state: 'failed', head };
  if (head.status !== 'completed' && !expired) return { state: 'running', head };
  const request = head.request;
  const overdue = request !== null && !request.zero_retention && Date.parse(request.expires_at) <= clock.now();
  const key = expired || overdue ? null : await vault.dataKey(verificationId);
  if (key === null) return { state: 'erased', head };
  const result = assembleResult(head, claims.values(), (sealed, record, field) =>
    sealer.open(key, { verification_id: verificationId, record, field }, sealed),
  );
  return { state: 'completed', head, result };
}
