import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import { anthropic } from '#platform/models/anthropic.ts';
import { openAi, openAiCompatible } from '#platform/models/chat-completions.ts';
import { createModelClient } from '#platform/models/client.ts';
import { google } from '#platform/models/google.ts';
import { failureOfStatus, retryAfterOf, simplerDialect } from '#platform/models/status.ts';
import type { Dialect, Wire } from '#platform/models/wire.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const REQUEST: LanguageModelRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'x' }],
  answer: { name: 'answer', schema: { type: 'object', properties: {} } },
  limits: { max_output_tokens: 5 },
  first_token: true,
};

const failure = (wire: Wire, status: number, body: unknown) => failureOfStatus(status, wire.note(body), null);

test('errors are distinguished by status and body', () => {
  const openAiError = (message: string, code: string | null = null) => ({ error: { message, type: 'x', code } });
  const anthropicError = (type: string, message: string) => ({ type: 'error', error: { type, message } });
  const cases: [Wire, number, unknown, unknown][] = [
    [openAi, 401, openAiError('Incorrect API key provided: sk-…', 'invalid_api_key'), { kind: 'unauthorised' }],
    [openAi, 429, openAiError('You exceeded your quota', 'insufficient_quota'), { kind: 'over_limit', limit: 'quota' }],
    [openAi, 429, openAiError('Rate limit reached'), { kind: 'rate_limited', retry_after_ms: null }],
    [
      openAi,
      400,
      openAiError("This model's maximum context length is 8192 tokens", 'context_length_exceeded'),
      { kind: 'over_limit', limit: 'context' },
    ],
    [openAi, 400, openAiError('filtered', 'content_filter'), { kind: 'refused' }],
    [openAi, 400, openAiError('no such thing'), { kind: 'rejected', status: 400 }],
    [openAiCompatible, 404, { error: 'model "x" not found, try pulling it first' }, { kind: 'unknown_model' }],
    [
      openAiCompatible,
      400,
      { object: 'error', message: 'exceeds the maximum', code: 400 },
      { kind: 'rejected', status: 400 },
    ],
    [openAiCompatible, 502, '<html>', { kind: 'unavailable', reason: 'server_error' }],
    [
      anthropic(),
      400,
      anthropicError('invalid_request_error', 'Your credit balance is too low'),
      { kind: 'over_limit', limit: 'quota' },
    ],
    [
      anthropic(),
      400,
      anthropicError('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      { kind: 'over_limit', limit: 'context' },
    ],
    [anthropic(), 413, anthropicError('request_too_large', 'too large'), { kind: 'over_limit', limit: 'context' }],
    [
      anthropic(),
      529,
      anthropicError('overloaded_error', 'Overloaded'),
      { kind: 'unavailable', reason: 'server_error' },
    ],
    [google, 400, { error: { message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }, { kind: 'unauthorised' }],
    [google, 403, [{ error: { message: 'x', status: 'PERMISSION_DENIED' } }], { kind: 'unauthorised' }],
    [
      google,
      400,
      { error: { message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).', status: '' } },
      { kind: 'over_limit', limit: 'context' },
    ],
    [google, 503, null, { kind: 'unavailable', reason: 'server_error' }],
  ];
  for (const [wire, status, body, expected] of cases) {
    assert.deepEqual(failure(wire, status, body), expected, JSON.stringify(body));
  }
});

test('how long to wait is read from either header, from a date, or from the body', () => {
  const note = { code: '', param: '', message: '', retry_after_ms: null };
  const wait = (headers: Record<string, string>, retry_after_ms: number | null = null) =>
    retryAfterOf(headers, { ...note, retry_after_ms }, NOW);
  assert.equal(wait({ 'retry-after': '20' }), 20_000);
  assert.equal(wait({ 'retry-after-ms': '1500', 'retry-after': '2' }), 1_500);
  assert.equal(wait({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }), 30_000);
  assert.equal(wait({ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }), 0);
  assert.equal(wait({ 'retry-after': '99999999999' }), 86_400_000);
  assert.equal(wait({ 'retry-after': 'soon' }), null);
  assert.equal(wait({}), null);
  assert.equal(wait({}, 7_000), 7_000);
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7.5s' }];
  assert.equal(google.note({ error: { message: '', status: '', details } }).retry_after_ms, 7_500);
});

test('parts that a server rejects are left out one at a time', () => {
  const error = (param: string | null, message: string) => openAi.note({ error: { message, param, code: null } });
  const first: Dialect = { structured: 'schema', without: new Set() };
  const next = (dialect: Dialect | null, param: string | null, message: string) =>
    dialect === null ? null : simplerDialect(openAi, REQUEST, dialect, 400, error(param, message));
  const withoutTemperature = next(first, 'temperature', 'response_format and temperature are not supported');
  assert.deepEqual(withoutTemperature, { structured: 'schema', without: new Set(['temperature']) });
  assert.equal(next(first, null, 'Invalid value: response_format')?.structured, 'json');
  const last = next(next(first, 'response_format', ''), null, 'json_object is unknown');
  assert.equal(last?.structured, 'prompt');
  assert.equal(next(last, 'response_format', ''), null);
  assert.equal(next(first, null, 'maximum context length is 5, and your max_tokens too large'), null);
  assert.equal(simplerDialect(openAi, REQUEST, first, 429, error('temperature', '')), null);
});

test('Anthropic gets the credential in its own header, or as a bearer token', () => {
  assert.deepEqual(anthropic().headers('k'), { 'anthropic-version': '2023-06-01', 'x-api-key': 'k' });
  assert.deepEqual(anthropic('bearer').headers('k'), { 'anthropic-version': '2023-06-01', authorization: 'Bearer k' });
});

test('a client does not show its credential', () => {
  const model = createModelClient({
    wire: openAi,
    baseUrl: 'https://api.example/v1',
    credential: 'key-that-nobody-may-see',
    dispatcher: () => Promise.reject(new Error('unused')),
  });
  assert.doesNotMatch(`${inspect(model, { depth: 9, showHidden: true })}${JSON.stringify(model)}`, /nobody-may-see/);
});
