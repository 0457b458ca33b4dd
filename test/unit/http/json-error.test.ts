import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findJsonError } from '#http/json-error.ts';

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

test('the offset is within the text, and what stands before it could have gone on', () => {
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
