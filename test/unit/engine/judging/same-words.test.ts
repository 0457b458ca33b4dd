import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CONTEXT } from '#engine/judging/judge.ts';
import { examineSameWords } from '#engine/judging/same-words.ts';

const says = (claim: string, passage: string, { language = 'de', title = 'Kraftwerk Velmar' } = {}) =>
  examineSameWords({ normalized_claim: claim }, language, passage, { ...NO_CONTEXT, title }).judgement.relationship;

const CLAIM = 'Das Kraftwerk Velmar hat 18 Turbinen.';

test('a passage with the very same sentence supports the claim', () => {
  assert.equal(says(CLAIM, `Es liegt an der Aske. ${CLAIM} Sie drehen sich.`), 'supports');
  assert.equal(
    says('电站共有18台水轮机。', '电站共有18台水轮机。', { language: 'zh', title: '维尔马电站' }),
    'supports',
  );
});

test('another figure, a negation, or words left over decide nothing', () => {
  for (const passage of [
    'Das Kraftwerk Velmar hat 24 Turbinen.',
    'Das Kraftwerk Velmar hat keine 18 Turbinen.',
    'Das Kraftwerk Velmar hat 18 Turbinen, sagt der Betreiber.',
    'Angeblich gilt: Das Kraftwerk Velmar hat 18 Turbinen.',
    'Hat das Kraftwerk Velmar 18 Turbinen?',
  ])
    assert.equal(says(CLAIM, passage), 'context', passage);
});

test('the same sentence decides nothing where it is introduced or quoted', () => {
  assert.equal(says(CLAIM, `Häufige Irrtümer:\n${CLAIM}`), 'context');
  assert.equal(says(CLAIM, `„${CLAIM}“`), 'context');
});

test('a sentence that refers elsewhere, or names nothing known, decides nothing', () => {
  assert.equal(says('Es hat 18 Turbinen.', 'Es hat 18 Turbinen.'), 'context');
  assert.equal(says('Die Brücke hat 18 Bögen.', 'Die Brücke hat 18 Bögen.'), 'context');
  assert.equal(says('Er heeft 18.', 'Er heeft 18.', { language: 'sw' }), 'context');
});
