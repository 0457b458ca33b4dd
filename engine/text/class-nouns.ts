/** Common nouns by the kind of thing they name. */

import { wordRelation } from './lexicon.ts';
import { byWord, wordSet } from './word-lists.ts';

/** Nouns that can refer back to a name: "the company", "the island". They hardly ever mean a person. */
export const CLASS_NOUNS: ReadonlySet<string> = wordSet(
  'company firm corporation organization organisation agency university college school bank club team band party ' +
    'startup museum city town village country nation island river lake mountain region film movie book novel album ' +
    'song series drug vaccine bridge building tower ship game bill magazine newspaper machine',
);

/** Nouns for people, with the gender they imply. */
export const PERSON_NOUNS: Readonly<Record<string, 'male' | 'female' | null>> = {
  chief: null,
  ...Object.fromEntries(
    byWord({
      male: 'man businessman king father son brother husband boy',
      female: 'actress woman businesswoman queen mother daughter sister wife girl',
    }),
  ),
};

/** Nouns that the lexicon lists as kinds of "person" but that can also mean a firm, a country or a machine. */
const NOT_ONLY_PEOPLE =
  /^(?:employer|producer|manufacturer|supplier|exporter|importer|provider|publisher|retailer|carrier|owner|operator|leader|winner|member|opponent|competitor|partner|contributor|printer|developer|maker|builder|creditor|lender|investor|champion|rival|heir|founder|pioneer|star|host|client|customer|subject|party|body|figure|head|model|witness|source|neighbou?r|ally|enemy|power|guide|pilot|tier)$/u;

export const singular = (noun: string) =>
  noun.endsWith('men') ? `${noun.slice(0, -2)}an` : noun.replace(/(?<=[^su])s$/u, '');

/** True if a common noun (lower case) can denote a person: "master", "teachers", "owner". */
export function canBePerson(noun: string): boolean {
  const one = singular(noun);
  // "Company" and "party" can also denote people, but rarely do.
  if (CLASS_NOUNS.has(one)) return false;
  return Object.hasOwn(PERSON_NOUNS, one) || (one !== 'printer' && wordRelation('person', one) === 'hyponym');
}

/** True if the noun can denote only a person: "teacher", but not "owner" or "employer". */
export const isPersonNoun = (noun: string) => canBePerson(noun) && !NOT_ONLY_PEOPLE.test(singular(noun));
