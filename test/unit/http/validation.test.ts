import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { codePoints } from '#contracts/code-points.ts';
import type { ValidationDetail } from '#contracts/errors.ts';
import { ApiKeyCreateRequest } from '#contracts/http/api-key.ts';
import { bool, datetime, int, list, model, number, secret, str, url, withDefault } from '#contracts/http/fields.ts';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import { VerifyRequest } from '#contracts/http/verification.ts';
import { BUDGET, createEcho, REDACTED, shorten } from '#http/echo.ts';
import { detailOf, MAX_DETAILS, validate, valueError, withInputs } from '#http/validation.ts';
import fc from '#test/support/property.ts';

function detail(schema: z.ZodType, input: unknown): ValidationDetail[] {
  const result = validate(schema, 'body', input);
  assert.ok(!result.success, JSON.stringify(result));
  return result.detail;
}

const types = (schema: z.ZodType, input: unknown) => detail(schema, input).map((entry) => entry.type);

test('lengths count code points', () => {
  assert.ok(validate(VerifyRequest, 'body', { content: '😀'.repeat(100_000) }).success);
  assert.deepEqual(types(VerifyRequest, { content: '😀'.repeat(100_001) }), ['string_too_long']);
  assert.deepEqual(types(VerifyRequest, { content: 'x'.repeat(100_001) }), ['string_too_long']);
  assert.deepEqual(types(model('M', { name: str({ min: 2 }) }), { name: '😀' }), ['string_too_short']);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(codePoints(text), [...text].length)));
});

test('a lone surrogate is string_unicode, in a field of any string kind', () => {
  const schema = model('M', { a: str(), b: url({}), c: str({ max: 1 }).nullable() });
  assert.deepEqual(types(schema, { a: '\ud800', b: '\udfff', c: 'x\udc00' }), Array(3).fill('string_unicode'));
  assert.equal(
    detail(schema, { a: '\ud800', b: 'http://a', c: null })[0]!.msg,
    'Input should be a valid string, unable to parse raw data as a unicode string',
  );
});

test('numbers that no double holds are out of bounds or not finite', () => {
  const schema = model('M', { n: int({ ge: 0, le: 10 }) });
  assert.deepEqual(types(schema, { n: 1e20 }), ['less_than_equal']);
  assert.deepEqual(types(schema, { n: -1e20 }), ['greater_than_equal']);
  assert.deepEqual(types(schema, { n: '9'.repeat(400) }), ['less_than_equal']);
  assert.deepEqual(types(schema, JSON.parse('{"n":1e400}')), ['finite_number']);
  assert.deepEqual(types(model('M', { n: number({}) }), JSON.parse('{"n":-1e400}')), ['finite_number']);
});

test('a URL with a line break or another control character is refused', () => {
  const schema = model('M', { u: url({ max: 2_048 }) });
  const error = 'control characters are not allowed';
  for (const broken of ['\r\n', '\n', '\t', '\0', '\x7f', '\x85']) {
    for (const u of [`https://a.example/${broken}b`, `https://a.example/${broken}`, `${broken}https://a.example/`]) {
      const [found] = detail(schema, { u });
      assert.deepEqual([found!.type, found!.ctx], ['url_parsing', { error }], JSON.stringify(u));
    }
  }
  assert.ok(validate(schema, 'body', { u: ' https://a.example/ ' }).success);
});

test('error types that no current schema can cause have their messages', () => {
  assert.equal(detailOf('dict_type', ['body'], 1).msg, 'Input should be a valid dictionary');
  assert.equal(
    detailOf('url_too_long', ['body'], 'x', { max_length: 2083 }).msg,
    'URL should have at most 2083 characters',
  );
  assert.throws(() => detailOf('no_such_type', ['body'], 1), /no_such_type/);
});

test('value_error carries its explanation in the message, and an empty error in ctx', () => {
  assert.equal(
    JSON.stringify(valueError(['body', 'profile'], 'unknown profile', 'x')),
    '{"type":"value_error","loc":["body","profile"],"msg":"Value error, unknown profile","input":"x","ctx":{"error":{}}}',
  );
  assert.deepEqual(detail(ApiKeyCreateRequest, { name: 'x', allowed_ips: ['::1', 'localhost'] }), [
    {
      type: 'value_error',
      loc: ['body', 'allowed_ips', 1],
      msg: 'Value error, not an IPv4 or IPv6 address or a CIDR range',
      input: 'localhost',
      ctx: { error: {} },
    },
  ]);
});

