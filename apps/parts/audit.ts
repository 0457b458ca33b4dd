/** The audit trail of a process: follows the log, records refused calls, signs checkpoints. */
import { type LeaseDependencies, whileHolding } from '#common/leases.ts';
import { systemTimers } from '#common/time.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import { type CheckpointSigner, createCheckpointSigner } from '#domain/audit/checkpoint.ts';
import { createRefusalLog, type RefusalLog } from '#http/refusal-log.ts';
import { AUDITED_EVENTS, createAuditFollower } from '#pipeline/audit/follower.ts';
import type { Core } from './core.ts';
import { watchLag } from './lag.ts';

/** The signer of the deployment, whose key is a secret of the vault. */
export async function openCheckpointSigner(vault: Pick<KeyVault, 'serverSecret'>): Promise<CheckpointSigner> {
  return createCheckpointSigner(await vault.serverSecret('audit-checkpoint'));
}

export function startAuditFollower(
  { stores, logger, metrics }: Pick<Core, 'stores' | 'logger' | 'metrics'>,
  leases: LeaseDependencies,
  closing: AsyncDisposableStack,
): void {
  const follower = createAuditFollower({
    events: stores.events,
    values: stores.operations.values,
    timers: systemTimers,
    onUnreadable: ({ id: event_id, type: event_type, position }) =>
      logger.error({ event_id, event_type, position }, 'an event of the log cannot be read and left no audit record'),
  });
  closing.defer(whileHolding('audit-follower', (signal) => follower.follow(signal), leases));
  const labels = { kind: 'follower', subscription: 'audit' } as const;
  watchLag(metrics, stores, labels, { position: () => follower.position(), filter: AUDITED_EVENTS });
}

export function openRefusalLog({ stores, logger }: Pick<Core, 'stores' | 'logger'>): RefusalLog {
  const { events, operations, clock } = stores;
  return createRefusalLog({
    events,
    counters: operations.counters,
    clock,
    onFailure: (err, { request_id, principal }) =>
      logger.error({ err, request_id, key_id: principal.key_id }, 'a refused call left no audit record'),
  });
}
