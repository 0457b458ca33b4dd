/** Whose statement it is: of the claim's own subject, else of what its text is about; of what the sentence names, else the document. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge, NO_CONTEXT } from '#engine/judging/judge.ts';
import { mainNameOf } from '#engine/judging/read/main-name.ts';

describe('mainNameOf', () => {
  const cases: [text: string, words: string[] | null][] = [
    ['# Rolla Carshare: an overview\n\nA carshare lends cars.', ['rolla']],
    ['On 14 May 2025 Corrigal Glass lit Furnace 4 at its Oudebrug works. The furnace is new.', ['corrigal']],
    ['Undergraduates of Ellismoor University may have 20 items.', ['ellismoor']],
    ['Claims must be submitted in TripDesk. Claims are paid. A claim is made in TripDesk.', null],
    ['On Tuesday it rained. By Tuesday evening it stopped.', null],
    ['The price is low. We asked Larder. The shop likes Larder. Larder sells. Later Larder paid.', ['larder']],
    ['', null],
  ];
  for (const [text, words] of cases)
    test(`${text.slice(0, 60).replace('\n', ' ')} → ${words?.join(' ') ?? 'none'}`, () =>
      assert.deepEqual(mainNameOf(text), words));
});

describe('a claim of a text about X', () => {
  const ABOUT_X = { ...NO_CONTEXT, about: ['corrigal'] };
  const CLAIM = 'The operators of Furnace 2 were retrained over the winter.';

  test('is open where the document is about Y in the same words', () => {
    const context = { ...ABOUT_X, title: 'Tarrow Glass lights its furnace', opening: 'Tarrow Glass lit Furnace 4.' };
    assert.equal(judge(CLAIM, CLAIM, context).relationship, 'unresolved');
    assert.equal(judge(CLAIM, CLAIM, { ...context, title: null, opening: null }).relationship, 'unresolved');
  });

  test('is supported where the document names X', () => {
    const context = { ...ABOUT_X, title: 'Corrigal Glass lights its furnace' };
    assert.equal(judge(CLAIM, CLAIM, context).relationship, 'supports');
  });

  test('is supported where the name of X has an apostrophe', () => {
    const context = { ...NO_CONTEXT, about: ["o'keeffe"], title: "O'Keeffe in Ghost Ranch" };
    assert.equal(judge('The house was sold in 1990.', 'The house was sold in 1990.', context).relationship, 'supports');
  });

  test('is supported where it names a subject of its own that the document is about', () => {
    const own = 'The Tolland Library is open round the clock.';
    assert.equal(judge(own, own, { ...ABOUT_X, title: 'Tolland Library' }).relationship, 'supports');
  });
});

describe('a place that has the document’s name in it', () => {
  test('is another place than the document', () => {
    const jersey = { ...NO_CONTEXT, title: 'Jersey Bank' };
    assert.equal(judge('New Jersey accounts are free.', 'New accounts are free.', jersey).relationship, 'unresolved');
  });
});

describe('a noun behind the document’s name', () => {
  const CLAIM = 'The Orrin Marsh reserve is open daily.';
  const PASSAGE = 'The reserve is open daily.';

  test('may be the last word of its longer name', () => {
    const opening = 'Orrin Marsh Nature Reserve lies by the sea.';
    assert.equal(judge(CLAIM, PASSAGE, { ...NO_CONTEXT, title: 'Orrin Marsh', opening }).relationship, 'supports');
  });

  test('is open where a title names another of its kind', () => {
    const title = 'Orrin Marsh and Tarrow Reserve';
    assert.equal(judge(CLAIM, PASSAGE, { ...NO_CONTEXT, title }).relationship, 'unresolved');
  });
});

describe('a sentence that leaves its subject to its document', () => {
  const CLAIM = 'Ostrel Museum tickets cost €5.';
  const context = { ...NO_CONTEXT, title: 'Ostrel Museum' };

  test('belongs to the document', () => {
    assert.equal(judge(CLAIM, 'The museum is open daily. Tickets cost €5.', context).relationship, 'supports');
  });

  for (const before of ['The museum is bigger now.', 'It stands opposite the station.', 'The café is open late.'])
    test(`belongs to it behind "${before}"`, () => {
      assert.equal(judge(CLAIM, `${before} Tickets cost €5.`, context).relationship, 'supports');
    });

  for (const before of [
    'Rival museums are free.',
    'Other houses are free.',
    'Most museums are free.',
    'The gallery across the square is bigger.',
    'The gallery across the square is open late.',
    'The zoo is nearby.',
    'The zoo opposite opens at noon.',
    'The adjoining zoo opens at noon.',
    'The zoo is cheaper.',
    'The zoo is more popular.',
    'The zoo is worse.',
  ])
    test(`may belong to another behind "${before}"`, () => {
      assert.equal(judge(CLAIM, `${before} Tickets cost €5.`, context).relationship, 'unresolved');
    });
});

describe('a sentence about a kind beside the document’s own', () => {
  const context = { ...NO_CONTEXT, title: 'Ostrel Museum', opening: 'Ostrel Museum is in Kent.' };
  test('leaves the next one open', () => {
    const passage = 'The library is popular. Tickets cost €5.';
    assert.equal(judge('Ostrel Museum tickets cost €5.', passage, context).relationship, 'unresolved');
  });
});

describe('a thing that a sentence before says the document’s subject to have', () => {
  const context = { ...NO_CONTEXT, title: 'Skarva: a small guide', opening: 'Skarva is an island.' };
  const said = (before: string) =>
    judge('The Skarva road leads north.', `${before} The road leads north.`, context).relationship;

  for (const before of ['Skarva has 460 inhabitants and one road.', 'Skarva has a road.'])
    test(`is its own: ${before}`, () => assert.equal(said(before), 'supports'));
  for (const before of [
    'Nesvik has a road.',
    'Skarva has two roads.',
    'Skarva has never had a road.',
    'Skarva and Orr have a road.',
    'Skarva has a map of a road in Orr.',
    'Skarva has a rival with a road.',
    'Skarva saw a road.',
  ])
    test(`may be another: ${before}`, () => assert.equal(said(before), 'unresolved'));
});

describe('a claim that puts the document’s subject into it', () => {
  const rolla = { ...NO_CONTEXT, title: 'Rolla Carshare: prices', opening: 'Rolla Carshare lends cars.' };
  const settled: [claim: string, passage: string][] = [
    ['The Rolla fleet is electric.', 'Whoever books and then cancels pays a fee. The fleet is electric.'],
    ['New Rolla accounts are free.', 'New accounts are free.'],
    ['Rolla bookings are free.', 'Bicycles are lent as well. Bookings are free.'],
  ];
  for (const [claim, passage] of settled)
    test(`${claim} ← ${passage}`.slice(0, 80), () =>
      assert.equal(judge(claim, passage, rolla).relationship, 'supports'),
    );

  const open: [claim: string, passage: string][] = [
    [
      'The Rolla fleet is electric.',
      'The terms of this firm and its owners differ from Tarrow’s. The fleet is electric.',
    ],
    ['A Rolla booking costs £2.', 'Prices for the whole of the Glacier range are fixed. A booking costs £2.'],
    ['A Rolla booking costs £2.', 'Prices elsewhere are higher. A booking costs £2.'],
    ['A Rolla booking costs £2.', 'Competitors have low prices. A booking costs £2.'],
    ['A Rolla booking costs £2.', 'Carshares in Orr grow. A booking costs £2.'],
    ['The Rolla fleet is electric.', 'Rangers book online. The fleet is electric.'],
    ['The Rolla fleet is electric.', 'One of its competitors charges a fee. The fleet is electric.'],
    ['The Rolla fleet is electric.', 'Tarrow charges a fee for bookings. The fleet is electric.'],
    ['The Rolla fleet is electric.', 'Its rival Tarrow charges ten euros. The fleet is electric.'],
    ['The Rolla fleet is electric.', 'Members of Tarrow pay ten euros. The fleet is electric.'],
    ['Rolla members of Tarrow pay £5.', 'Members of Tarrow pay £5.'],
    ['Rolla dogs are not allowed.', 'Cats avoid dogs. They are not allowed.'],
    ['Rolla members of Tarrow Carshare pay £5.', 'Members of Tarrow Carshare pay £5.'],
    ['The Rolla carshare in Orr is closed.', 'The carshare in Orr is closed.'],
    ['The Rolla chairman of Tarrow resigned.', 'The chairman of Tarrow resigned.'],
    ['Members of Tarrow pay £5 at Rolla.', 'Members of Tarrow pay £5.'],
    ['The fleet was sold to Rolla in 2020.', 'The fleet was sold in 2020.'],
    ['The fleet was leased from Rolla in 2020.', 'The fleet was leased in 2020.'],
    ['The fleet was built by Rolla in 2020.', 'The fleet was built in 2020.'],
    ['The dispute with Rolla ended in 2020.', 'The dispute ended in 2020.'],
    ['The Rolla price is €5 a day.', 'A tent costs €9. The price is €5 a day.'],
    ['The Rolla fleet is electric.', 'The older firm had vans. The fleet is electric.'],
    ['The Rolla captain left in May.', 'The visitors won the cup. The captain left in May.'],
    ['The Rolla fleet is electric.', 'Drivers charges a fee. The fleet is electric.'],
    ['The Rolla fleet is electric.', '### The firm beside Rolla Carshare\nThe fleet is electric.'],
    ['The Rolla fleet is electric.', '### Rolla and its rivals\nThe fleet is electric.'],
    ['In 2019 the fleet was sold.', 'In 2019, the depot burnt down. The fleet was sold.'],
    ['In Orley the fleet was sold.', 'In Orley the depot was closed. The fleet was sold.'],
    ['On Monday the fleet was sold.', 'On Monday the depot was closed. The fleet was sold.'],
    ['The Rolla fleet is electric.', '### From Rolla to Tarrow\nThe fleet is electric.'],
  ];
  for (const [claim, passage] of open)
    test(`open: ${claim} ← ${passage}`.slice(0, 80), () =>
      assert.equal(judge(claim, passage, rolla).relationship, 'unresolved'),
    );

  test('is settled below a line of the passage that names nothing else', () => {
    const own = { ...rolla, opening: null };
    const passage = '### The new prices at Rolla\nThe fleet is electric.';
    assert.equal(judge('The Rolla fleet is electric.', passage, own).relationship, 'supports');
  });

  test('is open where nothing tells what its passage began with', () => {
    const unknown = { ...rolla, opening: null };
    for (const before of [
      'Tarrow costs ten euros.',
      'Since 2008 Tarrow has had one tariff.',
      'Tarrow and Orr share a depot.',
    ])
      assert.equal(
        judge('The Rolla fleet is electric.', `${before} The fleet is electric.`, unknown).relationship,
        'unresolved',
      );
  });

  for (const heading of [
    'Tarrow',
    'How Tarrow does it',
    'Tarrow Carshare',
    '2. Tarrow',
    '3.1 Tarrow',
    'Tarrow (since 2019)',
    'Tarrow, our rival',
  ])
    test(`is open below the heading "${heading}"`, () => {
      const claim = 'The Rolla fleet is electric.';
      assert.equal(judge(claim, 'The fleet is electric.', { ...rolla, heading }).relationship, 'unresolved');
    });

  for (const heading of ['Cancelling', 'Multipart uploads', 'The lighthouse', 'Labour Inspectorate, report of 2024'])
    test(`is settled below the heading "${heading}"`, () => {
      const claim = 'The Rolla fleet is electric.';
      assert.equal(judge(claim, 'The fleet is electric.', { ...rolla, heading }).relationship, 'supports');
    });
});

describe('a sentence behind others that bring in nothing', () => {
  const rolla = { ...NO_CONTEXT, title: 'Rolla Carshare: prices', opening: 'Rolla Carshare lends cars.' };
  const said = (before: string) =>
    judge('The Rolla fleet is electric.', `${before} The fleet is electric.`, rolla).relationship;

  for (const before of [
    'At present 310 people drive for us in the valley.',
    'Do I need a key? No.',
    'A spokesman for the town put its value at €9.',
    'Amounts of money are given in the smallest unit of the currency.',
  ])
    test(`belongs to the document behind "${before}"`, () => assert.equal(said(before), 'supports'));

  for (const before of [
    'One of the larger firms in the valley owns a depot.',
    'Each of the towns along the coast runs a bus service.',
    'In the next valley a firm of taxi drivers has begun.',
    'Since 2008 the firm across the square has run buses.',
    'A spokesman for Tarrow put its value at €9.',
    'A dealer in the town put its value at €9.',
    'What does Tarrow do?',
    'Who runs the buses in the next valley?',
    'Did the brewery keep its lorries?',
    'What the town council owned was never counted.',
    'Until the end of last year the old bus station was open.',
    'Firms that had tried this elsewhere failed.',
    'Before the war two brothers from the valley ran coaches.',
    "Last spring the county's bus company went bust.",
    'In those days coaches of all kinds were run by farmers.',
    'Last year the taxi drivers of Orr struck.',
    'Rivers of ink have been spilt about Tarrow.',
    // The document is about a carshare, of which a fleet may be.
    'The fleet has three drivers. Noll maintained that the brakes had failed.',
    'A fleet has three drivers. Noll spoke.',
    'The fleet has three drivers. Tarrow bought its own fleet.',
    'The fleet of Tarrow has three drivers. Noll spoke.',
    'The older fleet has three drivers. Noll spoke.',
    'Tarrow has three drivers. Noll spoke.',
  ])
    test(`may be of another behind "${before}"`, () => assert.equal(said(before), 'unresolved'));
});

describe('a pronoun for things of the document', () => {
  const orrin = { ...NO_CONTEXT, title: 'Orrin Marsh: rules', opening: 'Orrin Marsh is a reserve.' };
  const CLAIM = 'Orrin Marsh horses are not allowed on the dunes.';
  const said = (before: string) => judge(CLAIM, `${before} They are not allowed on the dunes.`, orrin).relationship;

  test('is what the sentence before is about', () =>
    assert.equal(said('Horses are welcome on the Warren Trail.'), 'supports'));
  for (const before of [
    'Horses at Tarrow are welcome.',
    'Some horses are welcome.',
    'Horses meet dogs here.',
    'Horses are welcome. Dogs chase horses.',
    'Other reserves are near. Horses are welcome.',
  ])
    test(`is open behind "${before}"`, () => assert.equal(said(before), 'unresolved'));
});

describe('a pronoun for a thing that its number names', () => {
  const CLAIM = 'At full output Furnace 4 will emit 28 tonnes.';
  const said = (before: string) => judge(CLAIM, `${before} At full output it will emit 28 tonnes.`).relationship;

  for (const before of ['Furnace 4 is new.', 'Furnace 4 can melt 240 tonnes of glass a day.'])
    test(`is that thing behind "${before}"`, () => assert.equal(said(before), 'supports'));

  const others = ['Furnace 3 is new.', 'Furnace 4 replaced a boiler.', 'Furnace 4 stands beside Furnace 3.'];
  for (const before of [...others, 'Furnace 4 is old. Furnace 3 is new.'])
    test(`may be another behind "${before}"`, () => assert.equal(said(before), 'unresolved'));
});

describe('a name of several words joined by "and"', () => {
  const norvane = { ...NO_CONTEXT, title: 'Norvane: Travel and Expenses Policy' };
  const PASSAGE = 'This policy applies to all employees.';

  test('is what "this policy" stands for', () => {
    const claim = "Norvane's Travel and Expenses Policy applies to all employees.";
    assert.equal(judge(claim, PASSAGE, norvane).relationship, 'supports');
    assert.equal(judge(claim, 'A policy applies to all employees.', norvane).relationship, 'unresolved');
  });

  test('is another where one of its words is', () => {
    const claim = "Norvane's Leave and Expenses Policy applies to all employees.";
    assert.equal(judge(claim, PASSAGE, norvane).relationship, 'unresolved');
  });
});
