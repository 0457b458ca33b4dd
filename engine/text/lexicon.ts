/**
 * Word relations (synonym, hyponym, derivation) and antonyms from a small extract of WordNet 3.1.
 *
 * The data file is kept as one string and searched in place, so it takes only one megabyte and hardly any start-up time. Line 1
 * is a comment. Line 2 holds the first hypernym of every synset (four base-36 digits each, dots for none). Line 3 holds further
 * hypernyms (`synset:hypernym`). Then follows one line per word, sorted: `word|synsets|antonyms|derivations`.
 */
import { readFileSync } from 'node:fs';
import { registerCallCache } from './kept.ts';
import { OWN_ANTONYMS, OWN_SYNONYMS } from './lexicon-additions.ts';
import { COUNTERPARTS, GENERAL_WORDS, TOO_MANY_SENSES } from './lexicon-exceptions.ts';

/** How a word of the evidence relates to a word of the claim. */
export type WordRelation =
  | 'same'
  | 'derived'
  | 'synonym'
  /** The evidence's word is more specific and entails the claim's: "actor" for "performer". */
  | 'hyponym'
  /** Both are kinds of the same thing (violin, cello); neither entails the other. */
  | 'sibling';

interface WordEntry {
  synsets: readonly number[];
  antonyms: readonly string[];
  derived: readonly string[];
  /** True if the word has so many senses that a shared one means nothing. */
  isVague: boolean;
  /** Direct hypernyms of all senses; null until needed. Hypernyms that are too general are left out, here and in `ancestors`. */
  parents: readonly number[] | null;
  /** Hypernyms of all senses, several levels up; null until needed. */
  ancestors: readonly number[] | null;
}

const ID_WIDTH = 4;
const NOTHING: WordEntry = { synsets: [], antonyms: [], derived: [], isVague: false, parents: [], ancestors: [] };

interface Lexicon {
  text: string;
  parentsAt: number;
  synsetCount: number;
  wordsAt: number;
  moreParents: Map<number, number[]>;
  ownSynsets: Map<string, number[]>;
  ownAntonyms: Map<string, string[]>;
  tooGeneral: Set<number>;
}

let loaded: Lexicon | undefined;
// The entries looked up so far. The texts of one language use few different words.
const entries = new Map<string, WordEntry>();
/** An entry takes about 500 bytes. */
const MOST_ENTRIES = 8192;
// Words of the current texts that the lexicon lacks, e.g. names. They may be customer data, so they are not kept.
const unknown = new Set<string>();
registerCallCache(() => unknown.clear());

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function load(): Lexicon {
  const text = readFileSync(new URL('../data/lexicon.txt', import.meta.url), 'latin1');
  const parentsAt = text.indexOf('\n') + 1;
  const moreAt = text.indexOf('\n', parentsAt) + 1;
  const wordsAt = text.indexOf('\n', moreAt) + 1;
  const moreParents = new Map<number, number[]>();
  for (const pair of text.slice(moreAt, wordsAt - 1).split(' ')) {
    const [synset, parent] = pair.split(':');
    append(moreParents, Number.parseInt(synset!, 36), Number.parseInt(parent!, 36));
  }
  const ownSynsets = new Map<string, number[]>();
  const synsetCount = (moreAt - 1 - parentsAt) / ID_WIDTH;
  OWN_SYNONYMS.forEach((words, at) => {
    for (const word of words) append(ownSynsets, word, synsetCount + at);
  });
  const ownAntonyms = new Map<string, string[]>();
  for (const [a, b] of OWN_ANTONYMS) {
    append(ownAntonyms, a, b);
    append(ownAntonyms, b, a);
  }
  return {
    text,
    parentsAt,
    synsetCount,
    wordsAt,
    moreParents,
    ownSynsets,
    ownAntonyms,
    tooGeneral: new Set(),
  };
}

function lexicon(): Lexicon {
  if (loaded === undefined) {
    loaded = load();
    for (const word of GENERAL_WORDS) for (const synset of entry(word).synsets) loaded.tooGeneral.add(synset);
  }
  return loaded;
}

/** Binary search over the sorted word lines: about sixteen string comparisons. */
function findLine(word: string, data: Lexicon): string | null {
  const { text } = data;
  const key = `${word}|`;
  let low = data.wordsAt;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = text.lastIndexOf('\n', middle - 1) + 1;
    const end = text.indexOf('\n', middle);
    const line = text.slice(Math.max(start, low), end < 0 ? undefined : end);
    if (line.startsWith(key)) return line;
    if (line < key) low = end + 1;
    else high = Math.max(start, low);
    if (end < 0) return null;
  }
  return null;
}

function split(field: string | undefined): string[] {
  return field === undefined || field === '' ? [] : field.split(',');
}

function goTogether(word: string, other: string): boolean {
  return COUNTERPARTS.some((pair) => pair.includes(word) && pair.includes(other));
}

function readEntry(word: string): WordEntry {
  const data = lexicon();
  const fields = findLine(word, data)?.split('|') ?? [];
  const own = data.ownSynsets.get(word);
  const ownAntonyms = data.ownAntonyms.get(word);
  if (fields.length === 0 && own === undefined && ownAntonyms === undefined) return NOTHING;
  return {
    synsets: [...split(fields[1]).map((id) => Number.parseInt(id, 36)), ...(own ?? [])],
    antonyms: [...split(fields[2]).filter((other) => !goTogether(word, other)), ...(ownAntonyms ?? [])],
    derived: split(fields[3]),
    isVague: TOO_MANY_SENSES.has(word),
    parents: null,
    ancestors: null,
  };
}

