import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CONTEXT } from '#engine/judging/judge.ts';
import type { Label } from '#eval/data/pairs.ts';
import type { RuleCase } from '#eval/rules/cases.ts';
import { priceRules } from '#eval/rules/rules.ts';

function caseOf(id: string, claim: string, texts: string[], label: Label): RuleCase {
  return { id, set: 'own', claim, passages: texts.map((text) => ({ text, context: NO_CONTEXT })), label };
}

const CASES = [
  caseOf('a', 'The shop is open on Mondays.', ['The shop is also open on Mondays.'], 'supported'),
  caseOf('b', 'The mill has 24 wheels.', ['The mill has 18 wheels.'], 'unverifiable'),
  caseOf(
    'c',
    'The bridge opened on 3 May.',
    ['The bridge opened on 3 May.', 'The bridge also opened on 3 May.'],
    'supported',
  ),
  caseOf('d', 'The lift is blue.', ['The lift is new.'], 'unverifiable'),
  caseOf('e', 'The mill has 24 wheels.', ['The mill has 24 wheels.', 'The mill has 18 wheels.'], 'unverifiable'),
];

test('a rule counts where it lies on the way, and alone where it decides', () => {
  const { rules } = priceRules(CASES);
  const of = (ground: string) => rules.find((rule) => rule.ground === ground)!;
  assert.deepEqual(of('discourse_word').used, 2);
  assert.deepEqual(of('discourse_word').alone, { right: 1, wrong: 0 }, 'in c another passage says it without');
  assert.deepEqual(of('other_figure').alone, { right: 0, wrong: 1 });
  assert.deepEqual(of('voice'), { ...of('voice'), used: 0, alone: { right: 0, wrong: 0 } });
});

test('each settled claim is recorded with its grounds', () => {
  const { rows, claims } = priceRules(CASES);
  assert.deepEqual(claims, { own: 5 });
  assert.deepEqual(
    rows.map(({ id, said, grounds }) => [id, said, grounds]),
    [
      ['a', 'supported', ['discourse_word']],
      ['b', 'contradicted', ['other_figure']],
      ['c', 'supported', ['discourse_word']],
    ],
  );
});

test('ways of reading are counted right and wrong', () => {
  const { templates } = priceRules(CASES);
  const counted = templates.filter(({ of }) => of > 0);
  assert.deepEqual(counted, [
    { side: 'supports', template: 'verbatim', right: 2, of: 2 },
    { side: 'contradicts', template: 'other_figure', right: 0, of: 1 },
  ]);
});
