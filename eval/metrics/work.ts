/** The cost of a run: model calls, tokens, time. */
import type { ArticlesRun } from '../run/run-articles.ts';

export interface WorkFigures {
  articles: number;
  /** Number of claims that the service extracted. */
  claims: number;
  model_calls: number;
  /** Model calls without an answer. */
  model_calls_failed: number;
  model_calls_per_claim: number | null;
  input_tokens: number;
  output_tokens: number;
  /** Processor time of all threads per article, including indexing its documents and searching for the gold claims. */
  processor_ms_per_article: number | null;
  /** Median time to verify an article, without the other work of the evaluation. */
  median_ms_per_article: number | null;
  /** Claims per second of the run. */
  claims_per_second: number | null;
}

export function workFigures({ articles, milliseconds, processor_milliseconds }: ArticlesRun): WorkFigures {
  const sum = (amountOf: (run: ArticlesRun['articles'][number]) => number) =>
    articles.reduce((total, run) => total + amountOf(run), 0);
  const claims = sum((run) => run.claims);
  const calls = sum(({ model }) => model.calls);
  return {
    articles: articles.length,
    claims,
    model_calls: calls,
    model_calls_failed: sum(({ model }) => model.failed),
    model_calls_per_claim: per(calls, claims),
    input_tokens: sum(({ model }) => model.input_tokens),
    output_tokens: sum(({ model }) => model.output_tokens),
    processor_ms_per_article: per(processor_milliseconds, articles.length),
    median_ms_per_article: median(articles.map((run) => run.milliseconds)),
    claims_per_second: per(claims, milliseconds / 1_000),
  };
}

function per(value: number, count: number): number | null {
  return count === 0 ? null : value / count;
}

/** The median: the middle value, or the mean of the two middle ones. Null without values. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
