import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge, NO_CONTEXT } from '#engine/judging/judge.ts';

type Case = [claim: string, passage: string];

function leavesOpen(cases: readonly Case[]): void {
  for (const [claim, passage] of cases) {
    test(claim, () => assert.equal(judge(claim, passage).relationship, 'unresolved', passage));
  }
}

describe('words of the passage that do not make the claim true', () => {
  leavesOpen([
    ['Helen Marsh is chief executive.', 'Present: Helen Marsh (chair), Raj Patel (chief executive).'],
    ['The pharmacy accepts cheques.', 'Neither the surgery nor the pharmacy accepts cheques.'],
    ['She joined as a shift supervisor.', 'She joined as a warehouse assistant and was promoted to shift supervisor.'],
    [
      'Ada Noll joined as a shift supervisor.',
      'Ada Noll joined as a warehouse assistant and was promoted to shift supervisor.',
    ],
    ['The manager is a judge.', 'The manager, whose wife is a judge, was late.'],
    ['The fee was cut by 12 pounds.', 'The fee was cut from 30 to 12 pounds.'],
    ['The branches have a ramp.', 'Half of the branches have a ramp.'],
    ['Refrigerate Corvalin.', 'Do not refrigerate Corvalin.'],
    [
      'Corvalin may be used during breast-feeding.',
      'Corvalin may be used during breast-feeding only if the benefit outweighs the risk.',
    ],
    ['Deliveries are free.', 'Deliveries within Austria are free.'],
    ['Nine cyclists died in 2023.', 'Nine cyclists died in 2023 and 2024.'],
    ['The bridge could be demolished.', 'The mayor denied that the bridge could be demolished.'],
    ['The shop is open on Sundays.', 'The shop is open on Sundays, unless it snows.'],
    ['The pool is open all year.', 'The pool is open all year; it is not open in August.'],
    ['Members may enter.', 'Members may enter; those under 18 may not.'],
    ['Ada Noll is the director of the firm.', 'Ada Noll is a director of the firm.'],
    ['The firm opened 40 shops.', 'The firm opened 40 shops in Norway.'],
    ['The drug was approved.', 'The drug was approved in Canada.'],
  ]);
});

describe('true claims that only seem to be contradicted', () => {
  leavesOpen([
    ['The journey takes more than four hours.', 'The journey takes more than three hours.'],
    ['The tenant may terminate after 12 months.', 'The tenant may not terminate during the first 12 months.'],
    ['The maximum dose is 2 g.', 'The maximum dose for kidney patients is 1 g.'],
    ['The team has won four cups.', 'The team has won six cups.'],
    ['Up to 20 people may attend.', 'Up to 30 people may attend.'],
  ]);
});

describe('one slot filled otherwise', () => {
  const cases: [kind: string, claim: string, passage: string][] = [
    ['figure', 'The deposit is £200.', 'The deposit is £150.'],
    ['date', 'The bridge was opened in 1991.', 'The bridge was opened in 1989.'],
    ['date', 'The bridge was opened in 1991.', 'The bridge was opened on 9 November 1989.'],
    ['name', 'Gandhi was directed by Steven Spielberg.', 'Gandhi was directed by Richard Attenborough.'],
    ['name', 'Lyon is the capital of France.', 'Paris is the capital of France.'],
    ['negation', 'Aspirin does not cause ulcers.', 'Aspirin causes ulcers.'],
    ['negation', 'The price includes VAT.', 'The price does not include VAT.'],
  ];
  for (const [kind, claim, passage] of cases) {
    test(`${kind}: ${claim} (${passage})`.slice(0, 80), () => {
      const { relationship, clash } = judge(claim, passage);
      assert.equal(relationship, 'contradicts');
      assert.equal(clash?.kind, kind);
    });
  }
});

describe('whose statement it is', () => {
  const passage = 'A booking may be cancelled until the evening before.';
  const claim = 'A Rolla booking may be cancelled until the evening before.';
  for (const [name, context] of [
    ['title', { title: 'Rolla Carshare: terms of hire' }],
    ['heading', { heading: 'Rolla bookings' }],
    ['file name', { title: 'rolla-terms.txt' }],
    ['first sentence', { opening: 'Rolla is a car club.' }],
  ] as const) {
    test(`the ${name} of the document names it`, () =>
      assert.equal(judge(claim, passage, { ...NO_CONTEXT, ...context }).relationship, 'supports'));
  }
  test('another subject is another statement', () => {
    assert.equal(judge(claim, passage, { ...NO_CONTEXT, title: 'Tarrow Carshare' }).relationship, 'unresolved');
    const about = ['tarrow', 'carshare'];
    const own = 'A booking may be cancelled until the evening before.';
    const read = (title: string) => judge(own, passage, { ...NO_CONTEXT, title, about }).relationship;
    assert.equal(read('Tarrow Carshare: terms'), 'supports');
    assert.equal(read('Rolla: terms'), 'unresolved');
  });
});
