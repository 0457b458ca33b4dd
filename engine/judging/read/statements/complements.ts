/** Derives statements about the subject from modifiers of its predicate nominal, i.e. of the phrase behind "is a …". */
import type { Item } from '#engine/syntax/items.ts';
import type { VerbGroup } from '#engine/syntax/verb-groups.ts';
import { namesPlace } from '#engine/text/names.ts';
import { type Statement, statementOf } from '../sentence.ts';
import { copula, isNounLike, nameEnd, takesNothingBack, word } from './phrases.ts';

/** The main verb if it is an affirmed "is" or "was" with a nominal complement. Null otherwise. */
function copulaOf({ items, groups }: Statement): VerbGroup | null {
  const verb = groups.find(({ isTensed }) => isTensed) ?? null;
  if (verb === null || verb.isNegated || verb.head !== verb.start || items[verb.head]!.key !== 'be') return null;
  return items[verb.end]?.article === null ? null : verb;
}

/**
 * Statements of participles and restrictive relative clauses: "is a film directed by Lo and starring Ray", "is a play that opened
 * in 1962".
 */
export function modifiers(statement: Statement): Statement[] {
  const { items, groups } = statement;
  const main = copulaOf(statement);
  if (main === null || !takesNothingBack(items)) return [];
  const subject = items.slice(0, main.start);
  let head = main.end;
  while (head < items.length && (isNounLike(items[head]!) || /^(?:,|and)$/.test(items[head]!.lower))) head++;
  const starts = groups.filter(({ start }) => start > main.end);
  const found: Statement[] = [];
  // In "A play by Ada Noll that …", "that" refers to the play, not to the person.
  const named = endOfNamed(items, head);
  if (/^(?:that|which)$/.test(items[named]?.lower ?? '')) head = named;
  // In "a member of the team that discovered it", the team did so.
  const opening = starts[0];
  const lead = items[(opening?.start ?? 0) - 1]?.pos === 'ADV' ? 2 : 1;
  if (opening === undefined || opening.start > head + lead) return [];
  for (const group of starts) {
    const verb = items[group.start]!;
    // An adverb may precede the verb: "that originally aired".
    const adverb = items[group.start - 1]!.pos === 'ADV' ? 1 : 0;
    const before = items[group.start - 1 - adverb]!;
    // In "a film by Ada Noll born in Kent", the modifier belongs to her.
    if (before.isName) continue;
    const isRelative = /^(?:who|which|that)$/.test(before.lower);
    const at = group.start - 1 - adverb;
    // In "a show based on a book that was sold", the book was sold. In "a film directed by Lo that was sold", the film was.
    const isOfHead = at <= head || /^(?:and|,)$/.test(items[at - 1]!.lower);
    if (isRelative && !isOfHead && !(before.lower !== 'who' && endOfNamed(items, opening.end) === at)) continue;
    // In "a film based on a book written by Lo", the modifier belongs to the book.
    if (at >= endOfCompound(items, head) && before.pos === 'NOUN') continue;
    const next = starts.find(({ start }) => start > group.end + 1)?.start ?? items.length;
    const ends = new Set([items.length]);
    if (next < items.length) {
      let end = next;
      while (end > group.end && /^(?:and|,|who|which|that)$/.test(items[end - 1]!.lower)) end--;
      // In "directed by Lo based on …", the second participle belongs to the film, because it can't belong to a name.
      if (end > group.end && (end < next || items[end - 1]!.isName)) ends.add(end);
    }
    for (const end of ends) {
      const rest = items.slice(group.start + 1, end);
      const adverbs = items.slice(group.start - adverb, group.start);
      const add = (...verbs: Item[]) => found.push(statementOf([...subject, ...verbs, ...rest], 'modifier_statement'));
      if (isRelative && group.isTensed) add(...adverbs, verb);
      else if (verb.tense === 'gerund' && group.end === group.start + 1 && rest.length > 0)
        add(word(verb, verb.key, verb.key, 'VERB', 'open'));
      else if (!group.isTensed && (verb.tense === 'past' || verb.tense === 'participle'))
        add(copula(verb, 'open'), verb);
    }
  }
  return found;
}