test('credentials are never echoed, not even in a parent or under a mistyped name', () => {
  const schema = model('Connection', {
    label: withDefault(str({ min: 2 }), 'default'),
    provider: str(),
    credential: secret({ min: 8 }),
    nested: list(model('Inner', { token: secret({ min: 8 }), n: int({ ge: 0, le: 1 }) }), { max: 3 }).optional(),
  });
  const leak = 'pass';
  const hostile = [
    { label: 'x', credential: leak },
    { provider: 'p', credntial: `${leak}${leak}${leak}` },
    { provider: 'p', credential: { value: leak } },
    { provider: 'p', credential: [leak] },
    { provider: 'p', credential: `${leak}\ud800` },
    { provider: 'p', credential: 'x'.repeat(8), nested: [{ token: leak, n: 5 }, { tokn: leak }] },
  ];
  for (const input of hostile) {
    const found = detail(schema, input);
    assert.ok(!JSON.stringify(found).includes(leak), JSON.stringify(found));
    assert.ok(found.some((entry) => entry.input === REDACTED));
  }
  // Fields beside a credential are shown: they are not secret.
  assert.equal(detail(schema, { label: 'x', provider: 'p', credential: '12345678' })[0]!.input, 'x');
});

test('what stands before the host of a URL is never echoed', () => {
  const schema = model('Source', { url: url({ min: 12, max: 2_048 }), label: str() });
  for (const address of ['ftp://ann:pass@a.example/x', 'https:\\\\ann:pa@pass@a.example', 'https:ann:pass@a.example']) {
    assert.ok(!JSON.stringify(detail(schema, { url: address })).includes('pass'), address);
  }
  assert.deepEqual(detail(schema, { url: 'https://ann:pass@a.example/x' })[0]!.input, {
    url: `https://${REDACTED}@a.example/x`,
  });
  assert.equal(createEcho()('write to ann@a.example'), 'write to ann@a.example');
});

test('where a URL was cut off, nothing of its user info is left', () => {
  const long = `ann:${'pass'.repeat(1_000)}`;
  for (const start of ['https://', 'https:', 'https:/', 'x https:', '//', 'HTTP:\\\\']) {
    const echoed = createEcho()(`${start}${long}@a.example/`) as string;
    assert.equal(echoed, `${start}${REDACTED}…`);
  }
  assert.equal(
    createEcho()(`https://b@a.example/${'x'.repeat(2_000)}`),
    `https://${REDACTED}@a.example/${'x'.repeat(971)}…`,
  );
  assert.equal(createEcho()('@ //@'), '@ //@');
  assert.equal(createEcho()('http:a//b:c@d?https:e@f@g#h@i'), `http:a//${REDACTED}@d?https:${REDACTED}@g#h@i`);
});

test('hostile text takes little more processor time to echo than plain text', () => {
  const micros = (work: () => void) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const echoed = (text: string) => () => {
    for (let n = 0; n < 5; n++) createEcho()(Array.from({ length: 150 }, () => text));
  };
  const plain = Math.max(1_000, micros(echoed('a'.repeat(4_000))));
  for (const part of ['http:', '//', 'http:@', 'http:a@', '@', 'h']) {
    const hostile = micros(echoed(part.repeat(4_000 / part.length)));
    assert.ok(hostile < 100 * plain, `${part}: ${hostile} µs, plain ${plain} µs`);
  }
});

test('a refusal of a handler has what was sent, and no credentials', () => {
  const schema = model('Connection', { provider: str(), credential: secret({ min: 8 }) });
  const body = { provider: 'none', credential: '12345678' };
  const refused = (field: string, input: unknown = null) => [
    { type: 'value_error', loc: ['body', field], msg: 'Value error, no', input, ctx: { error: {} } },
  ];
  const inputOf = (field: string, input?: unknown) => withInputs(refused(field, input), schema, body)[0]!.input;
  assert.equal(inputOf('provider'), 'none');
  assert.equal(inputOf('provider', 'given'), 'given');
  assert.equal(inputOf('credential'), REDACTED);
  assert.equal(inputOf('absent'), null);
});

