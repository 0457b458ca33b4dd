/** Kinds of person and their more general kinds: whoever is a singer is a musician, a performer and a person. */
import type { Item } from '#engine/syntax/items.ts';
import { placeKey } from '#engine/text/names.ts';
import type { Arc } from './path.ts';

const words = (row: string) => row.split(' ');

const PLAYERS = words(
  'singer vocalist rapper guitarist bassist drummer pianist violinist cellist saxophonist trumpeter organist percussionist keyboardist flautist',
);
const ACTORS = words('actor actress comedian comedienne');
const WRITERS = words('novelist poet playwright dramatist screenwriter essayist lyricist author writer journalist');
const ATHLETES = words('player footballer cricketer golfer gymnast wrestler quarterback goalkeeper skier decathlete');
const OTHERS = words(
  'songwriter composer musician performer entertainer artist athlete filmmaker director painter sculptor dancer ' +
    'politician businessman businesswoman lawyer philosopher scientist mathematician physicist chemist biologist historian economist ' +
    'choreographer photographer cartoonist illustrator engineer architect',
);

/**
 * Maps a kind to the kinds below it. None of the lower words can also mean an animal, a machine, a firm or a thing, or only
 * rarely.
 */
const BELOW: ReadonlyMap<string, readonly string[]> = new Map([
  ['musician', PLAYERS],
  ['performer', [...PLAYERS, ...ACTORS, 'dancer', 'entertainer']],
  ['entertainer', [...PLAYERS, ...ACTORS, 'dancer']],
  ['writer', WRITERS],
  ['actor', ['actress']],
  ['athlete', ATHLETES],
  ['person', [...PLAYERS, ...ACTORS, ...WRITERS, ...ATHLETES, ...OTHERS]],
]);
const PERSONS = new Set(BELOW.get('person')!);

/**
 * Other occupations that may stand in a list beside a kind of person. By themselves they don't prove a person, because a firm, an
 * animal or a role may be called so too.
 */
const BESIDES = new Set(
  words(
    'producer editor host presenter personality model designer activist philanthropist entrepreneur publisher voice-over',
  ),
);
const SPORTS = new Set(words('football tennis basketball baseball hockey rugby cricket golf volleyball handball'));

/**
 * Fields of work. Before a kind of person, they leave the kind as it is: "film actor". Other nouns may not: "robot actor", "toy
 * singer".
 */
const FIELDS = new Set(
  words(
    'film television tv stage theatre theater voice opera screen rock pop country jazz folk blues hip hop music recording record fashion stunt podcast songwriter',
  ),
);

function isField({ lower, pos }: Item): boolean {
  return (
    FIELDS.has(lower) || SPORTS.has(lower) || lower === 'professional' || (pos === 'PROPN' && placeKey(lower) !== null)
  );
}

/** Whether the items are a kind of person, preceded only by fields of work and nationalities: "American singer", "film actor". */
export function isPlainPerson(items: readonly Item[]): boolean {
  return PERSONS.has(items.at(-1)!.key) && items.slice(0, -1).every(isField);
}

/** The kinds below a kind, as lemmas. Empty for most words. */
export function kindsBelow(key: string): readonly string[] {
  return BELOW.get(key) ?? [];
}

/** Kinds of person that are too general to exclude others. */
const GENERAL = new Set(words('artist performer entertainer athlete person player personality'));

/** True for a noun (its lemma) that names a specific occupation: "novelist", but not "artist". */
export function isSpecificOccupation(key: string): boolean {
  return (PERSONS.has(key) || BESIDES.has(key)) && !GENERAL.has(key);
}

/** Index of the noun behind "is a", with only nationalities in between. Null if there is none. */
function kindIn(claim: readonly Item[]): number | null {
  const be = claim.findIndex(({ tense }) => tense !== null);
  if (be < 0 || claim[be]!.key !== 'be' || claim[be + 1]?.article !== 'a') return null;
  let at = be + 1;
  while (claim[at]?.pos === 'PROPN' && placeKey(claim[at]!.lower) !== null) at++;
  return claim[at]?.pos === 'NOUN' ? at : null;
}

/**
 * Indices of the kinds of person behind "is a". Only fields of work, nationalities and other such kinds may stand around them.
 * With `isPerson`, nothing else may follow, unless life dates show that the subject is a person: "a singer created by Noll" may
 * be no person.
 */
export function personsIn(items: readonly Item[], isPerson: boolean): number[] {
  const be = items.findIndex(({ key, tense }) => key === 'be' && tense !== null);
  if (be < 0 || items[be]!.tense === 'modal' || items[be + 1]?.article !== 'a') return [];
  const found: number[] = [];
  let at = be + 1;
  for (; at < items.length; at++) {
    const { pos, key, text, lower } = items[at]!;
    // The kind must not modify another noun: "a singer impersonator".
    const isHead = !/^(?:NOUN|PROPN|ADJ)$/.test(items[at + 1]?.pos ?? '');
    // "Player" needs a sport before it. Rejected: "a record player".
    const isPlayer = key === 'player' && SPORTS.has(items[at - 1]!.lower);
    if (pos === 'NOUN' && (key === 'player' ? isPlayer : PERSONS.has(key)) && isHead) found.push(at);
    else if (!isField(items[at]!) && !BESIDES.has(key) && text !== ',' && lower !== 'and') break;
  }
  const isWhole = items.slice(at).every(({ text }) => text === '.');
  return isPerson && !isWhole && !hasLifeDates(items.slice(0, be)) ? [] : found;
}

/** Whether the subject has life dates, which show that it is a person: "Ada Noll (born 3 May 1956)". */
function hasLifeDates(subject: readonly Item[]): boolean {
  const open = subject.findIndex(({ text }) => text === '(');
  const inner = open < 0 ? [] : subject.slice(open);
  return inner.filter(({ date }) => date?.day != null).length > (inner.some(({ lower }) => lower === 'born') ? 0 : 1);
}

/** A more general kind for a kind: "is a musician" for "is a singer". */
export function kindArcs(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const own = kindIn(claim);
  const below = own === null ? undefined : BELOW.get(claim[own]!.key);
  if (own === null || below === undefined) return [];
  return personsIn(items, claim[own]!.key === 'person').flatMap((start) =>
    below.includes(items[start]!.key)
      ? [{ claimStart: own, claimEnd: own + 1, start, end: start + 1, ground: 'kind_above' }]
      : [],
  );
}
