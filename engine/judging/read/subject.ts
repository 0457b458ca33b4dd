/** Finds out whom or what a text is about from its title, headings, file name and first sentence. */
import { LRUCache } from 'lru-cache';
import type { Item } from '#engine/syntax/items.ts';
import { singular } from '#engine/text/class-nouns.ts';
import { registerPassageCache } from '#engine/text/kept.ts';
import { startsWithCapital } from '#engine/text/letters.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import { analyse, type Token } from '#engine/text/nlp.ts';

/** What a text is about. */
export interface Subject {
  /** Words for the subject, in lower case, e.g. "tarn" and "museum". */
  words: ReadonlySet<string>;
  /** Those of `words` that are names, or numbers beside a name. */
  names: ReadonlySet<string>;
  /** In a title or heading, the names that are not also common words: "tarrow" in "Tarrow", but nothing in "Cancelling". */
  own: ReadonlySet<string>;
  /**
   * What kind of thing the subject is according to the first sentence, e.g. "film". Each kind is mapped to the words before the
   * verb, which the sentence calls so.
   */
  kinds: ReadonlyMap<string, readonly string[]>;
  /** The lines from which the words come, each as a list of lower-case words. */
  lines: readonly (readonly string[])[];
}

export const NO_SUBJECT: Subject = { words: new Set(), names: new Set(), own: new Set(), kinds: new Map(), lines: [] };

/** True if the words (in lower case) name the subject, i.e. stand side by side in one of its lines. */
export function isNamedBy({ names, lines }: Subject, words: readonly string[]): boolean {
  if (words.length === 0 || !words.every((word) => names.has(word) || word === 'and' || word === 'of')) return false;
  return lines.some(
    (line) =>
      line.some((_, at) => words.every((word, i) => line[at + i] === word)) ||
      // Also accepted: a line with one middle name more, e.g. "Edgar Howard Wright" for "Edgar Wright".
      (words.length > 1 && line.length === words.length + 1 && line[0] === words[0] && line.at(-1) === words.at(-1)),
  );
}

const FILE_NAME = /^[\p{L}\p{N}_.-]+\.(?:txt|md|html?|pdf|docx?)$/u;
const LONGEST_OPENING = 12;

function wordsOfFileName(name: string): string {
  const words = name.replace(/\.\p{L}+$/u, '').split(/[-_.]+/);
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join(' ');
}

const CLOSED = /^(?:DET|ADP|CCONJ|SCONJ|PRON|AUX|PART|PUNCT|SYM|SPACE)$/;

function isNameWord({ text, pos }: Pick<Token, 'text' | 'pos'>): boolean {
  return (startsWithCapital(text) || /^\d/.test(text)) && !CLOSED.test(pos);
}

/**
 * True if the token at `at` is a name and not a common word. A capital that is only due to the beginning of the line doesn't
 * count.
 */
function isOwn(tokens: readonly Token[], at: number): boolean {
  const { text, lower, lemma, pos } = tokens[at]!;
  if (pos !== 'PROPN' || !startsWithCapital(text) || [lower, lemma.toLowerCase(), singular(lower)].some(isKnownWord))
    return false;
  const next = tokens[1]?.text ?? '';
  return at > 0 || !/^\p{Ll}/u.test(next);
}

function subjectIn(tokens: readonly Token[]): Subject {
  const words = new Set<string>();
  const names = new Set<string>();
  for (const token of tokens) {
    if (CLOSED.test(token.pos)) continue;
    words.add(token.lower).add(token.lemma.toLowerCase());
    if (isNameWord(token)) names.add(token.lower);
  }
  return {
    words,
    names,
    own: new Set(tokens.filter((_, at) => isOwn(tokens, at)).map(({ lower }) => lower)),
    kinds: new Map(),
    lines: [tokens.flatMap(({ lower, pos }) => (pos === 'DET' ? [] : [lower === '&' ? 'and' : lower]))],
  };
}

const kept = registerPassageCache(
  new LRUCache<string, Subject>({ maxSize: 1_000_000, sizeCalculation: (_, text) => 400 + 4 * text.length }),
);

/** The subject that a title, a heading or a file name gives. */
export function subjectOfTitle(title: string | null): Subject {
  if (title === null || title.trim() === '') return NO_SUBJECT;
  let found = kept.get(title);
  if (found === undefined) {
    found = subjectIn(analyse(FILE_NAME.test(title) ? wordsOfFileName(title) : title));
    kept.set(title, found);
  }
  return found;
}

/** The kind that the sentence gives with "is a …": the last noun of the phrase, e.g. "film" in "is a 2004 comedy *film*". */
function kindsIn(items: readonly Item[]): Map<string, readonly string[]> {
  const verb = items.findIndex(
    ({ key, tense }, at) => key === 'be' && tense !== null && items[at + 1]?.article != null,
  );
  let end = verb + 1;
  while (verb >= 0 && /^(?:NOUN|PROPN|ADJ|NUM)$/.test(items[end]?.pos ?? '')) end++;
  const head = items[end - 1];
  const called = items.slice(0, Math.max(verb, 0)).map(({ lower }) => lower);
  return new Map(end > verb + 1 && head?.pos === 'NOUN' ? [[head.lower, called]] : []);
}

/** Where the subject begins after an introductory time or place: "in 1990, | the roof fell", "in Orley | the bridge was sold". */
function behindFront(items: readonly Item[]): number {
  if (items[0]?.pos !== 'ADP') return 0;
  const verb = items.findIndex(({ tense }) => tense !== null);
  const next = items.findIndex(({ article, text }, at) => at > 1 && at < verb && (text === ',' || article !== null));
  return items[next]?.text === ',' ? next + 1 : Math.max(next, 0);
}

/** The subject that the first sentence of a text gives: the phrase before its verb. */
export function subjectOfOpening(items: readonly Item[]): Subject {
  const hasVerb = items.some(({ tense }) => tense === 'present' || tense === 'past' || tense === 'modal');
  const start = hasVerb ? behindFront(items) : 0;
  const verb = items.findIndex(({ tense, text }, at) => at >= start && (tense !== null || /^[(,;:–—]$/.test(text)));
  // A first line without a verb is a title.
  const before = hasVerb ? items.slice(start, verb) : items.slice(0, LONGEST_OPENING);
  const words = new Set<string>();
  const names = new Set<string>();
  for (const { lower, key, text, pos } of before) {
    if (CLOSED.test(pos)) continue;
    words.add(lower).add(key);
    if (isNameWord({ text, pos })) names.add(lower);
  }
  return {
    words,
    names,
    own: new Set(),
    kinds: hasVerb ? kindsIn(items) : new Map(),
    lines: [before.flatMap(({ lower, kind }) => (kind === 'mark' ? [] : [lower]))],
  };
}

/** The union of several subjects. */
export function joined(subjects: readonly Subject[]): Subject {
  const words = new Set<string>();
  const names = new Set<string>();
  const own = new Set<string>();
  const kinds = new Map<string, readonly string[]>();
  for (const subject of subjects) {
    for (const word of subject.words) words.add(word);
    for (const name of subject.names) names.add(name);
    for (const name of subject.own) own.add(name);
    for (const [kind, called] of subject.kinds) kinds.set(kind, called);
  }
  return { words, names, own, kinds, lines: subjects.flatMap(({ lines }) => lines) };
}
