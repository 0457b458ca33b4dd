/**
 * Tier 1, entrance: what one passage says of one claim. A sentence supports a claim only if all that the sentence has beyond the
 * claim is on the list of what is harmless. Deterministic; no network, no clock, no model.
 */
import { LRUCache } from 'lru-cache';
import type { Relationship } from '#contracts/vocabulary.ts';
import { forgetAfterCall } from '#engine/language/kept.ts';
import { ownSynonymsOf } from '#engine/language/lexicon.ts';
import { analyse } from '#engine/language/nlp.ts';
import { type Item, itemsOf } from '#engine/syntax/items.ts';
import { arcsBetween, nameRuns, namedParts, type Referents } from './align/arcs.ts';
import { type Path, pathThrough, type Span } from './align/path.ts';
import { type Order, ordersOf } from './align/reorderings.ts';
import { harmlessSpans } from './decide/harmless.ts';
import { isQuantifier, isSubordinator, takesBack } from './decide/words.ts';
import { readPassage } from './read/passage.ts';
import { rowIn } from './decide/rows.ts';
import { isNegative, isOpenStatement, slotsBetween } from './decide/slots.ts';
import type { ReadSentence, Statement } from './read/sentence.ts';
import { statementsOf } from './read/statements.ts';
import { joined, NO_SUBJECT, type Subject, subjectOfOpening, subjectOfTitle } from './read/subject.ts';

/** What stands above and around a passage in its document; each null if there is none. */
export interface PassageContext {
  title: string | null;
  heading: string | null;
  /** Beginning of the document. */
  opening: string | null;
}

const NO_CONTEXT: PassageContext = { title: null, heading: null, opening: null };

export interface Ruling {
  relationship: Relationship;
  /** Records used, in the order of the claim; empty where nothing was decided. */
  grounds: readonly string[];
  /** The sentence that decides; null where none does. */
  sentence: string | null;
}

interface ReadClaim {
  items: readonly Item[];
  orders: readonly Order[];
}

const claims = new LRUCache<string, ReadClaim>({ max: 16 });
forgetAfterCall(() => claims.clear());

function readClaim(text: string): ReadClaim {
  let found = claims.get(text);
  if (found === undefined) {
    const items = itemsOf(analyse(text)).filter(({ kind }) => kind !== 'mark');
    found = { items, orders: ordersOf(items) };
    claims.set(text, found);
  }
  return found;
}

/** Words that a statement may have in other forms, or not at all. */
const GRAMMATICAL = /^(?:AUX|PRON|PART|ADP|CCONJ|SCONJ|DET|PUNCT)$/;

/** Content words of the claim that the sentence lacks, those apart that name the document's subject. */
function lacking(claim: readonly Item[], { words }: ReadSentence, { document, before }: Referents, hasPronoun: boolean): number {
  let count = 0;
  for (const item of claim) {
    if (item.kind !== 'word' || GRAMMATICAL.test(item.pos)) continue;
    if (words.has(item.key) || words.has(item.lower) || document.names.has(item.lower)) continue;
    if (hasPronoun && before.some(({ lower }) => lower === item.lower)) continue;
    if (item.isName || ownSynonymsOf(item.key).some((word) => words.has(word))) continue;
    count++;
  }
  return count;
}

const PRONOUN = /^(?:he|she|it|they|we)$/;

const LONGEST_SUBJECT = 4;

/** What a sentence is about: the phrase before its verb; of a pronoun, what the sentence before was about. */
function aboutOf({ items }: ReadSentence, before: readonly Item[]): readonly Item[] {
  const first = items[0];
  if (first === undefined) return before;
  if (PRONOUN.test(first.lower)) return before;
  const run = nameRuns(items)[0];
  if (run !== undefined && run.start === 0) return items.slice(run.start, run.end);
  const verb = items.findIndex(({ tense, kind }) => tense !== null || kind === 'mark');
  return items.slice(0, verb > 0 && verb <= LONGEST_SUBJECT ? verb : 1);
}

/** Judges `passage` for `claim`. */
export function judge(claim: string, passage: string, context: PassageContext = NO_CONTEXT): Ruling {
  const { items, orders } = readClaim(claim);
  const { sentences } = readPassage(passage);
  const document = documentSubject(context, sentences);
  const begun = context.opening === null ? [] : readPassage(context.opening).sentences;
  const names = [...sentences, ...begun].flatMap(({ items: own }) =>
    nameRuns(own).map(({ start, end }) => own.slice(start, end).map(({ lower }) => lower)),
  );
  let before: readonly Item[] = [];
  for (const sentence of sentences) {
    const referents: Referents = { document, before, names };
    const hasPronoun = sentence.items.some(({ lower }) => PRONOUN.test(lower));
    before = aboutOf(sentence, before);
    if (!sentence.isStatement) continue;
    const lack = lacking(items, sentence, referents, hasPronoun);
    if (lack > 0) continue;
    const found = supportIn(orders, sentence, referents) ?? contradictionIn(claim, items, sentence, referents);
    if (found !== null) return found;
  }
  const row = rowIn(items, passage, document);
  if (row !== null) return { relationship: row.relationship, grounds: [row.ground], sentence: row.row };
  return { relationship: 'unresolved', grounds: [], sentence: null };
}

