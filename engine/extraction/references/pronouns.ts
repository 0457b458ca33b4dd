/** Tells which pronouns refer to something, and to what kind of thing. */
import { byWord } from '#engine/text/word-lists.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';

export type PronounKind = 'male' | 'female' | 'thing' | 'group';

const KINDS = byWord({ male: 'he him his', female: 'she her hers', thing: 'it its', group: 'they them their theirs' });

/** The kind of thing that a personal pronoun at `at` refers to; null for other words, for "it rains" and for "he or she". */
export function pronounKind(words: readonly Word[], at: number): PronounKind | null {
  const { lower } = words[at]!;
  const kind = KINDS.get(lower) ?? null;
  if (kind === null || (kind === 'thing' && lower === 'it' && isImpersonal(words, at))) return null;
  const isEither = /^(?:or|\/)$/u.test(words[at + 1]?.lower ?? '') || /^(?:or|\/)$/u.test(words[at - 1]?.lower ?? '');
  return isEither && (kind === 'male' || kind === 'female') ? null : kind;
}

/** True for "his" and "its", and for "her" before a noun phrase. */
export function isPossessive(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (/^(?:his|its|their|hers|theirs)$/u.test(lower)) return true;
  const next = words[at + 1];
  if (lower !== 'her' || next === undefined) return false;
  return /^(?:NOUN|ADJ|PROPN|NUM)$/u.test(next.pos) || /^(?:first|last|own|then|only)$/u.test(next.lower);
}

/** The possessive of a name: "Acme's", "Paris'". */
export const possessiveOf = (name: string) => (/s$/u.test(name) ? `${name}'` : `${name}'s`);

/** True for a subject such as "this" or "we", which refers to something that the sentence does not name. */
export function isOpenSubject(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (/^(?:i|we|our|my|ours|mine)$/u.test(lower)) {
    const main = mainGroup(words, verbGroups(words));
    return main !== null && at < main.start;
  }
  if (!/^(?:this|that|these|those|both|neither|either)$/u.test(lower)) return false;
  const opens = at === 0 || /^(?:CCONJ|SCONJ)$/u.test(words[at - 1]!.pos) || /^[,;]$/u.test(words[at - 1]!.text);
  return opens && /^(?:VERB|AUX|ADV)$/u.test(words[at + 1]?.pos ?? '');
}

const WEATHER = /^(?:rain|snow|thunder|freeze|seem|appear|take|turn|follow|happen|occur|matter|depend|help)$/u;
const LONGEST_CLEFT = 14;

/** True for an "it" that refers to no thing: "It is clear that …", "it rained", "It was Watt who …", "if it happens". */
export function isImpersonal(words: readonly Word[], at: number): boolean {
  const group = verbGroups(words).find(({ start, end }) => start <= at + 2 && end > at + 1);
  if (group === undefined) return /^(?:makes?|made|making)$/u.test(words[at - 1]?.lower ?? '');
  if (WEATHER.test(group.head.lemma)) return true;
  // "How hard it is to find a room"
  if (words[at - 1]?.pos === 'ADJ' && words[group.end]?.lower === 'to') return true;
  if (!/^(?:be|become|get)$/u.test(group.head.lemma) && group.head.forms?.participle !== true) return false;
  const body = words.slice(group.end, group.end + LONGEST_CLEFT);
  const opener = body.findIndex(({ lower }) => /^(?:that|who|to|whether|how|why|for|if)$/u.test(lower));
  const first = body.find(({ pos }) => pos !== 'ADV' && pos !== 'PART');
  if (first === undefined) return false;
  if (body.slice(0, 4).some(({ lower }) => /^(?:morning|day|night|evening|afternoon|weekend)$/u.test(lower)))
    return true;
  if (/^(?:dark|late|early|worth|time)$/u.test(first.lower)) return true;
  if (opener < 0) return false;
  const before = body.slice(0, opener);
  // "It was the Imo that …", "It is easy to …", "It has been found that …"
  const isCleft = /^(?:that|who)$/u.test(body[opener]!.lower);
  const isAdjective = first.pos === 'ADJ' && opener < 4 && !/^for$/u.test(body[opener]!.lower);
  return (
    (isCleft && !before.some(({ pos }) => pos === 'VERB')) || isAdjective || (first.lower === 'common' && opener < 4)
  );
}
