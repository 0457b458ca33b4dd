/** What somebody is and does, and where they are from, said in other words. */
import type { Item } from '#engine/syntax/items.ts';
import { placeWords } from '#engine/text/names.ts';

interface Reworded {
  items: readonly Item[];
  ground: string;
}

export function withWord(item: Item, lower: string): Item {
  return { ...item, lower, key: lower };
}

/** "Is from Norway" and "is Norwegian", of whom a sentence calls "a Norwegian" by profession (decide/nationals.ts). */
export function nationalities(items: readonly Item[]): Reworded[] {
  const at = items.findIndex(({ lower }) => lower === 'from');
  const be = items[at - 1];
  const place = items.slice(at + 1);
  if (at < 2 || be!.key !== 'be' || be!.tense === null || !place.every(({ isName }) => isName)) return [];
  return placeWords(place.map(({ lower }) => lower).join('_')).map((word) => ({
    items: [...items.slice(0, at), { ...withWord(place[0]!, word), article: null }],
    ground: 'nationality',
  }));
}

/** Verbs, and what they are called who do it. */
const AGENTS: Readonly<Record<string, readonly string[]>> = {
  act: ['actor', 'actress'],
  sing: ['singer', 'vocalist'],
  write: ['writer', 'author', 'novelist', 'poet', 'playwright', 'screenwriter', 'songwriter'],
  direct: ['director', 'filmmaker'],
  paint: ['painter'],
  dance: ['dancer'],
  compose: ['composer'],
};

/** Of "Ada Noll sings" and "Ada Noll is a person who sings" the name, and what one is called who does so; null for others. */
export function agentIn(items: readonly Item[]): { subject: readonly Item[]; kinds: readonly string[] } | null {
  const verb = items.at(-1);
  const kinds = AGENTS[verb?.key ?? ''];
  const name = items.findIndex(({ isName }) => !isName);
  if (kinds === undefined || name < 1 || !/^\p{L}+s$/u.test(verb!.lower)) return null;
  const between = items.slice(name, -1).map(({ lower }) => lower);
  const isWhole = between.length === 0 || /^is (?:person|somebody|someone) who$/.test(between.join(' '));
  return isWhole ? { subject: items.slice(0, name), kinds } : null;
}

/** "Ada Noll sings" of whom a sentence says that she is a singer. */
export function agents(items: readonly Item[]): Reworded[] {
  const agent = agentIn(items);
  if (agent === null) return [];
  const verb = items.at(-1)!;
  const be: Item = { ...withWord(verb, 'is'), key: 'be', pos: 'AUX', tense: 'present', isPlural: false };
  return agent.kinds.map((kind) => ({
    items: [...agent.subject, be, { ...withWord(verb, kind), pos: 'NOUN', tense: null, isPlural: false, article: 'a' }],
    ground: 'agent_noun',
  }));
}
