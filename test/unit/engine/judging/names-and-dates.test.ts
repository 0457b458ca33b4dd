/** What stands beside a name in an encyclopaedia: how it is said, other names, nicknames, and dates of a life. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '#engine/judging/judge.ts';

const said = (claim: string, passage: string) => judge(claim, passage).relationship;

type Case = [claim: string, passage: string];

function all(cases: readonly Case[], relationship: string) {
  for (const [claim, passage] of cases)
    test(`${claim} ← ${passage}`.slice(0, 80), () => assert.equal(said(claim, passage), relationship));
}

describe('how a name is said changes nothing', () => {
  all(
    [
      ['Orley is a town.', 'Orley [ˈɔːli] is a town in Kent.'],
      ['Otto Neve was born in 1748.', 'Otto Neve ([ˈneːvə]; 5 February 1748 – 28 January 1798) was a composer.'],
      ['Ada Noll was born in 1954.', 'Ada Noll (; born October 23, 1954) is a writer.'],
      ['Ada Noll is a writer.', 'Ada Noll (born Ada Lind Noll;) is a writer.'],
      ['Ada Noll is a writer.', 'Ada Noll (born 1954) (pronounced NOLE) is a writer.'],
      ['Girl is an album.', 'Girl (stylized as GIRL) is an album by Lo.'],
    ],
    'supports',
  );
});

describe('brackets that say more keep a claim open', () => {
  all(
    [
      ['Ada Noll is a spy.', 'Ada Noll [allegedly ə] is a spy.'],
      ['Ada Noll is a spy.', 'Ada Noll [not Lo] is a spy.'],
      ['Ada Noll is a spy.', 'Ada Noll (born 1954) (if the Times is right) is a spy either way but once.'],
      ['Ada Noll is a writer.', 'Ada Noll (born 1954) (not the painter) is a writer.'],
      ['Girl is an album.', 'Girl (unless it is stylized) is an album.'],
      ['Verrucine is a disease.', 'Verrucine is a disease appearing in a novel.'],
    ],
    'unresolved',
  );
});

describe('another name of the subject', () => {
  const PINK = 'Ada Noll (born 8 September 1979), known professionally as Quill (stylized as Qu!ll), is a singer.';
  all(
    [
      ['Quill is a singer.', PINK],
      ['Quill was born on 8 September 1979.', PINK],
      ['Quill is a singer.', 'Ada Noll professionally known as Quill (born 8 May 1979) is a singer.'],
    ],
    'supports',
  );
  test('has the dates of the life', () => {
    assert.equal(said('Quill was born on 4 September 1979.', PINK), 'contradicts');
  });
  all(
    [
      ['Quill is a painter.', 'Ada Noll, brother of the singer known professionally as Quill, is a painter.'],
      ['Quill is a painter.', 'Ada Noll (born 1970), wrongly known as Quill, is a painter.'],
      ['Quill is a painter.', 'Ada Noll (born 1970), not known as Quill, is a painter.'],
      ['Quill is a painter.', 'Ada Noll (born 1970), known as Quill until 1990, is a painter.'],
      ['Quill is a painter.', 'Ada Noll (sister of Quill), known as Lo, is a painter.'],
      ['Quill was born in 1970.', 'Ada Noll (born 3 May 1970), rival of the man known as Quill, is a painter.'],
    ],
    'unresolved',
  );
});

describe('a nickname in quotation marks', () => {
  const PIKE = 'Stanley Orr "Stan" Pike III (4 May 1950 – 6 June 2001) was an actor.';
  all(
    [
      ['Stan Pike was an actor.', PIKE],
      ['Stan Pike was born in 1950.', PIKE],
    ],
    'supports',
  );
  all(
    [
      ['Stanley Pike was an actor.', PIKE],
      ['Stan Pike Jr. was an actor.', PIKE],
      ['Stan Orr was an actor.', PIKE],
      ['Stan Pike won the cup.', 'Ada "Stan" Noll won the cup. Lo Pike left.'],
    ],
    'unresolved',
  );
});

describe('the day of what happened once, without its year', () => {
  all([['The shop opened on 14 April.', 'The shop opened on 14 April 2019.']], 'supports');
  all(
    [
      ['The shop opens on 14 April.', 'The shop opens on 14 April 2019.'],
      ['The shop opened on 14 April.', 'The shop opened before 14 April 2019.'],
      ['The shop opened on 14 April.', 'The shop opened on about 14 April 2019.'],
      ['The shop opened on 4 April.', 'The shop opened in April 2019.'],
    ],
    'unresolved',
  );
});

describe('another date of birth', () => {
  all(
    [
      ['Ada Noll was born March 14, 1971.', 'Ada Noll (born December 14, 1971) is a writer.'],
      ['Sails Over Orr was directed by Ada Noll.', 'Sails Over Orr was directed by Petra Lind.'],
    ],
    'contradicts',
  );
  all(
    [
      ['The book was published in over 40 towns.', 'The book was published in 30 towns.'],
      ['Ada Noll was born about March 14, 1971.', 'Ada Noll (born March 15, 1971) is a writer.'],
    ],
    'unresolved',
  );
});

describe('"that" before a verb that looks like a plural', () => {
  all([['Verrucine is a disease.', 'Verrucine is a disease that causes fever.']], 'supports');
  all([['Verrucine is a disease.', 'Verrucine is a disease that causes invented by doctors explain.']], 'unresolved');
});

describe('an age that has the date, and an initial that a name spells out', () => {
  all(
    [
      ['Ada Noll was born in the 1970s.', 'Ada Noll (born 3 April 1978) is a writer.'],
      ['Gulls premiered in the 2010s.', 'Gulls premiered in Orley on 22 September 2014.'],
      ['Ada Noll died in the 15th century.', 'Ada Noll (5 May 1397 – 8 April 1450) was a queen.'],
      ['Michael B. Noll is a singer.', 'Michael Bakari Noll (born 9 May 1987) is a singer.'],
    ],
    'supports',
  );
  all(
    [
      ['Michael B. Noll is a singer.', 'Michael Carl Noll (born 9 May 1987) is a singer.'],
      ['Michael B. Noll is a singer.', 'Michael Bakari Noll Jr. (born 9 May 1987) is a singer.'],
      ['Michael B. Noll is a singer.', 'Maria Bakari Noll (born 9 May 1987) is a singer.'],
    ],
    'unresolved',
  );
});

describe('a name with small words has another name beside it', () => {
  const LONG = 'José Vicente Noll de Otero y Cintrón (8 May 1912 – 2 May 1992), known as José Noll, was an actor.';
  all([['José Noll was an actor.', LONG]], 'supports');
  all(
    [
      ['José Noll was an actor.', 'José Vicente, brother of Lo y Cintrón, wrongly known as José Noll, was an actor.'],
      ['José Noll was an actor.', 'José de Otero y the man known as José Noll, was an actor.'],
    ],
    'unresolved',
  );
});

describe('a kind in brackets behind the name of the subject', () => {
  all(
    [
      ['Queen (band) formed in Orr.', 'Queen is a rock band that formed in Orr.'],
      ['Queen (1990 film) was made in Orr.', 'Queen is a 1990 film that was made in Orr.'],
    ],
    'supports',
  );
  all([['Ada Noll (actor) was born in 1989.', 'Ada Noll (born June 21, 1982) is an actor.']], 'contradicts');
  all(
    [
      ['Queen (film) formed in Orr.', 'Gulls is a film, and Queen formed in Orr.'],
      ['Queen (film) formed in Orr.', 'Queen formed in Orr, and Gulls is a film.'],
      ['Queen (film) formed in Orr.', 'Queen and Lo is a film that formed in Orr.'],
      ['Queen (film) formed in Orr.', "Queen's drummer is a film that formed in Orr."],
      ['Queen (film) formed in Orr.', 'Queen formed in Orr.'],
      ['Queen (film) formed in Orr.', 'Queen is a film festival that formed in Orr.'],
      ['Queen (film) formed in Orr.', 'Queen is no film and formed in Orr.'],
      ['Queen (film) formed in Orr.', 'Queen, maker of a film, formed in Orr.'],
      ['Queen (fictional band) formed in Orr.', 'Queen is a band that formed in Orr.'],
      ['Queen (1990 film) was made in Orr.', 'Queen is a 1991 film that was made in Orr.'],
      ['Queen (band) formed in Orr.', 'Queen Mary is a band that formed in Orr.'],
      ['Queen (former) is a ship.', 'Queen is a ship.'],
      ['Queen (not the ship) is a band.', 'Queen is a band.'],
      ['Queen (ship) sank.', 'Queen is a band, and the Queen is a ship that sank.'],
    ],
    'unresolved',
  );
});
