/** Keeps every core busy, as another program on the same machine would. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Runs `work` beside as many busy threads as there are cores. */
export async function besideBusyCores<Result>(work: () => Promise<Result>): Promise<Result> {
  const threads = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  try {
    return await work();
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}
