/** What a sentence is cut into: statements that are all there, in its own words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimsOf, splits } from '#test/support/claims-of.ts';

describe('clauses that are statements by themselves', () => {
  splits([
    ['Kubo makes lenses; Merak makes mirrors.', ['Kubo makes lenses.', 'Merak makes mirrors.']],
    ['The rule is simple: guests leave the house by ten.', ['The rule is simple.', 'Guests leave the house by ten.']],
    [
      'The mill is closed, and over a fifth of the land was sold.',
      ['The mill is closed.', 'Over a fifth of the land was sold.'],
    ],
    [
      'The bittern first bred here in 2008, and in 2024 five nests were found.',
      ['The bittern first bred here in 2008.', 'In 2024 five nests were found.'],
    ],
    [
      'The van takes over from a bike that was built for children, and it carries 80 kilos.',
      ['The van takes over from a bike that was built for children.', 'The van carries 80 kilos.'],
    ],
    [
      'Parcels could still be traced, though the returns portal was down.',
      ['Parcels could still be traced.', 'The returns portal was down.'],
    ],
    [
      'The fee was cut because sales fell, but the county paid for the rest.',
      ['The fee was cut because sales fell.', 'The county paid for the rest.'],
    ],
    ['However, the ferry runs daily; the bus is slow.', ['The ferry runs daily.', 'The bus is slow.']],
    [
      'To set the night alarm, press Menu and Start together for three seconds; the lamp then stays dark.',
      ['To set the night alarm, press Menu and Start together for three seconds.', 'The lamp then stays dark.'],
    ],
  ]);
});

describe('predicates that share a subject', () => {
  splits([
    ['Ada Stone wrote a novel and directed a film.', ['Ada Stone wrote a novel.', 'Ada Stone directed a film.']],
    [
      'In 2019, Norsk Data bought Kubo and sold Merak.',
      ['In 2019, Norsk Data bought Kubo.', 'In 2019, Norsk Data sold Merak.'],
    ],
    [
      'In 2013 Stone came second in the cup and was crowned champion in 2014.',
      ['In 2013 Stone came second in the cup.', 'Stone was crowned champion in 2014.'],
    ],
    [
      'The drug may lower pressure and slow the pulse.',
      ['The drug may lower pressure.', 'The drug may slow the pulse.'],
    ],
    [
      'Tielen, the fastest of the three, has swallowed four rivals and is thinking of a listing.',
      [
        'Tielen, the fastest of the three, has swallowed four rivals.',
        'Tielen, the fastest of the three, is thinking of a listing.',
      ],
    ],
    [
      'The mill employs 40 people and produces roughly 12 tonnes of flour a week.',
      ['The mill employs 40 people.', 'The mill produces roughly 12 tonnes of flour a week.'],
    ],
    [
      "The magazine didn't like the app, yet ranked the mower first.",
      ["The magazine didn't like the app.", 'The magazine ranked the mower first.'],
    ],
    [
      'According to the WHO, smoking harms lungs and kills at least 8 million people.',
      ['According to the WHO, smoking harms lungs.', 'According to the WHO, smoking kills at least 8 million people.'],
    ],
    [
      'The shop opened in May, closed in June and was sold in July.',
      ['The shop opened in May.', 'The shop closed in June.', 'The shop was sold in July.'],
    ],
  ]);
});

describe('relative clauses and additions that are set off by commas', () => {
  splits([
    [
      'Lisbon, which is the capital of Portugal, has seven hills.',
      ['Lisbon is the capital of Portugal.', 'Lisbon has seven hills.'],
    ],
    ['Ada Stone met Ida Reed, who sold boats.', ['Ada Stone met Ida Reed.', 'Ida Reed sold boats.']],
    [
      'Stone visited the capital of Peru, which has a tower.',
      ['Stone visited the capital of Peru.', 'Stone visited the capital of Peru, which has a tower.'],
    ],
    [
      'The frames are welded in Portugal, where the bikes are painted too.',
      ['The frames are welded in Portugal.', 'The frames are welded in Portugal, where the bikes are painted too.'],
    ],
    ['The rain stopped, so the match went ahead.', ['The rain stopped.', 'The rain stopped, so the match went ahead.']],
    [
      'The firm bought a rival, largely because the bank insisted.',
      ['The firm bought a rival.', 'The firm bought a rival, largely because the bank insisted.'],
    ],
    [
      'The loop line is closed, its bridge having collapsed.',
      ['The loop line is closed.', 'The loop line is closed, its bridge having collapsed.'],
    ],
    [
      'Five wells were drilled, most of them dry.',
      ['Five wells were drilled.', 'Five wells were drilled, most of them dry.'],
    ],
  ]);
});

describe('what stands in front of the first clause', () => {
  const NOTE = ['"In May 1994" may hold for this part of the sentence too'];

  splits([
    [
      'If the lamp fails, the crew is paid, although the ship stays in port.',
      ['If the lamp fails, the crew is paid.', 'If the lamp fails, the ship stays in port.'],
    ],
    [
      'For children, the fee is 4 euros, and the locker is free.',
      ['For children, the fee is 4 euros.', 'For children, the locker is free.'],
    ],
  ]);
  for (const comma of ['', ','])
    test(`a time is only noted beside what happened${comma === '' ? '' : ', comma or not'}`, () => {
      const [first, second] = claimsOf(
        `In May 1994${comma} a fire destroyed the mill, and 40 workers lost their jobs.`,
      );
      assert.equal(first!.normalized_claim, `In May 1994${comma} a fire destroyed the mill.`);
      assert.deepEqual(first!.unresolved_ambiguity, []);
      assert.equal(second!.normalized_claim, '40 workers lost their jobs.');
      assert.deepEqual(second!.unresolved_ambiguity, NOTE);
      assert.deepEqual(second!.ambiguous_dependencies, []);
    });
  test('a time is not noted beside a clause with another one', () => {
    const [, second] = claimsOf('In May 1994 a fire destroyed the mill, and the council sold the land in 1996.');
    assert.deepEqual(second!.unresolved_ambiguity, []);
  });
  test('a condition is noted behind a semicolon, where it may have ended', () => {
    const [, second] = claimsOf('If the lamp fails, the crew is paid; the ship stays in port.');
    assert.equal(second!.normalized_claim, 'The ship stays in port.');
    assert.deepEqual(second!.unresolved_ambiguity, ['"If the lamp fails" may hold for this part of the sentence too']);
  });
});

describe('labels', () => {
  splits([
    ['Mixing: Part A and part B are mixed 5 : 1 by weight.', ['Part A and part B are mixed 5 : 1 by weight.']],
    ['Orders: Drivers see the number only if the buyer agrees.', ['Drivers see the number only if the buyer agrees.']],
  ]);
});

test('the span of a part is its own words, behind what it shares', () => {
  const cases: [text: string, spans: string[]][] = [
    ['Kubo sells boats and built a dam.', ['Kubo sells boats', 'built a dam']],
    ['Lisbon, which is a port, has hills.', ['Lisbon, which is a port, has hills.', 'which is a port']],
    ['The rain stopped, so the match went ahead.', ['The rain stopped', 'so the match went ahead']],
    ['Mixing: Part A is mixed with water.', ['Part A is mixed with water']],
    ['However, the hall is open.', ['the hall is open']],
  ];
  for (const [text, spans] of cases) {
    const found = claimsOf(text).map(({ original_span }) => original_span);
    assert.deepEqual(found, spans);
  }
});
