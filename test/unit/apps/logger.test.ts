import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '#apps/logger.ts';

const WORD = 'Zyxomma';

function linesOf(log: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  log(createLogger('info', { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test('a line has its fields unchanged', () => {
  const fields = {
    route: '/v1/verifications',
    status: 201,
    duration_ms: 1.5,
    ids: ['a', null],
    done: [['rank', 1, 2]],
  };
  const [line] = linesOf((logger) => logger.info(fields, 'request'));
  const { time, level, msg, ...printed } = line!;
  assert.match(String(time), /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual([level, msg, printed], ['info', 'request', fields]);
});

test('secret fields are removed at any depth', () => {
  const body = { content: WORD, question: WORD, claim: { text: WORD } };
  const lines = linesOf((logger) => {
    const headers = { authorization: WORD, cookie: WORD, host: 'a.example' };
    logger.info({ secret: WORD, request: { headers, body }, items: [{ explanation: WORD }], at: new Date(0) }, 'x');
    const child = logger.child({ credential: WORD, request_id: 'req_1', request: { headers, body: [body] } });
    child.child({ inner: { cookie: WORD } }).info('bound');
    logger.info({ url: { toJSON: () => ({ content: WORD }) } }, 'x');
    logger.info('%j', { inner: { content: WORD } });
    logger.info({ cause: Object.assign(new Error(WORD), { body: { content: WORD }, content: WORD }) }, 'x');
  });
  assert.equal(lines.length, 5);
  for (const line of lines) assert.ok(!JSON.stringify(line).includes(WORD), JSON.stringify(line));
  const [line, bound] = lines;
  assert.deepEqual(line!.request, {
    headers: { authorization: '[redacted]', cookie: '[redacted]', host: 'a.example' },
    body: { content: '[redacted]', question: '[redacted]', claim: '[redacted]' },
  });
  assert.equal(line!.at, '1970-01-01T00:00:00.000Z');
  assert.deepEqual([bound!.credential, bound!.request_id], ['[redacted]', 'req_1']);
});

test('a circular or large object is cut off', () => {
  const own: Record<string, unknown> = { name: 'a' };
  own.own = own;
  const [line] = linesOf((logger) => logger.info({ own }, 'x'));
  assert.deepEqual(line!.own, { name: 'a', own: { name: 'a', own: { name: 'a', own: '[too deep]' } } });
});

test('an error is logged with class, code and frames, never with its message', () => {
  const error = Object.assign(new RangeError(WORD), { code: 'E_RANGE', content: WORD });
  const [line, nested] = linesOf((logger) => {
    logger.error({ err: error }, 'x');
    logger.error({ outcome: { cause: error } }, 'x');
  });
  assert.ok(!JSON.stringify([line, nested]).includes(WORD));
  const { class: name, code, stack } = line!.err as { class: string; code: string; stack: string[] };
  assert.deepEqual([name, code], ['RangeError', 'E_RANGE']);
  assert.match(stack[0]!, /logger\.test\.ts/);
  assert.equal((nested!.outcome as { cause: { class: string } }).cause.class, 'RangeError');
});
