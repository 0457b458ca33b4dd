/**
 * Tier 1, entrance: what one passage says of one claim. A sentence supports a claim only if all that the sentence has beyond the
 * claim is on the list of what is harmless (decide/harmless.ts). Deterministic; no network, no clock, no model.
 */
import type { Relationship } from '#contracts/vocabulary.ts';
import type { Item } from '#engine/syntax/items.ts';
import { isPlaceName } from '#engine/text/places.ts';
import { countLacking } from './align/lacks.ts';
import { nameRuns, type Referents } from './align/reference.ts';
import { type Clash, contradictionIn } from './decide/contradiction.ts';
import { rowIn } from './decide/rows.ts';
import { supportIn } from './decide/support.ts';
import { aboutPassage } from './read/about.ts';
import { mayHave, type ReadClaim, readClaim } from './read/claim.ts';
import { isOwnWord } from './read/main-name.ts';
import { type ReadPassage, type ReadSentence, readPassage } from './read/passage.ts';
import { statementsOf } from './read/statements.ts';
import { isNamedBy, joined, type Subject, subjectOfTitle } from './read/subject.ts';
import { countOf, type Traces, together } from './read/traces.ts';

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

/** "Labour Inspectorate, report of 2024": a line that says who wrote the text, and when. */
function isByline(line: string): boolean {
  const comma = line.indexOf(',');
  const isNamed = comma > 0 && line.slice(0, comma).trim().includes(' ');
  return isNamed && /(?:19|20)\d\d$/.test(line.slice(comma).trimEnd());
}

/** "2.1", "§ 4", "(3)" before a heading. */
const NUMBERING = /^[\s§(]*\d+(?:[.)]\d+)*[.):]?\s+/;

/**
 * What the passage's part of its document is about, as title, heading and beginning name it. Under a heading that names another than these
 * ("Tarrow" in what Rolla writes of its rivals), that other alone.
 */
function documentSubject(
  { title, heading }: PassageContext,
  passage: ReadPassage,
  opening: ReadPassage | null,
): Subject {
  const begun = opening === null ? aboutPassage(passage).whole : aboutPassage(opening).beginning;
  const whole = [subjectOfTitle(title), begun];
  const line = heading?.replace(NUMBERING, '') ?? null;
  const part = subjectOfTitle(line);
  const isNamed = (name: string) => whole.some(({ words }) => words.has(name));
  const isOfOther = (line === null || !isByline(line)) && ![...part.own].every(isNamed);
  return isOfOther ? part : joined([...whole, part]);
}

/**
 * True if the claim's text is about something that neither the document nor the passage names: the same words are then said of another.
 * A claim that names its subject itself belongs to that, where the document does as well.
 */
function isOfOther(
  { title, heading, opening, about }: PassageContext,
  passage: string,
  claim: ReadClaim,
  document: Subject,
): boolean {
  if (about === null) return false;
  const around = [title, heading, opening, passage].join(' ').replaceAll(/[-_.]/g, ' ').toLowerCase();
  if (about.some((word) => around.includes(word))) {
    const words = new Set(around.match(/[\p{L}\p{N}]+/gu));
    if (about.some((word) => words.has(word))) return false;
  }
  const verb = claim.items.findIndex(({ tense }) => tense !== null);
  const subject = claim.items.slice(0, Math.max(verb, 0));
  return !nameRuns(subject).some(({ start, end }) => {
    const name = subject.slice(start, end).map(({ lower }) => lower);
    return isNamedBy(document, name) && (name.some(isOwnWord) || isPlaceName(name.join(' ')));
  });
}

const ALL_RECORDS: ReadonlySet<string> = new Set();

/**
 * By sentence, whether it may decide: what no way leads through without has left a trace in it, or where it may come from, which is
 * above the passage, in the beginning of its document, and before the sentence. Another name may stand for one in a contradiction.
 */