test('a list that is too long is refused without checking its items', () => {
  const found = detail(ApiKeyCreateRequest, { name: 'x', allowed_ips: Array(500_000).fill(0) });
  assert.deepEqual(
    found.map((entry) => [entry.type, entry.ctx]),
    [['too_long', { field_type: 'List', max_length: 50, actual_length: 500_000 }]],
  );
});

test('an echo keeps ordinary values as they are, and hostile ones within its budget', () => {
  const ordinary = { a: [1, null, true, 'x'], b: { c: '' }, ['__proto__']: 5 };
  assert.equal(JSON.stringify(createEcho()(ordinary)), JSON.stringify(ordinary));
  const echo = createEcho();
  const wide = Array.from({ length: 100_000 }, () => ({ name: 'x'.repeat(5_000) }));
  let total = 0;
  for (let n = 0; n < MAX_DETAILS; n++) total += JSON.stringify(echo(wide)).length;
  assert.ok(total < 2 * BUDGET, `${total}`);
  assert.equal(shorten('😀'.repeat(3), 3), '😀…');
});

const key = fc.oneof(
  fc.constantFrom(
    'content',
    'items',
    'name',
    'allowed_ips',
    'url',
    'due_at',
    'action',
    'retention_hours',
    '__proto__',
    'constructor',
    'toString',
    'then',
    '',
  ),
  fc.string({ unit: 'binary' }),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.constantFrom('5', ' 5 ', '2024-01-01', 'http://a', '\ud800', 'x'.repeat(5_000), '9'.repeat(500)),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

test('whatever JSON a request schema refuses, its list of errors is well formed', () => {
  const schemas = OPERATIONS.flatMap(({ body }) => (body === undefined ? [] : [body]));
  fc.assert(
    fc.property(fc.constantFrom(...schemas), value, (schema, input) => {
      const result = validate(schema, 'body', input);
      fc.pre(!result.success);
      assert.ok(result.detail.length > 0 && result.detail.length <= MAX_DETAILS);
      for (const entry of result.detail) {
        const keys = Object.keys(entry);
        assert.deepEqual(keys, ['type', 'loc', 'msg', 'input', ...(keys.includes('ctx') ? ['ctx'] : [])]);
        assert.equal(entry.loc[0], 'body');
        assert.ok(entry.loc.every((step) => typeof step === 'string' || Number.isInteger(step)));
        assert.ok(entry.msg.length > 0 && !entry.msg.includes('undefined'), entry.msg);
        assert.notEqual(entry.input, undefined);
      }
      assert.ok(JSON.stringify(result.detail).length < 10 * BUDGET);
    }),
    { numRuns: 2_000 },
  );
});

test('parsed input parses again to the same value', () => {
  const schema = model('M', {
    n: int({ ge: -5, le: 5_000 }),
    f: number({}),
    b: bool(),
    d: datetime(),
    s: withDefault(str({ max: 50 }), ''),
  });
  const lax = fc.record({
    n: fc.oneof(
      fc.integer({ min: -5, max: 5_000 }),
      fc.integer({ min: -5, max: 5_000 }).map((n) => ` ${n}.0 `),
      fc.boolean(),
    ),
    f: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom('1_0.5', '.5', '1e3', ' 7. ')),
    b: fc.constantFrom(0, 1, 'yes', 'OFF', true, 't'),
    d: fc.oneof(
      fc.integer({ min: -1e11, max: 1e11 }),
      fc.constantFrom('2024-02-29', '2024-01-01 10:00+0200', '1_'.slice(0, 1)),
    ),
    s: fc.string({ maxLength: 50, unit: 'grapheme' }).filter((text) => codePoints(text) <= 50),
  });
  fc.assert(
    fc.property(lax, (input) => {
      const once = schema.parse(input);
      assert.deepEqual(schema.parse(once), once);
    }),
  );
});

test('no text takes long to refuse, as it would with a quadratic expression', () => {
  const schema = model('M', { n: int({ ge: 0, le: 9 }), f: number({}), b: bool(), d: datetime(), u: url({}) });
  for (const unit of ['1', '1_', '1.', '_', ' ', '-', 'e1', 'http://', ':', '[', '@', 'a.', '%41', '\u0000', 'T']) {
    const text = unit.repeat(100_000 / unit.length);
    for (const hostile of [text, `${text}x`, `2024-01-01T${text}`, `http://${text}`]) {
      assert.ok(types(schema, { n: hostile, f: hostile, b: hostile, d: hostile, u: hostile }).length >= 3);
    }
  }
});
