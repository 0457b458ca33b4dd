/** The thread behind `posting.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type RawAnswer, rawCall } from './client.ts';
import type { PostingCommand, PostingReply } from './posting.ts';

const port = parentPort!;
let last: RawAnswer | null = null;

port.on('message', async (command: PostingCommand) => {
  const reply: PostingReply = await execute(command).then(
    (value) => ({ value }),
    (error: Error) => ({ failed: error.message }),
  );
  port.postMessage(reply);
});

async function execute(command: PostingCommand): Promise<number> {
  if (command === 'count claims') return claimsIn(last!);
  last = await rawCall(workerData, 'POST', '/v1/verifications', { body: { content: command.post } });
  return last.milliseconds;
}

function claimsIn({ chunks }: RawAnswer): number {
  const { result } = JSON.parse(Buffer.concat(chunks).toString()) as { result: { claims: unknown[] } };
  return result.claims.length;
}
