/**
 * A passage as the judge reads it. It is tagged once, however many claims it is compared with. A sentence is analysed only when a
 * claim needs it, which is rare.
 */
import { LRUCache } from 'lru-cache';
import type { Item } from '#engine/syntax/items.ts';
import { registerPassageCache } from '#engine/text/kept.ts';
import { startsWithCapital } from '#engine/text/letters.ts';
import { isTableRow } from '#engine/text/lines.ts';
import { located, type Word, wordsOf } from '#engine/text/nlp.ts';
import { sentences } from '#engine/text/sentences.ts';
import { mayBeginDate } from '#engine/values/dates.ts';
import { mayBeginQuantity } from '#engine/values/quantities.ts';
import { type Analysis, analysisOf } from './sentence.ts';
import { sharedItems } from './shared-items.ts';
import { type Table, tablesIn } from './table.ts';

export class ReadPassage {
  readonly text: string;
  readonly sentences: readonly ReadSentence[];
  #tables: readonly Table[] | null = null;

  constructor(text: string) {
    this.text = text;
    this.sentences = sentencesOf(text);
  }

  get tables(): readonly Table[] {
    this.#tables ??= tablesIn(this.text);
    return this.#tables;
  }
}

/** The position of a sentence in its passage. */
interface Place {
  /** UTF-16 offsets of the sentence, end exclusive. */
  start: number;
  end: number;
  /** Offset of its first word. */
  from: number;
}

/** Memory that an item takes, as measured. Most items are shared, and take only a pointer. */
const BYTES_PER_ITEM = 60;
/** The sentences that hold an analysis. If there are too many, the least recently used lose theirs. */
const analysed = new LRUCache<ReadSentence, number>({
  maxSize: 6_000_000,
  sizeCalculation: (items) => BYTES_PER_ITEM * (items + 1),
  dispose: (_, sentence) => sentence.dropAnalysis(),
});

export class ReadSentence {
  readonly words: readonly Word[];
  /**
   * False for questions, table rows, claims behind a label such as "Myth:", and list items below a lead-in: they state nothing by
   * themselves.
   */
  readonly isStatement: boolean;
  /** True if the sentence may contain a figure or a date. */
  readonly mayHaveValue: boolean;
  readonly #passage: string;
  readonly #place: Place;
  #verbAt: number | null = null;
  #capitalised: readonly Word[] | null = null;
  #analysis: Analysis | null = null;

  constructor(passage: string, place: Place, words: readonly Word[], isStatement: boolean) {
    this.#passage = passage;
    this.#place = place;
    this.words = words;
    this.isStatement = isStatement;
    this.mayHaveValue = words.some((word) => mayBeginDate(word) || mayBeginQuantity(word));
  }