function entry(word: string): WordEntry {
  const known = entries.get(word);
  if (known !== undefined) return known;
  if (unknown.has(word)) return NOTHING;
  const found = readEntry(word);
  if (found === NOTHING) {
    unknown.add(word);
    return NOTHING;
  }
  if (entries.size >= MOST_ENTRIES) entries.clear();
  entries.set(word, found);
  return found;
}

function parentsOf(synset: number, data: Lexicon): readonly number[] {
  const more = data.moreParents.get(synset) ?? [];
  // The project's own synsets are numbered after those of the file and are not in its table.
  if (synset >= data.synsetCount) return more;
  const at = data.parentsAt + synset * ID_WIDTH;
  const first = Number.parseInt(data.text.slice(at, at + ID_WIDTH).replaceAll('.', ''), 36);
  return Number.isNaN(first) ? more : [first, ...more];
}

/** Loads the data now rather than on first use. */
export function warmUpLexicon(): void {
  lexicon();
}

/** True if the lexicon has the word (lower-case lemma, `_` between the words of a phrase) in any sense. */
export function isKnownWord(word: string): boolean {
  return entry(word).synsets.length > 0;
}

/** The antonyms of a word (lower-case lemma). */
export function antonymsOf(word: string): readonly string[] {
  return entry(word).antonyms;
}

/** True if the lexicon lists one word (lower-case lemma) as an antonym of the other. */
export function areAntonyms(a: string, b: string): boolean {
  return entry(a).antonyms.includes(b) || entry(b).antonyms.includes(a);
}

/** How many levels up to look for hypernyms: "person" is a few levels above "dancer". */
const HYPERNYM_DEPTH = 6;

function ancestorsOf(word: WordEntry): readonly number[] {
  if (word.ancestors === null) {
    const data = lexicon();
    const found = new Set<number>();
    let level = word.synsets;
    for (let depth = 0; depth < HYPERNYM_DEPTH && level.length > 0; depth++) {
      level = level.flatMap((synset) => parentsOf(synset, data)).filter((synset) => !found.has(synset));
      for (const synset of level) found.add(synset);
    }
    word.ancestors = [...found].filter((synset) => !data.tooGeneral.has(synset));
  }
  return word.ancestors;
}

function parentsOfWord(word: WordEntry): readonly number[] {
  if (word.parents === null) {
    const data = lexicon();
    const found = new Set(word.synsets.flatMap((synset) => parentsOf(synset, data)));
    word.parents = [...found].filter((synset) => !data.tooGeneral.has(synset));
  }
  return word.parents;
}

function share<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  for (const item of a) if (b.includes(item)) return true;
  return false;
}

/** The relation of the evidence's word to the claim's word (both lower-case lemmas); null if they are unrelated. */
export function wordRelation(claimWord: string, evidenceWord: string): WordRelation | null {
  if (claimWord === evidenceWord) return 'same';
  const a = entry(claimWord);
  if (a === NOTHING) return null;
  const b = entry(evidenceWord);
  if (b === NOTHING) return null;
  if (a.antonyms.includes(evidenceWord) || b.antonyms.includes(claimWord)) return null;
  if (a.derived.includes(evidenceWord) || b.derived.includes(claimWord)) return 'derived';
  const isSynonym = share(a.synsets, b.synsets);
  if (isSynonym && isOwnSynonym(a, b)) return 'synonym';
  if (a.isVague || b.isVague) return null;
  if (isSynonym) return 'synonym';
  if (share(a.synsets, ancestorsOf(b))) return 'hyponym';
  // A word that is more general than the claim's is no sibling of it.
  if (share(b.synsets, ancestorsOf(a))) return null;
  return share(parentsOfWord(a), parentsOfWord(b)) ? 'sibling' : null;
}

/**
 * True if the evidence's word implies the claim's: the same word, a derivation, a synonym or a hyponym (both lower-case lemmas).
 */
export function entailsWord(claimWord: string, evidenceWord: string): boolean {
  const relation = wordRelation(claimWord, evidenceWord);
  return relation !== null && relation !== 'sibling';
}

/** The synsets of a word (lower-case lemma), by number. */
export function sensesOf(word: string): readonly number[] {
  return entry(word).synsets;
}

/** The hypernyms of a word's synsets, by number. */
export function generalSensesOf(word: string): readonly number[] {
  return ancestorsOf(entry(word));
}

/** The words that the lexicon lists as derived from a word (lower-case lemma). */
export function derivationsOf(word: string): readonly string[] {
  return entry(word).derived;
}

/** True for synonyms on the project's own list, which also applies to words of many senses. */
function isOwnSynonym(a: WordEntry, b: WordEntry): boolean {
  const { synsetCount } = lexicon();
  return a.synsets.some((synset) => synset >= synsetCount && b.synsets.includes(synset));
}

/** True if the project's own list has the two words (lower-case lemmas) as synonyms. */
export function areOwnSynonyms(a: string, b: string): boolean {
  const first = entry(a);
  return first !== NOTHING && isOwnSynonym(first, entry(b));
}

const ownRows = new Map<string, string[]>();
for (const row of OWN_SYNONYMS) {
  for (const word of row) ownRows.set(word, [...(ownRows.get(word) ?? []), ...row]);
}

/** All words that the project's own list has as synonyms of `word` (lower-case lemma), including the word itself. */
export function ownSynonymsOf(word: string): readonly string[] {
  return ownRows.get(word) ?? [];
}
