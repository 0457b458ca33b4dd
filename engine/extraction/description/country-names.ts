/** Names of countries and states, for the jurisdiction of legal claims. Country names come from the runtime's CLDR data. */
import { byWord } from '#engine/text/word-lists.ts';

const US_STATES = (
  'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,' +
  'Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,' +
  'New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,' +
  'Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming,Scotland,Wales,England,Northern Ireland,Ontario,Quebec,British Columbia,Bavaria'
).split(',');

/** Other names and adjectives for a jurisdiction, with its canonical name. */
const ALIASES = byWord(
  {
    'United States': 'U.S.|US|USA|U.S|America|American|federal|Congress',
    'United Kingdom': 'U.K.|U.K|UK|Britain|British',
    England: 'English',
    Scotland: 'Scottish',
    'European Union': 'EU|E.U.|European Union|European',
    Germany: 'German',
    France: 'French',
    Switzerland: 'Swiss',
    Canada: 'Canadian',
    Australia: 'Australian',
    India: 'Indian',
    China: 'Chinese',
    Japan: 'Japanese',
    Russia: 'Russian',
    Türkiye: 'Turkey',
  },
  '|',
);

interface Jurisdictions {
  /** Canonical names by the names and aliases in use. */
  names: Map<string, string>;
  /** The first words of all names and aliases. */
  first: Set<string>;
}

let known: Jurisdictions | undefined;

function jurisdictions(): Jurisdictions {
  if (known !== undefined) return known;
  const names = new Map(US_STATES.map((state) => [state, state]));
  const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  for (let a = 65; a <= 90; a++) {
    for (let b = 65; b <= 90; b++) {
      const name = display.of(String.fromCharCode(a, b));
      if (name !== undefined && !names.has(name)) names.set(name, name);
    }
  }
  for (const [alias, name] of ALIASES) names.set(alias, name);
  known = { names, first: new Set(Array.from(names.keys(), (name) => name.split(' ')[0]!)) };
  return known;
}

/** Number of words in the longest country name that is looked up. */
const LONGEST_NAME = 5;

/** The first jurisdiction named in a sequence of words, longest match first; null if none is. */
export function jurisdictionIn(words: readonly string[]): string | null {
  const { names, first } = jurisdictions();
  for (let i = 0; i < words.length; i++) {
    if (!first.has(words[i]!)) continue;
    for (let length = Math.min(LONGEST_NAME, words.length - i); length > 0; length--) {
      const name = names.get(words.slice(i, i + length).join(' '));
      if (name !== undefined) return name;
    }
  }
  return null;
}
