/** Handles nationalities in predicate nominals: "a Norwegian cartographer". */

import type { Item } from '#engine/syntax/items.ts';
import { CLASS_NOUNS, canBePerson, isPersonNoun } from '#engine/text/class-nouns.ts';
import { namesPlace, placeKey } from '#engine/text/names.ts';
import { isPlaceName, type PlaceRelation, placeRelation } from '#engine/text/places.ts';
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import type { Statement } from '../read/sentence.ts';
import type { Range } from './clauses.ts';
import { indefinitePredicates, isSecondNation, keepingPrivatives } from './predicates.ts';
import { endBeforeFinalMark, isStoryOrWork, takesBack } from './words.ts';

/** Nouns before which a nationality may describe what is taught, cooked or sold: "a French teacher", "an Indian restaurant". */
const OF_THE_NATION =
  /^(?:teacher|tutor|professor|lecturer|student|scholar|historian|translator|interpreter|linguist|cook|chef|baker|restaurant|café|bar|bakery|shop|store|market|course|lesson|class|school|dictionary|grammar|dancer|dance|dish|cuisine|wine|food|language|literature|art|dealer|importer|collector|expert|specialist|correspondent)$/;

/**
 * Fields that a nationality rarely describes. In "an Indian film composer", the composer is Indian. In "Swiss cheese", "Italian
 * opera" and "American football", the nationality belongs to the field.
 */
const FIELD_OF_PERSONS =
  /^(?:film|television|tv|stage|comic|book|voice|fashion|stunt|record|recording|podcast|production)$/;

/**
 * Whether the nationality at `start` belongs to the head noun at `last`. Rejected: "a Swiss *cheese* maker" and "a Swiss *cheese*
 * and wine maker", where the first member is not a kind of person.
 */
function isOfHead(items: readonly Item[], start: number, last: number, isList: boolean): boolean {
  const head = items[last]!.key;
  if (isList && !canBePerson(head) && !CLASS_NOUNS.has(head) && !FIELD_OF_PERSONS.test(head)) return false;
  return items.slice(start + 1, last).every(({ pos, lower }) => pos === 'ADJ' || FIELD_OF_PERSONS.test(lower));
}

