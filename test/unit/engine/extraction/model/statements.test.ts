/** What of a language model's list of statements becomes claims. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, claimsByRules, claimsWith, type ListedStatement, readWith } from './listing.ts';

const BOTH = 'The mill opened in 1880, with Leeds the largest of its markets.';

test('statements that stand by themselves become claims, with exact spans', async () => {
  const statements = [
    { sentence: 'S1', pieces: ['The mill opened in 1880'] },
    { sentence: 'S1', pieces: ['Leeds the largest of its markets'], claim: 'Leeds was the largest of its markets.' },
  ];
  const { claims } = await readWith(BOTH, () => answerOf(statements));
  assert.deepEqual(
    claims.map(({ normalized_claim, original_span, start, end }) => [normalized_claim, original_span, start, end]),
    [
      ['The mill opened in 1880.', 'The mill opened in 1880', 0, 23],
      ['Leeds was the largest of its markets.', 'Leeds the largest of its markets', 30, 62],
    ],
  );
});

const PLACED: readonly [what: string, pieces: string[][], spans: string[]][] = [
  [
    'begins behind what it shares with the one before',
    [['The mill opened in 1880'], ['The mill', 'burned down in 1912']],
    ['The mill opened in 1880', 'burned down in 1912'],
  ],
  [
    'covers what is left to the rules where none stands before it',
    [['The mill', 'burned down in 1912']],
    ['The mill opened in 1880 and burned down in 1912', 'opened in 1880'],
  ],
];
for (const [what, pieces, spans] of PLACED) {
  test(`the place of a statement ${what}`, async () => {
    const text = 'The mill opened in 1880 and burned down in 1912.';
    const statements = pieces.map((own) => ({ sentence: 'S1', pieces: own }));
    const { claims } = await readWith(text, () => answerOf(statements));
    const said = claims.filter(({ normalized_claim }) =>
      /^The mill (?:opened in 1880|burned down in 1912)\.$/.test(normalized_claim),
    );
    assert.deepEqual(
      said.map(({ original_span }) => original_span),
      spans,
    );
    for (const { start, end, original_span } of said) assert.equal(text.slice(start, end), original_span);
  });
}

test('a pronoun and a missing subject are replaced by what stands around', async () => {
  const text = 'The Velmar station opened in 2019. It has 18 turbines and employs 40 people.';
  assert.deepEqual(
    await claimsWith(text, [
      { sentence: 'S1', pieces: ['The Velmar station opened in 2019.'] },
      { sentence: 'S2', pieces: ['It has 18 turbines'], claim: 'The Velmar station has 18 turbines.' },
      { sentence: 'S2', pieces: ['It', 'employs 40 people'], claim: 'The Velmar station employs 40 people.' },
    ]),
    [
      'The Velmar station opened in 2019.',
      'The Velmar station has 18 turbines.',
      'The Velmar station employs 40 people.',
    ],
  );
});

const SENTENCE = 'The council says that about 40 of the 90 flats may not be ready by June 2024.';
const UNFAITHFUL: readonly [why: string, claim: string][] = [
  ['a figure is lost', 'The council says that about 40 of the flats may not be ready by June 2024.'],
  ['a figure is another', 'The council says that about 45 of the 90 flats may not be ready by June 2024.'],
  ['a bound is lost', 'The council says that 40 of the 90 flats may not be ready by June 2024.'],
  ['the negation is lost', 'The council says that about 40 of the 90 flats may be ready by June 2024.'],
  ['the modality is lost', 'The council says that about 40 of the 90 flats are not ready by June 2024.'],
  ['the attribution is lost', 'About 40 of the 90 flats may not be ready by June 2024.'],
  ['the date is another', 'The council says that about 40 of the 90 flats may not be ready by July 2024.'],
  ['the date is lost', 'The council says that about 40 of the 90 flats may not be ready.'],
  ['a quantifier is added', 'The council says that only about 40 of the 90 flats may not be ready by June 2024.'],
  ['a name is added', 'The council says that about 40 of the 90 flats in Ostrava may not be ready by June 2024.'],
  ['a figure is added', 'The council says that about 40 of the 90 flats may not be ready by June 2024, in 3 streets.'],
  ['a word is another', 'The council says that about 40 of the 90 houses may not be ready by June 2024.'],
  ['the verb is another', 'The council denies that about 40 of the 90 flats may not be ready by June 2024.'],
];
for (const [why, claim] of UNFAITHFUL) {
  test(`the sentence's own words are the claim where ${why}`, async () => {
    assert.deepEqual(await claimsWith(SENTENCE, [{ sentence: 'S1', pieces: [SENTENCE], claim }]), [SENTENCE]);
  });
}

test('two statements that each lack a part of the other are one in their own words', async () => {
  const text = 'After six years you can apply for up to three months off without pay; the company pays the insurance.';
  const statements = [
    { sentence: 'S1', pieces: ['After six years you can apply for up to three months off'] },
    { sentence: 'S1', pieces: ['three months off without pay'], claim: 'The three months off are without pay.' },
    { sentence: 'S1', pieces: ['the company pays the insurance'], claim: 'The company pays the insurance.' },
  ];
  assert.deepEqual(await claimsWith(text, statements), [
    'After six years you can apply for up to three months off without pay.',
    'The company pays the insurance.',
  ]);
});

test('two statements that lack the same part are not made one', async () => {
  const text = 'If it rains, members get a towel and a locker without paying for it.';
  const statements = [
    { sentence: 'S1', pieces: ['members get a towel'] },
    { sentence: 'S1', pieces: ['members get', 'a locker'] },
  ];
  const claims = await claimsWith(text, statements);
  assert.ok(
    claims.every((claim) => claim.startsWith('If it rains')),
    claims.join('\n'),
  );
});

test('numbers and dates may have another form', async () => {
  const text = 'The bridge opened on 14 June 2019 with three lanes and cost 1,250 pounds.';
  const claim = 'The bridge opened on June 14, 2019 with 3 lanes and cost 1250 pounds.';
  assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces: [text], claim }]), [claim]);
});

test('a description is replaced by what it stands for, in capitals or not', async () => {
  const text = 'The Orley museum burned down. The house itself had no alarm.';
  const claim = 'The Orley museum itself had no alarm.';
  assert.deepEqual(
    await claimsWith(text, [
      { sentence: 'S1', pieces: ['The Orley museum burned down.'] },
      { sentence: 'S2', pieces: ['The house itself had no alarm.'], claim },
    ]),
    ['The Orley museum burned down.', claim],
  );
});

test('who did it and to whom it was done can not be swapped', async () => {
  const text = 'The Orley bank bought the Velmar bank.';
  const claim = 'The Velmar bank bought the Orley bank.';
  assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces: [text], claim }]), [text]);
});

const EXCHANGED: readonly [text: string, claim: string][] = [
  ['The Velmar bank was bought by the Orley trust.', 'The Velmar bank bought the Orley trust.'],
  ['Ada Noll moved from Leeds to Orley.', 'Ada Noll moved from Orley to Leeds.'],
  ['Ada Noll voted against the law.', 'Ada Noll voted for the law.'],
  ['Ada Noll was a banker.', 'Ada Noll is a banker.'],
  ['Ada paid 40 euros and Ben paid 50 euros.', 'Ada paid 50 euros and Ben paid 40 euros.'],
  ['Ada Noll is a doctor or a lawyer.', 'Ada Noll is a doctor and a lawyer.'],
];
for (const [text, claim] of EXCHANGED) {
  test(`a claim relates its parts as they are: not "${claim}"`, async () => {
    assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces: [text], claim }]), [text]);
  });
}

const CUT: readonly [why: string, text: string, pieces: string[]][] = [
  ['a negation between', 'The mill has not opened.', ['The mill has', 'opened']],
  ['a negation before', 'It is not true that the mill opened in 1880.', ['the mill opened in 1880']],
  ['a condition behind a comma', 'The match is moved, if it rains on Sunday.', ['The match is moved']],
  ['who says so, behind a comma', 'The mill is closed, according to Ada Noll.', ['The mill is closed']],
  ['who says so, before', 'Ada Noll claims that the mill is closed.', ['the mill is closed']],
  ['a bound before the figure', 'The mill employs at most 40 people.', ['The mill employs', '40 people']],
  ['what a figure counts', 'The mill has 40 looms.', ['The mill has 40']],
  ['a part of a name', 'Ada Noll was born in Lyon County.', ['Ada Noll was born in Lyon']],
  ['what a superlative is taken from', 'Orley is the largest town in Kent.', ['Orley is the largest town']],
  ['what comes behind "until"', 'The hall is only open until Friday.', ['The hall is only open']],
  ['the object', 'The company sold its mill in Leeds.', ['The company sold']],
  ['the infinitive', 'The mill failed to open in 1880.', ['The mill failed']],
  ['the modal verb', 'The mill will close in 2019 and reopen in 2020.', ['The mill', 'reopen in 2020']],
  ['what "only" is about', 'Only members pay in cash on Sunday.', ['members pay in cash']],
];
for (const [what, text, pieces] of CUT) {
  test(`a statement without ${what} does not count`, async () => {
    assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces }]), await claimsByRules(text));
  });
}

test('a condition or attribution listed by itself belongs to its statement', async () => {
  const text = 'According to Ada Noll, the mill opened in 1880.';
  const statements: ListedStatement[] = [
    { id: '1', sentence: 'S1', pieces: ['the mill opened in 1880'], claim: 'The mill opened in 1880.' },
    { id: '2', sentence: 'S1', pieces: ['According to Ada Noll'], part_of: '1' },
  ];
  assert.deepEqual(await claimsWith(text, statements), [text]);
});

test('what a model leaves out of a sentence has the claims of the rules', async () => {
  const text = 'The hall is open. The pool in Leeds is closed.';
  assert.deepEqual(
    await claimsWith(text, [{ sentence: 'S1', pieces: ['The hall is open.'] }]),
    await claimsByRules(text),
  );
  const short = 'The pumps ran for hours, and they failed.';
  assert.deepEqual(
    await claimsWith(short, [{ sentence: 'S1', pieces: ['The pumps ran for hours'] }]),
    await claimsByRules(short),
  );
  const one = 'The hall is open and the pool in Leeds is closed.';
  const listed = [{ sentence: 'S1', pieces: ['The hall is open'] }];
  const { claims } = await readWith(one, () => answerOf(listed));
  const rest = 'The hall is open and the pool in Leeds is closed.';
  assert.deepEqual(await claimsByRules(one), [rest]);
  // It says the whole, in the place of what is not listed.
  assert.deepEqual(
    claims.map(({ normalized_claim, original_span }) => [normalized_claim, original_span]),
    [
      ['The hall is open.', 'The hall is open'],
      [rest, 'the pool in Leeds is closed'],
    ],
  );
});

test('what a statement had that fell is not lost, however little it is', async () => {
  const text = 'The hall has 40 seats, a few more than last year.';
  const { claims } = await readWith(text, () =>
    answerOf([
      { sentence: 'S1', pieces: ['The hall has 40 seats'] },
      { sentence: 'S1', pieces: ['The hall has', 'more than last year'] },
    ]),
  );
  assert.deepEqual(
    claims.map(({ normalized_claim, original_span }) => [normalized_claim, original_span]),
    [
      ['The hall has 40 seats.', 'The hall has 40 seats'],
      [text, 'a few more than last year'],
    ],
  );
});

test('pieces that are not literally there, or in several sentences, do not count', async () => {
  const text = 'The hall is open. The pool is closed.';
  for (const pieces of [['The hall was open'], ['hall is'], ['The hall', 'is closed'], []]) {
    const claims = await claimsWith(text, [{ sentence: 'S1', pieces }]);
    assert.deepEqual(claims, await claimsByRules(text), pieces.join(' | '));
  }
});

test('a model alone makes nothing uncheckable, and makes what can be checked checkable', async () => {
  const { claims } = await readWith('The hall is open. I think the pool opened in 1990.', () =>
    answerOf([
      { sentence: 'S1', pieces: ['The hall is open.'], kind: 'opinion' },
      { sentence: 'S2', pieces: ['I think the pool opened in 1990.'], kind: 'fact' },
    ]),
  );
  assert.deepEqual(
    claims.map(({ checkable }) => checkable),
    [true, true],
  );
});

test('a claim in another language keeps its figures, names and negations', async () => {
  const text = 'Die Mühle in Orley wurde 1880 eröffnet, sie wurde aber nie an die Bahn angeschlossen.';
  assert.deepEqual(
    await claimsWith(text, [
      { sentence: 'S1', pieces: ['Die Mühle in Orley wurde 1880 eröffnet'] },
      {
        sentence: 'S1',
        pieces: ['sie wurde aber nie an die Bahn angeschlossen'],
        claim: 'Die Mühle in Orley wurde nie an die Bahn angeschlossen.',
      },
    ]),
    ['Die Mühle in Orley wurde 1880 eröffnet.', 'Die Mühle in Orley wurde nie an die Bahn angeschlossen.'],
  );
  const lost = 'Die Mühle in Orley wurde an die Bahn angeschlossen.';
  const claims = await claimsWith(text, [{ sentence: 'S1', pieces: [text], claim: lost }]);
  assert.deepEqual(claims, [text]);
});
