/** Finds whom or what a text as a whole is about. */
import type { Sentence, Word } from '../grammar/parse.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { isPersonOf, isThing, mayBePerson } from './antecedents.ts';
import { Discourse, type Entity } from './discourse.ts';
import { subjectOf } from './sentence-subject.ts';

/** A title or first sentence that names something weighs as much as this many mentions. */
const FIRST_NAMED = 2;
const AS_SUBJECT = 1;
/** So much weighs more what one of the first sentences says what it is: "Ada Stone (born 1950) is a painter". */
const DEFINED = 3;
const FIRST_SENTENCES = 3;
/** The next candidate has at most this share of the weight. */
const RIVAL_SHARE = 0.6;

/** Reads a text ahead, titles and labels included, and tells what it is about. */
export class Protagonists {
  readonly #discourse = new Discourse();
  readonly #defined = new Set<Entity>();

  /** @param sentences in the order of the text */
  constructor(sentences: readonly Sentence[]) {
    for (const [i, { words }] of sentences.entries()) {
      const mentions = this.#discourse.mentions(words, i, 0);
      const subject = subjectOf(words, mentions);
      if (!subject?.entity) continue;
      subject.entity.subjectCount++;
      if (i < FIRST_SENTENCES && defines(words)) this.#defined.add(subject.entity);
    }
  }

  /** The person that "he" or "she" means where nothing nearer fits; null if there is none or more than one. */
  person(gender: 'male' | 'female'): Entity | null {
    const isPerson = (entity: Entity) =>
      isPersonOf({ ...entity, isOblique: false }, gender) && (entity.subjectCount > 0 || entity.isNamedFirst);
    return this.#foremost(isPerson);
  }

  /** What "it" means where nothing nearer fits; null if the text is about a person or about several things. */
  thing(): Entity | null {
    const foremost = this.#foremost(({ subjectCount, isNamedFirst }) => subjectCount > 0 || isNamedFirst);
    return foremost !== null && isThing(foremost) && !mayBePerson(foremost) ? foremost : null;
  }

  /** The one of the entities that carries the text; null if none or another one comes near. */
  #foremost(fits: (entity: Entity) => boolean): Entity | null {
    const [first, second] = this.#discourse.entities
      .filter(fits)
      .map((entity) => ({ entity, weight: weightOf(entity) + (this.#defined.has(entity) ? DEFINED : 0) }))
      .sort((a, b) => b.weight - a.weight);
    if (first === undefined) return null;
    return second !== undefined && second.weight > RIVAL_SHARE * first.weight ? null : first.entity;
  }
}

/** True for "… is a painter". */
function defines(words: readonly Word[]): boolean {
  const main = mainGroup(words, verbGroups(words));
  return (
    main?.head.pos === 'AUX' && /^(?:is|was)$/u.test(main.first.lower) && /^an?$/u.test(words[main.end]?.lower ?? '')
  );
}

const weightOf = ({ mentionCount, subjectCount, isNamedFirst }: Entity) =>
  mentionCount + AS_SUBJECT * subjectCount + (isNamedFirst ? FIRST_NAMED : 0);
