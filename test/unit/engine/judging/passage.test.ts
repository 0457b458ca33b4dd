import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgePassage } from '#engine/judging/passage.ts';
import fc from '#test/support/property.ts';

function judge(claim: string, passage: string, title: string | null = null) {
  return judgePassage({ normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] }, passage, title);
}

type Case = [claim: string, passage: string, ground: string];

describe('a passage supports a claim', () => {
  const cases: Case[] = [
    ['Google was founded in 1998.', 'Google was founded in September 1998 by two students.', 'date containment'],
    ['Half of the patients recovered.', '50% of the patients recovered.', 'fraction and percent'],
    ['The club has twenty-five members.', 'The club has 25 members.', 'number words'],
    ['Google acquired YouTube.', 'YouTube was acquired by Google in 2006.', 'passive voice'],
    ['Insulin was discovered by Frederick Banting.', 'Frederick Banting discovered insulin in 1921.', 'active voice'],
    ['Aspirin does not cause baldness.', 'Aspirin does not cause baldness.', 'negation on both sides'],
    ['Jack Falahee is an actor.', 'Jack Falahee (born February 20, 1989) is an American actor.', 'brackets'],
    ['The war ended before the treaty was signed.', 'The war ended before the treaty was signed.', 'order'],
  ];
  for (const [claim, passage, ground] of cases) {
    test(`${ground}: ${claim}`, () => {
      const judgement = judge(claim, passage);
      assert.equal(judgement.relationship, 'supports', judgement.explanation);
      assert.ok(judgement.probability >= 0.7);
    });
  }

  test('a pronoun is resolved by the title of the document', () => {
    const [claim, passage] = ['Marie Curie won the Nobel Prize in 1903.', 'She won the Nobel Prize in 1903.'];
    assert.equal(judge(claim, passage, 'Marie Curie').relationship, 'supports');
    assert.equal(judge(claim, passage).relationship, 'context');
    assert.equal(judge(claim, passage, 'Lise Meitner').relationship, 'context');
  });

  test('a pronoun is resolved by the sentence before', () => {
    const claim = 'Marie Curie won the Nobel Prize in 1903.';
    assert.equal(judge(claim, 'Marie Curie lived in Paris. She won the Nobel Prize in 1903.').relationship, 'supports');
    assert.notEqual(
      judge(claim, 'Lise Meitner met Marie Curie. She won the Nobel Prize in 1903.').relationship,
      'supports',
    );
  });
});

describe('a passage contradicts a claim', () => {
  const cases: Case[] = [
    ['The Eiffel Tower is 330 metres tall.', 'The Eiffel Tower is 300 metres tall.', 'other_figure'],
    ['The lake is 5 km long.', 'The lake is 5 miles long.', 'other_figure'],
    ['Google was founded in 1999.', 'Google was founded in September 1998.', 'other_date'],
    ['Gandhi was directed by Steven Spielberg.', 'Gandhi was directed by Richard Attenborough.', 'other_name'],
    ['Marie Curie was born in Paris.', 'Marie Curie was born in Warsaw.', 'other_name'],
    ['Lyon is the capital of France.', 'Paris is the capital of France.', 'other_name'],
    ['Aspirin does not cause ulcers.', 'Aspirin causes ulcers.', 'denied'],
    ['The drug reduces mortality.', 'The drug does not reduce mortality.', 'negation'],
  ];
  for (const [claim, passage, ground] of cases) {
    test(`${ground}: ${claim}`, () => {
      const judgement = judge(claim, passage);
      assert.equal(judgement.relationship, 'contradicts', judgement.explanation);
      assert.equal(judgement.grounds[0], ground);
      assert.ok(judgement.probability >= 0.7);
    });
  }
});

