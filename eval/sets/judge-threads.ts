/** Judges many pairs in threads. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { JudgedPair, JudgingReply, JudgingTask, PairToJudge } from './judge-worker.ts';

/** Pairs per task: enough to make the messages cheap, but few enough to keep all threads busy. */
const PAIRS_PER_TASK = 100;

export interface JudgeThreads {
  /** In the order of the pairs; `milliseconds` is the sum of all threads' times. */
  judge(pairs: readonly PairToJudge[]): Promise<JudgingReply>;
  close(): Promise<void>;
}

export function openJudgeThreads(): JudgeThreads {
  const pool = new Piscina<JudgingTask, JudgingReply>({
    filename: new URL('./judge-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: availableParallelism(),
  });
  return {
    async judge(pairs) {
      const tasks: JudgingTask[] = [];
      for (let at = 0; at < pairs.length; at += PAIRS_PER_TASK) {
        const some = pairs.slice(at, at + PAIRS_PER_TASK).map(({ claim, evidence }) => ({ claim, evidence }));
        tasks.push({ pairs: some });
      }
      const replies = await Promise.all(tasks.map((task) => pool.run(task)));
      const judged: JudgedPair[] = replies.flatMap((reply) => reply.judged);
      return { judged, milliseconds: replies.reduce((sum, reply) => sum + reply.milliseconds, 0) };
    },
    close: () => pool.destroy(),
  };
}
