import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BaseProfile } from '#contracts/vocabulary.ts';
import { NO_SURROUNDINGS } from '#engine/judging/comparison.ts';
import { READING_THRESHOLD } from '#engine/judging/configuration.ts';
import { negate } from '#engine/judging/correction/counterfactual.ts';
import { examinePassage } from '#engine/judging/passage.ts';

function judge(claim: string, passage: string, base: BaseProfile = 'general_web') {
  const judged = { normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] };
  return examinePassage(judged, passage, null, NO_SURROUNDINGS, base).judgement;
}

const CLAIM = 'The pump has a service life of ten years.';
const PASSAGE = 'The pump is maintained every spring and has, owing to its steel, a service life of ten years.';

test('a passage with every part supports the claim where its reading is likely', () => {
  const { relationship, probability, grounds, explanation } = judge(CLAIM, PASSAGE);
  assert.equal(relationship, 'supports');
  assert.ok(probability >= READING_THRESHOLD.general_web);
  assert.deepEqual(grounds, ['likely_reading', 'subject_other']);
  assert.match(explanation, /The rules leave open whether it says this of the same/);
});

test('a reading that is not likely enough stays open', () => {
  const { relationship, grounds } = judge(
    'Lydia Marn was the first director of the observatory.',
    'The observatory was opened in 1923; its first director, until 1940, was the astronomer Lydia Marn.',
  );
  assert.deepEqual([relationship, grounds], ['context', ['scattered']]);
});

test('a profile under which more depends on a verdict asks for a likelier reading', () => {
  const [claim, passage] = [
    'The machine stops when the door is opened.',
    'When the door is opened, a switch cuts the power and the machine stops.',
  ];
  const said = Object.entries(READING_THRESHOLD).map(([base, threshold]) => {
    const { relationship, probability } = judge(claim, passage, base as BaseProfile);
    return relationship === 'supports' ? probability >= threshold : relationship === 'context';
  });
  assert.ok(said.every(Boolean));
  assert.ok(READING_THRESHOLD.medical_clinical > READING_THRESHOLD.general_web);
});

describe('what the rules refuse no likely reading brings back', () => {
  const changed = {
    'a number': CLAIM.replace('ten', 'twelve'),
    'a negation': negate(CLAIM)!,
    'a name': CLAIM.replace('The pump', 'Harsk'),
    'a quantifier': CLAIM.replace('The pump has', 'All pumps have'),
    'another word': CLAIM.replace('pump', 'engine'),
    'a date': CLAIM.replace('ten years.', 'ten years since 1999.'),
  };
  for (const [what, claim] of Object.entries(changed)) {
    test(`${what}: ${claim}`, () => assert.notEqual(judge(claim, PASSAGE).relationship, 'supports'));
  }
  const passages = {
    'a hedge': PASSAGE.replace('has, owing', 'may have, owing'),
    'a negation': PASSAGE.replace('has, owing', 'has not, owing'),
    'another subject': PASSAGE.replace('The pump', 'The valve of the pump'),
  };
  for (const [what, passage] of Object.entries(passages)) {
    test(`${what}: ${passage}`.slice(0, 80), () => assert.notEqual(judge(CLAIM, passage).relationship, 'supports'));
  }
});

describe('no words of another sentence complete a claim', () => {
  const cases: [claim: string, passage: string][] = [
    ['Anna Reed directed the film about the war.', 'Anna Reed directed the film. It is not about the war.'],
    ['Anna Reed wrote the novel in prison.', 'Anna Reed wrote the novel. She was never in prison.'],
    ['Velmar Bank was fined for fraud.', 'Velmar Bank was fined. It was not guilty of fraud.'],
    ['The lawyer of Anna Reed was arrested in Hull.', 'Anna Reed was arrested in Hull. Her lawyer did not comment.'],
    ['The valve of the pump lasts ten years.', 'The pump lasts ten years. The valve is replaced every spring.'],
    ['The roof of the house was built in 1990.', 'The house was built in 1990. The roof was renewed in 2010.'],
    ['The wife of Karl Weiss won the election.', 'Karl Weiss won the election. His wife was a teacher.'],
  ];
  for (const [claim, passage] of cases) {
    test(claim, () => assert.notEqual(judge(claim, passage).relationship, 'supports'));
  }
});