describe('a passage decides nothing', () => {
  const cases: Case[] = [
    ['The drug reduces mortality.', 'The drug may reduce mortality.', 'modality'],
    ['Aspirin causes ulcers.', 'There is no evidence that aspirin causes ulcers.', 'modality'],
    ['Google acquired YouTube.', 'Google tried to acquire YouTube.', 'intention'],
    ['Google acquired YouTube.', 'Google will acquire YouTube next year.', 'future'],
    ['Google acquired YouTube.', 'Did Google acquire YouTube?', 'question'],
    ['Google acquired YouTube.', 'Google acquired YouTube, critics claimed.', 'claimed'],
    ['Google acquired YouTube.', 'If Google acquired YouTube, prices would rise.', 'condition'],
    ['Google acquired YouTube.', 'Microsoft, not Google, acquired YouTube.', 'negated subject'],
    ['Google acquired YouTube.', 'Google acquired a company that competes with YouTube.', 'another object'],
    ['Google acquired YouTube.', 'Google acquired the maker of YouTube.', 'another object'],
    ['Google acquired YouTube.', 'Google almost acquired YouTube.', 'almost'],
    ['Tim Cook is the CEO of Microsoft.', 'Tim Cook met the CEO of Microsoft.', 'other predicate'],
    ['John Adams is a president.', 'John Adams is a former president.', 'restriction'],
    ['Libya is the largest country in Africa.', 'Libya is the fourth largest country in Africa.', 'superlative'],
    ['Only adults may apply.', 'Adults may apply.', 'only'],
    ['All patients recovered.', 'Patients recovered.', 'all'],
    ['The company was founded in March 1998.', 'The company was founded in 1998.', 'vaguer date'],
    ['Acme has 1,234 employees.', 'Acme has about 1,200 employees.', 'vaguer number'],
    ['Mary Smith won the race.', 'John Smith won the race.', 'another first name'],
    ['Saturn is a moon.', "Titan, Saturn's largest moon, has an atmosphere.", 'possessive'],
    ['Marie Curie was born in Oklahoma.', 'Marie Curie was born in Smallville.', 'unknown place'],
    ['It was founded in 1998.', 'Google was founded in 1998.', 'pronoun'],
    ['The company was not founded in 1999.', 'The company was founded in 1998.', 'a negated value'],
    ['Photosynthesis needs light.', 'The stock market closed higher on Friday.', 'unrelated'],
    ['', 'Google was founded in 1998.', 'empty claim'],
    ['Google was founded in 1998.', '', 'empty passage'],
  ];
  for (const [claim, passage, ground] of cases) {
    test(`${ground}: ${claim}`, () => {
      const judgement = judge(claim, passage);
      const decided = ['supports', 'contradicts'].includes(judgement.relationship);
      assert.equal(decided, false, `${judgement.relationship}: ${judgement.explanation}`);
      assert.ok(judgement.explanation.length > 0);
    });
  }

  test('a claim with an unresolved subject', () => {
    const claim = {
      normalized_claim: 'The company was founded in 1998.',
      sentence: '',
      ambiguous_dependencies: ['the company'],
    };
    const judgement = judgePassage(claim, 'The company was founded in 1998.');
    assert.equal(judgement.relationship, 'unresolved');
    assert.equal(judgement.grounds[0], 'ambiguous');
  });
});

test('explanations quote the words and numbers they rest on', () => {
  const { explanation } = judge('The Eiffel Tower is 330 metres tall.', 'The Eiffel Tower is 300 metres tall.');
  assert.match(explanation, /300 metres.*330 metres/);
});

const NOUNS = ['factory', 'bridge', 'museum', 'clinic', 'library'];
const NAMES = ['Acme', 'Novartis', 'Berlin', 'Elena Ruiz', 'Toyota'];

describe('properties', () => {
  const sentence = fc.record({
    name: fc.constantFrom(...NAMES),
    noun: fc.constantFrom(...NOUNS),
    count: fc.integer({ min: 2, max: 900 }),
    year: fc.integer({ min: 1850, max: 2020 }),
  });
  const text = (s: { name: string; noun: string; count: number; year: number }) =>
    `${s.name} opened a ${s.noun} with ${s.count} workers in ${s.year}.`;

  test('a changed number or year never stays supported', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 1, max: 400 }), fc.boolean(), (s, delta, changesYear) => {
        const changed = changesYear ? { ...s, year: s.year - delta } : { ...s, count: s.count + delta };
        assert.equal(judge(text(s), text(s)).relationship, 'supports');
        assert.notEqual(judge(text(changed), text(s)).relationship, 'supports');
      }),
      { numRuns: 60 },
    );
  });

  test('an unrelated passage never supports or contradicts', () => {
    fc.assert(
      fc.property(
        sentence,
        fc.constantFrom('Whales feed on krill.', 'The vote was held on 3 May 2001.', 'He was born in 1970.'),
        (s, other) => {
          assert.ok(!['supports', 'contradicts'].includes(judge(text(s), other).relationship));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('judging is deterministic and total on arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 400 }), (claim, passage) => {
        assert.deepEqual(judge(claim, passage), judge(claim, passage));
      }),
      { numRuns: 100 },
    );
  });
});

test('long hostile passages and claims are judged in bounded time', () => {
  const shapes = [
    'not not never no '.repeat(6000),
    '1 '.repeat(50_000),
    'A.'.repeat(50_000),
    '('.repeat(100_000),
    'May 2000 to '.repeat(8000),
  ];
  for (const shape of shapes) {
    assert.ok(['context', 'unresolved'].includes(judge('Google was founded in 1998.', shape).relationship));
    assert.ok(['context', 'unresolved'].includes(judge(shape, 'Google was founded in 1998.').relationship));
  }
});
