/** Latency of a POST of 27 claims, each of which requires a question to a language model that takes a second to respond. */
import { join } from 'node:path';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { readerOf } from '#test/doubles/models/readers.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { startService } from '#test/support/service.ts';
import { type BenchResult, percentile, times } from './result.ts';
import { verify } from './support/client.ts';
import { unsettledText, writeLibrary } from './support/corpus.ts';
import type { BenchOptions } from './support/options.ts';

const CLAIMS = 27;
const ANSWER_MS = 1_000;
/** Largest ratio of the latency to the time of one answer. */
const MAX_ANSWERS = 8;

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const documents = quick ? 100 : 1_000;
  const rounds = quick ? 1 : 5;
  const library = join(folder, 'library');
  await writeLibrary(library, documents);
  // The model finds nothing about any claim. Neither would a real one.
  const model = await openModelServer({ format: chatCompletions('ollama'), says: readerOf([]), takes: ANSWER_MS });
  const service = await startService(join(folder, 'data'), {
    EVIDENCE_LIBRARY_DIR: library,
    EVIDENCE_MODEL_URL: model.url,
    EVIDENCE_MODEL: 'reader',
  });
  try {
    await verify(service, unsettledText(1, 10_000, documents));
    const whole: number[] = [];
    const remembered: number[] = [];
    const questions: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const before = model.requests.length;
      whole.push((await verify(service, unsettledText(CLAIMS, i, documents))).milliseconds);
      questions.push(model.requests.length - before);
      remembered.push((await verify(service, unsettledText(CLAIMS, i, documents))).milliseconds);
    }
    const p50 = percentile(whole, 0.5);
    return {
      name: `POST of ${CLAIMS} claims with a language model that takes ${ANSWER_MS / 1_000} s to answer`,
      figures: [
        {
          label: 'p50',
          value: p50 / 1_000,
          unit: 's',
          ratio: times(p50, 'one answer', ANSWER_MS, MAX_ANSWERS),
        },
        { label: 'longest', value: percentile(whole, 1) / 1_000, unit: 's' },
        {
          label: 'questions per text, fewest',
          value: Math.min(...questions),
          unit: '',
          limit: { at_least: CLAIMS - 1 },
        },
        { label: 'the same text again, p50', value: percentile(remembered, 0.5) / 1_000, unit: 's' },
      ],
    };
  } finally {
    await service.stop();
    await model.close();
  }
}
