import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, workFigures } from '#eval/metrics/work.ts';

const article = (name: string, claims: number, milliseconds: number, calls: number) => ({
  article: name,
  rows: [],
  claims,
  stray: 0,
  milliseconds,
  model: { calls, failed: 1, input_tokens: calls * 100, output_tokens: calls * 10 },
  engine: {} as never,
});

test('work is counted per article and per claim', () => {
  const articles = [article('a', 20, 100, 6), article('b', 30, 300, 4)];
  assert.deepEqual(workFigures({ articles, milliseconds: 500, processor_milliseconds: 800 }), {
    articles: 2,
    claims: 50,
    model_calls: 10,
    model_calls_failed: 2,
    model_calls_per_claim: 0.2,
    input_tokens: 1_000,
    output_tokens: 100,
    processor_ms_per_article: 400,
    median_ms_per_article: 200,
    claims_per_second: 100,
  });
});

test('the median is the middle value', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(median([]), null);
});