  /** The words before the verb, which contain the sentence's subject. */
  get beforeVerb(): readonly Word[] {
    this.#verbAt ??= verbIn(this.words);
    return this.words.slice(0, this.#verbAt);
  }

  /** Capitalised words and figures. In a subject, they make up its name. */
  get capitalised(): readonly Word[] {
    this.#capitalised ??= this.words.filter(({ text }) => startsWithCapital(text) || /^\d/.test(text));
    return this.#capitalised;
  }

  /** The literal text of the sentence. */
  get text(): string {
    return this.#passage.slice(this.#place.start, this.#place.end);
  }

  /** Computed on first use and cached for a while. */
  get analysis(): Analysis {
    if (this.#analysis !== null) return this.#analysis;
    const tokens = withoutMarkers(located(this.#passage, this.words, this.#place.from));
    const read = analysisOf(tokens, this.mayHaveValue);
    const found = { ...read, items: sharedItems(read.items, this.words) };
    this.#analysis = found;
    analysed.set(this, found.items.length);
    return found;
  }

  get items(): readonly Item[] {
    return this.analysis.items;
  }

  dropAnalysis(): void {
    this.#analysis = null;
  }

  forget(): void {
    analysed.delete(this);
  }
}

/** Index of the first word that may be the sentence's finite verb. The number of words if there is none. */
function verbIn(words: readonly Word[]): number {
  const verb = words.findIndex(
    ({ text, pos, lower }, at) =>
      (pos === 'VERB' || pos === 'AUX') &&
      !startsWithCapital(text) &&
      words[at - 1]?.lower !== 'to' &&
      !/^(?:be|been|being)$/.test(lower),
  );
  return verb < 0 ? words.length : verb;
}

/** Memory that a sentence takes besides its text and words, as measured. */
const BYTES_PER_SENTENCE = 200;
const BYTES_PER_POINTER = 8;

const kept = registerPassageCache(
  new LRUCache<string, ReadPassage>({
    maxSize: 8_000_000,
    sizeCalculation: ({ sentences }, text) =>
      2 * text.length +
      sentences.reduce((sum, { words }) => sum + BYTES_PER_POINTER * words.length + BYTES_PER_SENTENCE, 200),
    dispose: ({ sentences }) => {
      for (const sentence of sentences) sentence.forget();
    },
  }),
);

/** Reads a passage. Cached by its text. */
export function readPassage(text: string): ReadPassage {
  let found = kept.get(text);
  if (found === undefined) {
    found = new ReadPassage(text);
    kept.set(text, found);
  }
  return found;
}

const STATED_LABEL = /^(?:a|answer|facts?|note|result|finding|ps|truth|reality)$/u;
const SPEECH_LABEL = /^(?:q|question|myth|rumou?r|claim|example|misconception)$/u;

/** Removes list markers, clause numbers, marks of emphasis and labels such as "Fact:". */
function withoutMarkers<Read extends Word>(tokens: readonly Read[]): Read[] {
  const plain = tokens.filter(({ text }) => !/^[*_#`]+$/u.test(text));
  let first = 0;
  while (first < 8 && first < plain.length - 2 && isMarker(plain, first)) first++;
  // A label that introduces a statement: "A: …", "Fact: …", "Note: …".
  if (/^[:–—-]$/.test(plain[first + 1]?.text ?? '') && STATED_LABEL.test(plain[first]!.lower)) first += 2;
  return plain.slice(first);
}

/** Whether the token belongs to a list marker or a number at the beginning: "(2)", "3.5", "31.", "a)", "Sec. 21." */
function isMarker(tokens: readonly Word[], at: number): boolean {
  const { text, lower } = tokens[at]!;
  const next = tokens[at + 1]!;
  if (/^[-•–]$/.test(text) || /^\d{1,3}(?:\.\d{1,3})+\.?$/.test(text)) return at === 0;
  if (text === '(') return /^[a-z0-9]{1,4}$/iu.test(next.text) && tokens[at + 2]?.text === ')';
  if (/^[.)]$/.test(text)) return at > 0;
  if (/^(?:sec|art|clause|section|article)$/.test(lower)) return next.text === '.' || /^\d/.test(next.text);
  return /^(?:\d{1,3}|[a-z]|[ivx]{1,4})$/iu.test(text) && /^[.)]$/.test(next.text);
}

/** Whether a label such as "Myth:" or "Claim:" casts doubt on the sentence. */
function isDoubted(words: readonly Word[]): boolean {
  if (!words.some(({ text }) => text === ':')) return false;
  const [label, mark] = withoutMarkers(words);
  return mark?.text === ':' && SPEECH_LABEL.test(label!.lower);
}

function sentencesOf(text: string): ReadSentence[] {
  const words = wordsOf(text);
  const tokens = located(text, words);
  const read: ReadSentence[] = [];
  let at = 0;
  let lead = '';
  for (const { start, end } of sentences(text)) {
    while (at < tokens.length && tokens[at]!.end <= start) at++;
    const first = at;
    while (at < tokens.length && tokens[at]!.start < end) at++;
    const literal = text.slice(start, end);
    // Look at the whole line, because the number of an item may be split off as a sentence, and an item may have two sentences.
    const line = text.slice(text.lastIndexOf('\n', start + literal.search(/\S/)) + 1, end);
    const isItem = /^\s*(?:[-*•–✗✘]|\(?[a-z0-9]{1,3}[.)])(?:\s|$)/iu.test(line);
    if (!isItem) lead = literal.trimEnd().replace(/\n[ \t]{0,8}\(?[a-z0-9]{1,3}[.)]$/iu, '');
    const isUnderLead = isItem && lead.endsWith(':');
    const own = words.slice(first, at);
    const states = !isUnderLead && !isDoubted(own) && !/\?["'”’)]*$/u.test(literal) && !isTableRow(literal);
    read.push(new ReadSentence(text, { start, end, from: tokens[first]?.start ?? end }, own, states));
  }
  return read;
}
