/**
 * Turns a model's labels into relationships. A label counts only if its quotes stand literally in the passage and the quoted
 * sentences can carry the label. Otherwise the passage stays unresolved.
 */
import type { Json } from '#contracts/json.ts';
import { placeOf, type QuotePlace } from '#engine/asking/quotes.ts';
import { languageToRead } from '#engine/text/detect-language.ts';
import { type ModelLabel, ModelLabels } from './answer.ts';
import { isNear } from './nearness.ts';
import type { ModelQuestion, QuestionItem, ShownPassage } from './question.ts';
import { labelledSentences, type Withdrawal, withdrawalOf } from './withdrawal.ts';

/** A verbatim quote from a passage. */
export interface Quoted extends QuotePlace {
  /** Index into the item's passages. */
  passage: number;
  /** The passage's own words, from `start` to `end`. */
  text: string;
}

export interface CheckedLabel {
  /** `context`: the model answered "neither". `unresolved`: the model gave no label, or one that doesn't count. */
  relationship: 'supports' | 'contradicts' | 'context' | 'unresolved';
  quotes: Quoted[];
  /** Why the model's label was discarded; null if it counts or if there is none. */
  withdrawn: Withdrawal | null;
}

export type CheckedAnswer =
  | {
      ok: true;
      /** One per passage of the item. */
      passages: CheckedLabel[];
      /** Labels that rest on several passages together; only those that count. */
      joined: { relationship: 'supports' | 'contradicts'; quotes: Quoted[] }[];
      /** Number of quotes that are not in the passage that the model named. */
      inventedQuotes: number;
    }
  /** `malformed`: not of the required form. `decoy`: the model was taken in by a decoy, so it did not read the passages. */
  | { ok: false; reason: 'malformed' | 'decoy' };

/** Parses an answer. It is rejected if it is malformed or if the model was taken in by a decoy. */
export function readAnswer(
  { shown }: ModelQuestion,
  answer: Json,
): { ok: true; labels: ModelLabels } | Extract<CheckedAnswer, { ok: false }> {
  const parsed = ModelLabels.safeParse(answer);
  if (!parsed.success) return { ok: false, reason: 'malformed' };
  const giveaways = new Map(shown.map(({ id, giveaway }) => [id, giveaway]));
  const isFooled = parsed.data.passages.some(({ passage, label }) => label === giveaways.get(passage));
  return isFooled ? { ok: false, reason: 'decoy' } : { ok: true, labels: parsed.data };
}

/** Checks the model's answer to `question`. Deterministic. */
export function checkAnswer(question: ModelQuestion, answer: Json): CheckedAnswer {
  const read = readAnswer(question, answer);
  if (!read.ok) return read;
  const { labels } = read;
  const byId = new Map(question.shown.map((passage) => [passage.id, passage]));
  const quotes = new QuoteFinder(question, byId);
  const passages = question.item.passages.map((_, index): CheckedLabel => {
    const shown = question.shown.find((passage) => passage.index === index);
    return shown === undefined ? unresolved(null) : checkPassage(question, shown, labels, quotes);
  });
  const joined = labels.joined.flatMap((entry) => checkJoined(question, labels, entry, passages, quotes));
  return { ok: true, passages, joined, inventedQuotes: quotes.invented };
}

function unresolved(withdrawn: Withdrawal | null): CheckedLabel {
  return { relationship: 'unresolved', quotes: [], withdrawn };
}

class QuoteFinder {
  readonly #question: ModelQuestion;
  readonly #byId: ReadonlyMap<string, ShownPassage>;
  invented = 0;

  constructor(question: ModelQuestion, byId: ReadonlyMap<string, ShownPassage>) {
    this.#question = question;
    this.#byId = byId;
  }

