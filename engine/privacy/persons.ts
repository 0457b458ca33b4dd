/**
 * Finds names of persons without a list of names. A phrase counts if it is written like a name and is no common word, known place
 * or institution. When in doubt, it is hidden.
 */
import { isKnownWord } from '#engine/text/lexicon.ts';
import { placeKey } from '#engine/text/names.ts';
import { placeRelation } from '#engine/text/places.ts';
import { Covered, type Finding } from './finding.ts';
import { namesIn } from './name-groups.ts';

const TITLES = /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|doctor|nurse|sister|sir|dame|lady|lord|herr|frau|mme|m)\.?$/i;
/** Words that precede a person's name: "Patient Olsen", "patients named Olsen". */
const BEFORE_PERSON = /^(?:patient|patients|named|called|colleague|widow|widower|husband|wife|son|daughter|carer)$/i;
/** Last words of names that are not persons' names. */
const INSTITUTIONS =
  /^(?:hospital|clinic|university|college|school|institute|foundation|trust|agency|ministry|department|office|council|committee|society|association|company|inc|ltd|gmbh|plc|group|trial|study|registry|journal|press|church|centre|center|laboratory|pharma|pharmaceuticals|therapeutics|library|museum)\.?$/i;
/** Words after a name that is part of a term: "Crohn Rohn disease", "Glasgow Coma Scale". */
const EPONYMOUS =
  /^(?:disease|syndrome|disorder|test|score|scale|index|criteria|sign|method|classification|procedure|trial|study|effect|lymphoma|virus)$/i;

export interface Name {
  start: number;
  end: number;
  /** Lower-case words of the name, without titles. */
  words: string[];
}

/** True for a word that is capitalised for another reason than being a person's name. */
function isCommon(word: string): boolean {
  return isKnownWord(word) || placeKey(word) !== null || placeRelation(word, word) !== null;
}

/** The phrases in `text` that may be names of persons. Single words count only if the word before them shows it. */
function namesOfPersons(text: string): Name[] {
  const { tokens, names } = namesIn(text);
  return names.flatMap((group): Name[] => {
    const parts = group.filter((at) => !TITLES.test(tokens[at]!.text));
    const first = parts[0];
    const last = parts.at(-1);
    if (first === undefined || last === undefined) return [];
    const before = tokens.slice(Math.max(0, first - 2), first).map((token) => token.text);
    const isNamed = before.some((word) => TITLES.test(word)) || BEFORE_PERSON.test(before.at(-1) ?? '');
    const next = tokens[last + 1]?.lower === "'s" ? tokens[last + 2] : tokens[last + 1];
    const surfaces = parts.map((at) => tokens[at]!.text);
    const words = surfaces.map((surface) => surface.toLowerCase().replace(/\.$/, ''));
    if (INSTITUTIONS.test(surfaces.at(-1)!) || EPONYMOUS.test(next?.text ?? '')) return [];
    if (!isNamed) {
      const isWritten =
        parts.length >= 2 &&
        parts.length <= 4 &&
        surfaces.every((surface) => /^\p{Lu}(?:\p{Ll}|\.|['’-]|$)/u.test(surface));
      if (!isWritten || words.every(isCommon)) return [];
      if (words.some((word) => placeKey(word) !== null)) return [];
      if (placeRelation(words.join(' '), words.join(' ')) !== null) return [];
    }
    return [{ start: tokens[first]!.start, end: tokens[last]!.end, words }];
  });
}

/** The persons named in several texts. This links the "Olsen" of one text to the "Kari Olsen" of another. */
export class Persons {
  /** Maps a word to the full names that contain it. */
  readonly #byWord = new Map<string, Set<string>>();

  constructor(texts: readonly string[]) {
    for (const { words } of texts.flatMap(namesOfPersons)) {
      for (const word of words) this.#byWord.set(word, (this.#byWord.get(word) ?? new Set()).add(words.join(' ')));
    }
  }

  /** Names of persons in `text`, including single words of names that occur in any of the texts. */
  find(text: string): Finding[] {
    const names = namesOfPersons(text).map(({ start, end, words }) => this.#finding(start, end, words));
    const taken = new Covered(names, text.length);
    const isFree = (at: number) => !taken.touches({ start: at, end: at + 1 });
    const words = [...text.matchAll(/\p{Lu}[\p{L}'’-]+/gu)].flatMap(({ index, 0: found }) => {
      const word = found.toLowerCase().replace(/['’]s?$/, '');
      const isKnown = isFree(index) && word.length > 2 && this.#byWord.has(word) && !isKnownWord(word);
      return isKnown ? [this.#finding(index, index + word.length, [word])] : [];
    });
    return [...names, ...words];
  }

  /** A single word gets the key of the full name that contains it, unless several do. */
  #finding(start: number, end: number, words: readonly string[]): Finding {
    const full = words.length === 1 ? this.#fullName(words[0]!) : null;
    const key = full ?? words.join(' ');
    return { kind: 'person', start, end, key };
  }

  #fullName(word: string): string | null {
    let only: string | null = null;
    for (const name of this.#byWord.get(word) ?? []) {
      if (!name.includes(' ')) continue;
      if (only !== null) return null;
      only = name;
    }
    return only;
  }
}
