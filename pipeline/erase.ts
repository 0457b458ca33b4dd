/** VerificationExpired → the key is destroyed, blobs are deleted → VerificationErased. */
import { timestamp } from '#common/time.ts';
import { UnreadableEventError } from '#contracts/events/registry.ts';
import { verificationDecider } from '#domain/verification/decider.ts';
import { loadStream } from '#streams/repository.ts';
import { stageMetadata } from './metadata.ts';
import { carryOutAs, verificationIdOf } from './run.ts';
import type { EraseDependencies, StageHandler } from './stage.ts';

/**
 * The event comes last: it says that the text is gone, so it must be. A run that is still at work is failed first, or
 * whoever waits for it would wait for a stage to find out. Of a stream with an event that this version can't read the
 * text is destroyed as well; the event is then left to a version that can.
 */
export function createEraseStage(dependencies: EraseDependencies): StageHandler {
  const { store, vault, blobs, clock, handOver } = dependencies;
  return async (message) => {
    const { stream } = message;
    const id = verificationIdOf(stream);
    const metadata = stageMetadata('erase', id, message);
    const destroy = async () => {
      handOver.drop(stream);
      await vault.shred([id]);
      await blobs.deletePrefix(`${id}/`);
    };
    const loaded = await loadStream(store, verificationDecider, stream).catch(async (error) => {
      if (error instanceof UnreadableEventError) await destroy();
      throw error;
    });
    if (loaded.state.head.erasure === 'erased') return;
    const failed = await carryOutAs(
      dependencies,
      'erase',
      stream,
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
    await carryOutAs(dependencies, 'erase', stream, erase, metadata, failed);
  };
}