  /** Finds the quote in the passage that the model named; null if it isn't there, or if the name is not that of a passage. */
  find(id: string, quote: string): Quoted | null {
    const passage = this.#byId.get(id);
    const place = passage === undefined || passage.index === null ? null : placeOf(quote, passage.shown);
    if (place === null) {
      this.invented++;
      return null;
    }
    const { text } = this.#question.item.passages[passage!.index!]!;
    return { ...place, passage: passage!.index!, text: text.slice(place.start, place.end) };
  }
}

function checkPassage(
  question: ModelQuestion,
  { id, index }: ShownPassage,
  labels: ModelLabels,
  finder: QuoteFinder,
): CheckedLabel {
  const { item } = question;
  const entries = labels.passages.filter(({ passage }) => passage === id);
  const said = new Set<ModelLabel>(entries.map(({ label }) => label));
  if (said.size === 0) return unresolved(null);
  if (said.size > 1) return unresolved('conflicting_labels');
  const [label] = said;
  if (label === undefined || label === 'neither') return { relationship: 'context', quotes: [], withdrawn: null };
  const found = entries.flatMap((entry) => entry.quotes.map((quote) => finder.find(id, quote)));
  const quotes = distinct(found.filter((quote) => quote !== null));
  if (quotes.length === 0) return unresolved('no_literal_quote');
  const passage = item.passages[index!]!;
  const words = {
    ...labelledSentences(passage.text, quotes, languageToRead(withTitle(passage), item.language)),
    title: passage.title,
    isNear: () => isNear(question, labels, index!),
  };
  const withdrawn = withdrawalOf(item.claim, words, label, item.language);
  return withdrawn === null ? { relationship: label, quotes, withdrawn } : unresolved(withdrawn);
}

/**
 * A joint label counts only if every quote is literal, at least two passages are quoted and none of their own labels was
 * withdrawn.
 */
function checkJoined(
  question: ModelQuestion,
  labels: ModelLabels,
  { quotes, label }: ModelLabels['joined'][number],
  checked: readonly CheckedLabel[],
  finder: QuoteFinder,
): { relationship: 'supports' | 'contradicts'; quotes: Quoted[] }[] {
  if (label === 'neither') return [];
  const { item } = question;
  const found = quotes.map(({ passage, quote }) => finder.find(passage, quote));
  const literal = distinct(found.filter((quote) => quote !== null));
  const indices = [...new Set(literal.map(({ passage }) => passage))].sort((a, b) => a - b);
  if (found.includes(null) || indices.length < 2) return [];
  if (indices.some((index) => checked[index]!.withdrawn !== null)) return [];
  const words = indices.map((index) =>
    labelledSentences(
      item.passages[index]!.text,
      literal.filter(({ passage }) => passage === index),
      languageToRead(withTitle(item.passages[index]!), item.language),
    ),
  );
  const titles = [...new Set(indices.map((index) => item.passages[index]!.title))].filter((title) => title !== '');
  const languages = new Set(words.map(({ language }) => language));
  const together = {
    language: languages.size === 1 ? words[0]!.language : 'und',
    quoted: words.flatMap(({ quoted }) => quoted),
    unquoted: words.flatMap(({ unquoted }) => unquoted),
    title: titles.join('. '),
    before: words.flatMap(({ before }) => before),
    rows: words.flatMap(({ rows }) => rows),
    heads: words.flatMap(({ heads }) => heads),
    isNear: () => indices.every((index) => isNear(question, labels, index)),
  };
  const withdrawn = withdrawalOf(item.claim, together, label, item.language);
  return withdrawn === null ? [{ relationship: label, quotes: literal }] : [];
}

/** The title helps to detect the language: a table row alone has few words. */
const withTitle = ({ title, text }: QuestionItem['passages'][number]) => `${title}\n${text}`;

function distinct(quotes: readonly Quoted[]): Quoted[] {
  const byPlace = new Map(quotes.map((quote) => [`${quote.passage}:${quote.start}:${quote.end}`, quote]));
  return [...byPlace.values()].sort((a, b) => a.passage - b.passage || a.start - b.start || a.end - b.end);
}
