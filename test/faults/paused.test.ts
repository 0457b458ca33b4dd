import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { leaseOf } from '#apps/parts/projectors.ts';
import { VERIFICATIONS } from '#projectors/verifications/document.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { WORKERS } from '#test/support/deployment/distributed.ts';
import { eventually } from '#test/support/eventually.ts';
import { underLoad } from './under-load.ts';

/** As long as a session of Kafka's. */
const STILL_MS = 15_000;
/** A lease of 10 s has to run out, and be noticed. */
const TAKEN_OVER_WITHIN_MS = 30_000;

test('a pipeline process paused for 15 s is replaced, and nothing is done twice', (context) =>
  underLoad(context, {
    async fault({ service }) {
      const resume = standStill(service, 'pipeline-1');
      await delay(STILL_MS).finally(resume);
    },
  }));

test('a paused projector is replaced, and the views come out the same', (context) =>
  underLoad(context, {
    workers: { ...WORKERS, 'projectors-2': 'projectors' },
    // Documents that come and go are what a late write could bring back.
    zeroRetentionEvery: 2,
    async fault({ service, orders }) {
      const writers = ['projectors', 'projectors-2'];
      const slow = writers.find((name) => leases(service, name).held > 0) ?? assert.fail('nobody writes the view');
      const other = writers.find((name) => name !== slow)!;
      assert.equal(leases(service, other).held, 0);
      const resume = standStill(service, slow);
      try {
        await eventually('the other holds the lease', () => leases(service, other).held > 0, TAKEN_OVER_WITHIN_MS);
        const { key, acknowledged } =
          orders.findLast((order) => order.acknowledged !== null && !order.zeroRetention) ??
          assert.fail('nothing was acknowledged');
        await eventually('views that follow', async () => {
          const read = await service.request('GET', `/v1/verifications/${acknowledged?.id}`, { key });
          return read.status === 200;
        });
      } finally {
        resume();
      }
      await eventually('the slow one knows that it has lost', () => leases(service, slow).lost > 0);
    },
  }));

/** SIGSTOP; what is returned lets it go on. */
function standStill(service: Deployment, name: string): () => void {
  const pid = service.pids().get(name) ?? assert.fail(`${name} does not run`);
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
}

/** How often a process has come to write the verifications' view, and was overtaken at it. */
function leases(service: Deployment, name: string): { held: number; lost: number } {
  const lines = service.logsOf(name).filter(({ lease }) => lease === leaseOf(VERIFICATIONS));
  const count = (wanted: string) => lines.filter(({ msg }) => msg === wanted).length;
  return { held: count('a lease is held'), lost: count('a lease was lost') };
}
