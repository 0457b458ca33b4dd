import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepsPassages } from '#engine/language/kept.ts';
import { answerOf, CLAIM, labelsOf, OPENED, questionAbout } from './model-fixtures.ts';

test('pieces of passages that were read for a check are forgotten', () => {
  const forgotten = new Set<string>();
  keepsPassages({ delete: (text: string) => forgotten.add(text).size > 0 });
  const question = questionAbout(CLAIM, `Much was built then. ${OPENED}`);
  labelsOf(question, answerOf(question, [{ passage: 0, label: 'supports', quotes: [OPENED] }]));
  assert.ok(forgotten.has(OPENED));
  assert.ok([...forgotten].some((text) => text.includes('Much was built then.')));
});
