/** Giving up: the failure becomes an event, and the verification ends with its reason. */
import { timestamp } from '#common/time.ts';
import type { StageDeadLetteredData } from '#contracts/events/verification.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { verificationDecider } from '#domain/verification/decider.ts';
import { loadStream } from '#streams/repository.ts';
import { errorClass, errorCode, failureReason } from './failures.ts';
import { stageMetadata } from './metadata.ts';
import { carryOutAs, runOf, triggerOf, verificationIdOf } from './run.ts';
import type { StageDependencies } from './stage.ts';
import { keepUnopened } from './unopened.ts';

interface Failure {
  attempts: number;
  error: unknown;
}

type Dependencies = Pick<StageDependencies, 'store' | 'clock'>;

/** Records StageDeadLettered and, if the verification still runs, VerificationFailed. Repeating it changes nothing. */
export async function deadLetter(
  dependencies: Dependencies,
  stage: string,
  message: StageMessage,
  failure: Failure,
): Promise<void> {
  const letter = await letterOf(dependencies, stage, message, failure);
  if (letter === null) return;
  await carryOutAs(
    dependencies,
    stage,
    message.stream,
    { type: 'DeadLetterStage', ...letter, reason: failureReason(failure.error) },
    stageMetadata(stage, verificationIdOf(message.stream), message),
  );
}

/**
 * Keeps a stage whose verification's key the vault never had, and records nothing. Throws where too many are kept already.
 */
export async function leaveUnopened(
  dependencies: Dependencies & { values: ServerValues },
  stage: string,
  message: StageMessage,
  failure: Failure,
): Promise<void> {
  const letter = await letterOf(dependencies, stage, message, failure);
  if (letter === null) return;
  const { organization_id, request_id, stream } = message;
  const { request } = (await loadStream(dependencies.store, verificationDecider, stream)).state.head;
  await keepUnopened(dependencies.values, {
    verification_id: verificationIdOf(stream),
    organization_id,
    request_id,
    ...(request !== null && { expires_at: request.expires_at }),
    ...letter,
  });
}

/** Null where the trigger is of a version that this one does not know. */
async function letterOf(
  dependencies: Dependencies,
  stage: string,
  message: StageMessage,
  { attempts, error }: Failure,
): Promise<StageDeadLetteredData | null> {
  const trigger = await triggerOf(dependencies, message);
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
