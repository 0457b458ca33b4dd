/** Decides which of a text's entities a pronoun or description can refer to. Pure rules over what is known of them. */

import { isKnownWord } from '#engine/language/lexicon.ts';
import { isPlace } from '../description/country-names.ts';
import { CLASS_NOUNS, canBePerson } from '../grammar/class-nouns.ts';
import { DEMONYM } from '../splitting/nationality.ts';
import { type Entity, shownName } from './discourse.ts';

export type Resolution = { kind: 'found'; name: string } | { kind: 'open' } | { kind: 'ambiguous'; names: string[] };

/** True if "he" or "she" may refer to the entity. */
export function isPersonOf(entity: Entity, gender: 'male' | 'female'): boolean {
  if (entity.gender !== null && entity.gender !== gender) return false;
  if (entity.kind === 'person') return true;
  if (entity.kind !== 'unknown' || entity.isOblique || entity.hasArticle) return false;
  return entity.name.includes(' ') && !isMadeOfWords(entity) && !isOfficeOrOrigin(entity);
}

/** "Pharaoh of the Twentieth Dynasty", "Italian Serie A". */
const isOfficeOrOrigin = ({ name }: Entity) => {
  const [first, second] = name.split(' ');
  return DEMONYM.test(first!) || (second === 'of' && canBePerson(first!.toLowerCase()));
};

/** True if "he" or "she" may refer to the entity as a sentence's subject: a single unknown name will do. */
export function mayBeCalled(entity: Entity, gender: 'male' | 'female'): boolean {
  if (entity.gender !== null) return entity.gender === gender;
  if (entity.kind === 'person') return true;
  return entity.kind === 'unknown' && !entity.hasArticle && entity.nouns.size === 0 && !isMadeOfWords(entity);
}

/** True for "New Year's Eve", "Industrial Air" and "Furnace 4": words of the language and figures, no name. */
export const isMadeOfWords = ({ name }: Entity) =>
  /\d/u.test(name) ||
  name
    .toLowerCase()
    .split(/[\s-]+/u)
    .every(isCommonWord);

/** Most adjectives aren't in the lexicon; their endings show them. */
const isCommonWord = (word: string) =>
  /^(?:of|the|and|for|in|on)$|(?:al|ic|ive|ous|ary|ed|ing|ful|less)$/u.test(word) ||
  isKnownWord(word.replace(/['’]s?$/u, ''));

/** True if "it" may refer to the entity. */
export function isThing({ kind, gender, hasOccupation }: Entity): boolean {
  return kind !== 'person' && gender === null && !(hasOccupation && kind === 'unknown');
}

/** True for "Tomas Okafor" or "Hollis": names of nothing known may be a person's, so "it" may not refer to them. */
export function mayBePerson(entity: Entity): boolean {
  const { kind, hasArticle, nouns } = entity;
  return kind === 'unknown' && !hasArticle && nouns.size === 0 && !isMadeOfWords(entity);
}

/** A single candidate is certain; of several, the only one that has been a subject, if it was so more than once. */
export function decide(candidates: readonly Entity[]): Resolution {
  if (candidates.length === 0) return { kind: 'open' };
  if (candidates.length === 1) return { kind: 'found', name: shownName(candidates[0]!) };
  const topics = candidates.filter((entity) => entity.subjectCount > 0);
  if (topics.length === 1 && topics[0]!.subjectCount > 1) return { kind: 'found', name: shownName(topics[0]!) };
  return { kind: 'ambiguous', names: candidates.map((entity) => entity.name) };
}

/** Lists several candidates as readings; a single one without evidence for it stays open. */
export function decideOpen(candidates: readonly Entity[]): Resolution {
  return candidates.length > 1
    ? { kind: 'ambiguous', names: candidates.map((entity) => entity.name) }
    : { kind: 'open' };
}

/** Human-readable phrase: "He" may mean A or B. */
export function ambiguity(phrase: string, names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, 4);
  return `"${phrase}" may mean ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/**
 * Entities that "the NOUN" may refer to: those the text has called so, or whose names say so ("the bridge" after "Tay
 * Bridge"); else those whose names show the class ("the company" after "Kubo Ltd"). Of several, the recent ones.
 */
export function describedBy(noun: string, all: readonly Entity[], recent: ReadonlySet<Entity>): readonly Entity[] {
  // Its class stays; another noun it was once called by ("the capital", "the movement") may refer to something else.
  const isClass = Object.hasOwn(CLASS_NOUNS, noun);
  const named = all.filter(
    (entity) =>
      entity.kind !== 'person' && ((isClass && entity.nouns.has(noun)) || isHeadOf(noun, entity.name.toLowerCase())),
  );
  const fitting = named.length > 0 ? named : all.filter((entity) => isOfClass(entity, noun));
  const recentOnes = fitting.filter((entity) => recent.has(entity));
  return fitting.length > 1 && recentOnes.length > 0 ? recentOnes : fitting;
}

/** True for a name's head noun: "Tay Bridge", "University of Leeds", "Lake Como"; not "power" in "Leeds Power Mill". */
function isHeadOf(noun: string, name: string): boolean {
  const isFirst = /^(?:river|lake|mount|port|cape|castle|fort|loch|camp|hotel|project|operation)$/u.test(noun);
  // The head of "Undergraduates of Karsund University" is its first noun.
  const endsWithHead = name.endsWith(` ${noun}`) && !name.includes(' of ');
  return endsWithHead || name.startsWith(`${noun} of `) || (isFirst && name.startsWith(`${noun} `));
}

/** True if the name alone shows that it is a company or a country. */
function isOfClass({ name, kind }: Entity, noun: string): boolean {
  if (!Object.hasOwn(CLASS_NOUNS, noun)) return false;
  if (noun === 'country' || noun === 'nation') return kind === 'place' && isPlace(name);
  const isCompany = /^(?:company|firm|corporation)$/u.test(noun) && kind === 'organization';
  return isCompany && /\b(?:inc|corp|corporation|ltd|llc|plc|company|co|gmbh|ag)\b/iu.test(name);
}
