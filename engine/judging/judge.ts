/**
 * Entry point of tier 1: what one passage says about one claim. A sentence supports a claim only if everything that the sentence
 * has beyond the claim is on the list of harmless parts (decide/harmless.ts). Deterministic: uses no network, no clock and no
 * model.
 */
import type { Relationship } from '#contracts/vocabulary.ts';
import type { Item } from '#engine/syntax/items.ts';
import { countUnmatched } from './align/lacks.ts';
import type { Referents } from './align/reference.ts';
import { type Clash, contradictionIn } from './decide/contradiction.ts';
import { rowIn } from './decide/rows.ts';
import { supportIn } from './decide/support.ts';
import { aboutPassage } from './read/about.ts';
import { mayHave, type ReadClaim, readClaim } from './read/claim.ts';
import { documentOf, type Surroundings } from './read/document.ts';
import { announcesOthers, isFraming, isNarrowing, takesBackBefore } from './read/frame.ts';
import { labelled, saysKind } from './read/label.ts';
import { type ReadPassage, type ReadSentence, readPassage } from './read/passage.ts';
import { statementsOf } from './read/statements.ts';
import { type Subject, subjectOfTitle } from './read/subject.ts';
import { add, countOf, type Traces, together } from './read/traces.ts';

/** The surroundings of a passage in its document, and the subject of the claim's text. */
export interface PassageContext extends Surroundings {
  /** The name of the main subject of the claim's text, in lower-case words. Null if it has none. */
  about: readonly string[] | null;
}

export const NO_CONTEXT: PassageContext = { title: null, heading: null, opening: null, about: null };

export interface Ruling {
  relationship: Relationship;
  /**
   * Codes of the rules used, in the order of the claim. Empty if nothing was decided, and if the sentence has exactly the claim's
   * words.
   */
  grounds: readonly string[];
  /** The sentence or table row that decides. Null if none does. */
  sentence: string | null;
  /** For a contradiction: the part of the claim that differs and what the passage has instead. Null otherwise. */
  clash: Clash | null;
}

const OPEN: Ruling = { relationship: 'unresolved', grounds: [], sentence: null, clash: null };

/** Longer sentences are lists or unpunctuated text, which shallow parsing can't interpret. */
const MOST_ITEMS = 160;

const ALL_RECORDS: ReadonlySet<string> = new Set();

/**
 * For each sentence, whether it may decide the claim. Every word that a match needs must have left a trace in the sentence or in
 * what it may refer to: title, heading, the opening of the document and the subjects of earlier sentences. One name may be
 * missing, because a contradiction may have another name in its place.
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
  const around = tracer.ofForms(subjectOfTitle(title).names);
  add(around, tracer.ofForms(subjectOfTitle(heading).names));
  for (const { capitalised } of begun) add(around, tracer.in(capitalised));
  const mayDecide = (traces: Traces) => {
    if ((traces.words | around.words) !== tracer.all.words) return false;
    const lacked = countOf(tracer.all.names & ~(traces.names | around.names));
    return lacked === 0 || (lacked === 1 && claim.mayNameOther);
  };
  if (!mayDecide(together(own))) return [];
  return passage.sentences.map(({ beforeVerb, isStatement }, at) => {
    const isToRead = isStatement && mayDecide(own[at]!);
    add(around, tracer.in(beforeVerb));
    return isToRead;
  });
}

/** The `Referents` of one sentence in its passage. Expensive ones are computed on first use. */
class InPassage implements Referents {
  readonly document: Subject;
  readonly without: ReadonlySet<string>;
  readonly #passage: ReadPassage;
  readonly #opening: ReadPassage | null;
  readonly #at: number;
  #earlier: readonly (readonly Item[])[] | null = null;
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
    this.#earlier ??= this.#passage.sentences.slice(0, this.#at).map(({ items }) => items);
    return this.#earlier;
  }

  get later(): readonly (readonly Item[])[] {
    return this.#passage.sentences.slice(this.#at + 1).map(({ items }) => items);
  }

  get names(): readonly (readonly string[])[] {
    const passages = this.#opening === null ? [this.#passage] : [this.#passage, this.#opening];
    this.#names ??= passages.flatMap((passage) => aboutPassage(passage).names);
    return this.#names;
  }
}

