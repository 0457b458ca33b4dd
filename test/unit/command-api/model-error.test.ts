import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOfModel } from '#command-api/chat/model-error.ts';
import { errorHeaders } from '#contracts/errors.ts';
import type { ModelFailure } from '#contracts/ports/language-model.ts';

const CASES: readonly (readonly [failure: ModelFailure, status: number, code: string, retried: boolean])[] = [
  [{ kind: 'unavailable', reason: 'timeout' }, 504, 'timeout', true],
  [{ kind: 'unavailable', reason: 'network' }, 502, 'provider_error', true],
  [{ kind: 'unavailable', reason: 'circuit_open' }, 502, 'provider_error', true],
  [{ kind: 'unavailable', reason: 'busy' }, 429, 'concurrency_limit_exceeded', true],
  [{ kind: 'rate_limited', retry_after_ms: 20_000 }, 429, 'rate_limit_exceeded', true],
  [{ kind: 'rate_limited', retry_after_ms: null }, 429, 'rate_limit_exceeded', true],
  [{ kind: 'rate_limited', retry_after_ms: 900_000 }, 429, 'rate_limit_exceeded', false],
  [{ kind: 'unknown_model' }, 404, 'not_found', true],
  [{ kind: 'disconnected' }, 404, 'not_found', true],
  [{ kind: 'over_limit', limit: 'context' }, 422, 'validation_error', true],
  [{ kind: 'over_limit', limit: 'output_tokens' }, 502, 'provider_error', false],
  [{ kind: 'over_limit', limit: 'response_size' }, 502, 'provider_error', false],
  [{ kind: 'over_limit', limit: 'quota' }, 502, 'provider_error', false],
  [{ kind: 'refused' }, 502, 'provider_error', false],
  [{ kind: 'unauthorised' }, 502, 'provider_error', false],
  [{ kind: 'rejected', status: 418 }, 502, 'provider_error', false],
  [{ kind: 'invalid_answer', reason: 'empty' }, 502, 'provider_error', true],
  [{ kind: 'not_recorded', hash: 'abc', reason: 'missing' }, 502, 'provider_error', false],
];

test('every failure of a model is a typed error, which says whether repeating may help', () => {
  for (const [failure, status, code, retried] of CASES) {
    const error = errorOfModel(failure);
    assert.deepEqual([error.status, error.code], [status, code], JSON.stringify(failure));
    assert.equal(errorHeaders(error)['x-should-retry'], retried ? undefined : 'false', JSON.stringify(failure));
  }
});

test('a limit of ours is named with its number, and a time to come back', () => {
  const busy = errorOfModel({ kind: 'unavailable', reason: 'busy' }).message;
  assert.match(busy, /^The limit of 1000 completions of an organization that wait .* Try again in 1 second\.$/);
  assert.match(errorOfModel({ kind: 'over_limit', limit: 'response_size' }).message, /larger than 1 MB/);
  const provider = errorOfModel({ kind: 'rate_limited', retry_after_ms: 20_000 }).message;
  assert.match(provider, /provider sets is reached\. Try again in 20 seconds\.$/);
});

test('the time that a provider asks to wait is passed on', () => {
  const error = errorOfModel({ kind: 'rate_limited', retry_after_ms: 20_500 });
  assert.equal(errorHeaders(error)['retry-after'], '21');
});
