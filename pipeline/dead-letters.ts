/** Giving up: the failure becomes an event, and the verification ends with its reason. */
import { timestamp } from '#contracts/ports/clock.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { errorClass, errorCode, failureReason } from './failures.ts';
import { stageMetadata } from './metadata.ts';
import { carryOutAs, runOf, triggerOf, verificationIdOf } from './run.ts';
import type { StageDependencies } from './stage.ts';

/** Records StageDeadLettered and, if the verification still runs, VerificationFailed. Repeating it changes nothing. */
export async function deadLetter(
  dependencies: Pick<StageDependencies, 'store' | 'clock'>,
  stage: string,
  message: StageMessage,
  failure: { attempts: number; error: unknown },
): Promise<void> {
  const trigger = await triggerOf(dependencies, message);
  if (trigger === null) return;
  await carryOutAs(
    dependencies,
    stage,
    message.stream,
    {
      type: 'DeadLetterStage',
      run: runOf(trigger),
      stage,
      trigger_event_id: message.event_id,
      attempts: failure.attempts,
      error_class: errorClass(failure.error),
      error_code: errorCode(failure.error),
      reason: failureReason(failure.error),
      dead_lettered_at: timestamp(dependencies.clock),
    },
    stageMetadata(stage, verificationIdOf(message.stream), message),
  );
}
