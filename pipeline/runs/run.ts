/** One stage's work on one verification: loads the verification, opens its texts and records the results. */

import { timestamp } from '#common/time.ts';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import type { FailureReason } from '#contracts/vocabulary.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { isRestartable } from '#domain/verification/ended.ts';
import type { VerificationEvent, VerificationRequestedData } from '#domain/verification/events.ts';
import type { VerificationState, VerificationStatus } from '#domain/verification/state.ts';
import type { Engine } from '#engine/engine.ts';
import type { VerificationTexts } from '#sealed/verification-texts.ts';
import type { ClaimDetails } from '#streams/claim-details.ts';
import type { LoadedVerification, LoadPolicy, VerificationStreams } from '#streams/verification-streams.ts';
import type { StageDependencies, StageName } from '../stages/stage.ts';
import { eventIdOf } from './event-ids.ts';
import { stageMetadata } from './metadata.ts';
import { textsUnlessLost } from './texts.ts';

export interface StageRun {
  verification_id: string;
  run: number;
  request: VerificationRequestedData;
  /** The engine, queued under the verification's organization. */
  engine: Engine;
  /** The state of the verification as this run knows it, including everything that `record` appended. */
  state(): VerificationState;
  /** The claims with the details that a long text has left in its stream. Give it few at a time. */
  withDetails: ClaimDetails;
  /** Seals and opens the verification's texts. */
  texts: VerificationTexts;
  /**
   * Executes the command. Returns whether the stage may continue: false once the verification has ended otherwise or is
   * to be erased (it then fails with `source_expired`). Commands are executed one after the other.
   */
  record(command: VerificationCommand): Promise<boolean>;
}

/**
 * Opens the verification of `message` for a stage that starts from `status`. Returns null when there is nothing to do:
 * the stage ran before, the verification has ended, or it was just failed because its key is missing. Throws
 * KeyVaultError `key_unknown` if the vault never had the key; nothing is recorded then.
 */
export async function openRun(
  dependencies: StageDependencies,
  stage: StageName,
  status: VerificationStatus,
  message: StageMessage,
  policy: LoadPolicy = 'cached',
): Promise<StageRun | null> {
  const { verifications, clock, engine } = dependencies;
  const verificationId = verificationIdOf(message.stream);
  const metadata = stageMetadata(stage, verificationId, message);
  let loaded = await verifications.load(verificationId, { policy, revision: message.revision });
  const { request, run } = loaded.state.head;
  if (request === null || loaded.state.head.status !== status) return null;

  async function execute(command: VerificationCommand): Promise<void> {
    loaded = await executeAs(verifications, stage, verificationId, command, metadata, loaded);
  }
  const fail = (reason: FailureReason) =>
    execute({ type: 'FailVerification', run, reason, stage, failed_at: timestamp(clock) });

  /** Returns false, and fails the verification, once its text is to be erased. */
  async function mayContinue(): Promise<boolean> {
    if (loaded.state.head.erasure !== 'none') await fail('source_expired');
    return loaded.state.head.run === run && !isRestartable(loaded.state.head);
  }

  if (!(await mayContinue())) return null;
  const texts = await textsUnlessLost(verifications, verificationId, request, 'cached');
  if (texts === null) {
    const expired = !request.zero_retention && request.expires_at <= timestamp(clock);
    await fail(expired ? 'source_expired' : 'key_lost');
    // No caller gets a response any more, so a zero-retention text can expire now, before its lost key is due.
    if (request.zero_retention) {
      await execute({ type: 'ExpireVerification', reason: 'zero_retention', expired_at: timestamp(clock) });
    }
    return null;
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    verification_id: verificationId,
    run,
    request,
    engine: engine.forOrganization(request.organization_id),
    texts,
    state: () => loaded.state,
    withDetails: verifications.details(verificationId),
    record(command) {
      const recorded = last.then(async () => {
        await execute(command);
        return mayContinue();
      });
      last = recorded.catch(() => {});
      return recorded;
    },
  };
}

/** Executes a command of the system on a verification. The decider never refuses these; throws if it does. */
export async function executeAs(
  verifications: VerificationStreams,
  stage: string,
  verificationId: string,
  command: VerificationCommand,
  metadata: EventMetadata,
  loaded?: LoadedVerification,
): Promise<LoadedVerification> {
  const executed = await verifications.execute(verificationId, command, {
    metadata,
    eventId: (event) => eventIdOf(verificationId, stage, event),
    ...(loaded && { loaded }),
  });
  if (!executed.accepted) throw new Error(`${command.type} was refused: ${executed.reason}`);
  return executed;
}

/** The event that a message refers to, or null if this version does not know it. */
export async function triggerOf(
  events: Pick<EventStore, 'readStream'>,
  message: StageMessage,
): Promise<VerificationEvent | null> {
  const [recorded] = await events.readStream(message.stream, { from: message.revision, limit: 1 });
  return recorded === undefined ? null : (decodeEvent(recorded) as VerificationEvent | null);
}

/** The run that a trigger belongs to. */
export function runOf(trigger: VerificationEvent): number {
  return ('run' in trigger.data ? trigger.data.run : undefined) ?? 1;
}
