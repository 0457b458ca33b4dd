/** A wider kind of person than the one that is stated. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '#engine/judging/judge.ts';

const said = (claim: string, passage: string) => judge(claim, passage).relationship;

function all(claim: string, passages: readonly string[], relationship: string) {
  for (const passage of passages)
    test(`${claim} ← ${passage}`.slice(0, 80), () => assert.equal(said(claim, passage), relationship));
}

describe('whoever is of a kind is of the one above it', () => {
  all('Noll is a musician.', ['Noll is a singer.', 'Noll is a Norwegian rock singer, actor and producer.'], 'supports');
  all('Noll is a person.', ['Noll is a film director, podcast host and actor.', 'Noll is a poet.'], 'supports');
  all('Noll is an athlete.', ['Noll is a professional tennis player.', 'Noll is a gymnast and poet.'], 'supports');
  all('Noll is a Norwegian musician.', ['Noll is a Norwegian drummer.'], 'supports');
  all('Noll is a writer.', ['Noll is a screenwriter, not a novelist.'], 'supports');
  all('Noll is not a musician.', ['Noll is a composer and pianist.'], 'contradicts');
});

describe('a wider kind stays open where the narrower one is not plain', () => {
  all(
    'Noll is a musician.',
    [
      'Noll is a singer impersonator.',
      'Noll is a robot singer.',
      'Noll is a virtual singer.',
      'Noll is a former singer.',
      'Noll is a singer in a novel by Ada Lind.',
      'Noll is a singer only in name.',
      'Noll is a singer according to her mother.',
      "Noll is a singer's daughter.",
      'Noll may be a singer.',
      'Noll wants to be a singer.',
      'Noll was a singer.',
    ],
    'unresolved',
  );
  all(
    'Noll is a person.',
    [
      'Noll is a fictional singer.',
      'Noll is a singer created by Ada Lind.',
      'Noll is a singer portrayed by Ada Lind.',
      'Noll is a singer, played by Ada Lind.',
      'Noll is a singer who was created for the film.',
      'Noll is a cartoon dog and singer.',
      'Noll is a singer and cartoon dog.',
      'Noll is a film actor and a robot.',
      'Noll is a game character and singer.',
      'Noll is a comic book singer.',
      'Noll is a wax actor.',
      'Noll is a music player.',
      'Noll is a producer.',
      'Noll is a German boxer.',
      'In the novel, Noll is a singer.',
    ],
    'unresolved',
  );
  all(
    'Noll is an athlete.',
    ['Noll is a chess player.', 'Noll is a record player.', 'Noll is a fantasy football player.'],
    'unresolved',
  );
  all('Noll is a Norwegian musician.', ['Noll is a singer and Norwegian dancer.'], 'unresolved');
  all('Noll is a good musician.', ['Noll is a singer.'], 'unresolved');
  all('Noll is the musician.', ['Noll is a singer.'], 'unresolved');
  all('Noll is a writer.', ["Noll is the writer's secretary."], 'unresolved');
});

describe('a possessor is nothing that something is said to be', () => {
  all('Orley is a city.', ["Orley is the city's museum.", "Orley is a city's museum."], 'unresolved');
});
