/** What something is said to be, with what stands behind it, and whom a name with a number means. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '#engine/judging/judge.ts';

const said = (claim: string, passage: string) => judge(claim, passage).relationship;

describe('a kind is no kind', () => {
  const modifiers = [
    'that lacks recognition',
    'without recognition',
    'in dispute',
    'invented by a novelist',
    'proposed by Ada Noll',
    'claimed by Ada Noll to exist',
    'that appears in a novel',
    'in the novels of Ada Noll',
    'in her novels',
    "in Ada Noll's novels",
    'in one of the novels of Ada Noll',
    'in the television show',
    'in a trilogy of films',
    'under construction',
    'in name',
    'that fails the criteria of the board',
    'that was planned',
  ];
  for (const modifier of modifiers)
    test(`with "${modifier}" behind it`, () =>
      assert.equal(said('Verrucine is a disease.', `Verrucine is a disease ${modifier}.`), 'unresolved'));

  for (const modifier of ['unreleased', 'unfinished', 'rumoured', 'hypothetical', 'abandoned'])
    test(`with "${modifier}" before it`, () =>
      assert.equal(said('Gulls is a film.', `Gulls is an ${modifier} film.`), 'unresolved'));
});

describe('a kind stays one', () => {
  const sentences = [
    'Verrucine is a disease that affects sheep.',
    'Verrucine is a disease of sheep in Kent.',
    'Verrucine is a disease known since 1900.',
  ];
  for (const sentence of sentences)
    test(sentence, () => assert.equal(said('Verrucine is a disease.', sentence), 'supports'));

  test('with a united people', () => {
    assert.equal(said('Orrin is a country.', 'Orrin is a united country in Europe.'), 'supports');
  });
});

describe('a name without its number is another', () => {
  const cases: [claim: string, passage: string][] = [
    ['Stanley Pike is an actor.', 'Stanley Pike Jr. (born 4 May 1950) is an actor.'],
    ['Stanley Pike is an actor.', 'Stanley Pike Junior (born 4 May 1950) is an actor.'],
    ['Stanley Pike Jr. is an actor.', 'Stanley Pike (born 4 May 1950) is an actor.'],
    ['John Paul was born in 1920.', 'John Paul II (born 18 May 1920) was a pope.'],
    ['John II was a pope.', 'John Paul II (born 18 May 1920) was a pope.'],
  ];
  for (const [claim, passage] of cases)
    test(`${claim.slice(0, -1)} / ${passage.slice(0, 22)}`, () => assert.equal(said(claim, passage), 'unresolved'));

  test('with the same number a middle name may be left out', () => {
    const passage = 'Robert John Downey Jr. (born April 4, 1965) is an actor.';
    assert.equal(said('Robert Downey Jr. is an actor.', passage), 'supports');
  });
});

describe('a stage name', () => {
  test('is another name where somebody is known by it', () => {
    assert.equal(said('Lola is a singer.', 'Ada Noll, better known by her stage name Lola, is a singer.'), 'supports');
  });

  test('is none where it only stands beside', () => {
    assert.equal(said('Lola is a singer.', 'Ada Noll, her stage name Lola, is a singer.'), 'unresolved');
  });
});

describe('a nationality before a kind', () => {
  test('is that of a person', () => {
    assert.equal(said('Ada Noll is Norwegian.', 'Ada Noll is a Norwegian cartographer.'), 'supports');
  });

  const kinds = ['French teacher', 'French translator', 'Chinese cook', 'Russian historian', 'Spanish student'];
  for (const kind of [...kinds, 'Indian restaurant', 'Italian dictionary'])
    test(`may be that of what is taught, cooked or sold: ${kind}`, () => {
      assert.equal(said(`Ada Noll is ${kind.split(' ')[0]}.`, `Ada Noll is a ${kind}.`), 'unresolved');
    });
});
