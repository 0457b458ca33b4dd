/** An engine thread that misbehaves as the text of a call says. */
import { threadId } from 'node:worker_threads';

export default async function handle({ method, args }: { method: string; args: unknown }): Promise<unknown> {
  if (method === 'warmUp' || method === 'collect') return { value: undefined };
  const isJson = typeof args === 'string';
  const [input] = (isJson ? JSON.parse(args) : args) as [string | { content: string }];
  const behaviour = typeof input === 'string' ? input : input.content.trim();
  if (behaviour === 'hang') for (;;);
  if (behaviour === 'fail') return { failed: 'splitPassages failed: RangeError at an unknown place' };
  if (behaviour === 'throw') throw new Error('the text of a customer');
  if (behaviour === 'exit') process.exit(1);
  if (behaviour === 'devour') {
    const hoard: unknown[] = [];
    for (;;) hoard.push(Array.from({ length: 100_000 }, (_, i) => `${i}`));
  }
  const value = [{ text: behaviour, ordinal: threadId }];
  // As the thread of long texts sends it.
  if (!isJson && method === 'extract') return { value: { pieces: [JSON.stringify(value)], count: 1 } };
  return { value: isJson ? JSON.stringify(value) : value };
}
