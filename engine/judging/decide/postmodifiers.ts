/** Finds modifiers behind an indefinite predicate nominal that a claim may omit, because they leave the thing what it is. */

import type { Item } from '#engine/syntax/items.ts';
import { wordRelation } from '#engine/text/lexicon.ts';
import { PRIVATIVE } from '#engine/text/privative.ts';
import type { Statement } from '../read/sentence.ts';
import type { Range } from './clauses.ts';
import { indefinitePredicates, RELATIONAL, WITHDRAWS } from './predicates.ts';
import { endBeforeFinalMark, isStoryOrWork, isWordForUntruth } from './words.ts';

/**
 * Verbs of making, taking part, and being somewhere, which imply that the thing is real: "directed by Lo", "who served in Kent".
 */
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

/** Words which show that the thing may not be real: planned, denied, or only claimed by somebody. */
const UNREAL =
  /^(?:without|lack|await|fail|cancel|abandon|scrap|shelve|dispute|deny|invent|imagine|imaginary|allege|claim|propose|plan|announce|hoax|discredit|debunk|reject|doubt|question|suppose|postulate|hypothes[ie][sz]e|theori[sz]e|rumou?r|theory|intend|expect|unreleased|unrecogni[sz]ed|pretend|purport|would|could|might)$/;

/** Nouns for what makes a thing what it is, or for what is false about it: "a doctor whose degree is a forgery". */
const MAKES_KIND =
  /^(?:existence|reality|being|title|status|licen[cs]e|degree|qualification|certificate|diploma|claim|authenticity|identity|author|creator|inventor|forgery|fake|false|secret|mystery|question|mistake)$/;

/** Whether the modifier only says what something is that the thing has: "whose first role was a …", "whose task is to …". */
function ofWhatItHas(modifier: readonly Item[]): boolean {
  const verb = modifier.findIndex(({ tense }) => tense !== null);
  const next = modifier[verb + 1];
  const isNominal = verb > 1 && modifier[verb]!.key === 'be' && (next?.article != null || next?.lower === 'to');
  return isNominal && !modifier.some(({ key }) => MAKES_KIND.test(key) || isStoryOrWork(key) || isWordForUntruth(key));
}

/** Nouns for things that don't exist yet: "under construction". */
const NOT_YET = /^(?:construction|development|planning|preparation)$/;

function isWork(kind: string): boolean {
  return (
    /^(?:character|franchise)$/.test(kind) ||
    isStoryOrWork(kind) ||
    wordRelation('work', kind) === 'hyponym' ||
    wordRelation('show', kind) === 'hyponym'
  );
}

/** The full verb of the modifier. "Among" and "one" take its place in "that is among the largest". */
function verbOf(modifier: readonly Item[]): Item | undefined {
  return modifier.find(({ pos, key, lower }) => (pos === 'VERB' && key !== 'be') || /^(?:among|one)$/.test(lower));
}

function isUnreal({ key, lower, isName: named }: Item): boolean {
  return !named && (UNREAL.test(key) || UNREAL.test(lower));
}

/** True if the modifier from `at` to `end` narrows the kind before it but leaves the thing one of that kind. */
function keepsKind(items: readonly Item[], at: number, end: number): boolean {
  const modifier = items.slice(at, end);
  if (modifier.some(isUnreal)) return false;
  const { lower, pos, tense, text } = items[at]!;
  // Rejected: "set to appear".
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
    // Rejected: "a disease that appears in a novel", which is not real.
    if (verb?.key === 'appear' && !isWork(items[at - 1]!.key)) return false;
    return verb !== undefined && (verb.pos !== 'VERB' || OF_WHAT_THERE_IS.has(verb.key));
  }
  if (/^(?:in|from|on)$/.test(lower) && !isWork(items[at - 1]!.key)) {
    const verb = modifier.findIndex(({ pos: behind, text: mark }) => behind === 'VERB' || mark === ',');
    const place = modifier.slice(1, verb < 0 ? modifier.length : verb);
    if (place.some((item) => !item.isName && isStoryOrWork(item.key))) return false;
  }
  if (/^(?:in|under)$/.test(lower) && NOT_YET.test(items[at + 1]?.key ?? '')) return false;
  return pos === 'ADP' || pos === 'ADV' || text === ',';
}

/**
 * Indices at which a second modifier begins behind one that ends with a name: "a town in Kent *on the Aske*". It can't belong to
 * the name.
 */
function furtherModifiers(items: readonly Item[], from: number, end: number): number[] {
  const found: number[] = [];
  // Rejected: "a critic of Islam taught in schools", where the second modifier changes the first.
  if (!/^(?:in|at|near|by)$/.test(items[from]?.lower ?? '') && items[from]?.pos !== 'VERB') return [];
  for (let at = from + 2; at < end; at++) {
    const isBehindName = items[at - 1]!.isName && !items[at]!.isName && !/^(?:and|or)$/.test(items[at]!.lower);
    if (isBehindName && !items.slice(from, at).some(isUnreal) && keepsKind(items, at, end)) found.push(at);
  }
  return found;
}

/** Modifiers behind an indefinite predicate nominal: "is a town *in Kent*", "is a film *directed by Lo*". */
export function kindPostmodifiers(statement: Statement): Range[] {
  const { items } = statement;
  const end = endBeforeFinalMark(items);
  if (items.slice(0, end).some(({ lower }) => WITHDRAWS.has(lower))) return [];
  return indefinitePredicates(statement).flatMap(({ members, end: behind }) => {
    const places = members
      .filter((member) => member.end === behind || items[member.end]!.text === ',')
      .map((member) => member.end);
    return places.flatMap((at) => {
      if (at >= end || (RELATIONAL.has(items[at - 1]!.key) && items[at]!.lower === 'of')) return [];
      // Rejected: "a model of a lion", "a candidate for mayor", which are not (yet) that thing.
      if (PRIVATIVE.has(items[at - 1]!.lower)) return [];
      const later = furtherModifiers(items, at, end).map((start) => ({ start, end }));
      return keepsKind(items, at, end) ? [{ start: at, end }, ...later] : later;
    });
  });
}

const GENRE = /^(?:comedy|drama|thriller|musical|documentary|western|satire|sitcom|biopic)$/;

/**
 * The medium behind a genre: "is a comedy *film*", "is a drama *television series*". Works are often called by their genre alone.
 */
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
