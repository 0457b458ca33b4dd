/** What somebody or something is, by whom it is made, and what may stand behind that. */
import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('members of a list that "and" joins', () => {
  testRelationship('supports', [
    ['Ada Noll is a singer and songwriter.', 'Ada Noll is a Welsh singer, songwriter, actress, and model.'],
    ['Ada Noll is an actor and producer.', 'Ada Noll is an English actor, comedian, screenwriter, and producer.'],
  ]);
  testRelationship('nothing', [
    ['Ada Noll is a singer and songwriter.', 'Ada Noll is a singer, songwriter, or actress.'],
    ['Ada Noll is a singer and songwriter.', 'Ada Noll is a singer, songwriting teacher, and model.'],
    ['Ada Noll is a singer and songwriter.', 'Ada Noll is neither a singer, songwriter, actress, nor model.'],
    ['Ada Noll is a singer and dancer.', 'Ada Noll is a singer, dance teacher, and actress.'],
    ['Ada Noll is a singer and dancer.', 'Ada Noll is a singer, former dancer, and actress.'],
    ['Ada Noll is a painter and sculptor.', 'Ada Noll is a painter, critic of sculptors, and actress.'],
  ]);
});

describe('works by their genre', () => {
  testRelationship('supports', [
    ['Gulls is a comedy.', 'Gulls is a 2004 Welsh comedy film directed by Ada Noll.'],
    ['Gulls is a drama.', 'Gulls is a Welsh drama television series.'],
  ]);
  testRelationship('nothing', [
    ['Gulls is a comedy.', 'Gulls is a planned comedy film.'],
    ['Gulls is a comedy.', 'Gulls is a comedy club.'],
    ['Gulls is a comedy.', 'Gulls is a comedy film festival.'],
    ['Gulls is a drama.', 'Gulls is a drama school.'],
    ['Gulls is a comedy.', 'Gulls is a comedy writer.'],
    ['Gulls is a comedy.', 'Gulls is not a comedy film.'],
    ['Gulls is a documentary.', 'Gulls is a mock documentary film.'],
    ['Gulls is a comedy.', 'Gulls is a book about a comedy film.'],
    ['Gulls is a western.', 'Gulls is a western town.'],
    ['Gulls is the comedy.', 'Gulls is a comedy film.'],
    ['Gulls is a comedy.', 'Gulls is a comedy film company.'],
    ['Gulls is a musical.', 'Gulls is a musical instrument series.'],
  ]);
});

describe('what follows a name', () => {
  testRelationship('supports', [
    ['Orley is a town in Kent.', 'Orley is a town in Kent on the river Aske.'],
    ['Orley is in Kent.', 'Orley is a town in Kent on the river Aske.'],
    ['Gulls is a film directed by Ada Noll.', 'Gulls is a film directed by Ada Noll based on a play.'],
  ]);
  testRelationship('nothing', [
    ['Orley is a town in Kent.', 'Orley is a town in Kent in the novel Gulls.'],
    ['Orley is a town in Kent.', 'Orley is a town in Kent County.'],
    ['Orley is a town in Kent.', 'Orley is a proposed town in Kent on the Aske.'],
    ['Orley is a town in Kent.', 'Orley is a town in Kent or Sussex.'],
    ['Ada Noll is a candidate for Orr.', 'Ada Noll is a candidate for Orr Council.'],
    ['Ada Noll is a spy for France.', 'Ada Noll is a spy for France in a film by Lo.'],
    ['Ada Noll is a member of Lind.', 'Ada Noll is a member of Lind without a vote.'],
    ['Gulls is a film by Lo.', 'Gulls is a film by Lo that was never made.'],
    ['Orley is a town in Kent.', 'Orley is a town in Kent only until 2030.'],
    ['Gulls is a film directed by Ada Noll.', "Gulls is a film directed by Ada Noll's brother."],
    ['Orley is in Kent.', 'Orley is a ship in Kent for repairs until May.'],
    ['Ada Noll is a friend of Lo.', 'Ada Noll is a friend of Lo in name only.'],
    ['Gulls is a song about Orr.', 'Gulls is a planned song about Orr by Lo.'],
  ]);
});

