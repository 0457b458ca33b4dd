/** VerificationExpired → destroys the key and deletes the blobs → VerificationErased. */
import { timestamp } from '#common/time.ts';
import { UnreadableEventError } from '#domain/events/registry.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { stageMetadata } from '../runs/metadata.ts';
import { executeAs } from '../runs/run.ts';
import { expireJob } from './documents.ts';
import type { EraseDependencies, StageHandler } from './stage.ts';

/**
 * Appends the event last, because it states that the text is gone. Fails a running verification first, so that a
 * waiting caller gets an error without waiting for a stage to notice. If this version can't read an event of the
 * stream, the text is destroyed anyway, and a version that can read it appends the event.
 */
export function createEraseStage(dependencies: EraseDependencies): StageHandler {
  const { verifications, events, blobs, clock } = dependencies;
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
    if (loaded.state.head.request?.document !== undefined) await expireJob({ events, blobs, clock }, id, metadata);
    const erase = { type: 'EraseVerification', erased_at: timestamp(clock) } as const;
    await executeAs(verifications, 'erase', id, erase, metadata, failed);
  };
}
