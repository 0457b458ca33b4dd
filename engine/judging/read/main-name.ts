/**
 * Finds the name of a text's main subject, so that a claim from the text can be compared with documents about the same subject.
 */
import { NAMED_WITHIN } from '#engine/engine.ts';
import { singular } from '#engine/text/class-nouns.ts';
import { genderOfName } from '#engine/text/given-names.ts';
import { startsWithCapital } from '#engine/text/letters.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import { isCourtesyTitle } from '#engine/text/names.ts';
import { type Token, wordsOf } from '#engine/text/nlp.ts';
import { isMonth, isWeekday } from '#engine/values/calendar.ts';

/** Minimum length of a word that identifies a name. Excludes initials. */
const LEAST_LETTERS = 3;
const SMALL = /^(?:of|and|&|de|van|von|der)$/;
const CLOSED = /^(?:DET|ADP|CCONJ|SCONJ|PRON|AUX|PART|PUNCT|SYM|NUM|SPACE)$/;

type Word = Pick<Token, 'text' | 'lower' | 'pos' | 'isStopWord'>;

function isNameWord({ text, pos, lower, isStopWord }: Word): boolean {
  return startsWithCapital(text) && !CLOSED.test(pos) && !isStopWord && !isMonth(lower) && !isWeekday(lower);
}

/** True if the word (in lower case) can only be a name, because the lexicon doesn't have it. */
export function isOwnWord(lower: string): boolean {
  return !isKnownWord(lower) && !isKnownWord(singular(lower));
}

/** Finds names: runs of capitalised words, which may be joined by small words such as "of" or "van". */
function runsIn(words: readonly Word[]): { start: number; words: readonly Word[] }[] {
  const runs: { start: number; words: readonly Word[] }[] = [];
  const isName = (at: number) => words[at] !== undefined && isNameWord(words[at]);
  for (let start = 0; start < words.length; start++) {
    if (!isName(start)) continue;
    let end = start + 1;
    while (isName(end) || (SMALL.test(words[end]?.lower ?? '') && isName(end + 1))) end++;
    runs.push({ start, words: words.slice(start, end) });
    start = end;
  }
  return runs;
}

/** The words that occur only as names in a text. */
class OwnWords {
  readonly #common: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();

  constructor(words: readonly Word[]) {
    this.#common = new Set(words.flatMap(({ text, lower }) => (text === lower ? [lower] : [])));
    // The first word of a sentence is always capitalised, so it is not counted.
    const isInside = (at: number) => /\p{L}/u.test(words[at - 1]?.text ?? '');
    for (const { lower } of words.filter((word, at) => isNameWord(word) && isInside(at)))
      this.#counts.set(lower, (this.#counts.get(lower) ?? 0) + 1);
  }

  /** The identifying words of a name, in lower case. Of a person's name, those behind the given name. */
  of(name: readonly Word[]): string[] {
    const own = name.filter((word) => this.#isOwn(word)).map(({ lower }) => lower);
    const isPerson = own.length > 1 && own[0] === name[0]!.lower && genderOfName(own[0]!) !== undefined;
    return isPerson ? own.slice(1) : own;
  }

  #isOwn(word: Word): boolean {
    const { lower } = word;
    if (!isNameWord(word) || isCourtesyTitle(word) || lower.length < LEAST_LETTERS || this.#common.has(lower))
      return false;
    // A common word counts if the text uses it several times, and only as a name: e.g. "Larder".
    return isOwnWord(lower) || (this.#counts.get(lower) ?? 0) > 1;
  }
}

interface Name {
  start: number;
  own: string[];
}

function namesIn(words: readonly Word[], own: OwnWords): Name[] {
  return runsIn(words).flatMap((run) => {
    const found = own.of(run.words);
    return found.length === 0 ? [] : [{ start: run.start, own: found }];
  });
}

/** The name of a sentence's subject: the last name before the verb that doesn't follow a preposition other than "of". */
function subjectIn(words: readonly Word[], own: OwnWords): string[] | undefined {
  const verb = words.findIndex(({ pos, text }) => /^(?:VERB|AUX)$/.test(pos) && !startsWithCapital(text));
  const names = namesIn(words.slice(0, verb < 0 ? words.length : verb), own);
  const isFree = ({ start }: Name) => {
    const before = /^(?:DET|PRON)$/.test(words[start - 1]?.pos ?? '') ? start - 2 : start - 1;
    return words[before]?.pos !== 'ADP' || words[before].lower === 'of';
  };
  return names.findLast(isFree)?.own;
}

/** True if the first line is a title and not a sentence. */
function isTitle(line: string): boolean {
  return /^(?:#|\*\*)/u.test(line) || (line.length <= 90 && !/[.!?:,]$/u.test(line));
}

function sentencesIn(words: readonly Word[]): Word[][] {
  const sentences: Word[][] = [[]];
  for (const word of words) {
    sentences.at(-1)!.push(word);
    if (/^[.!?]$/.test(word.text) || word.pos === 'SPACE') sentences.push([]);
  }
  return sentences;
}

/** The name that is the subject of the most sentences, and of at least two. */
function mostSpokenOf(words: readonly Word[], own: OwnWords): string[] | undefined {
  const counts = new Map<string, number>();
  for (const sentence of sentencesIn(words)) {
    const name = subjectIn(sentence, own)?.join(' ');
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const often = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  return often[0]?.[0].split(' ');
}

/**
 * The words, in lower case, that identify the main subject of a text: the name in its title, otherwise the subject of its first
 * sentence, otherwise the most frequent subject of its sentences. Null if there is no such name.
 */
export function mainNameOf(text: string): string[] | null {
  const read = text.slice(0, NAMED_WITHIN);
  const words = wordsOf(read);
  const own = new OwnWords(words);
  const lines = read.split('\n').filter((line) => line.trim() !== '');
  const first = lines[0]?.trim() ?? '';
  const titled = isTitle(first) ? namesIn(wordsOf(first), own)[0]?.own : undefined;
  const opening = wordsOf((isTitle(first) ? lines[1] : first) ?? '');
  return titled ?? subjectIn(sentencesIn(opening)[0]!, own) ?? mostSpokenOf(words, own) ?? null;
}
