/** Modifiers behind an indefinite predicate nominal: those that leave the thing of its kind. */

import type { Item } from '#engine/syntax/items.ts';
import { wordRelation } from '#engine/text/lexicon.ts';
import { PRIVATIVE } from '#engine/text/privative.ts';
import type { Statement } from '../read/sentence.ts';
import type { Range } from './clauses.ts';
import { indefinitePredicates, RELATIONAL, WITHDRAWS } from './predicates.ts';
import { callsUntrue, endOfWords, isAccount } from './words.ts';

/** Verbs of making, taking part, and where or when something that there is is: "directed by Lo", "who served in Kent". */
const OF_WHAT_THERE_IS = new Set(
  (
    'cause appear direct co-direct write co-write co-written script pen create produce co-produce star feature co-star introduce base form found establish release ' +
    'publish issue develop locate situate set air broadcast run perform sing record premiere front hold host serve know ' +
    'open build construct design compose paint bear occupy characterise characterize derive tell follow lead play use work ' +
    'live teach study represent compete score win own operate headquarter distribute acquire edit support affect grow ' +
    'have include contain lie stand border flow connect link cover begin end last originate specialise specialize make ' +
    'share fly sell title entitle provide offer arise start join appoint elect adapt illustrate narrate portray depict'
  ).split(' '),
);

/** What may be of a kind in words alone: never there, not yet, or only in somebody's account. */
const UNREAL =
  /^(?:without|lack|await|fail|cancel|abandon|scrap|shelve|dispute|deny|invent|imagine|imaginary|allege|claim|propose|plan|announce|hoax|discredit|debunk|reject|doubt|question|suppose|postulate|hypothes[ie][sz]e|theori[sz]e|rumou?r|theory|intend|expect|unreleased|unrecogni[sz]ed|pretend|purport|would|could|might)$/;

/** What makes something of its kind, and what calls it false: "a doctor whose degree is a forgery". */
const MAKES_KIND =
  /^(?:existence|reality|being|title|status|licen[cs]e|degree|qualification|certificate|diploma|claim|authenticity|identity|author|creator|inventor|forgery|fake|false|secret|mystery|question|mistake)$/;

/** "Whose first role was a …", "whose task is to …": what is said to be something that the thing has. */
function ofWhatItHas(modifier: readonly Item[]): boolean {
  const verb = modifier.findIndex(({ tense }) => tense !== null);
  const next = modifier[verb + 1];
  const isNominal = verb > 1 && modifier[verb]!.key === 'be' && (next?.article != null || next?.lower === 'to');
  return isNominal && !modifier.some(({ key }) => MAKES_KIND.test(key) || isAccount(key) || callsUntrue(key));
}

/** "Under construction": not there yet. */
const NOT_YET = /^(?:construction|development|planning|preparation)$/;

function isWork(kind: string): boolean {
  return (
    /^(?:character|franchise)$/.test(kind) ||
    isAccount(kind) ||
    wordRelation('work', kind) === 'hyponym' ||
    wordRelation('show', kind) === 'hyponym'
  );
}

/** The verb of the modifier, behind "who" and "was"; of "that is among the largest" none is needed. */
function verbOf(modifier: readonly Item[]): Item | undefined {
  return modifier.find(({ pos, key, lower }) => (pos === 'VERB' && key !== 'be') || /^(?:among|one)$/.test(lower));
}

function isUnreal({ key, lower, isName: named }: Item): boolean {
  return !named && (UNREAL.test(key) || UNREAL.test(lower));
}

/** True if the words from `at` to `end` narrow the kind that stands before them, and leave it one. */
function keepsKind(items: readonly Item[], at: number, end: number): boolean {
  const modifier = items.slice(at, end);
  if (modifier.some(isUnreal)) return false;
  const { lower, pos, tense, text } = items[at]!;
  // "Set to appear".
  if (items[at + 1]?.lower === 'to' && pos === 'VERB') return false;
  const isClause =
    lower === 'co-written' ||
    tense === 'past' ||
    tense === 'participle' ||
    tense === 'gerund' ||
    /^(?:who|which|that|where)$/.test(lower);
  if (lower === 'whose') return ofWhatItHas(modifier);
  if (isClause) {
    const verb = verbOf(modifier);
    // "A disease that appears in a novel" is none.
    if (verb?.key === 'appear' && !isWork(items[at - 1]!.key)) return false;
    return verb !== undefined && (verb.pos !== 'VERB' || OF_WHAT_THERE_IS.has(verb.key));
  }
  if (/^(?:in|from|on)$/.test(lower) && !isWork(items[at - 1]!.key)) {
    const verb = modifier.findIndex(({ pos: behind, text: mark }) => behind === 'VERB' || mark === ',');
    const place = modifier.slice(1, verb < 0 ? modifier.length : verb);
    if (place.some((item) => !item.isName && isAccount(item.key))) return false;
  }
  if (/^(?:in|under)$/.test(lower) && NOT_YET.test(items[at + 1]?.key ?? '')) return false;
  return pos === 'ADP' || pos === 'ADV' || text === ',';
}

/** Where a modifier begins behind one that ends with a name, of which it says nothing: "a town in Kent *on the Aske*". */
function furtherModifiers(items: readonly Item[], from: number, end: number): number[] {
  const found: number[] = [];
  // "A critic of Islam taught in schools" is none of Islam.
  if (!/^(?:in|at|near|by)$/.test(items[from]?.lower ?? '') && items[from]?.pos !== 'VERB') return [];
  for (let at = from + 2; at < end; at++) {
    const isBehindName = items[at - 1]!.isName && !items[at]!.isName && !/^(?:and|or)$/.test(items[at]!.lower);
    if (isBehindName && !items.slice(from, at).some(isUnreal) && keepsKind(items, at, end)) found.push(at);
  }
  return found;
}

/** "Is a town *in Kent*", "is a film *directed by Lo*": what narrows the kind leaves it the kind. */
export function kindPostmodifiers(statement: Statement): Range[] {
  const { items } = statement;
  const end = endOfWords(items);
  if (items.slice(0, end).some(({ lower }) => WITHDRAWS.has(lower))) return [];
  return indefinitePredicates(statement).flatMap(({ members, end: behind }) => {
    const places = members
      .filter((member) => member.end === behind || items[member.end]!.text === ',')
      .map((member) => member.end);
    return places.flatMap((at) => {
      if (at >= end || (RELATIONAL.has(items[at - 1]!.key) && items[at]!.lower === 'of')) return [];
      // "A model of a lion", "a candidate for mayor": what it is not yet, or not at all.
      if (PRIVATIVE.has(items[at - 1]!.lower)) return [];
      const later = furtherModifiers(items, at, end).map((start) => ({ start, end }));
      return keepsKind(items, at, end) ? [{ start: at, end }, ...later] : later;
    });
  });
}

const GENRE = /^(?:comedy|drama|thriller|musical|documentary|western|satire|sitcom|biopic)$/;

/** "Is a comedy *film*", "is a drama *television series*": works are called by their genre alone. */
export function genres(statement: Statement): Range[] {
  const { items } = statement;
  return indefinitePredicates(statement).flatMap(({ members }) =>
    members.flatMap(({ start, end }) => {
      const at = items.findLastIndex(({ key }, i) => i >= start && i < end && GENRE.test(key)) + 1;
      const medium = items.slice(at, end).map(({ key }) => key);
      return at > start && /^(?:film|movie|(?:television )?series)$/.test(medium.join(' ')) ? [{ start: at, end }] : [];
    }),
  );
}
