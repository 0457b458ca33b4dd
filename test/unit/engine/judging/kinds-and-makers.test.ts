/** What somebody or something is, by whom it is made, and what may stand behind that. */
import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('what somebody is and what they do', () => {
  testRelationship('supports', [
    ['Ada Noll sings.', 'Ada Noll (born 3 May 1956) is a Welsh singer and actress.'],
    ['Ada Noll is a person who acts.', 'Ada Noll is a stage actress.'],
    ['Ada Noll writes.', 'Ada Noll is a Norwegian novelist.'],
  ]);
  testRelationship('nothing', [
    ['Ada Noll sings.', 'Ada Noll was a Welsh singer.'],
    ['Ada Noll sings.', 'Ada Noll is a former singer.'],
    ['Ada Noll sings.', 'Ada Noll is not a singer.'],
    ['Ada Noll sings.', 'Petra Lind is a singer.'],
    ['Ada Noll directs.', 'Ada Noll is a company director.'],
    ['Ada Noll directs.', 'Ada Noll is a funeral director.'],
    ['Ada Noll paints.', 'Ada Noll is a house painter in the novel Gulls.'],
    ['Ada Noll sings.', 'Ada Noll is the daughter of a singer.'],
    ['Ada Noll sings.', 'Ada Noll is a singer impersonator.'],
    ['Ada Noll sings badly.', 'Ada Noll is a singer.'],
    ['Ada Noll sings opera.', 'Ada Noll is a singer.'],
    ['Ada Noll never sings.', 'Ada Noll is a singer.'],
    ['Ada Noll rarely acts.', 'Ada Noll is an actress.'],
    ['Ada Noll writes songs.', 'Ada Noll is a novelist.'],
    ['Ada Noll dances.', 'Ada Noll is a dance teacher.'],
    ['Ada Noll acts.', 'Ada Noll is a member of the actors guild.'],
    ['Ada Noll acts.', 'Ada Noll is a robot actor.'],
    ['Ada Noll acts.', 'If hired, Ada Noll is an actress.'],
    ['Ada Noll composes.', 'Ada Noll is a fictional composer.'],
    ['Ada Noll acts.', 'Ada Noll is an acting director.'],
    ['Bell acts.', 'The Bell Acts are laws.'],
  ]);
});

describe('a description without the name beside it', () => {
  testRelationship('supports', [
    ['Gulls is a song by a Norwegian singer.', 'Gulls is a song by Norwegian singer Ada Noll.'],
    ['Gulls is a song by a Norwegian singer.', 'Gulls is a song by Norwegian singer and songwriter Ada Noll.'],
    ['The mill was bought by a Dutch company.', 'The mill was bought by the Dutch company Haver in 1990.'],
    ['Gulls is a song by Ada Noll.', 'Gulls is a song by Norwegian singer and songwriter Ada Noll.'],
  ]);
  testRelationship('nothing', [
    ['Gulls is a song by a Norwegian singer.', "Gulls is a song by Norwegian singer Ada Noll's brother."],
    ['Gulls is a song by a Norwegian singer.', 'Gulls is a song by former Norwegian singer Ada Noll.'],
    ['Gulls is a song by a Norwegian singer.', 'Gulls is a song by Norwegian songwriter Ada Noll.'],
    ['Gulls is a song by a Norwegian singer.', 'Gulls is a song about Norwegian singer Ada Noll.'],
    ['Gulls is a song by a Norwegian singer.', 'Gulls is a song by a fan of Norwegian singer Ada Noll.'],
    ['Gulls is a song by a singer.', 'Gulls is a song by singer Ada Noll and her band.'],
    ['Gulls is a song by a Norwegian singer.', 'Gulls is not a song by Norwegian singer Ada Noll.'],
    ['Gulls is a song by a singer.', 'Gulls is a song by producers and singer Ada Noll.'],
    ['The mill was bought by a Dutch company.', 'The mill was bought by the rival of the Dutch company Haver.'],
    ['Gulls was written by a poet.', 'Gulls was written by actor Ada Noll.'],
    ['Every song is by a Norwegian singer.', 'Gulls is a song by Norwegian singer Ada Noll.'],
    ['Gulls is a song by a fictional singer.', 'Gulls is a song by singer Ada Noll.'],
    ['Gulls was directed by an only child.', 'Gulls was directed by singer Ada Noll.'],
    ['Gulls is a song by two singers.', 'Gulls is a song by singer Ada Noll.'],
    ['The firm was founded by the rival of Lo.', 'The firm was founded by actor Ada Noll, Orr, rival of Ray.'],
    ['The firm was founded by Ray.', 'The firm was founded by actor Ada Noll, Ray.'],
  ]);
});

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
