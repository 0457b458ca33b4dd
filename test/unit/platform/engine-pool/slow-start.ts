/** A page-reading thread that starts slowly. */
import { setTimeout as delay } from 'node:timers/promises';

await delay(600);

export default async ({ method }: { method: string }) => ({
  value: method === 'warmUp' ? undefined : [{ text: 'fine', ordinal: 0 }],
});
