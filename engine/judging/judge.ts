/**
 * Tier 1, entrance: what one passage says of one claim. A sentence supports a claim only if all that the sentence has beyond the
 * claim is on the list of what is harmless (decide/harmless.ts). Deterministic; no network, no clock, no model.
 */
import type { Relationship } from '#contracts/vocabulary.ts';
import type { Item } from '#engine/syntax/items.ts';
import { nameRuns, type Referents } from './align/reference.ts';
import { type Clash, contradictionIn } from './decide/contradiction.ts';
import { rowIn } from './decide/rows.ts';
import { supportIn } from './decide/support.ts';
import { mayHave, type ReadClaim, readClaim } from './read/claim.ts';
import { readPassage } from './read/passage.ts';
import type { ReadSentence } from './read/sentence.ts';
import { statementsOf } from './read/statements.ts';
import { joined, NO_SUBJECT, type Subject, subjectOfOpening, subjectOfTitle } from './read/subject.ts';

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

/** What `passage` says of `claim`. `without`: grounds of records that are switched off, to see what each is worth. */
export function judge(
  claimText: string,
  passage: string,
  context: PassageContext = NO_CONTEXT,
  without: ReadonlySet<string> = ALL_RECORDS,
): Ruling {
  const claim = readClaim(claimText);
  if (claim.isOpenSubject) return OPEN;
  const { sentences } = readPassage(passage);
  const document = documentSubject(context, sentences);
  if (isOfOther(context, passage, claim, document)) return OPEN;
  const names = namesIn([...sentences, ...(context.opening === null ? [] : readPassage(context.opening).sentences)]);
  let before: readonly Item[] | null = [];
  const earlier: (readonly Item[])[] = [];
  for (const sentence of sentences) {
    const referents: Referents = { document, before, names, earlier: [...earlier], without };
    earlier.push(sentence.items);
    before = aboutOf(sentence, before);
    if (!sentence.isStatement || sentence.items.length > MOST_ITEMS || !mayHave(sentence, claim.items, referents))
      continue;
    const statements = statementsOf(sentence.items);
    const support = supportIn(claim.orders, statements, referents);
    if (support !== null) return { ...OPEN, relationship: 'supports', grounds: support, sentence: sentence.text };
    const contradiction = contradictionIn(claim, statements, referents);
    if (contradiction !== null) return { relationship: 'contradicts', sentence: sentence.text, ...contradiction };
  }
  const row = rowIn(claim.items, passage, document);
  if (row === null || without.has(row.ground)) return OPEN;
  return { relationship: row.relationship, grounds: [row.ground], sentence: row.row, clash: row.clash };
}
