/**
 * Posts long texts from a separate thread. Receiving a response of many megabytes blocks an event loop for tens of
 * milliseconds, which would be counted as the service's if reads were timed on the same loop.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ServiceProcess } from '#test/support/service.ts';

export interface PostingThread {
  /** Posts a text; resolves to the milliseconds until the complete response. Only one call at a time. */
  post(content: string): Promise<number>;
  /** The last response. It is copied to this thread only when requested. */
  response(): Promise<string>;
  close(): Promise<void>;
}

/** A message to the thread. */
export type PostingCommand = { post: string } | 'response';
/** The thread's reply; `value` is the milliseconds or the response. */
export type PostingReply = { value: number | string } | { failed: string };

/** Starts the thread. */
export function startPosting({ url, key }: Pick<ServiceProcess, 'url' | 'key'>): PostingThread {
  const worker = new Worker(new URL('./posting-thread.ts', import.meta.url), { workerData: { url, key } });
  const gone = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the posting thread ended with ${code}`)));
  });
  // May never be awaited; ignore its rejection. `ask` races with it.
  gone.catch(() => {});

  async function ask(command: PostingCommand): Promise<number | string> {
    const replied = once(worker, 'message') as Promise<[PostingReply]>;
    worker.postMessage(command);
    const [reply] = await Promise.race([replied, gone]);
    if ('failed' in reply) throw new Error(reply.failed);
    return reply.value;
  }

  return {
    post: async (content) => Number(await ask({ post: content })),
    response: async () => String(await ask('response')),
    async close() {
      await worker.terminate();
    },
  };
}