/** The ruling of one sentence on the claim. Null if the sentence decides nothing. */
function inSentence(claim: ReadClaim, sentence: ReadSentence, referents: Referents): Ruling | null {
  const { items } = sentence;
  if (items.length > MOST_ITEMS || !mayHave(sentence.analysis, claim.required, referents)) return null;
  const { names, values } = countUnmatched(claim.required, items, referents);
  if (names + values > 1 || (names > 0 && !claim.mayNameOther)) return null;
  const statements = statementsOf(items);
  const support = supportIn(claim.orders, statements, referents);
  if (support !== null) return { ...OPEN, relationship: 'supports', grounds: support, sentence: sentence.text };
  const contradiction = contradictionIn(claim, statements, referents);
  return contradiction && { relationship: 'contradicts', sentence: sentence.text, ...contradiction };
}

/**
 * Judges a claim by a passage. `without` holds the codes of rules to switch off, which is used to measure what each rule
 * contributes.
 */
export function judge(
  claimText: string,
  passageText: string,
  context: PassageContext = NO_CONTEXT,
  without: ReadonlySet<string> = ALL_RECORDS,
): Ruling {
  return judgeRead(claimText, readPassage(passageText), context, without);
}

/** Like `judge`, for a passage that has already been read. */
export function judgeRead(
  claimText: string,
  passage: ReadPassage,
  context: PassageContext,
  without: ReadonlySet<string> = ALL_RECORDS,
): Ruling {
  const ruling = ruledOn(readClaim(claimText), null, passage, context, without);
  if (ruling.relationship !== 'unresolved') return ruling;
  const label = without.has('kind_label') ? null : labelled(claimText);
  if (label === null) return ruling;
  const found = ruledOn(readClaim(label.claim), label.kind, passage, context, without);
  return found.relationship === 'unresolved' ? found : { ...found, grounds: ['kind_label', ...found.grounds] };
}

/** The opening of the document, read. It is often the passage itself. */
function openingOf({ opening }: PassageContext, passage: ReadPassage): ReadPassage | null {
  if (opening === null) return null;
  return opening === passage.text ? passage : readPassage(opening);
}

/** True if the sentence before attributes the sentence to somebody else, or the sentence after takes it back. */
function isFramed(sentences: readonly ReadSentence[], at: number): boolean {
  const [before, next] = [sentences[at - 1], sentences[at + 1]];
  return (next !== undefined && takesBackBefore(next.text)) || (before !== undefined && announcesOthers(before.text));
}

/**
 * Judges the claim by the passage, without the fallback for labels. `kind` is the kind that a sentence must state for the claim's
 * subject. Null if the claim has no label.
 */
function ruledOn(
  claim: ReadClaim,
  kind: readonly string[] | null,
  passage: ReadPassage,
  context: PassageContext,
  without: ReadonlySet<string>,
): Ruling {
  if (claim.isOpenSubject) return OPEN;
  const opening = openingOf(context, passage);
  const { sentences, tables } = passage;
  const toRead = sentencesToRead(claim, passage, context, opening);
  if (tables.length === 0 && !toRead.includes(true)) return OPEN;
  const document = documentOf(context, passage, opening);
  if (document.isOfOther(claim, context.about)) return OPEN;
  const { title, heading } = context;
  if (isFraming(title, heading, claim.items) || isNarrowing(title, heading, claim.items)) return OPEN;
  let found: Ruling | null = null;
  for (const [at, isToRead] of toRead.entries()) {
    if (!isToRead || (kind !== null && !saysKind(sentences[at]!.items, claim.items, kind))) continue;
    const referents = new InPassage(document.subject, without, passage, opening, at);
    const ruling = inSentence(claim, sentences[at]!, referents);
    if (ruling === null || isFramed(sentences, at)) continue;
    // Two sentences disagree: "The deposit is €50" and further down, about something else, "The deposit is €40".
    if (found !== null && found.relationship !== ruling.relationship) return OPEN;
    found ??= ruling;
  }
  if (found !== null) return found;
  const row = kind === null ? rowIn(claim.items, tables, document.subject) : null;
  if (row === null || without.has(row.ground)) return OPEN;
  return { relationship: row.relationship, grounds: [row.ground], sentence: row.row, clash: row.clash };
}
