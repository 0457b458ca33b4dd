/** Which of the things a text has named a pronoun or a description can stand for. Pure rules over what is known of them. */
import { CLASS_NOUNS } from './class-nouns.ts';
import { type Entity, shownName } from './discourse.ts';
import { isPlace } from './places.ts';

export type Resolution = { kind: 'found'; name: string } | { kind: 'open' } | { kind: 'ambiguous'; names: string[] };

/** Whether "he" or "she" may stand for it. */
export function isPersonOf(entity: Entity, gender: 'male' | 'female'): boolean {
  if (entity.gender !== null && entity.gender !== gender) return false;
  if (entity.kind === 'person') return true;
  return entity.kind === 'unknown' && !entity.isOblique && !entity.hasArticle && entity.name.includes(' ');
}

/** Whether "it" may stand for it. */
export function isThing(entity: Entity): boolean {
  return entity.kind !== 'person' && entity.gender === null;
}

/** "by Tomas Okafor": two names of which nothing is known are as likely a person's, and no certain antecedent for "it". */
export function mayBePerson({ kind, name, hasArticle, isOblique, nouns }: Entity): boolean {
  return kind === 'unknown' && isOblique && !hasArticle && nouns.size === 0 && name.includes(' ');
}

/** One candidate is certain; of several, the one the text is about if the others were never its subject. */
export function decide(candidates: readonly Entity[]): Resolution {
  if (candidates.length === 0) return { kind: 'open' };
  if (candidates.length === 1) return { kind: 'found', name: shownName(candidates[0]!) };
  const topics = candidates.filter((entity) => entity.subjectCount > 0);
  if (topics.length === 1 && topics[0]!.subjectCount > 1) return { kind: 'found', name: shownName(topics[0]!) };
  return { kind: 'ambiguous', names: candidates.map((entity) => entity.name) };
}

/** Several candidates are named as readings; a single one that nothing speaks for is not taken. */
export function decideOpen(candidates: readonly Entity[]): Resolution {
  return candidates.length > 1
    ? { kind: 'ambiguous', names: candidates.map((entity) => entity.name) }
    : { kind: 'open' };
}

/** "He" may mean A or B, as a phrase for people. */
export function ambiguity(phrase: string, names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, 4);
  return `"${phrase}" may mean ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/**
 * Entities that "the NOUN" may stand for: those the text has called so, or whose names say so ("the bridge" after "Tay
 * Bridge"); else those whose names show the class ("the company" after "Kubo Ltd"). Of several, the ones mentioned of late.
 */
export function describedBy(noun: string, all: readonly Entity[], recent: ReadonlySet<Entity>): readonly Entity[] {
  // What a thing was once called ("the capital", "the movement") need not be it; its class stays.
  const isClass = Object.hasOwn(CLASS_NOUNS, noun);
  const named = all.filter(
    (entity) =>
      entity.kind !== 'person' && ((isClass && entity.nouns.has(noun)) || isHeadOf(noun, entity.name.toLowerCase())),
  );
  const fitting = named.length > 0 ? named : all.filter((entity) => isOfClass(entity, noun));
  const late = fitting.filter((entity) => recent.has(entity));
  return fitting.length > 1 && late.length > 0 ? late : fitting;
}

/** The noun a name is built on: "Tay Bridge", "University of Leeds", "Lake Como"; not the "power" of "Karsund Power Station". */
function isHeadOf(noun: string, name: string): boolean {
  const isFirst = /^(?:river|lake|mount|port|cape|castle|fort|loch|camp|hotel|project|operation)$/u.test(noun);
  return name.endsWith(` ${noun}`) || name.startsWith(`${noun} of `) || (isFirst && name.startsWith(`${noun} `));
}

/** Whether a name alone shows that it is a company, or a country. */
function isOfClass({ name, kind }: Entity, noun: string): boolean {
  if (!Object.hasOwn(CLASS_NOUNS, noun)) return false;
  if (noun === 'country' || noun === 'nation') return kind === 'place' && isPlace(name);
  const isCompany = /^(?:company|firm|corporation)$/u.test(noun) && kind === 'organization';
  return isCompany && /\b(?:inc|corp|corporation|ltd|llc|plc|company|co|gmbh|ag)\b/iu.test(name);
}
