import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineSameWords } from '#engine/judging/same-words.ts';

const examine = (claim: string, passage: string, language = 'de') =>
  examineSameWords({ normalized_claim: claim }, language, passage);
const hint = (...args: Parameters<typeof examine>) => examine(...args).findings.hint.kind;

const CLAIM = 'Das Kraftwerk Velmar hat 18 Turbinen.';

test('a passage with the very same sentence is hinted at', () => {
  assert.equal(hint(CLAIM, `Es liegt an der Aske. ${CLAIM} Sie drehen sich.`), 'support');
  assert.equal(hint('电站共有18台水轮机。', '电站共有18台水轮机。', 'zh'), 'support');
});

test('another figure, a negation, or words left over are not hinted at', () => {
  for (const passage of [
    'Das Kraftwerk Velmar hat 24 Turbinen.',
    'Das Kraftwerk Velmar hat keine 18 Turbinen.',
    'Das Kraftwerk Velmar hat 18 Turbinen, sagt der Betreiber.',
    'Angeblich gilt: Das Kraftwerk Velmar hat 18 Turbinen.',
    'Hat das Kraftwerk Velmar 18 Turbinen?',
    `Häufige Irrtümer:\n${CLAIM}`,
    `„${CLAIM}“`,
  ])
    assert.equal(hint(CLAIM, passage), 'none', passage);
});

test('nothing is decided, whatever stands around the sentence', () => {
  for (const passage of [
    CLAIM,
    `Behauptung\n\n${CLAIM}\n\nBewertung: falsch.`,
    `${CLAIM} Das stimmt nicht.`,
    `Er sagte: „Es ist alt. ${CLAIM} Es ist groß.“ Das war gelogen.`,
    `Häufige Irrtümer:\n- Die Aske ist lang.\n- ${CLAIM}`,
  ])
    assert.equal(examine(CLAIM, passage).judgement.relationship, 'context', passage);
  const born = examine('Nació en Madrid en 1950.', 'Nació en Madrid en 1950.', 'es');
  assert.equal(born.judgement.relationship, 'context');
});