describe('relative clauses behind names and adverbs', () => {
  testRelationship('supports', [
    ['North Orr existed from 1945 to 1976.', 'North Orr was a state in Asia which existed from 1945 to 1976.'],
    ['Gulls originally aired in Wales.', 'Gulls is a sitcom that originally aired in Wales.'],
  ]);
  testRelationship('nothing', [
    ['Gulls won a prize.', 'Gulls is a song by a band in Orr that won a prize.'],
    ['Gulls won a prize.', 'Gulls is a member of the team that won a prize.'],
    ['Orr closed in 1990.', 'Orr is a village near a mine in Kent that closed in 1990.'],
    ['Orr never aired in Wales.', 'Orr is a sitcom that rarely aired in Wales.'],
    ['Gulls aired in Wales.', 'Gulls is a sitcom that nearly aired in Wales.'],
    ['Gulls aired in Wales.', 'Gulls is a sitcom that never aired in Wales.'],
    ['Ada Noll won a prize.', 'Ada Noll is the wife of Ray Lind, who won a prize.'],
    ['Ada Noll won a prize.', 'Ada Noll is a friend of Ray Lind who won a prize.'],
    ['Gulls closed.', 'Gulls is a film in Orr Cinema which closed.'],
  ]);
});

describe('first and originally', () => {
  testRelationship('supports', [['Gulls was released in 1990.', 'Gulls was originally released in 1990.']]);
  testRelationship('nothing', [
    ['Gulls was shown in 1990.', 'Gulls was to be originally shown in 1990.'],
    ['Gulls was the album released in 1990.', 'Gulls was the first album released in 1990.'],
    ['Gulls was released by Lo.', 'Gulls was originally to be released by Lo.'],
    ['Orr was called Hale.', 'Orr was originally called Hale.'],
    ['The role was played by Lo.', 'The role was originally played by Lo.'],
  ]);
});

describe('what somebody is before what happened', () => {
  testRelationship('supports', [['Ada Noll was born in Kent.', 'Ada Noll is a singer and was born in Kent.']]);
  testRelationship('nothing', [
    ['Ada Noll was a singer.', 'Ada Noll is a baker and was born in Kent.'],
    ['Ada Noll was born in Kent.', 'Ada Noll is said to be a singer and was not born in Kent.'],
    ['The bank was closed.', 'The bank is open and was nearly closed.'],
    ['Ada Noll was born in Kent.', 'Ada Noll is the sister of Ray and was raised in Kent.'],
    ['Ada Noll was elected.', 'Ada Noll is neither a singer and was elected.'],
  ]);
});

describe('what began and ended', () => {
  testRelationship('supports', [
    ['The siege began on 2 August 1777.', 'The siege began on 2 August 1777 and ended on 22 August.'],
  ]);
  testRelationship('nothing', [
    ['The siege began on 2 August 1777.', 'The siege nearly began on 2 August 1777 and ended on 22 August.'],
    ['The ban was imposed.', 'The ban was imposed in May and ended in June.'],
  ]);
});

describe('abbreviations, and who stars in what', () => {
  testRelationship('supports', [
    ['Gulls is a TV series.', 'Gulls is a Welsh television series.'],
    ['Lo is a worldwide group.', 'Lo is a global group.'],
    ['Ada Noll stars in The Gulls.', 'The Gulls is a 2004 film starring Ada Noll and Ray Lind.'],
    ['Ada Noll is a person.', 'Ada Noll (born 3 May 1956) is a Welsh singer who won a prize.'],
    ['DJ Quill is a producer.', 'DJ Quill is a Welsh producer.'],
  ]);
  testRelationship('nothing', [
    ['Ada Noll stars in The Gulls.', 'The Gulls is a 2004 film starring Ray Lind and directed by Ada Noll.'],
    ['Ada Noll stars in The Gulls.', 'The Gulls is a 2004 film whose sequel stars Ada Noll.'],
    ['Gulls is a TV series.', 'Gulls is a television film.'],
    ['Ada Noll is a person.', 'Ada Noll is a singer created by Lo.'],
    ['Ada Noll is a person.', 'Ada Noll (born 3 May 1956) is a fictional singer created by Lo.'],
  ]);
});
