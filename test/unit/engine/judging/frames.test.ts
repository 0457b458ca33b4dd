/** What stands around a statement, in its sentence or beside it, by which it says less than its words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge, NO_CONTEXT } from '#engine/judging/judge.ts';
import { testRelationship } from './judging-fixtures.ts';

describe('an adjunct that may narrow what happened', () => {
  testRelationship('nothing', [
    ['House prices fell.', 'House prices fell in London.'],
    ['House prices fell.', 'In London, house prices fell.'],
    ['House prices did not fall.', 'House prices fell in London.'],
    ['The airline cancelled its flights.', 'The airline cancelled its flights to Oslo.'],
    ['The road was closed.', 'The road was closed to lorries.'],
    ['Noll won the race.', 'Noll won the race in the women’s class.'],
    ['The ship sank.', 'The ship sank in the film.'],
    ['The vaccine prevented the infection.', 'The vaccine prevented the infection in rats.'],
    ['The roads were cleared.', 'The roads were cleared, with a few exceptions.'],
    ['The mine poisoned the river.', 'The mine poisoned the river, in his opinion.'],
    ['The mine poisoned the river.', 'The mine poisoned the river, as Noll claimed.'],
    ['The firm sold its mills.', 'The firm sold its mills, keeping two.'],
    ['The fire destroyed Orley.', 'The fire destroyed Orley (legend).'],
    ['The fire destroyed Orley.', 'The fire destroyed Orley (in part).'],
    ['Dogs are allowed.', 'Dogs, kept on a lead, are allowed.'],
    ['Dogs in Orley are allowed.', 'Dogs in Orley, kept on a lead, are allowed.'],
    ['A dog is allowed.', 'A dog, kept on a lead, is allowed.'],
  ]);
  testRelationship('supports', [
    ['The bridge opened.', 'The bridge opened on 14 June at the mouth of the Aske.'],
    ['House prices fell.', 'House prices fell in May.'],
    ['Ada Noll was born.', 'Ada Noll was born in Lyon.'],
    ['The firm closed the mill.', 'The firm closed the mill in Orley on Monday.'],
    ['The boat sank quickly.', 'The boat sank quickly off the coast.'],
    ['The prisoner ran away.', 'The prisoner ran away from the camp.'],
    ['Orley is a town.', 'Orley (part of Kent) is a town.'],
    ['The old mill has 12 rooms.', 'The old mill, built in 1880, has 12 rooms.'],
    ['Orley Museum has 12 rooms.', 'Orley Museum, founded in 1920, has 12 rooms.'],
  ]);
});

describe('who did it, left out', () => {
  testRelationship('nothing', [
    ['Breakfast is included.', 'The Comfort rate includes breakfast.'],
    ['The treaty was ratified.', 'Norway ratified the treaty.'],
  ]);
  testRelationship('supports', [['Returns are accepted within 30 days.', 'We accept returns within 30 days.']]);
});

describe('another figure, date or name that leaves the claim open', () => {
  testRelationship('nothing', [
    ['Orley Foods reported sales of €1.6 billion in 2023.', 'Orley Foods reported sales of €412 million in June 2023.'],
    ['The firm paid a dividend in 2010.', 'The firm did not pay a dividend in May 2010.'],
    ['Karl Noll was the mayor of Orley.', 'Ruth Coe was the mayor of Orley.'],
    ['Karl Noll is the son of Ruth Coe.', 'Fritz Lang is the son of Ruth Coe.'],
    ['Karl Noll is the priest of Orley.', 'Fritz Lang is the priest of Orley.'],
    ['Marie Curie died in 1934.', 'Curie died in 1906.', 'Pierre Curie'],
    ['Venus Williams won the title in 2002.', 'Williams won the title in 2002.', 'Serena Williams'],
    ['Gulls was written by Noll.', 'Gulls is a film based on a book written by Noll.'],
    ['Gulls was sold in 1990.', 'Gulls is a film based on a book by Noll that was sold in 1990.'],
  ]);
  testRelationship('supports', [
    ['Gulls was released in 1990.', 'Gulls is a song recorded by Noll that was released in 1990.'],
    ['Tim Moore was born in Lyon.', 'Timothy Moore was born in Lyon.', 'Tim Moore'],
  ]);
  testRelationship('contradicts', [['Lyon is the capital of France.', 'Paris is the capital of France.']]);
});

describe('the sentences beside it', () => {
  testRelationship('nothing', [
    ['Fairlead was fined €2 million.', 'Fairlead was fined €2 million. The court of appeal quashed the fine.'],
    ['The fire killed 15 people.', 'The fire killed 12 people. The toll later rose to 15.'],
    ['The river is clean.', 'The river is clean. This is not true.'],
    ['The mine poisoned the river.', 'The plaintiffs allege three things. The mine poisoned the river.'],
    ['The king was poisoned.', 'There are two theories about his death. The king was poisoned.'],
    ['The council did not approve the plan.', 'The council approved the plan. The council did not approve the plan.'],
    ['The fire killed 12 people.', 'The fire killed 12 people. Wrong: it killed 15.'],
    ['The fire killed 12 people.', 'The fire killed 12 people. So the story goes.'],
  ]);
  testRelationship('supports', [
    ['The museum has 12 rooms.', 'The museum has 12 rooms. So the walk takes an hour.'],
    ['Entry is £5.', 'Entry is £5. Wrong change cannot be given.'],
    ['The museum opened in 1962.', 'The museum opened in 1962. Other sources of income are gifts.'],
    ['Ada Noll was born in Lyon.', 'Ada Noll was born in Lyon. She later rose to fame.'],
  ]);
});

describe('a next sentence that takes nothing back', () => {
  testRelationship('supports', [['The museum has 12 rooms.', 'The museum has 12 rooms. They are not heated.']]);
});

describe('rows that a note, a scale or another row leaves open', () => {
  testRelationship('nothing', [
    ['The fee for adults is €9.', 'Visitor | Fee\nAdults | €9*\nChildren | €5\n\n* with a resident’s card'],
    ['Adults pay €9.', 'Visitor | Fee*\nAdults | €9\nChildren | €5\n\n* with a resident’s card'],
    ['The population of Orley is 3,000.', 'Town | Population\nOrley | 3,000\nHale | 900\n\nAll figures in thousands.'],
    [
      'The fee for adults is €9.',
      'Visitor | Fee\nAdults | €10\nChildren | €5\n\nOctober to April\n\nVisitor | Fee\nAdults | €9\nChildren | €4',
    ],
  ]);
  testRelationship('supports', [
    ['The fee for adults is €9.', 'Thousands of guests come.\n\nVisitor | Fee\nAdults | €9\nChildren | €5'],
  ]);
});

describe('the lines above', () => {
  const under = (title: string | null, heading: string | null) =>
    judge('Entry is free.', 'Entry is free.', { ...NO_CONTEXT, title, heading }).relationship;
  for (const heading of [
    'For members',
    'Students',
    'Children',
    'Members only',
    'Until 2019',
    'Common misconceptions',
    'Proposed rules',
  ])
    test(`nothing below "${heading}"`, () => assert.equal(under('Tarn Museum', heading), 'unresolved'));
  test('nothing in what the title calls a myth', () => assert.equal(under('Five myths', null), 'unresolved'));
  for (const heading of [
    'Prices',
    'Opening dates',
    'Free tier',
    'General information',
    'For more information',
    'Before you travel',
    'King Street',
    'Executive summary',
  ])
    test(`as it stands below "${heading}"`, () => assert.equal(under('Tarn Museum', heading), 'supports'));
  test('as it stands of what has such a title for its name', () => {
    const claim = 'Pulp Fiction is a film.';
    assert.equal(judge(claim, claim, { ...NO_CONTEXT, title: 'Pulp Fiction' }).relationship, 'supports');
    assert.equal(judge(claim, claim, { ...NO_CONTEXT, title: 'Film fiction' }).relationship, 'unresolved');
  });
  test('as it stands where the title has the people', () =>
    assert.equal(under('Information for students', 'Students'), 'supports'));
});
