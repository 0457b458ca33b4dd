import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

const NOLL =
  'Adele Beth Noll (born 8 September 1979), known professionally as Nettle (often spelled as N), is an American singer and dancer.';
const PIKE = 'Winfield Scott "Scotty" Pike III (27 December 1931 – 28 June 2016) was an American guitarist.';
const LARK = 'Edward Lark (born Colin Emm; 20 November 1932 – 2 June 2012) was a British actor and comedian.';

describe('other names and life dates beside a name', () => {
  testRelationship('supports', [
    ['Nettle is a dancer.', NOLL],
    ['Nettle was born in 1979.', NOLL],
    ['Scotty Pike died on 28 June 2016.', PIKE],
    ['Scotty Pike was born on December 27.', PIKE],
    ['Edward Lark died on 2 June 2012.', LARK],
    ['Adele Beth Noll is a person.', NOLL],
    ['Helvar is a province.', 'Helvar ([hel (v)ar]) (Old Orric: Helvarin) is a province of Orr.'],
  ]);
  testRelationship('contradicts', [
    ['Nettle was born in 1981.', NOLL],
    ['Scotty Pike died on 28 July 2016.', PIKE],
    ['Edward Lark died on 5 June 2012.', LARK],
  ]);
  testRelationship('nothing', [
    ['Nettle is a dancer.', 'A rival of the singer known as Nettle is a dancer.'],
    ['Nettle is a dancer.', 'Ada Noll, who drove Nettle, is a dancer.'],
    ['Scotty Pike died in 2016.', 'Scotty Pike III won the cup in 2016.'],
    ['The Pike Award is a person.', 'The Pike Award (1979 – 2016) was a prize.'],
    ['Ada Noll was born on 8 May.', 'Ada Noll (director 8 May 1979 – 5 June 1981) is an actor.'],
  ]);
});

describe('what narrows or stands beside a kind', () => {
  testRelationship('supports', [
    ['Orrik is a disease.', 'Orrik is a viral disease that causes fever.'],
    ['Ada Noll is an actress.', 'Ada Noll is a Danish actress whose first film was Gulls.'],
    ['Ada and Eva Noll are designers.', 'Ada and Eva Noll are Danish designers and former child actresses.'],
    ['Gulls is a film from 2013.', 'Gulls is a 2013 American film.'],
    ['Gulls is a song by Petra Lind.', 'Gulls is a song by American rapper Petra Lind.'],
    ['Sam Tarl is a character.', 'Sam Tarl is a fictional character in Gulls.'],
  ]);
  testRelationship('nothing', [
    ['Ada and Eva Noll are child actresses.', 'Ada and Eva Noll are designers and former child actresses.'],
    ['Sam Tarl is a detective.', 'Sam Tarl is a fictional detective in Gulls.'],
    ['Gulls is a film from 2013.', 'Gulls is a film about 2013.'],
    ['Gulls is a song by Petra Lind.', 'Gulls is a song by a rival of rapper Petra Lind.'],
  ]);
});

describe('claims that say more than what is contradicted', () => {
  testRelationship('contradicts', [
    ['Gulls was directed only by Ada Lind.', 'Gulls was directed by Eva Noll.'],
    ['Gulls is incapable of being a film.', 'Gulls is a film.'],
    ['The mill was unable to burn.', 'The mill burned.'],
  ]);
  testRelationship('nothing', [
    ['Gulls was not only directed by Ada Lind.', 'Gulls was directed by Ada Lind.'],
    ['Only Ada Lind directed Gulls.', 'Ada Lind directed Gulls.'],
    ['The mill was unable to burn.', 'The barn burned.'],
    ['The mill is incapable of burning.', 'The mill may burn.'],
  ]);
});