/** The noun behind a nationality, which a claim may omit: "is a Norwegian *cartographer*", who is Norwegian. */
export function kindsOfNationals(statement: Statement): Range[] {
  const { items } = statement;
  const end = endBeforeFinalMark(items);
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

/**
 * Whether the statement gives a person's nationality: "is a Norwegian cartographer". Not "a Norwegian film" or "a Norwegian
 * ambassador".
 */
function isNationalPerson(statement: Statement): boolean {
  const [predicate] = indefinitePredicates(statement);
  if (predicate === undefined || kindsOfNationals(statement).length === 0) return false;
  const { items } = statement;
  const nation = items[predicate.members[0]!.start]!;
  const kinds = predicate.members.map(({ end }) => items[end - 1]!.key);
  return (
    !isPlaceName(nation.lower) &&
    !kinds.some((kind) => OF_A_POST.test(kind)) &&
    kinds.some(isPersonNoun) &&
    !saysLess(items.slice(predicate.end, endBeforeFinalMark(items)))
  );
}

/** People who serve, represent or live in a nation, or are named after it. They may have another nationality. */
const OF_A_POST =
  /^(?:ambassador|consul|diplomat|envoy|spy|agent|asset|informant|coach|manager|trainer|officer|soldier|general|admiral|minister|king|queen|prince|princess|monarch|emperor|empress|citizen|subject|national|resident|settler|immigrant|migrant|refugee|exile|expatriate|prisoner|hostage|supporter|fan|speaker|learner|major|hornist|fiddler|piper|guitarist|maid|masseuse|shepherd|setter|hero|character|detective|striker|investor)$/;

/** Whether what follows weakens the statement: "in the film Gulls", "created by Lo, who says so", "at heart", "by adoption". */
function saysLess(tail: readonly Item[]): boolean {
  const [first, second] = tail;
  return (
    tail.some(
      ({ text, key, pos, tense }) =>
        text === '"' || text === '”' || (pos === 'VERB' && REPORTING_LEMMAS.has(key) && tense !== 'participle'),
    ) ||
    (first?.lower === 'at' && second?.lower === 'heart') ||
    (first?.lower === 'by' && /^(?:adoption|marriage|choice|naturali[sz]ation)$/.test(second?.lower ?? '')) ||
    (first?.lower === 'in' &&
      ((second?.isName === true && !namesPlace(second.lower)) || isStoryOrWork(second?.key ?? '')))
  );
}

/**
 * The nationality that the statement gives a person, if the gazetteer has it apart from `key`. "English" and "British" are not
 * apart. Empty otherwise.
 */
export function nationsApart(key: string, statement: Statement): Item[] {
  if (!isNationalPerson(statement)) return [];
  const nation = statement.items.find(({ lower, article }) => article === 'a' && placeKey(lower) !== null);
  return nation !== undefined && relationOf(placeKey(nation.lower)!, key) === 'apart' ? [nation] : [];
}

function relationOf(place: string, key: string): PlaceRelation | null {
  return placeRelation(place.replaceAll('_', ' '), key.replaceAll('_', ' '));
}

/**
 * Index of the nationality in a claim about somebody with a full name: "Ada Noll is Dutch", "… was a Dutch cartographer". Null
 * for other claims.
 */
export function nationOf(items: readonly Item[]): number | null {
  const be = items.findIndex(({ tense }) => tense !== null);
  const at = be + 1;
  const isWhole = be > 1 && items[0]!.isName && items[be - 1]!.isName;
  const isNation = isWhole && items[be]!.key === 'be' && placeKey(items[at]?.lower ?? '') !== null;
  if (!isNation || placeKey(items[at + 1]?.lower ?? '') !== null) return null;
  return items.slice(at + 1).every(({ pos }) => /^(?:NOUN|ADJ)$/.test(pos)) ? at : null;
}

/**
 * Whether somebody of another nationality may also have this one, judging by the rest of the passage: "born in Utrecht", "of
 * Dutch descent".
 */
export function mayHaveNation(
  key: string,
  sentences: readonly (readonly Item[])[],
  names: readonly (readonly string[])[],
): boolean {
  // The name may occur in another sentence: "She was born in Amsterdam".
  const isOfNation = (name: readonly string[]) =>
    name.some((word) => placeKey(word) === key) || relationOf(name.join(' '), key) === 'inside';
  if (names.some(isOfNation)) return true;
  return sentences.some((items) =>
    items.some(
      ({ lower, isName }, at) =>
        placeKey(lower) === key ||
        /^(?:citizens?|citizenship|dual|nationalit(?:y|ies)|passports?|naturali[sz]ed|emigrated|immigrated|immigrants?|migrants?|refugees?|fled|settled|descent|ancestry|heritage|parentage|parents|roots|faith|abroad|foreign|origins?|expatriate|exile|émigré|another|namesake|names?)$/.test(
          lower,
        ) ||
        (isName && /^(?:in|from|at)$/.test(items[at - 1]?.lower ?? '') && mayLieIn(items, at, key)),
    ),
  );
}

/** Whether the place at `at`, with the places behind its commas ("Portland, Oregon"), may lie in the nation `key`. */
function mayLieIn(items: readonly Item[], at: number, key: string): boolean {
  const relations: (PlaceRelation | null)[] = [];
  for (let start = at; items[start]?.isName === true; ) {
    let end = start;
    while (items[end]?.isName === true) end++;
    const name = items.slice(start, end).map(({ lower }) => lower);
    relations.push(relationOf(placeKey(name.join('_')) ?? name.join(' '), key));
    start = items[end]?.text === ',' ? end + 1 : end;
  }
  return !relations.includes('apart');
}