/** The article behind "is": whoever is a director need not be the director. */
function articleOfPredicate(items: readonly Item[]): Item['article'] {
  const at = items.findIndex(({ key, tense }) => key === 'be' && tense !== null);
  return at < 0 ? null : (items[at + 1]?.article ?? null);
}

/** The subject of an active clause: who did it, where a passive doesn't say. */
function agentOf({ items, groups }: Statement): Span[] {
  const verb = groups.find(({ isFinite }) => isFinite);
  if (verb === undefined || verb.start === 0 || verb.isNegated || verb.isPassive) return [];
  const subject = items.slice(0, verb.start);
  const isPlain = subject.every(({ lower, kind }) => kind !== 'mark' && !takesBack(lower) && !isQuantifier(lower) && !isSubordinator(lower));
  return isPlain ? [{ start: 0, end: verb.start, ground: 'voice' }] : [];
}

function supportIn(orders: readonly Order[], sentence: ReadSentence, referents: Referents): Ruling | null {
  for (const statement of statementsOf(sentence.items)) {
    const harmless = harmlessSpans(statement);
    for (const order of orders) {
      const arcs = arcsBetween(order.items, statement.items, referents);
      const named = namedParts(order.items, statement.items, referents);
      const free = order.isAgentless === true ? agentOf(statement) : [];
      if (order.isAgentless === true && free.length === 0) continue;
      const said = articleOfPredicate(order.items);
      if (said === 'the' && articleOfPredicate(statement.items) === 'a') continue;
      const spans = [...harmless, ...free].filter(({ ground }) => ground !== 'kind_of_definite' || said === 'a');
      const path = pathThrough({ claim: order.items, items: statement.items, harmless: spans, named, arcs, slots: [] }, 0);
      if (path === null) continue;
      const grounds = [statement.readBy, order.ground, ...path.grounds].filter((ground) => ground !== null);
      return { relationship: 'supports', grounds, sentence: sentence.text };
    }
  }
  return null;
}

/** The claim without the one "not" that it has, if nothing in it makes its denial more than that; null otherwise. */
function withoutNot(claim: string, items: readonly Item[]): readonly Order[] | null {
  if (items.filter(({ lower }) => isNegative(lower)).length !== 1 || isOpenStatement(items)) return null;
  const at = items.findIndex(({ lower }) => lower === 'not');
  return at < 0 ? null : ordersOf(items.filter((_, i) => i !== at));
}

/** The same template with nothing left over and exactly one slot filled otherwise; or the sentence says what the claim denies. */
function contradictionIn(claim: string, items: readonly Item[], sentence: ReadSentence, referents: Referents): Ruling | null {
  const denied = withoutNot(claim, items);
  if (denied !== null) {
    const stated = supportIn(denied, sentence, referents);
    if (stated !== null) return { ...stated, relationship: 'contradicts', grounds: ['denied', ...stated.grounds] };
  }
  if (isOpenStatement(items)) return null;
  for (const statement of statementsOf(sentence.items)) {
    const harmless = harmlessSpans(statement).filter(({ ground }) => NOTHING_LEFT.has(ground));
    for (const order of readClaim(claim).orders) {
      const slots = slotsBetween(order.items, statement.items);
      if (slots.length === 0) continue;
      const arcs = arcsBetween(order.items, statement.items, referents);
      const named = namedParts(order.items, statement.items, referents);
      const path = pathThrough({ claim: order.items, items: statement.items, harmless, named, arcs, slots }, 1);
      if (path === null || isOpenStatement(keptOf(statement, path))) continue;
      const grounds = [path.slot!.ground, statement.readBy, order.ground, ...path.grounds].filter((ground) => ground !== null);
      return { relationship: 'contradicts', grounds, sentence: sentence.text };
    }
  }
  return null;
}

/** Records of what may stand beside a contradiction: nothing that says where, when or of what kind. */
const NOTHING_LEFT = new Set(['full_stop', 'discourse_word', 'further_clause', 'further_predicate', 'relative_clause', 'parenthesis', 'alias', 'apposition', 'title']);

/** What of the statement the path has not passed over. */
function keptOf({ items }: Statement, { passed }: Path): readonly Item[] {
  return items.filter((_, at) => !passed.some(({ start, end }) => at >= start && at < end));
}

/** What the document is about: the nearest of heading, title and beginning that names something. */
function documentSubject({ title, heading, opening }: PassageContext, sentences: readonly ReadSentence[]): Subject {
  const above = joined([subjectOfTitle(title), subjectOfTitle(heading)]);
  const first = opening === null ? sentences[0] : readPassage(opening).sentences[0];
  const begun = first === undefined ? NO_SUBJECT : subjectOfOpening(first.items);
  return joined([above, begun]);
}
