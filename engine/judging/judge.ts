/**
 * Tier 1, entrance: what one passage says of one claim. A sentence supports a claim only if all that the sentence has beyond the
 * claim is on the list of what is harmless (decide/harmless.ts). Deterministic; no network, no clock, no model.
 */
import type { Relationship } from '#contracts/vocabulary.ts';
import type { Item } from '#engine/syntax/items.ts';
import { nameRuns, type Referents } from './align/reference.ts';
import { sameItem } from './align/same-item.ts';
import { type Clash, contradictionIn } from './decide/contradiction.ts';
import { rowIn } from './decide/rows.ts';
import { supportIn } from './decide/support.ts';
import { mayHave, type ReadClaim, readClaim } from './read/claim.ts';
import { type ReadPassage, type ReadSentence, readPassage } from './read/passage.ts';
import { statementsOf } from './read/statements.ts';
import { joined, NO_SUBJECT, type Subject, subjectOfOpening, subjectOfTitle } from './read/subject.ts';
import { countOf, together } from './read/traces.ts';

/** What stands above and around a passage in its document; each null if there is none. */
export interface PassageContext {
  title: string | null;
  heading: string | null;
  /** Beginning of the document. */
  opening: string | null;
  /** Lower-case words of the name of what the claim's text is about. */
  about: readonly string[] | null;
}

export const NO_CONTEXT: PassageContext = { title: null, heading: null, opening: null, about: null };

export interface Ruling {
  relationship: Relationship;
  /** Records used, in the order of the claim; empty where nothing was decided, and where the sentence has the claim's very words. */
  grounds: readonly string[];
  /** The sentence or row that decides; null where none does. */
  sentence: string | null;
  /** What stands in the place of what, of a contradiction; null otherwise. */
  clash: Clash | null;
}

const OPEN: Ruling = { relationship: 'unresolved', grounds: [], sentence: null, clash: null };

/** Longer sentences are lists or unpunctuated text; what they mean, no shallow reading tells. */
const MOST_ITEMS = 160;
const LONGEST_SUBJECT = 4;
const PRONOUN = /^(?:he|she|it|they|we)$/;

/**
 * What a sentence is about: the phrase before its verb; of a pronoun, what the sentence before was about. Null where that stays
 * open: of a coordination, of a longer phrase.
 */
function aboutOf({ items }: ReadSentence, before: readonly Item[] | null): readonly Item[] | null {
  const first = items[0];
  if (first === undefined || PRONOUN.test(first.lower)) return before;
  const run = nameRuns(items)[0];
  // A line without a verb is a heading: its full stop stands for the verb.
  const verb = items.findIndex(({ tense, kind }) => tense !== null || kind === 'mark');
  if (run !== undefined && run.start === 0) {
    const next = items[run.end];
    return next === undefined || next.tense !== null || next.kind === 'mark' || next.pos === 'ADV'
      ? items.slice(0, run.end)
      : null;
  }
  const isShort = verb > 0 && verb <= LONGEST_SUBJECT;
  return isShort ? items.slice(0, verb) : null;
}

function namesIn(sentences: readonly ReadSentence[]): string[][] {
  return sentences.flatMap(({ items }) =>
    nameRuns(items).map(({ start, end }) => items.slice(start, end).map(({ lower }) => lower)),
  );
}

/** "Gulls is a film …": a sentence that says what something named is. */
function isDefinition({ items }: ReadSentence): boolean {
  const verb = items.findIndex(({ tense, kind }, at) => tense !== null && kind === 'word' && !isInBrackets(items, at));
  const isKind = items[verb]?.key === 'be' && items[verb + 1]?.article != null;
  return isKind && (items[0]!.isName || items[0]!.text === '"');
}

function isInBrackets(items: readonly Item[], at: number): boolean {
  const open = items.findLastIndex(({ text }, i) => i < at && text === '(');
  return open >= 0 && !items.slice(open, at).some(({ text }) => text === ')');
}

/** Where the beginning is not known, the one sentence that defines something tells what the text is about. */
function openingOf(sentences: readonly ReadSentence[]): ReadSentence | undefined {
  const [definition, ...others] = sentences.filter(isDefinition);
  const isOne = definition !== undefined && others.every(({ items }) => items[0]!.lower === definition.items[0]!.lower);
  return isOne ? definition : sentences[0];
}

/** What the document is about, as its title, the passage's heading and its beginning name it. */
function documentSubject({ title, heading, opening }: PassageContext, sentences: readonly ReadSentence[]): Subject {
  const first = opening === null ? openingOf(sentences) : readPassage(opening).sentences[0];
  const begun = first === undefined ? NO_SUBJECT : subjectOfOpening(first.items);
  return joined([subjectOfTitle(title), subjectOfTitle(heading), begun]);
}

/**
 * True if the claim's text is about something that neither the document nor the passage names, though the document is about
 * something: the same words are then said of another. A claim that names its subject itself belongs to that.
 */
