/** Geographical containment of the places that WordNet knows. */
import { readFileSync } from 'node:fs';

interface Gazetteer {
  /** Maps a lower-case name to the ids of all places with this name. */
  ids: Map<string, number[]>;
  /** For each id, the ids of the places that directly contain it. */
  wholes: readonly (readonly number[])[];
  isTown: readonly boolean[];
}

let loaded: Gazetteer | undefined;

function gazetteer(): Gazetteer {
  if (loaded !== undefined) return loaded;
  const lines = readFileSync(new URL('../data/places.txt', import.meta.url), 'utf8')
    .split('\n')
    .slice(1, -1);
  const ids = new Map<string, number[]>();
  const isTown = lines.map((line) => line.endsWith('|town'));
  const wholes = lines.map((line, id) => {
    const [names, up] = line.split('|') as [string, string];
    for (const name of names.split(',')) {
      const list = ids.get(name);
      if (list === undefined) ids.set(name, [id]);
      else list.push(id);
    }
    return up === '' ? [] : up.split(',').map((whole) => Number.parseInt(whole, 36));
  });
  loaded = { ids, wholes, isTown };
  return loaded;
}

/** Chains are short (city, state, country, continent). The limit guards against cycles in the data. */
const MAXIMUM_DEPTH = 6;

function liesIn(part: number, whole: number, data: Gazetteer, depth = 0): boolean {
  if (part === whole) return true;
  return depth < MAXIMUM_DEPTH && (data.wholes[part] ?? []).some((up) => liesIn(up, whole, data, depth + 1));
}

/**
 * True if one place may lie in the other although the data has both directly in the same place: Bath and Somerset both lie in
 * England. Always false for two towns and for two places that are not towns.
 */
function mayLieIn(a: number, b: number, data: Gazetteer): boolean {
  if (data.isTown[a] === data.isTown[b]) return false;
  const chain = (id: number, depth = 0): number[] =>
    depth > MAXIMUM_DEPTH ? [] : [id, ...(data.wholes[id] ?? []).flatMap((up) => chain(up, depth + 1))];
  const others = chain(b);
  return chain(a).some((own) =>
    others.some(
      (other) =>
        own !== other &&
        data.isTown[own] !== data.isTown[other] &&
        data.wholes[own]!.some((whole) => data.wholes[other]!.includes(whole)),
    ),
  );
}

export type PlaceRelation =
  | 'same'
  /** The first lies in the second. */
  | 'inside'
  /** The second lies in the first, or one may lie in the other: the names are ambiguous or the data is incomplete. */
  | 'around'
  /** Neither lies in the other. */
  | 'apart';

/** True if the gazetteer has a place with this lower-case name. */
export function isPlaceName(name: string): boolean {
  return gazetteer().ids.has(name);
}

/** The relation of two places (names in any case); null if either is unknown. */
export function placeRelation(first: string, second: string): PlaceRelation | null {
  const data = gazetteer();
  const a = data.ids.get(first.toLowerCase());
  const b = data.ids.get(second.toLowerCase());
  if (a === undefined || b === undefined) return null;
  if (a.some((id) => b.includes(id))) return 'same';
  // "Portland" may be the one in Oregon or the one in Maine: "inside" must hold for every place with the name.
  if (a.every((x) => b.some((y) => liesIn(x, y, data)))) return 'inside';
  const touch = a.some((x) => b.some((y) => liesIn(y, x, data) || liesIn(x, y, data) || mayLieIn(x, y, data)));
  return touch ? 'around' : 'apart';
}
