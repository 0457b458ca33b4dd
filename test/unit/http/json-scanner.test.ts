import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonBounds } from '#http/json-bounds.ts';
import { type JsonError, JsonScanner } from '#http/json-scanner.ts';
import fc from '#test/support/property.ts';

const UNBOUNDED = { levels: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };

function findJsonError(text: string, bounds: JsonBounds = UNBOUNDED): JsonError | null {
  const scanner = new JsonScanner(bounds);
  return scanner.push(text) ?? scanner.end();
}

/** The same text in pieces of equally many code points. */
function findInPieces(text: string, size: number): JsonError | null {
  const scanner = new JsonScanner(UNBOUNDED);
  const points = [...text];
  for (let at = 0; at < points.length; at += size) {
    const found = scanner.push(points.slice(at, at + size).join(''));
    if (found !== null) return found;
  }
  return scanner.end();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const fragment = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '1',
  '-',
  '0',
  '01',
  '.5',
  'e1',
  'true',
  'nul',
  ' ',
  '\n',
  '\\',
  '\\u12',
  'x',
  '\u0001',
  '😀',
  '\u00a0',
);

test('an error is found exactly where JSON.parse finds one', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join('')),
        fc.json(),
        fc.string(),
      ),
      (text) => {
        assert.equal(findJsonError(text) === null, isJson(text), text);
      },
    ),
    { numRuns: 5_000 },
  );
});

test('the offset is within the text, which is a valid beginning up to there', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fragment, (json, at, insert) => {
      const cut = at % (json.length + 1);
      const text = json.slice(0, cut) + insert + json.slice(cut);
      const found = findJsonError(text);
      fc.pre(found !== null);
      assert.ok(found.offset >= 0 && found.offset <= [...text].length);
    }),
  );
});

test('deep and long texts: one pass, no recursion', () => {
  assert.deepEqual(findJsonError('['.repeat(1_000_000)), { offset: 1_000_000, error: 'Expecting value' });
  assert.equal(findJsonError(`${'['.repeat(500_000)}${']'.repeat(500_000)}`), null);
  assert.deepEqual(findJsonError(`"${'\\n'.repeat(500_000)}`), { offset: 0, error: 'Unterminated string starting at' });
  assert.deepEqual(findJsonError('-'.repeat(1_000_000)), { offset: 0, error: 'Expecting value' });
  assert.deepEqual(findJsonError(`${'1'.repeat(1_000_000)}x`), { offset: 1_000_000, error: 'Extra data' });
});

test('a text in pieces is read like one in a single piece', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join('')),
        fc.json({ stringUnit: 'binary' }),
      ),
      fc.integer({ min: 1, max: 5 }),
      (text, size) => {
        assert.deepEqual(findInPieces(text, size), findJsonError(text), text);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('each error has its own message and offset', () => {
  for (const [text, offset, error] of [
    ['', 0, 'Expecting value'],
    [' ', 1, 'Expecting value'],
    ['[1,]', 3, 'Expecting value'],
    ['[1 2]', 3, "Expecting ',' delimiter"],
    ['1 2', 2, 'Extra data'],
    ['{"a" 1}', 5, "Expecting ':' delimiter"],
    ['{1}', 1, 'Expecting property name enclosed in double quotes'],
    ['{"a":1,}', 7, 'Expecting property name enclosed in double quotes'],
    ['["a', 1, 'Unterminated string starting at'],
    ['["a\\', 1, 'Unterminated string starting at'],
    ['["\n"]', 2, 'Invalid control character at'],
    ['["\\x"]', 2, 'Invalid \\escape'],
    ['["😀\\u12"]', 4, 'Invalid \\uXXXX escape'],
    ['-', 0, 'Expecting value'],
    ['[-x]', 1, 'Expecting value'],
    ['[1.]', 2, "Expecting ',' delimiter"],
    ['1e', 1, 'Extra data'],
    ['1e+', 1, 'Extra data'],
    ['01', 1, 'Extra data'],
    ['[tru]', 1, 'Expecting value'],
    ['truex', 4, 'Extra data'],
    ['["😀" x]', 5, "Expecting ',' delimiter"],
  ] as const) {
    assert.deepEqual(findJsonError(text), { offset, error }, text);
  }
});

test('levels and values are bounded, and the first one too many is an error', () => {
  const bounds = { levels: 2, values: 3 };
  assert.equal(findJsonError('[[1]]', bounds), null);
  assert.deepEqual(findJsonError('[[ [', bounds), { offset: 3, error: 'Expecting at most 2 levels' });
  assert.deepEqual(findJsonError('[{"a":{', bounds), { offset: 6, error: 'Expecting at most 2 levels' });
  assert.equal(findJsonError('{"a":1,"b":2}', bounds), null);
  assert.deepEqual(findJsonError('[1,"x",true', bounds), { offset: 7, error: 'Expecting at most 3 values' });
  assert.deepEqual(findJsonError('[[],[],[]]', { ...bounds, levels: 3 }), {
    offset: 7,
    error: 'Expecting at most 3 values',
  });
});
