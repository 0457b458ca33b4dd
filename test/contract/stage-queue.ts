/**
 * The contract of the stage queue port. Stages, streams and types are unique to each test. The adapter takes due times
 * from the harness's clock.
 */
import { after, before, describe } from 'node:test';
import { deliveryContract } from './stage-queue-delivery.ts';
import { failureContract } from './stage-queue-failure.ts';
import { organizationContract } from './stage-queue-organizations.ts';
import { restartContract } from './stage-queue-restart.ts';
import { QueueUnderTest, type StageQueueHarness } from './stage-queue-under-test.ts';

/** Runs the suite for an adapter: `stageQueueContract('name', async () => harness)`. */
export function stageQueueContract(name: string, make: () => Promise<StageQueueHarness>): void {
  describe(`stage queue contract: ${name}`, { timeout: 120_000 }, () => {
    const test = new QueueUnderTest();
    before(async () => test.open(await make()));
    after(() => test.cleanup());
    deliveryContract(test);
    failureContract(test);
    organizationContract(test);
    restartContract(test);
  });
}
