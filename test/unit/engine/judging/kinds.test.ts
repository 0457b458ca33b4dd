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

describe('of two nationalities the second alone makes another', () => {
  const PASSAGE = 'Ada Noll is an African American actor.';
  for (const claim of ['Ada Noll is African.', 'Ada Noll is an African actor.'])
    test(claim, () => assert.equal(said(claim, PASSAGE), 'unresolved'));
  test('Ada Noll is an actor.', () => assert.equal(said('Ada Noll is an actor.', PASSAGE), 'supports'));
});

describe('one of two things that something is said to be', () => {
  const both = 'Orley is the largest town in Kent and the seat of a bishop.';
  const settled: [claim: string, passage: string][] = [
    ['Orley is the largest town in Kent.', both],
    ['Orley is the seat of a bishop.', both],
    ['Orley is the seat of a bishop.', 'Orley is the former capital and the seat of a bishop.'],
    ['Ada Noll is a criminal.', 'Ada Noll is a criminal and former leader.'],
    ['Norman is a character.', 'Norman is a fictional character.'],
    ['Gulls is a film from 2004.', 'Gulls is a 2004 film about birds.'],
  ];
  for (const [claim, passage] of settled)
    test(`${claim} ← ${passage}`.slice(0, 80), () => assert.equal(said(claim, passage), 'supports'));

  const open: [claim: string, passage: string][] = [
    ['Orley is the largest town.', both],
    ['Orley is the mayor of Bonn.', 'Orley is the son of Ada Noll and the mayor of Bonn.'],
    ['Orley is the capital of Kent.', 'Orley is the rival of Bonn and the capital of Kent.'],
    ['Orley is the border of Kent.', 'Orley is the border of Kent and the sea.'],
    ['Orley is a mixture of a gas.', 'Orley is a mixture of a gas and a liquid.'],
    ['Orley is the port.', 'Orley is the largest town in Kent and a port.'],
    ['Orley is the port.', 'Orley is the largest town and the port if ferries run.'],
    ['Orley is the capital.', 'Orley is the former capital and the seat of a bishop.'],
    ['Orley is the capital.', 'Orley is the planned capital and the seat of a bishop.'],
    ['Ada Noll is a doctor.', 'Ada Noll is a doctor and a fake.'],
    ['Ada Noll is a doctor.', 'Ada Noll is a doctor and an impostor.'],
    ['Ada Noll is a leader.', 'Ada Noll is a criminal and former leader.'],
    ['Ada Noll is a producer.', 'Ada Noll is a former actor and producer.'],
    ['Norman is a town.', 'Norman is a fictional town.'],
    ['Norman is a character actor.', 'Norman is a fictional character actor.'],
    ['Gulls is a film from 2004.', 'Gulls is an upcoming 2004 film.'],
    ['Gulls is a film from 1999.', 'Gulls is a 2004 film about 1999.'],
    ['Gulls is a film from 2004.', 'Gulls is a painting of a film from 2004.'],
  ];
  for (const [claim, passage] of open)
    test(`open: ${claim} ← ${passage}`.slice(0, 80), () => assert.equal(said(claim, passage), 'unresolved'));
});

describe('a year before a work', () => {
  const PASSAGE = 'Gulls is a 2004 American film directed by Ada Noll.';
  for (const claim of ['Gulls is a 2014 film.', 'Gulls is a 2014 film by Ada Noll.'])
    test(`contradicts another: ${claim}`, () => assert.equal(said(claim, PASSAGE), 'contradicts'));

  const open: [claim: string, passage: string][] = [
    ['Gulls is a 2014 film.', 'Gulls was released in 2015.'],
    ['Gulls is a film from 2014.', 'Gulls is a 2004 film.'],
    ['Gulls is a 2014 film.', 'Gulls Return is a 2004 film.'],
    ['Gulls is a 2014 film.', 'Gulls is a 2004 play.'],
    ['Gulls is a 2014 book.', 'Gulls is a 2004 book.'],
  ];
  for (const [claim, passage] of open)
    test(`open: ${claim} ← ${passage}`, () => assert.equal(said(claim, passage), 'unresolved'));
});

describe('names in a list behind "in" or "for"', () => {
  test('each stand by themselves', () => {
    assert.equal(said('Ada Noll has worked for Corbel.', 'Ada Noll has worked for Corbel and Tarrow.'), 'supports');
  });

  const open: [claim: string, passage: string][] = [
    ['Forty shops worked in Orr.', 'Forty shops worked in Orr and Hale.'],
    ['Most shops worked in Orr.', 'Most shops worked in Orr and Hale.'],
    ['The park lies in Orr.', 'The park lies in Orr and Hale.'],
    ['The firm traded for Corbel.', 'The firm traded for Corbel and Tarrow.'],
    ['The horse was exchanged for Corbel.', 'The horse was exchanged for Corbel and Tarrow.'],
    ['Ada Noll never worked for Corbel.', 'Ada Noll never worked for Corbel and Tarrow.'],
    ['Ada Noll worked for Corbel.', 'Ada Noll worked for Corbel or Tarrow.'],
  ];
  for (const [claim, passage] of open)
    test(`open: ${claim} ← ${passage}`.slice(0, 80), () => assert.equal(said(claim, passage), 'unresolved'));
});

describe('what happened, and what a thing has', () => {
  const supported: [claim: string, passage: string][] = [
    ['Orley is an actress.', 'Orley is an actress whose first role was a nurse.'],
    ['Orley is an official.', 'Orley is an official whose task is to speak for the king.'],
    ['Orley was set up.', 'Orley was set up to make dynamos.'],
    ['Orley was directed by Lo.', 'Orley was directed by Lo and stars Ada Noll.'],
    ['Orley is a city.', 'Orley is the capital and most populous city of Kent.'],
    ['Orley is an episode.', 'Orley is the tenth and final episode of the season.'],
    ['Orley is an American.', 'Orley is an American actress and model signed to a label.'],
  ];
  for (const [claim, passage] of supported)
    test(`${claim} ← ${passage}`.slice(0, 80), () => assert.equal(said(claim, passage), 'supports'));

  const open: [claim: string, passage: string][] = [
    ['Orley is a city.', 'Orley is the capital and former city of Kent.'],
    ['Orley is a city.', 'Orley is the capital and second home of the city of York.'],
    ['Orley is a city.', 'Orley is the planned and unbuilt city of Kent.'],
    ['Ada is a chairman.', 'Ada is the founder and acting chairman of the firm.'],
    ['Ada is a chairman.', 'Ada is the founder and son of the chairman.'],
    ['Ada is an American.', 'Ada is an American model plane signed by Lo.'],
  ];
  for (const [claim, passage] of open)
    test(`${claim} stays open: ${passage}`.slice(0, 80), () => assert.equal(said(claim, passage), 'unresolved'));
});
