/** Nationalities, short given names, and what somebody is said to be alone. */
import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('usual short forms of given names', () => {
  testRelationship('supports', [
    ['Tim Garth is an engineer.', 'Timothy Simon Garth (born 4 May 1960) is a Welsh engineer.'],
    ['Joe Marsh was born in 1931.', 'Joseph Alan Marsh (2 March 1931 – 5 May 1999) was a British painter.'],
  ]);
  testRelationship('nothing', [
    ['Tim Garth is an engineer.', 'Thomas Garth (born 4 May 1960) is a Welsh engineer.'],
    ['Sam Garth is an engineer.', 'Samuel Garth is the son of the engineer Simon Garth.'],
    ['Tim Garth is an engineer.', 'Timothy Garth Marsh is a Welsh engineer.'],
    ['Tim Garth is an engineer.', 'Timothy Garth is an engineer. His son Paul Garth is a baker.'],
    ['Tim Garth Jr. is an engineer.', 'Timothy Garth is a Welsh engineer.'],
    ['Joe Marsh II was a painter.', 'Joseph Marsh was a painter.'],
    ['Tim Garth is an engineer.', 'Timothea Garth is an engineer.'],
    ['Timothy Garth is an engineer.', 'Tim Garth is an engineer.'],
    ['Dan Garth is an engineer.', 'Dana Garth is an engineer.'],
    ['Bill Garth is an engineer.', 'Willem Garth is an engineer.'],
    ['Tim Garth is an engineer.', 'Timothy, the engineer of Garth, is a baker.'],
    ['Kate Noll sang.', 'Katherine Noll hummed.'],
    ['Sam Garth is a nurse.', 'Samuel Garth is a nurse. His sister Samantha Garth lives in Orr.'],
  ]);
});

describe('what something is incapable of being', () => {
  testRelationship('contradicts', [
    ['Gulls is incapable of being a film.', 'Gulls is a 2004 Welsh film directed by Ada Noll.'],
  ]);
  testRelationship('nothing', [
    ['Gulls is incapable of being a film.', 'Gulls is a 2004 Welsh novel by Ada Noll.'],
    ['Gulls is incapable of being a film.', 'Gulls is a planned film.'],
    ['Gulls is not incapable of being a film.', 'Gulls is a 2004 film.'],
    ['Some machines are incapable of being repaired.', 'The machines are repaired.'],
    ['The lock is incapable of being picked.', 'The lock is a steel lock.'],
    ['Gulls was incapable of being a success.', 'Gulls is a success.'],
    ['Ada Noll is incapable of being only a singer.', 'Ada Noll is a singer.'],
    ['Gulls is incapable of being a short film.', 'Gulls is a film.'],
    ['Terns is incapable of being a film.', 'Gulls is a film.'],
  ]);
});

