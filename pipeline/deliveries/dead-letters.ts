/** Records that a stage failed for good, which ends its verification with a reason. */
import { timestamp } from '#common/time.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import type { StageDeadLetteredData } from '#domain/verification/events.ts';
import { stageMetadata } from '../runs/metadata.ts';
import { executeAs, runOf, triggerOf } from '../runs/run.ts';
import { failGivenUpJob, jobOfMessage } from '../stages/documents.ts';
import type { StageDependencies } from '../stages/stage.ts';
import { errorClass, errorCode, failureReason } from './failures.ts';
import { keepUnopened } from './unopened.ts';

export interface Failure {
  attempts: number;
  error: unknown;
}

type Dependencies = Pick<StageDependencies, 'verifications' | 'clock'> & { events: EventStore };

/**
 * Records StageDeadLettered and, if the verification is still running, VerificationFailed. Idempotent. A stage of a
 * document job fails the job instead, which its owner may try again.
 */
export async function deadLetter(
  dependencies: Dependencies,
  stage: string,
  message: StageMessage,
  failure: Failure,
): Promise<void> {
  const jobId = jobOfMessage(stage, message);
  if (jobId !== null) return failGivenUpJob(dependencies, stage, jobId, message, failure.error);
  const letter = await letterOf(dependencies, stage, message, failure);
  if (letter === null) return;
  const id = verificationIdOf(message.stream);
  const command = { type: 'DeadLetterStage', ...letter, reason: failureReason(failure.error) } as const;
  await executeAs(dependencies.verifications, stage, id, command, stageMetadata(stage, id, message));
}

/**
 * Keeps a stage for a later retry because the vault never had its verification's key. Appends no event. Throws when too
 * many stages are kept already.
 */
export async function setAsideUnopened(
  dependencies: Dependencies & { values: ServerValues },
  stage: string,
  message: StageMessage,
  failure: Failure,
): Promise<void> {
  const letter = await letterOf(dependencies, stage, message, failure);
  if (letter === null) return;
  const { organization_id, request_id, stream } = message;
  const id = verificationIdOf(stream);
  const { request } = (await dependencies.verifications.load(id)).state.head;
  await keepUnopened(dependencies.values, {
    verification_id: id,
    organization_id,
    request_id,
    ...(request !== null && { expires_at: request.expires_at }),
    ...letter,
  });
}

/** Returns null if this version does not know the trigger's event type. */
async function letterOf(
  dependencies: Dependencies,
  stage: string,
  message: StageMessage,
  { attempts, error }: Failure,
): Promise<StageDeadLetteredData | null> {
  const trigger = await triggerOf(dependencies.events, message);
  if (trigger === null) return null;
  return {
    run: runOf(trigger),
    stage,
    trigger_event_id: message.event_id,
    attempts,
    error_class: errorClass(error),
    error_code: errorCode(error),
    dead_lettered_at: timestamp(dependencies.clock),
  };
}
