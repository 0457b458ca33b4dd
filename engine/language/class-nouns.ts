/** Common nouns by the kind of thing they name. */
import { wordRelation } from './lexicon.ts';

export type Kind = 'person' | 'organization' | 'place' | 'thing' | 'unknown';

/** Nouns that can refer back to a name, such as "the company", with the kind of thing they denote. */
export const CLASS_NOUNS: Record<string, Kind> = {
  company: 'organization',
  firm: 'organization',
  corporation: 'organization',
  organization: 'organization',
  organisation: 'organization',
  agency: 'organization',
  university: 'organization',
  college: 'organization',
  school: 'organization',
  bank: 'organization',
  club: 'organization',
  team: 'organization',
  band: 'organization',
  party: 'organization',
  startup: 'organization',
  museum: 'organization',
  city: 'place',
  town: 'place',
  village: 'place',
  country: 'place',
  nation: 'place',
  island: 'place',
  river: 'place',
  lake: 'place',
  mountain: 'place',
  region: 'place',
  film: 'thing',
  movie: 'thing',
  book: 'thing',
  novel: 'thing',
  album: 'thing',
  song: 'thing',
  series: 'thing',
  drug: 'thing',
  vaccine: 'thing',
  bridge: 'thing',
  building: 'thing',
  tower: 'thing',
  ship: 'thing',
  game: 'thing',
  bill: 'thing',
  magazine: 'thing',
  newspaper: 'thing',
  machine: 'thing',
};

/** Nouns for people, with the gender they imply. */
export const PERSON_NOUNS: Record<string, 'male' | 'female' | null> = {
  actress: 'female',
  woman: 'female',
  man: 'male',
  businessman: 'male',
  businesswoman: 'female',
  chief: null,
  king: 'male',
  queen: 'female',
  father: 'male',
  mother: 'female',
  son: 'male',
  daughter: 'female',
  brother: 'male',
  sister: 'female',
  wife: 'female',
  husband: 'male',
  boy: 'male',
  girl: 'female',
};

/** True for nouns that name a firm by what it does: "maker", "retailer", "company". */
export const isCompanyNoun = (noun: string) =>
  /^(?:company|firm|startup|maker|manufacturer|producer|retailer|wholesaler|supplier|automaker|carmaker|airline|insurer|bank|chain|brewery|consultancy)$/u.test(
    noun,
  );

/** Hyponyms of "person" in the lexicon that can also denote a firm, a country or a machine. */
const NOT_ONLY_PEOPLE =
  /^(?:employer|producer|manufacturer|supplier|exporter|importer|provider|publisher|retailer|carrier|owner|operator|leader|winner|member|opponent|competitor|partner|contributor|printer|developer|maker|builder|creditor|lender|investor|champion|rival|heir|founder|pioneer|star|host|client|customer|subject|party|body|figure|head|model|witness|source|neighbou?r|ally|enemy|power|guide|pilot)$/u;

const singular = (noun: string) =>
  noun.endsWith('men') ? `${noun.slice(0, -2)}an` : noun.replace(/(?<=[^su])s$/u, '');

/** True if a common noun (lower case) can denote a person: "master", "teachers", "owner". */
export function canBePerson(noun: string): boolean {
  const one = singular(noun);
  // "Company" and "party" can also denote people, but rarely do.
  if (Object.hasOwn(CLASS_NOUNS, one)) return false;
  return Object.hasOwn(PERSON_NOUNS, one) || (one !== 'printer' && wordRelation('person', one) === 'hyponym');
}

/** True if the noun can denote only a person: "teacher", but not "owner" or "employer". */
export const isPersonNoun = (noun: string) => canBePerson(noun) && !NOT_ONLY_PEOPLE.test(singular(noun));
