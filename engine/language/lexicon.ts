/**
 * Word relations (synonym, hyponym, antonym, derivation) from a small extract of WordNet 3.1.
 *
 * The data file is kept as one string and searched in place, so it takes one megabyte and hardly any start-up time:
 * line 1 a comment, line 2 the first hypernym of every synset (four base-36 digits each, dots for none), line 3 further
 * hypernyms (`synset:hypernym`), then one line per word, sorted: `word|synsets|antonyms|derivations`.
 */
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { forgetAfterCall } from './kept.ts';
import {
  COUNTERPARTS,
  GENERAL_WORDS,
  OWN_ANTONYMS,
  OWN_KINDS,
  OWN_SYNONYMS,
  TOO_MANY_SENSES,
} from './lexicon-additions.ts';

/** How a word of the evidence relates to a word of the claim. */
export type WordRelation =
  | 'same'
  | 'derived'
  | 'synonym'
  /** The evidence is more specific: "actor" for "performer"; it entails the claim's word. */
  | 'hyponym'
  /** The evidence is more general; it does not entail the claim's word. */
  | 'hypernym'
  | 'antonym'
  /** Both are kinds of the same thing (violin, cello); neither entails the other. */
  | 'sibling';

interface WordEntry {
  synsets: readonly number[];
  antonyms: readonly string[];
  derived: readonly string[];
}

const ID_WIDTH = 4;
const NOTHING: WordEntry = { synsets: [], antonyms: [], derived: [] };

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
// Entries that were asked for: the words of one language's texts are few.
const entries = new LRUCache<string, WordEntry>({ max: 8192 });
// Names and inventions of the texts at hand.
const unknown = new Set<string>();
forgetAfterCall(() => unknown.clear());

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
  return { text, parentsAt, synsetCount, wordsAt, moreParents, ownSynsets, ownAntonyms, tooGeneral: new Set() };
}

function lexicon(): Lexicon {
  if (loaded === undefined) {
    loaded = load();
    for (const word of GENERAL_WORDS) for (const synset of entry(word).synsets) loaded.tooGeneral.add(synset);
    for (const [kind, general] of OWN_KINDS) {
      const parent = entry(general).synsets[0];
      for (const synset of entry(kind).synsets) if (parent !== undefined) append(loaded.moreParents, synset, parent);
    }
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
  };
}

function entry(word: string): WordEntry {
  if (unknown.has(word)) return NOTHING;
  let found = entries.get(word);
  if (found === undefined) {
    found = readEntry(word);
    if (found === NOTHING) unknown.add(word);
    else entries.set(word, found);
  }
  return found;
}

function parentsOf(synset: number, data: Lexicon): readonly number[] {
  const more = data.moreParents.get(synset) ?? [];
  // Our own synsets are numbered after the file's and are not in its table.
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

/** True if the lexicon lists one word (lower-case lemma) as an antonym of the other. */
export function areAntonyms(a: string, b: string): boolean {
  return entry(a).antonyms.includes(b) || entry(b).antonyms.includes(a);
}

/** How many levels up to look for hypernyms: "dancer" is a "person" over a few levels. */
const HYPERNYM_DEPTH = 6;

// Ancestors of a word over all its senses, nearest levels first; asked for again and again by common words.
const ancestors = new LRUCache<string, ReadonlySet<number>>({ max: 8192 });

function ancestorsOf(word: string, data: Lexicon): ReadonlySet<number> {
  let known = ancestors.get(word);
  if (known === undefined) {
    const result = new Set<number>();
    let level: readonly number[] = entry(word).synsets;
    for (let depth = 0; depth < HYPERNYM_DEPTH && level.length > 0; depth++) {
      level = level.flatMap((synset) => parentsOf(synset, data)).filter((synset) => !result.has(synset));
      for (const synset of level) result.add(synset);
    }
    known = result;
    ancestors.set(word, known);
  }
  return known;
}

// Direct parents of a word over all its senses.
const parents = new LRUCache<string, ReadonlySet<number>>({ max: 8192 });

function parentsOfWord(word: string, data: Lexicon): ReadonlySet<number> {
  let known = parents.get(word);
  if (known === undefined) {
    known = new Set(entry(word).synsets.flatMap((synset) => parentsOf(synset, data)));
    parents.set(word, known);
  }
  return known;
}

function isKindOf(general: WordEntry, specific: string, data: Lexicon): boolean {
  const up = ancestorsOf(specific, data);
  return general.synsets.some((synset) => up.has(synset) && !data.tooGeneral.has(synset));
}

function shareParent(a: string, b: string, data: Lexicon): boolean {
  const ofB = parentsOfWord(b, data);
  for (const parent of parentsOfWord(a, data)) if (ofB.has(parent) && !data.tooGeneral.has(parent)) return true;
  return false;
}

// Relations of the pairs of known words that were asked for. A text and its evidence meet the same ones again and again.
const relations = new Map<string, Map<string, WordRelation | null>>();
let relationCount = 0;
/** Some 60 bytes each. */
const MOST_RELATIONS = 100_000;

/** How the evidence's word relates to the claim's word (both lower-case lemmas); null if they are unrelated. */
export function wordRelation(claimWord: string, evidenceWord: string): WordRelation | null {
  if (claimWord === evidenceWord) return 'same';
  let ofClaim = relations.get(claimWord);
  const known = ofClaim?.get(evidenceWord);
  if (known !== undefined) return known;
  if (entry(claimWord) === NOTHING || entry(evidenceWord) === NOTHING) return null;
  const relation = findRelation(claimWord, evidenceWord);
  if (relationCount >= MOST_RELATIONS) {
    relations.clear();
    relationCount = 0;
    ofClaim = undefined;
  }
  if (ofClaim === undefined) {
    ofClaim = new Map();
    relations.set(claimWord, ofClaim);
  }
  ofClaim.set(evidenceWord, relation);
  relationCount++;
  return relation;
}

function findRelation(claimWord: string, evidenceWord: string): WordRelation | null {
  const a = entry(claimWord);
  const b = entry(evidenceWord);
  const data = lexicon();
  if (a.antonyms.includes(evidenceWord) || b.antonyms.includes(claimWord)) return 'antonym';
  if (a.derived.includes(evidenceWord) || b.derived.includes(claimWord)) return 'derived';
  if (a.synsets.some((synset) => synset >= data.synsetCount && b.synsets.includes(synset))) return 'synonym';
  if (TOO_MANY_SENSES.has(claimWord) || TOO_MANY_SENSES.has(evidenceWord)) return null;
  if (a.synsets.some((synset) => b.synsets.includes(synset))) return 'synonym';
  if (isKindOf(a, evidenceWord, data)) return 'hyponym';
  if (isKindOf(b, claimWord, data)) return 'hypernym';
  return shareParent(claimWord, evidenceWord, data) ? 'sibling' : null;
}