function sentencesToRead(
  claim: ReadClaim,
  passage: ReadPassage,
  { title, heading }: PassageContext,
  opening: ReadPassage | null,
): readonly boolean[] {
  const { tracer } = claim;
  const own = claim.tracesIn(passage);
  const begun = opening === null ? passage.sentences : opening.sentences.slice(0, 1);
  const lines = [title, heading].map((line) => tracer.ofForms([...subjectOfTitle(line).names]));
  const mayDecide = (traces: Traces) => {
    if (traces.words !== tracer.all.words) return false;
    const lacked = countOf(tracer.all.names & ~traces.names);
    return lacked === 0 || (lacked === 1 && claim.mayNameOther);
  };
  let around = together([...lines, ...begun.map(({ capitalised }) => tracer.in(capitalised))]);
  if (!mayDecide(together([around, ...own]))) return [];
  return passage.sentences.map(({ beforeVerb, isStatement }, at) => {
    const traces = together([around, own[at]!]);
    around = together([around, tracer.in(beforeVerb)]);
    return isStatement && mayDecide(traces);
  });
}

/** What a sentence of a passage may refer to; what takes longer to find is found when it is asked for. */
class InPassage implements Referents {
  readonly document: Subject;
  readonly without: ReadonlySet<string>;
  readonly #passage: ReadPassage;
  readonly #opening: ReadPassage | null;
  readonly #at: number;
  #names: readonly (readonly string[])[] | null = null;

  constructor(
    document: Subject,
    without: ReadonlySet<string>,
    passage: ReadPassage,
    opening: ReadPassage | null,
    at: number,
  ) {
    this.document = document;
    this.without = without;
    this.#passage = passage;
    this.#opening = opening;
    this.#at = at;
  }

  get before(): readonly Item[] | null {
    return aboutPassage(this.#passage).before(this.#at);
  }

  get earlier(): readonly (readonly Item[])[] {
    return this.#passage.sentences.slice(0, this.#at).map(({ items }) => items);
  }

  get names(): readonly (readonly string[])[] {
    const passages = this.#opening === null ? [this.#passage] : [this.#passage, this.#opening];
    this.#names ??= passages.flatMap((passage) => aboutPassage(passage).names);
    return this.#names;
  }
}

/** What a sentence says of the claim; null if it decides nothing. */
function inSentence(claim: ReadClaim, sentence: ReadSentence, referents: Referents): Ruling | null {
  const { items } = sentence;
  if (items.length > MOST_ITEMS || !mayHave(sentence.analysis, claim.items, referents)) return null;
  const { names, values } = countLacking(claim.items, items, referents);
  if (names + values > 1 || (names > 0 && !claim.mayNameOther)) return null;
  const statements = statementsOf(items);
  const support = supportIn(claim.orders, statements, referents);
  if (support !== null) return { ...OPEN, relationship: 'supports', grounds: support, sentence: sentence.text };
  const contradiction = contradictionIn(claim, statements, referents);
  return contradiction && { relationship: 'contradicts', sentence: sentence.text, ...contradiction };
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
  const opening = context.opening === null ? null : readPassage(context.opening);
  const { sentences, tables } = passage;
  const toRead = sentencesToRead(claim, passage, context, opening);
  if (tables.length === 0 && !toRead.includes(true)) return OPEN;
  const document = documentSubject(context, passage, opening);
  if (isOfOther(context, passageText, claim, document)) return OPEN;
  for (const [at, isToRead] of toRead.entries()) {
    if (!isToRead) continue;
    const referents = new InPassage(document, without, passage, opening, at);
    const ruling = inSentence(claim, sentences[at]!, referents);
    if (ruling !== null) return ruling;
  }
  const row = rowIn(claim.items, tables, document);
  if (row === null || without.has(row.ground)) return OPEN;
  return { relationship: row.relationship, grounds: [row.ground], sentence: row.row, clash: row.clash };
}