function isOfOther(
  { title, heading, opening, about }: PassageContext,
  passage: string,
  claim: ReadClaim,
  document: Subject,
): boolean {
  if (about === null || document.names.size === 0) return false;
  const texts = [title ?? '', heading ?? '', opening ?? '', passage].join(' ').toLowerCase().replaceAll(/[-_.]/g, ' ');
  if (about.some((word) => word.length > 2 && texts.includes(word))) return false;
  const verb = claim.items.findIndex(({ tense }) => tense !== null);
  return nameRuns(claim.items.slice(0, Math.max(verb, 0))).length === 0;
}

const ALL_RECORDS: ReadonlySet<string> = new Set();

/**
 * By sentence, how many names of the claim have no trace in it, nor where they may come from: above the passage, in the beginning
 * of its document, before the sentence. Null where nothing can be decided: a word is missing, or more than a contradiction lets.
 */
function missingNames(
  claim: ReadClaim,
  passage: ReadPassage,
  { title, heading, opening }: PassageContext,
): (number | null)[] {
  const { tracer } = claim;
  const own = claim.tracesIn(passage);
  const begun = opening === null ? own : claim.tracesIn(readPassage(opening)).slice(0, 1);
  const lines = [title, heading].map((line) => tracer.ofForms([...subjectOfTitle(line).names]));
  let around = together([...lines, ...begun]);
  return own.map((traces) => {
    around = together([around, traces]);
    const missing = countOf(tracer.all.names & ~around.names);
    const isOpen = around.words !== tracer.all.words || missing > (claim.mayNameOther ? 1 : 0);
    return isOpen ? null : missing;
  });
}

/** True if the item may stand for the claim's figure or date, or say it more precisely. */
function mayStandFor({ date, ...own }: Item, other: Item): boolean {
  if (sameItem({ date, ...own }, other)) return true;
  if (date === null || other.date === null) return false;
  return date.month === other.date.month || (other.date.first >= date.first && other.date.last <= date.last);
}

/** How many figures and dates of the claim nothing stands for. */
function missingValues(claim: readonly Item[], items: readonly Item[], { document, before }: Referents): number {
  return claim.filter(
    (own) =>
      (own.kind === 'date' || own.kind === 'quantity') &&
      !items.some((item) => mayStandFor(own, item)) &&
      !(document.names.has(own.lower) || document.names.has(own.text)) &&
      !(before ?? []).some(({ lower }) => lower === own.lower),
  ).length;
}

/** What the sentences of the passage say of the claim; `missing` is how many of its names each lacks, null where it decides nothing. */
function inSentences(
  claim: ReadClaim,
  sentences: readonly ReadSentence[],
  missing: readonly (number | null)[],
  known: Pick<Referents, 'document' | 'names' | 'without'>,
): Ruling | null {
  let before: readonly Item[] | null = [];
  const earlier: (readonly Item[])[] = [];
  const last = missing.findLastIndex((count) => count !== null);
  for (const [at, sentence] of sentences.slice(0, last + 1).entries()) {
    const { items } = sentence;
    const referents: Referents = { ...known, before, earlier: [...earlier] };
    earlier.push(items);
    before = aboutOf(sentence, before);
    const lacks = missing[at];
    if (lacks == null || !sentence.isStatement || items.length > MOST_ITEMS) continue;
    if (!mayHave(sentence.analysis, claim.items, referents)) continue;
    const open = lacks + missingValues(claim.items, items, referents);
    if (open > 1) continue;
    const statements = statementsOf(items);
    const support = open > 0 ? null : supportIn(claim.orders, statements, referents);
    if (support !== null) return { ...OPEN, relationship: 'supports', grounds: support, sentence: sentence.text };
    const contradiction = contradictionIn(claim, statements, referents, open > 0);
    if (contradiction !== null) return { relationship: 'contradicts', sentence: sentence.text, ...contradiction };
  }
  return null;
}

/** What `passage` says of `claim`. `without`: grounds of records that are switched off, to see what each is worth. */
export function judge(
  claimText: string,
  passageText: string,
  context: PassageContext = NO_CONTEXT,
  without: ReadonlySet<string> = ALL_RECORDS,
): Ruling {
  const claim = readClaim(claimText);
  if (claim.isOpenSubject) return OPEN;
  const passage = readPassage(passageText);
  const { sentences, tables } = passage;
  const missing = missingNames(claim, passage, context);
  const mayDecide = missing.some((count) => count !== null);
  if (!mayDecide && tables.length === 0) return OPEN;
  const document = documentSubject(context, sentences);
  if (isOfOther(context, passageText, claim, document)) return OPEN;
  if (mayDecide) {
    const opening = context.opening === null ? [] : readPassage(context.opening).sentences;
    const names = namesIn([...sentences, ...opening]);
    const ruling = inSentences(claim, sentences, missing, { document, names, without });
    if (ruling !== null) return ruling;
  }
  const row = rowIn(claim.items, tables, document);
  if (row === null || without.has(row.ground)) return OPEN;
  return { relationship: row.relationship, grounds: [row.ground], sentence: row.row, clash: row.clash };
}
