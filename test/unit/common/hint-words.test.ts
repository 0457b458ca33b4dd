import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintIn } from '#common/hint-words.ts';
import { hintText } from '#engine/judging/explain/hint.ts';

test('the judge words its hints as readers find them', () => {
  const hints = [
    { kind: 'support' },
    { kind: 'none' },
    { kind: 'differs', part: '24', instead: '18' },
    { kind: 'differs', part: 'all', instead: '' },
    { kind: 'differs', part: '', instead: 'not' },
  ] as const;
  for (const hint of hints) assert.equal(hintIn([hintText(hint), 'more'])?.kind, hint.kind);
});

test('other ambiguities are no hints, nor is a hint that does not come first', () => {
  assert.equal(hintIn([]), null);
  assert.equal(hintIn(['whose mill it is', 'differs in: the passage has "18"']), null);
});
