/** A thread that reads pages, and is slow to start. */
import { setTimeout as delay } from 'node:timers/promises';

await delay(600);

export default async ({ method }: { method: string }) => ({
  value: method === 'warmUp' ? undefined : JSON.stringify([{ text: 'fine', ordinal: 0 }]),
});
