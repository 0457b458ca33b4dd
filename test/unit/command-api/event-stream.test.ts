import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventStream } from '#command-api/chat/event-stream.ts';
import { failedVerification } from '#command-api/chat/response.ts';
import { ApiError } from '#contracts/errors.ts';
import type { ChatVerification } from '#contracts/http/chat.ts';
import { eventsIn } from '#test/support/event-stream.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

const VERIFICATION_ID = `ver_${'f'.repeat(32)}`;
const TEXT = {
  verification_id: VERIFICATION_ID,
  created: 1_700_000_000,
  content: 'One line.\nAnother — “quoted”.\r\n\ndata: [DONE]\n\n',
  generated: { model: 'writer', finish_reason: 'stop', input_tokens: null, output_tokens: null },
} as const;

function opened() {
  const clock = new ManualClock();
  const { promise, resolve } = Promise.withResolvers<ChatVerification>();
  const steps: string[] = [];
  const beforeEnd = async () => void steps.push('freed');
  const stream = eventStream({ text: TEXT, verification: promise, beforeEnd, timers: clock });
  const next = async () => {
    const { value, done } = await stream.next();
    return done ? null : Buffer.from(value).toString();
  };
  return { clock, resolve, next, steps };
}

async function rest(next: () => Promise<string | null>): Promise<string> {
  const piece = await next();
  return piece === null ? '' : piece + (await rest(next));
}

const failed = failedVerification(VERIFICATION_ID, new ApiError('timeout'));

test('during the verification, comments keep the connection alive', async () => {
  const { clock, resolve, next } = opened();
  let first = '';
  while (!first.endsWith('\n\n')) first += await next();
  for (let i = 0; i < 3; i++) {
    const waiting = next();
    await new Promise(setImmediate);
    clock.advance(15_000);
    assert.equal(await waiting, ': keep-alive\n\n');
  }
  resolve(failed);
  assert.match(await rest(next), /^event: verification\ndata: .*\n\ndata: \[DONE\]\n\n$/);
});

test('a text can not break out of its event', async () => {
  const { resolve, next } = opened();
  resolve(failed);
  const events = eventsIn(await rest(next));
  assert.deepEqual(
    events.map(({ event }) => event),
    ['completion', 'verification', 'message'],
  );
  const chunk = JSON.parse(events[0]!.data);
  assert.equal(chunk.choices[0].delta.content, TEXT.content);
  assert.ok(chunk.id.length <= 40);
});

test('the slot is free before the client can see the end', async () => {
  const { resolve, next, steps } = opened();
  resolve(failed);
  for (let piece = await next(); piece !== null; piece = await next()) {
    assert.deepEqual(steps, piece.includes('[DONE]') && piece.startsWith('data') ? ['freed'] : []);
  }
});

test('an unexpected failure is an internal error, without its message', () => {
  const { error } = failedVerification(VERIFICATION_ID, new Error('Halvorsen'));
  assert.equal(error.code, 'internal_error');
  assert.ok(!error.message.includes('Halvorsen'));
});
