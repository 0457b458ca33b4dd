/** VerificationExpired → the key is destroyed, blobs are deleted → VerificationErased. */
import { timestamp } from '#common/time.ts';
import { UnreadableEventError } from '#domain/events/registry.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { stageMetadata } from './metadata.ts';
import { executeAs } from './run.ts';
import type { EraseDependencies, StageHandler } from './stage.ts';

/**
 * The event comes last: it says that the text is gone, so it must be. A run that is still at work is failed first, so
 * that a caller who waits need not wait until a stage notices. If this version can't read an event of the stream, the
 * text is destroyed all the same; the event is left to a version that can.
 */
export function createEraseStage(dependencies: EraseDependencies): StageHandler {
  const { verifications, blobs, clock } = dependencies;
  return async (message) => {
    const id = verificationIdOf(message.stream);
    const metadata = stageMetadata('erase', id, message);
    const destroy = async () => {
      await verifications.forget([id]);
      await blobs.deletePrefix(`${id}/`);
    };
    const loaded = await verifications.load(id).catch(async (error) => {
      if (error instanceof UnreadableEventError) await destroy();
      throw error;
    });
    if (loaded.state.head.erasure === 'erased') return;
    const failed = await executeAs(
      verifications,
      'erase',
      id,
      {
        type: 'FailVerification',
        run: loaded.state.head.run,
        reason: 'source_expired',
        stage: 'erase',
        failed_at: timestamp(clock),
      },
      metadata,
      loaded,
    );
    await destroy();
    const erase = { type: 'EraseVerification', erased_at: timestamp(clock) } as const;
    await executeAs(verifications, 'erase', id, erase, metadata, failed);
  };
}
