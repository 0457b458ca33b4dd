/**
 * Long texts posted by a thread of its own. Receiving an answer of many megabytes holds up an event loop for tens of
 * milliseconds, and reads that are timed on the same one would have those counted as the service's.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ServiceProcess } from '#test/support/service.ts';

export interface PostingThread {
  /** Resolves when the whole answer has come. */
  post(content: string): Promise<Posted>;
  close(): Promise<void>;
}

export interface Posted {
  milliseconds: number;
  /** Claims in the answer, which is looked into when this is called. */
  countClaims(): Promise<number>;
}

/** What the thread is told, and what it answers. */
export type Told = { content: string } | 'count claims';
export type Answered = { milliseconds: number } | { claims: number } | { failed: string };

export function startPosting({ url, key }: Pick<ServiceProcess, 'url' | 'key'>): PostingThread {
  const worker = new Worker(new URL('./posting-thread.ts', import.meta.url), { workerData: { url, key } });
  async function ask(told: Told): Promise<Answered> {
    const answered = once(worker, 'message') as Promise<[Answered]>;
    worker.postMessage(told);
    const [answer] = await answered;
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  }
  return {
    async post(content) {
      const { milliseconds } = (await ask({ content })) as { milliseconds: number };
      return {
        milliseconds,
        countClaims: async () => ((await ask('count claims')) as { claims: number }).claims,
      };
    },
    async close() {
      await worker.terminate();
    },
  };
}
