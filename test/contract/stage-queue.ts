/**
 * What every stage queue adapter must do. Stages, streams and types are unique to each test; time is the harness's
 * clock, which the adapter uses for due times.
 */
import { after, before, describe } from 'node:test';
import { deliveryContract } from './stage-queue-delivery.ts';
import { failureContract } from './stage-queue-failure.ts';
import { restartContract } from './stage-queue-restart.ts';
import { QueueUnderTest, type StageQueueHarness } from './stage-queue-under-test.ts';

/** Joins an adapter to the suite: `stageQueueContract('name', async () => harness)`. */
export function stageQueueContract(name: string, make: () => Promise<StageQueueHarness>): void {
  describe(`stage queue contract: ${name}`, { timeout: 120_000 }, () => {
    const test = new QueueUnderTest();
    before(async () => test.open(await make()));
    after(() => test.cleanup());
    deliveryContract(test);
    failureContract(test);
    restartContract(test);
  });
}