/**
 * The end of a phrase such as "by Ada Noll" or "in Southeast Asia"; `from` if there is none. A relative clause without a comma
 * can't modify such a name, so it modifies what comes before.
 */
function endOfNamed(items: readonly Item[], from: number): number {
  const end = nameEnd(items, from + 1);
  const lead = items[from]?.lower;
  const name = items.slice(from + 1, end).map(({ lower }) => lower);
  return lead === 'by' || (lead === 'in' && namesPlace(name.join(' '))) ? end : from;
}

/** The end of a noun phrase, including compound modifiers: "a computer-animated film". */
function endOfCompound(items: readonly Item[], from: number): number {
  let end = from;
  const isNominal = (at: number) => items[at] !== undefined && isNounLike(items[at]!);
  while (isNominal(end) || (items[end]?.tense === 'past' && isNominal(end + 1))) end++;
  return end;
}

const CUSTODY = /^(?:bail|parole|prison|jail|gaol|custody|captivity|arrest|detention|kidnapper|police)$/;

/**
 * The statement of a release: "is the second album by Lo, released on 3 May". Unless it was "released on bail", it is the work
 * that was released, not its maker.
 */
export function releases(statement: Statement): Statement[] {
  const { items, groups } = statement;
  const main = copulaOf(statement);
  if (main === null || !takesNothingBack(items)) return [];
  let head = main.end;
  while (head < items.length && isNounLike(items[head]!) && items[head]!.kind !== 'mark') head++;
  const group = groups.find(({ start }) => start > main.end);
  if (group === undefined || !RELEASED.test(items[head - 1]!.lower) || items[head]?.lower !== 'by') return [];
  const verb = items[group.start]!;
  const maker = items.slice(head + 1, group.start - 1);
  const isOfWork =
    verb.key === 'release' &&
    verb.tense === 'past' &&
    items[group.start - 1]!.text === ',' &&
    maker.at(-1)?.isName === true &&
    maker.every((item) => isNounLike(item) && item.kind === 'word');
  const rest = items.slice(group.start + 1);
  // Only "released on" or "in" a date, or "by" a name, counts. Rejected: "released on bail".
  const isDated = /^(?:in|on)$/.test(rest[0]?.lower ?? '') && rest[1]?.kind === 'date';
  const isByName = rest[0]?.lower === 'by' && rest[1]?.isName === true;
  if (!isOfWork || !(isDated || isByName) || rest.some(({ key }) => CUSTODY.test(key))) return [];
  return [statementOf([...items.slice(0, main.start), copula(verb, 'open'), verb, ...rest], 'modifier_statement')];
}

/** Nouns for works that are released once. A year before one of them is the year of its release. */
const RELEASED = /^(?:film|movie|album|song|single|mixtape|game|soundtrack|documentary|comedy|drama|thriller|musical)$/;

/** The statement of a work's year: "is a 2004 film" states that it was released in 2004. */
export function yearsOfWorks(statement: Statement): Statement[] {
  const { items } = statement;
  const verb = copulaOf(statement);
  const year = verb === null ? undefined : items[verb.end];
  if (verb === null || year?.date == null || !/^\d{4}$/.test(year.text) || !takesNothingBack(items)) return [];
  let end = verb.end + 1;
  while (end < items.length && isNounLike(items[end]!) && items[end]!.kind !== 'mark') end++;
  const head = items[end - 1]!;
  if (!RELEASED.test(head.lower)) return [];
  // The key is not the lemma, so that synonyms such as "published" don't match.
  const released = word(head, 'released', 'released', 'VERB', 'past');
  const row = [...items.slice(0, verb.start), copula(head, 'past'), released, word(head, 'in', 'in', 'ADP', null)];
  return [statementOf([...row, { ...year, article: null }], 'year_statement')];
}
