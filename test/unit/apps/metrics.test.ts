import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '#apps/metrics.ts';

test('questions to language models are counted by outcome, with their tokens and time', async () => {
  const { pipeline, registry } = createMetrics();
  pipeline.modelConsulted('answered', 1_500, { input_tokens: 900, output_tokens: 60 });
  pipeline.modelConsulted('refused', 500, null);
  pipeline.modelConsulted('remembered', null, null);
  const text = await registry.metrics();
  for (const line of [
    'model_questions_total{outcome="answered"} 1',
    'model_questions_total{outcome="refused"} 1',
    'model_questions_total{outcome="remembered"} 1',
    'model_tokens_total{direction="input"} 900',
    'model_tokens_total{direction="output"} 60',
    'model_question_duration_seconds_sum 2',
    'model_question_duration_seconds_count 2',
  ]) {
    assert.ok(text.split('\n').includes(line), line);
  }
});

test('a gauge whose store does not answer is NaN, and the others are told all the same', async () => {
  const { gauge, registry } = createMetrics();
  gauge('lag', 'Lag.', { of: 'a' }, () => new Promise(() => {}));
  gauge('lag', 'Lag.', { of: 'b' }, () => new Promise(() => {}));
  gauge('lag', 'Lag.', { of: 'c' }, () => 7);
  const began = performance.now();
  const text = await registry.metrics();
  assert.ok(performance.now() - began < 9_000, 'a scrape would have ended before');
  for (const line of ['lag{of="a"} Nan', 'lag{of="b"} Nan', 'lag{of="c"} 7']) assert.ok(text.includes(line), text);
});
