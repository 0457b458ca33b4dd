/**
 * Tier 1, entrance: what one passage says of one claim. A sentence supports a claim only if all that the sentence has beyond the
 * claim is on the list of what is harmless (decide/harmless.ts). Deterministic; no network, no clock, no model.
 */
import type { Relationship } from '#contracts/vocabulary.ts';
import type { Item } from '#engine/syntax/items.ts';
import { countLacking } from './align/lacks.ts';
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

/** What stands around a passage in its document, and around the claim. */
export interface PassageContext extends Surroundings {
  /** Lower-case words of the name of what the claim's text is about; null if there is none. */
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

/** What a sentence of a passage may refer to; what takes longer to find is found when it is asked for. */
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

/** What a sentence says of the claim; null if it decides nothing. */
function inSentence(claim: ReadClaim, sentence: ReadSentence, referents: Referents): Ruling | null {
  const { items } = sentence;
  if (items.length > MOST_ITEMS || !mayHave(sentence.analysis, claim.required, referents)) return null;
  const { names, values } = countLacking(claim.required, items, referents);
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
  return judgeRead(claimText, readPassage(passageText), context, without);
}

/** As `judge`, of a passage that was read. */
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

/** The document often begins with the very passage. */
function openingOf({ opening }: PassageContext, passage: ReadPassage): ReadPassage | null {
  if (opening === null) return null;
  return opening === passage.text ? passage : readPassage(opening);
}

/** True if a sentence beside it says that it is somebody's, or takes it back. */
function isFramed(sentences: readonly ReadSentence[], at: number): boolean {
  const [before, next] = [sentences[at - 1], sentences[at + 1]];
  return (next !== undefined && takesBackBefore(next.text)) || (before !== undefined && announcesOthers(before.text));
}

/** `kind`: what a sentence has to call the claim's subject; null if the claim has no label. */
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
    // "The deposit is €50", and below of something else "The deposit is €40".
    if (found !== null && found.relationship !== ruling.relationship) return OPEN;
    found ??= ruling;
  }
  if (found !== null) return found;
  const row = kind === null ? rowIn(claim.items, tables, document.subject) : null;
  if (row === null || without.has(row.ground)) return OPEN;
  return { relationship: row.relationship, grounds: [row.ground], sentence: row.row, clash: row.clash };
}
