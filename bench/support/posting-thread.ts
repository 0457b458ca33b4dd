/** The thread behind `posting.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type RawAnswer, rawCall } from './client.ts';
import type { Answered, Told } from './posting.ts';

const port = parentPort!;
let last: RawAnswer | null = null;

port.on('message', async (told: Told) => {
  const answer: Answered = await carryOut(told).then(
    (value) => ({ value }),
    (error: Error) => ({ failed: error.message }),
  );
  port.postMessage(answer);
});

async function carryOut(told: Told): Promise<number> {
  if (told === 'count claims') return claimsIn(last!);
  last = await rawCall(workerData, 'POST', '/v1/verifications', { body: { content: told.post } });
  return last.milliseconds;
}

function claimsIn({ chunks }: RawAnswer): number {
  const { result } = JSON.parse(Buffer.concat(chunks).toString()) as { result: { claims: unknown[] } };
  return result.claims.length;
}
