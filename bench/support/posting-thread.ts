/** The thread behind `posting.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type RawResponse, rawCall } from './client.ts';
import type { PostingCommand, PostingReply } from './posting.ts';

const port = parentPort!;
let last: RawResponse | null = null;

port.on('message', async (command: PostingCommand) => {
  const reply: PostingReply = await execute(command).then(
    (value) => ({ value }),
    (error: Error) => ({ failed: error.message }),
  );
  port.postMessage(reply);
});

async function execute(command: PostingCommand): Promise<number | string> {
  if (command === 'response') return Buffer.concat(last!.chunks).toString();
  last = await rawCall(workerData, 'POST', '/v1/verifications', { body: { content: command.post } });
  return last.milliseconds;
}
