/** The nationality of whom or what something is said to be: "a Norwegian cartographer". */

import type { Item } from '#engine/syntax/items.ts';
import { CLASS_NOUNS, canBePerson } from '#engine/text/class-nouns.ts';
import { placeKey } from '#engine/text/names.ts';
import type { Statement } from '../read/sentence.ts';
import { endOfWords, type Range } from './clauses.ts';
import { indefinitePredicates, isSecondNation, keepingPrivatives } from './predicates.ts';
import { takesBack } from './words.ts';

/** "A French teacher", "an Indian restaurant": it may be what is taught or cooked that is so. */
const OF_THE_NATION =
  /^(?:teacher|tutor|professor|lecturer|student|scholar|historian|translator|interpreter|linguist|cook|chef|baker|restaurant|café|bar|bakery|shop|store|market|course|lesson|class|school|dictionary|grammar|dancer|dance|dish|cuisine|wine|food|language|literature|art|dealer|importer|collector|expert|specialist|correspondent)$/;

/** Fields that are seldom called by a nation: "an Indian film composer", but "Swiss cheese", "Italian opera" and "American football" are. */
const FIELD_OF_PERSONS =
  /^(?:film|television|tv|stage|comic|book|voice|fashion|stunt|record|recording|podcast|production)$/;

/**
 * Whether the nationality at `start` is the head's at `last`: not "a Swiss *cheese* maker", nor "a Swiss *cheese* and wine maker", where the
 * first member is part of what is made.
 */
function isOfHead(items: readonly Item[], start: number, last: number, isList: boolean): boolean {
  const head = items[last]!.key;
  if (isList && !canBePerson(head) && !CLASS_NOUNS.has(head) && !FIELD_OF_PERSONS.test(head)) return false;
  return items.slice(start + 1, last).every(({ pos, lower }) => pos === 'ADJ' || FIELD_OF_PERSONS.test(lower));
}

/** "Is a Norwegian *cartographer*": who is a Norwegian anything is Norwegian. */
export function kindsOfNationals(statement: Statement): Range[] {
  const { items } = statement;
  const end = endOfWords(items);
  return indefinitePredicates(statement).flatMap(({ members }) => {
    const [first] = members;
    const at = first!.start;
    const isNational = placeKey(items[at]!.lower) !== null && first!.end > at + 1 && !isSecondNation(items, at + 1);
    const isPlain =
      isOfHead(items, at, first!.end - 1, members.length > 1) &&
      !items.slice(at, first!.end).some(({ key }) => OF_THE_NATION.test(key)) &&
      !items.slice(at, end).some(({ lower }) => takesBack(lower));
    return isNational && isPlain ? keepingPrivatives(items, [{ start: at + 1, end }]) : [];
  });
}
