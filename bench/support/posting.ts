/**
 * Long texts posted by a thread of its own. Receiving an answer of many megabytes holds up an event loop for tens of
 * milliseconds, and reads that are timed on the same one would have those counted as the service's.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ServiceProcess } from '#test/support/service.ts';

export interface PostingThread {
  /** Resolves when the whole answer has come, with the milliseconds that took. One at a time. */
  post(content: string): Promise<number>;
  /** Claims in the last answer, which is looked into only now. */
  countClaims(): Promise<number>;
  close(): Promise<void>;
}

/** What the thread is told. It answers the milliseconds, or the count. */
export type Told = { post: string } | 'count claims';
export type Answered = { value: number } | { failed: string };

export function startPosting({ url, key }: Pick<ServiceProcess, 'url' | 'key'>): PostingThread {
  const worker = new Worker(new URL('./posting-thread.ts', import.meta.url), { workerData: { url, key } });
  const gone = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the posting thread ended with ${code}`)));
  });
  // For whoever asks next; there may be nobody.
  gone.catch(() => {});

  async function ask(told: Told): Promise<number> {
    const answered = once(worker, 'message') as Promise<[Answered]>;
    worker.postMessage(told);
    const [answer] = await Promise.race([answered, gone]);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.value;
  }

  return {
    post: (content) => ask({ post: content }),
    countClaims: () => ask('count claims'),
    async close() {
      await worker.terminate();
    },
  };
}