describe('what somebody is said to be alone', () => {
  testRelationship('contradicts', [
    ['Ada Noll is only a novelist.', 'Ada Noll (born 3 May 1956) is a Norwegian poet and novelist.'],
    ['Ada Noll is only a novelist.', 'Ada Noll is a painter.'],
    ['Ada Noll was exclusively Dutch.', 'Ada Noll was a Norwegian painter.'],
    ['Ada Noll is solely an actress.', 'Ada Noll is an English singer and actress.'],
  ]);
  testRelationship('nothing', [
    ['Ada Noll is only a writer.', 'Ada Noll is a Norwegian poet and novelist.'],
    ['Ada Noll is only an artist.', 'Ada Noll is a Norwegian painter.'],
    ['Ada Noll is only a performer.', 'Ada Noll is a singer.'],
    ['Ada Noll is only a novelist.', 'Ada Noll is a Norwegian novelist.'],
    ['Ada Noll is only a novelist.', 'Petra Lind is a poet and novelist.'],
    ['Ada Noll is only a novelist.', 'Ada Noll is not a poet.'],
    ['Ada Noll is only a novelist.', 'Ada Noll was a poet.'],
    ['Ada Noll is only a novelist.', 'Ada Noll is a former poet.'],
    ['Ada Noll is only a novelist.', 'Ada Noll is an aspiring poet.'],
    ['Ada Noll is only a novelist.', 'Ada Noll is a novelist and the daughter of a poet.'],
    ['Ada Noll is only a novelist.', 'Ada Noll is a novelist or a poet.'],
    ['Ada Noll is only British.', 'Ada Noll is an English painter.'],
    ['Ada Noll is only European.', 'Ada Noll is a French painter.'],
    ['Ada Noll is only a director.', 'Ada Noll is a director of a bank and a friend of a poet.'],
    ['Ada Noll is only an author.', 'Ada Noll is a writer.'],
    ['Ada Noll is only a vocalist.', 'Ada Noll is a singer.'],
    ['Ada Noll is only an actor.', 'Ada Noll is an actress.'],
    ['Ada Noll is only a musician.', 'Ada Noll is a guitarist.'],
    ['Ada Noll is only a guitarist.', 'Ada Noll is a musician.'],
    ['Only Ada Noll is a novelist.', 'Ada Noll is a poet.'],
    ['Ada Noll is the only novelist.', 'Ada Noll is a poet.'],
    ['Ada Noll is only a novelist in Norway.', 'Ada Noll is a poet.'],
    ['Ada Noll is only a part-time novelist.', 'Ada Noll is a novelist.'],
    ['Ada Noll is not only a novelist.', 'Ada Noll is a poet.'],
    ['The shop is only Dutch.', 'The shop is a Norwegian bakery.'],
    ['Ada Noll is only a novelist.', 'In Gulls, Ada Noll is a poet.'],
    ['Ada Noll is only a novelist.', 'Ray says Ada Noll is a poet.'],
    ['Ada Noll is only a director.', 'Ada Noll is a Welsh filmmaker.'],
    ['Ada Noll is only a novelist.', 'Ada Noll is an artist.'],
    ['Ada Noll is only a minor poet.', 'Ada Noll is a poet and novelist.'],
  ]);
});

describe('another nationality', () => {
  testRelationship('contradicts', [
    ['Ada Noll is Dutch.', 'Ada Noll (born 3 May 1956) is a Norwegian painter.'],
    ['Ada Noll is a Dutch painter.', 'Ada Noll is a Norwegian painter and editor.'],
    ['Ada Noll was a Canadian singer.', 'Ada Noll (3 May 1906 – 4 May 1980) was a Scottish singer.'],
  ]);
  testRelationship('nothing', [
    ['Ada Noll is British.', 'Ada Noll is an English singer.'],
    ['Ada Noll is English.', 'Ada Noll is a British singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian singer of Dutch descent.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian singer born in Utrecht.'],
    ['Ada Noll is Canadian.', 'Ada Noll is an American singer from Toronto.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian singer. She became a Dutch citizen in 1990.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian singer. She was born in Amsterdam.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian-Dutch singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian and Dutch singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll is not a Norwegian singer.'],
    ['Ada Noll is Dutch.', 'Petra Lind is a Norwegian singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll was a Norwegian singer.'],
    ['Gulls is a Dutch film.', 'Gulls is a Norwegian film.'],
    ['Noll is Dutch.', 'Noll is a Norwegian singer.'],
    ['Ada Noll is a Dutch painter.', 'Ada Noll is a Norwegian singer.'],
    ['Ada Noll is partly Dutch.', 'Ada Noll is a Norwegian singer.'],
    ['Ada Noll is a Dutch teacher.', 'Ada Noll is a Norwegian teacher.'],
    ["Ada Noll's husband is Dutch.", 'Ada Noll is a Norwegian singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a naturalised Norwegian singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll emigrated in 1960. Ada Noll is a Norwegian singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll is the wife of a Norwegian singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian singer born in Tolhuizen.'],
    ['Ada Noll is not Dutch.', 'Ada Noll is a Norwegian singer.'],
    ['Ada Noll is European.', 'Ada Noll is a Norwegian singer.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian singer. She holds dual nationality.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian singer with two passports.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian singer. Until 1930 she had another nationality.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian coach.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian ambassador.'],
    ['Ada Noll is Dutch.', 'Ada Noll is a Norwegian resident.'],
  ]);
});
