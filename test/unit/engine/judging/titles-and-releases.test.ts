/** Nouns before a name without an article ("American singer Noll"), and participles within what something is said to be. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '#engine/judging/judge.ts';

type Case = [claim: string, passage: string];

function all(cases: readonly Case[], relationship: string) {
  for (const [claim, passage] of cases)
    test(`${claim} ← ${passage}`.slice(0, 80), () => assert.equal(judge(claim, passage).relationship, relationship));
}

describe('a noun before a name, and a participle before a noun', () => {
  all(
    [
      ['The song was written by Noll.', 'The song was written by American singer Noll.'],
      ['Gulls is an album by Ada Noll.', 'Gulls is the third album by American recording artist Ada Noll.'],
      ['Gulls is by Ada Noll.', 'Gulls is an album by American singer Ada Noll.'],
      ['Ada Noll is a musician.', 'Gulls is a song by American singer Ada Noll.'],
      ['Rex is a series.', 'Rex is a computer-animated series.'],
      ['Rex is a network.', 'Rex is an American family-oriented television network.'],
      ['Rex is a rapper.', 'Rex is a Grammy-nominated American rapper.'],
    ],
    'supports',
  );
  all([['Ada Noll was not a painter.', 'Gulls is a show hosted by painter Ada Noll.']], 'contradicts');
});

describe('a noun or participle that may not hold stays open', () => {
  all(
    [
      ['Rex is a bear.', 'Rex is a dog named Bear.'],
      ['Rex is a horse.', 'Rex is a man called Horse.'],
      ['Rex is a Catholic.', 'Rex is a boy raised Catholic.'],
      ['Rex is a house.', 'Rex is a firm based house builder.'],
      ['Rex is a rapper.', 'Rex is a rapper hated dog.'],
      ['Rex is a company.', 'Rex is a company owned dog.'],
      ['Rex is a candidate.', 'Rex is a party-rejected candidate.'],
      ['Rex is a champion.', 'Rex is a self-styled champion.'],
      ['Rex is a champion.', 'Rex is a self-declared champion.'],
      ['Rex is a doctor.', 'Rex is a court-disqualified doctor.'],
      ['Rex is a film.', 'Rex is a studio-cancelled film.'],
      ['Rex is a film.', 'Rex is a studio-planned film.'],
      ['Rex is a film.', 'Rex is a fan-imagined film.'],
      ['Rex is a town.', 'Rex is a flood-destroyed town.'],
      ['Rex is a prince.', 'Rex is a court-deposed prince.'],
      ['Rex is a state.', 'Rex is a Russian-recognised state.'],
      ['Rex is a vaccine.', 'Rex is a factory-rejected vaccine.'],
      ['Noll is a singer.', 'The song was written by Lo for rival singer Noll.'],
      ['Noll is a singer.', 'The song was written for would-be singer Noll.'],
      ['Noll is a singer.', 'The song was written for aspiring singer Noll.'],
      ['Noll is a singer.', 'The song was written by robot singer Noll.'],
      ['Noll is a singer.', 'The song was written by fictional singer Noll.'],
      ['Noll is a person.', 'The song was written by cartoon singer Noll.'],
      ['Noll is a singer.', 'The song was written with former singer Noll.'],
      ['Noll is a king.', 'The song is about future king Noll.'],
      ['Noll is a doctor.', 'The song is about fake doctor Noll.'],
      ['Noll is a doctor.', 'The song is about alleged doctor Noll.'],
      ['Noll is a doctor.', 'The song is about self-styled doctor Noll.'],
      ['Noll is a doctor.', 'The song is about film doctor Noll.'],
      ['Noll is a doctor.', 'The song is about witch doctor Noll.'],
      ['Noll is a musician.', 'The film is about singer Noll.'],
      ['Noll is a person.', 'The film is about singer Noll.'],
      ['Noll is a spy.', 'The film is about accused spy Noll.'],
      ['Noll is a murderer.', 'The film is about suspected murderer Noll.'],
      ['Noll is a murderer.', 'The film is about convicted murderer Noll.'],
      ['Noll is a president.', 'The film is about failed president Noll.'],
      ['Noll Street is a singer.', 'The shop is near singer Noll Street.'],
      ['The song was written by Noll.', 'The song was written by the son of singer Noll.'],
      ['The song was written by Noll.', "The song was written by singer Noll's brother."],
      ['The song was written by Noll.', 'The song was written by a friend of singer Noll.'],
      ['The song was written by Noll.', 'The song was written by singer Noll and Lo.'],
      ['The song was written by Noll.', 'The song was written by singer Noll Trust.'],
      ['The album is by Chicago.', 'The album is by rock band Chicago.'],
      ['The album was made in Chicago.', 'The album was made in band Chicago.'],
      ['Noll is a lawyer.', 'He spoke to lawyer Noll.'],
      ['Noll is a judge.', 'If judge Noll agrees, the law is void.'],
      ['Noll is an actor.', 'Gulls is a film starring actor Noll.'],
      ['Noll is a killer.', 'Gulls is a film about killer Noll.'],
      ['Noll is a detective.', 'Gulls is a film about detective Noll.'],
      ['Noll is a detective.', 'Gulls is a novel by Lo about detective Noll.'],
      ['Noll is a singer.', 'Gulls is a novel about singer Noll.'],
      ['Noll is a wizard.', 'Gulls is a novel by Lo about wizard Noll.'],
    ],
    'unresolved',
  );
});

describe('whose a work is', () => {
  for (const kind of ['translation', 'cover', 'remake', 'review', 'copy', 'discovery', 'former favourite'])
    test(`stays open of a ${kind}`, () =>
      assert.equal(judge('Gulls is by Ada Noll.', `Gulls is a ${kind} by Ada Noll.`).relationship, 'unresolved'));
});

describe('a release behind whoever made the work', () => {
  all(
    [
      ['Gulls was released in 1999.', 'Gulls is an album by Lo Ray, released in 1999 by Orr Records.'],
      ['Orr Records released Gulls.', 'Gulls is the second album by rock band Terns, released by Orr Records.'],
      ['Quill was born in 1979.', 'Ada Noll, known as Quill, (born 8 May 1979) is a singer.'],
      ['Ada del Toro was born in 1964.', 'Ada del Toro (born 5 May 1964) is a writer.'],
    ],
    'supports',
  );
  all(
    [
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, released from prison in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, released on bail in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, released in 1999 on bail.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, not released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, never released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, who was released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song about Lo Ray, released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a killer by Lo Ray, released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray and Ada Noll, a hostage, released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by the singer of Terns, released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, perhaps released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, to be released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray, released in 1999 by the police.'],
      ['Gulls was released in 1999.', 'Gulls is a song by Lo Ray from Terns, released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a film by Lo Ray, the author of Terns, released in 1999.'],
      ['Gulls was released in 1999.', 'Gulls is a planned album by Lo Ray, scheduled in 1999.'],
      ['Gulls was released on 3 May 1999.', 'Gulls is the second album by rock band Terns, released in 1999.'],
      ['Quill was born in 1979.', 'Ada Noll, known as Quill, (not born 8 May 1979) is a singer.'],
      ['Quill was born in 1979.', 'Ada Noll, wrongly known as Quill, (born 8 May 1979) is a singer.'],
      ['Quill was born in 1979.', 'Ada Noll, sister of Quill, (born 8 May 1979) is a singer.'],
      ['Ada del Toro was born in 1964.', 'Ada Toro, del Toro (born 5 May 1964) is a writer.'],
    ],
    'unresolved',
  );
});
