/** A customer who posts a claim a second, whatever others do; and how the service is meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { memoryMb } from '../../../bench/support/process.ts';
import type { Order } from '../load.ts';
import { type Customer, makeCustomer } from './customers.ts';

const POST_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 100;
const CLAIM = 'The station has 24 turbines.';

export interface Neighbour {
  /** What it was promised: every acknowledged result must be there in the end. */
  orders: Order[];
  /** Posts and looks at the service for so long. */
  watch(milliseconds: number, sourceSets?: readonly string[]): Promise<Seen>;
}

/** What an attack did to the others. Milliseconds of each request; MB of the largest process. */
export interface Seen {
  posts: number[];
  health: number[];
  memoryMb: number;
  /** Answers to the neighbour other than 201. */
  refused: string[];
}

export async function moveIn(service: Deployment): Promise<Neighbour & Customer> {
  const { key, organization } = await makeCustomer(service, 'neighbour');
  const orders: Order[] = [];

  async function post(seen: Seen, sourceSet: string | undefined): Promise<void> {
    const began = performance.now();
    const answer = await service
      .request('POST', '/v1/verifications', {
        key,
        body: { content: CLAIM, ...(sourceSet && { source_set_id: sourceSet }) },
      })
      .catch((error: Error) => error);
    seen.posts.push(performance.now() - began);
    if (answer instanceof Error) seen.refused.push(answer.message);
    else if (answer.status !== 201) seen.refused.push(`${answer.status} ${answer.text}`);
    else {
      const acknowledged = { id: answer.body.result.id, result: answer.body.result };
      orders.push({ idempotencyKey: '', key, content: CLAIM, zeroRetention: false, acknowledged });
    }
  }

  async function look(seen: Seen): Promise<void> {
    const began = performance.now();
    // A connection of its own each time, as that of a load balancer's check.
    const answer = await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } }).catch(() => null);
    seen.health.push(performance.now() - began);
    if (answer?.status !== 200) seen.refused.push(`/healthz: ${answer?.status ?? 'no answer'}`);
    await answer?.body?.cancel();
    seen.memoryMb = Math.max(seen.memoryMb, ...[...service.pids().values()].map(memoryMb));
  }

  return {
    key,
    organization,
    orders,
    async watch(milliseconds, sourceSets = []) {
      const seen: Seen = { posts: [], health: [], memoryMb: 0, refused: [] };
      const until = performance.now() + milliseconds;
      const posting: Promise<void>[] = [];
      const postAll = async () => {
        for (let count = 0; performance.now() < until; count++) {
          posting.push(post(seen, sourceSets[count]));
          await delay(POST_EVERY_MS);
        }
      };
      const lookAll = async () => {
        while (performance.now() < until) {
          await look(seen);
          await delay(LOOK_EVERY_MS);
        }
      };
      await Promise.all([postAll(), lookAll()]);
      await Promise.all(posting);
      return seen;
    },
  };
}
