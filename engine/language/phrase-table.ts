/**
 * The table of phrases that say the same, or of which one says the other: our own, in `data/phrases.txt`.
 *
 * Per line a class, phrases in lower case and lemmas, and perhaps the words of which one must stand beside them. Words are
 * written apart as texts are read: `second - hand`, `doctor 's note`.
 *
 *     v put off = postpone                        either stands for the other
 *     v lecture on > speak about                  what is left of the arrow says what is right of it, not the reverse
 *     v run out = expire : contract licence       only of a contract or a licence
 *
 * Classes: `v` verbs (first word; up to four words may stand before a particle, and an article or an adjective before a
 * noun), `n` nouns (last word), `a` adjectives and adverbs as they are written, `p` phrases as they are written, which those
 * with "not" before the verb are too.
 */
import { readFileSync } from 'node:fs';

type PhraseClass = 'v' | 'n' | 'a' | 'p';

/** A phrase of the table. */
export interface Phrase {
  class: PhraseClass;
  words: readonly string[];
  /** It has a negative word of its own: "at no cost". */
  negates: boolean;
  /** The lines of the table that it stands in. */
  entries: { line: number; entails: boolean }[];
}

/** Phrases with the same first word. */
interface Phrases {
  single: readonly Phrase[];
  /** Those of two words by their second. */
  pairs: ReadonlyMap<string, readonly Phrase[]>;
  /** Longer ones by their second word and their third: "in the" begins more than a hundred. */
  longer: ReadonlyMap<string, ReadonlyMap<string, readonly Phrase[]>>;
}

/** The file is kept as one string, and what begins with a word is read when a text first has that word. */
interface Table {
  text: string;
  /** Where the lines begin that have a phrase with this first word. */
  lines: ReadonlyMap<string, readonly number[]>;
  /** Those that texts have had so far. */
  read: Map<string, Phrases>;
}

/** Where a line or another of its phrases begins, and the phrase's first word. */
const FIRST_WORD = /(?:^[vnap]| [=>]) (\S+)/gm;

let loaded: Table | undefined;

function load(): Table {
  const text = readFileSync(new URL('../data/phrases.txt', import.meta.url), 'utf8');
  const lines = new Map<string, number[]>();
  let line = 0;
  for (const found of text.matchAll(FIRST_WORD)) {
    if (!found[0].startsWith(' ')) line = found.index;
    const known = lines.get(found[1]!);
    if (known === undefined) lines.set(found[1]!, [line]);
    else if (known.at(-1) !== line) known.push(line);
  }
  return { text, lines, read: new Map() };
}

function table(): Table {
  loaded ??= load();
  return loaded;
}

/** Stands before the words of which one must stand beside. */
const BESIDE = ' : ';
const NEGATIVE = /^(?:no|not|n't|n’t|never|without|none|nothing)$/;

/** Of the line that begins at `at`: its class, and the phrases on each side of its arrow. */
function phrasesOf(at: number): { kind: PhraseClass; sides: string[][] } {
  const { text } = table();
  const [body] = text.slice(at + 2, text.indexOf('\n', at)).split(BESIDE);
  return { kind: text[at] as PhraseClass, sides: body!.split(' > ').map((side) => side.split(' = ')) };
}

/** The words of which one must stand beside the phrases of the line that begins at `at`; null if they always hold. */
export function besideOf(at: number): string[] | null {
  const { text } = table();
  const end = text.indexOf('\n', at);
  const from = text.indexOf(BESIDE, at);
  return from < 0 || from > end ? null : text.slice(from + BESIDE.length, end).split(' ');
}

/** The phrases that begin with a word. */
export function phrasesFrom(first: string): Phrases | undefined {
  const { lines, read } = table();
  const known = read.get(first);
  const own = lines.get(first);
  if (known !== undefined || own === undefined) return known;
  const all = new Map<string, Phrase>();
  for (const line of own) {
    const { kind, sides } = phrasesOf(line);
    sides.forEach((side, at) => {
      for (const phrase of side)
        if (firstWordOf(phrase) === first) phraseOf(all, kind, phrase).entries.push({ line, entails: at === 0 });
    });
  }
  const phrases = [...all.values()];
  const long = phrases.filter(({ words }) => words.length > 2);
  const found = {
    single: phrases.filter(({ words }) => words.length === 1),
    pairs: byWord(
      phrases.filter(({ words }) => words.length === 2),
      1,
    ),
    longer: new Map([...byWord(long, 1)].map(([second, those]) => [second, byWord(those, 2)])),
  };
  read.set(first, found);
  return found;
}

function byWord(phrases: readonly Phrase[], at: number): Map<string, Phrase[]> {
  return Map.groupBy(phrases, ({ words }) => words[at]!);
}

function firstWordOf(phrase: string): string {
  const end = phrase.indexOf(' ');
  return end < 0 ? phrase : phrase.slice(0, end);
}

/** The phrase among those already read, or a new one. */
function phraseOf(all: Map<string, Phrase>, kind: PhraseClass, phrase: string): Phrase {
  const key = `${kind} ${phrase}`;
  const known = all.get(key);
  if (known !== undefined) return known;
  const words = phrase.split(' ');
  const read = {
    class: kind,
    words,
    negates: words.length > 1 && words.some((word) => NEGATIVE.test(word)),
    entries: [],
  };
  all.set(key, read);
  return read;
}
