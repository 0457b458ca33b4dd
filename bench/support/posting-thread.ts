/** The thread behind `posting.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type RawAnswer, rawCall } from './client.ts';
import type { Answered, Told } from './posting.ts';

const port = parentPort!;
let last: RawAnswer | null = null;

port.on('message', async (told: Told) => {
  const answer = await carryOut(told).catch((error: Error) => ({ failed: error.message }));
  port.postMessage(answer satisfies Answered);
});

async function carryOut(told: Told): Promise<Answered> {
  if (told === 'count claims') return { claims: claimsIn(last!) };
  last = await rawCall(workerData, 'POST', '/v1/verifications', { body: told });
  return { milliseconds: last.milliseconds };
}

function claimsIn({ chunks }: RawAnswer): number {
  const { result } = JSON.parse(Buffer.concat(chunks).toString()) as { result: { claims: unknown[] } };
  return result.claims.length;
}
