/** The names that a text has mentioned so far, with what is known about them. */
import { isMonth, isWeekday } from '#engine/language/calendar.ts';
import { isKnownWord } from '#engine/language/lexicon.ts';
import { BE_FORMS } from '#engine/language/verbs.ts';
import { isPlace } from '../description/country-names.ts';
import { nameEnd } from '../description/describe.ts';
import { CLASS_NOUNS, canBePerson, isPersonNoun, type Kind, PERSON_NOUNS } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import { genderOfName } from './given-names.ts';

export interface Entity {
  name: string;
  /** True if the text puts "the" before it. */
  hasArticle: boolean;
  /** True if it was last mentioned as a place, time or origin ("in Paris"), not as what the sentence is about. */
  isOblique: boolean;
  kind: Kind;
  gender: 'male' | 'female' | null;
  /** Nouns the text has called it by: "company", "city". */
  nouns: Set<string>;
  /** True if its occupation stands before it: "the plumber Amos Tuck". */
  hasOccupation: boolean;
  firstSentence: number;
  lastSentence: number;
  /** How often it was the subject of a sentence. */
  subjectCount: number;
  /** How often it was named. */
  mentionCount: number;
  /** True if the title or one of the first sentences names it. */
  isNamedFirst: boolean;
}

/** An occurrence of a name in a sentence, as word indices (end exclusive). */
export interface Mention {
  entity: Entity;
  from: number;
  to: number;
}

/** The name as used inside a sentence, with its article. */
export const shownName = ({ name, hasArticle }: Entity) => (hasArticle ? `the ${name}` : name);

/** What they name may be what the text is about; the first may be a greeting. */
const FIRST_SENTENCES = 3;
/** Maximum number of entities remembered; the least recently mentioned one is forgotten first. */
const MOST_ENTITIES = 60;
const NO_NAMES =
  /^(?:mr|mrs|ms|dr|american|british|english|french|german|italian|spanish|chinese|japanese|indian|russian|european|african|asian|canadian|australian|the|i|god)$/iu;
const ORGANIZATION =
  /\b(?:inc|corp|corporation|ltd|llc|plc|company|co|group|university|college|institute|school|bank|agency|ministry|department|committee|council|party|association|organi[sz]ation|foundation|commission|federation|union|club|fc|united nations|nasa|who|google|apple|microsoft|amazon|ibm|tesla|facebook|meta|twitter|netflix|court|senate|congress|parliament|times|post|marine|motors|robotics|systems|energy|airlines|airways|press|records|pictures|studios|technologies|industries|holdings|labs|laboratories|media|networks|software|pharma|foods|steel|oil|shipping|railways?|board|authority|office|museum|crossings|trust|fund|railway|ferries|rovers|town|library)\b/iu;
const PLACE =
  /\b(?:city|river|lake|mount|mountain|island|islands|county|street|park|sea|ocean|bay|valley|bridge|tower|airport|station|castle|cathedral|province|district|summit|pass|peak|hill|moor|marsh|forest|glacier|beach|square|road|lane|avenue|quay|harbour|north|south|east|west)\b/iu;
const TITLES: Record<string, 'male' | 'female' | null> = {
  mr: 'male',
  mrs: 'female',
  ms: 'female',
  miss: 'female',
  sir: 'male',
  king: 'male',
  queen: 'female',
  prince: 'male',
  princess: 'female',
  lady: 'female',
  lord: 'male',
  dr: null,
  president: null,
  senator: null,
  governor: null,
  professor: null,
  minister: null,
  director: null,
  mayor: null,
  captain: null,
  sergeant: null,
  inspector: null,
  judge: null,
  justice: null,
  chancellor: null,
  councillor: null,
  reverend: null,
};
/** The entities of one text. */
export class Discourse {
  #entities: Entity[] = [];

  /** Entities mentioned in the last `window` sentences before `sentence`, or in it. */
  recent(sentence: number, window: number): Entity[] {
    return this.#entities.filter((entity) => sentence - entity.lastSentence <= window);
  }

  /** All entities remembered. */
  get entities(): readonly Entity[] {
    return this.#entities;
  }

  /** Names in the words from index `from` on, each linked to its entity. New entities are remembered. */
  mentions(words: readonly Word[], sentence: number, from: number): Mention[] {
    const found: Mention[] = [];
    for (let i = from; i < words.length; ) {
      if (words[i]!.pos !== 'PROPN' || words[i]!.lower === 'of') {
        i++;
        continue;
      }
      const to = hyphenedEnd(words, i, from) ?? nameEnd(words, i);
      if (found.length > 0 && isOtherName(words, i)) {
        i = to;
        continue;
      }
      const isAttribute =
        words[to]?.pos === 'NOUN' || (words[to]?.text === '-' && words[to]!.start === words[to - 1]!.end);
      const parts = words.slice(i, to);
      // "24 turbines of 3.5 MW"
      const isUnit = to - i === 1 && words[i - 1]?.pos === 'NUM' && /^[kMGT]?\p{Lu}{1,2}h?$/u.test(words[i]!.text);
      const isLetter = to - i === 1 && words[i]!.text.length === 1;
      const isNone = parts.every(
        (word) =>
          isMonth(word.lower) ||
          isWeekday(word.lower) ||
          NO_NAMES.test(word.lower) ||
          /^\P{L}/u.test(word.text) ||
          word.lower === 'of',
      );
      if (!isAttribute && !isUnit && !isLetter && !isNone && !this.#isCommonWord(words, i, to)) {
        found.push({ entity: this.#entity(words, i, to, sentence), from: i, to });
      }
      i = to;
    }
    return found;
  }

  /** True for a known word that has a capital only because it opens the sentence: "Visitors", "Seasoned". */
  #isCommonWord(words: readonly Word[], at: number, to: number): boolean {
    const { text, lower } = words[at]!;
    const opens = words.slice(0, at).every(({ pos }) => pos === 'PUNCT');
    const isCommon = words[at]!.isStopWord || isKnownWord(singularOf(lower));
    if (to - at > 1 || !opens || !isCommon || genderOfName(text) !== undefined) return false;
    return !isPlace(text) && !this.#entities.some(({ name }) => name === text);
  }

  #entity(words: readonly Word[], from: number, to: number, sentence: number): Entity {
    const title = TITLES[words[from]!.lower.replace('.', '')];
    const isTitled = title !== undefined && to - from > 1 && words[from + 1]!.lower !== 'of';
    const start = isTitled ? from + (words[from + 1]!.text === '.' ? 2 : 1) : from;
    const name = literal(words, start < to ? start : from, to);
    const known = this.#entities.find((entity) => isSame(entity.name, name));
    const entity = known ?? {
      name,
      hasArticle: false,
      isOblique: false,
      kind: kindOf(name, words.slice(start, to)),
      gender: genderOf(words[start]),
      nouns: new Set<string>(),
      hasOccupation: false,
      firstSentence: sentence,
      lastSentence: sentence,
      subjectCount: 0,
      mentionCount: 0,
      isNamedFirst: sentence < FIRST_SENTENCES,
    };
    if (known === undefined) this.#remember(entity);
    if (name.length > entity.name.length && name.endsWith(entity.name)) entity.name = name;
    if (isTitled || words[from - 1]?.lower === '.' || TITLES[words[from - 1]?.lower ?? ''] !== undefined)
      entity.kind = 'person';
    if (isTitled && title !== null) entity.gender = title;
    entity.lastSentence = sentence;
    entity.mentionCount++;
    let before = words[from - 1]?.lower === 'the' ? from - 2 : from - 1;
    if (words[from - 1]?.lower === 'the') entity.hasArticle = true;
    // "of south-western Africa", "of the upper Torre"
    while (words[before]?.pos === 'ADJ' || words[before]?.text === '-' || words[before + 1]?.text === '-') before--;
    if (words[before]?.lower === 'the') before--;
    entity.isOblique = this.#isOblique(words, before) || isSpeaker(words, from, to);
    learnTitle(entity, words, from);
    learnDescription(entity, words, to);
    return entity;
  }

  /** True after a preposition of place or time, and for the other names of a list that follows one. */
  #isOblique(words: readonly Word[], before: number): boolean {
    const word = words[before];
    if (word === undefined) return false;
    if (word.pos === 'ADP') return /^(?:in|at|on|near|from|of|after|during|to|by|into|across|than)$/u.test(word.lower);
    if (word.text === ',' && words[before - 1]?.pos === 'NOUN') return isOfThan(words, before - 1);
    if ((word.text !== ',' && word.pos !== 'CCONJ') || words[before - 1]?.pos !== 'PROPN') return false;
    let start = before - 1;
    while (start > 0 && words[start - 1]!.pos === 'PROPN') start--;
    return this.#isOblique(words, words[start - 1]?.lower === 'the' ? start - 2 : start - 1);
  }

  #remember(entity: Entity): void {
    this.#entities.push(entity);
    if (this.#entities.length <= MOST_ENTITIES) return;
    const oldest = this.#entities.reduce((a, b) => (b.lastSentence < a.lastSentence ? b : a));
    this.#entities = this.#entities.filter((other) => other !== oldest);
  }
}

/** True for ", Kubo said": who says it isn't what the sentence is about. */
const isSpeaker = (words: readonly Word[], from: number, to: number) =>
  /^(?:said|says|reported|reports)$/u.test(words[to]?.lower ?? '') &&
  (words[from - 1]?.text === ',' || (words[from - 1]?.lower === 'the' && words[from - 2]?.text === ','));

/** True for the noun of "less than its predecessor, the Kubo 2". */
function isOfThan(words: readonly Word[], noun: number): boolean {
  let start = noun;
  while (start > 0 && /^(?:NOUN|ADJ|NUM|DET|PRON)$/u.test(words[start - 1]!.pos)) start--;
  return words[start - 1]?.lower === 'than';
}

/** Index after "Cha Seung-won" before its verb or bracket, where it opens the sentence; null for "Oslo-based firms". */
function hyphenedEnd(words: readonly Word[], at: number, from: number): number | null {
  const dash = nameEnd(words, at);
  const part = words[dash + 1];
  const isGlued = words[dash]?.text === '-' && words[dash]!.start === words[dash - 1]!.end;
  if (at !== from || !isGlued || part === undefined || part.start !== words[dash]!.end || dash - at < 2) return null;
  const next = words[dash + 2];
  return next !== undefined && (next.pos === 'AUX' || /^[(,]$/u.test(next.text)) ? dash + 2 : null;
}

/** "(born Ida Reed)", "(real name: Ida Reed)", "better known as Ida": no second person. */
function isOtherName(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.text === ':' ? at - 2 : at - 1;
  const [last, previous] = [words[before]?.lower ?? '', words[before - 1]?.lower ?? ''];
  const isAlias = last === 'as' && previous === 'known';
  const isBorn = /^(?:born|née|né)$/u.test(last) && /^[(,]$/u.test(previous);
  return isAlias || isBorn || (last === 'name' && /^(?:real|birth|full|stage)$/u.test(previous));
}

const singularOf = (lower: string) =>
  isKnownWord(lower) ? lower : lower.endsWith('ies') ? `${lower.slice(0, -3)}y` : lower.replace(/s$/u, '');

function literal(words: readonly Word[], from: number, to: number): string {
  return words
    .slice(from, to)
    .map((word, i) => (i > 0 && word.start > words[from + i - 1]!.end ? ' ' : '') + word.text)
    .join('');
}

/** True if one name is the end of the other ("Curie", "Marie Curie"), or the given name of the other ("Marie"). */
function isSame(known: string, name: string): boolean {
  if (known === name || known.endsWith(` ${name}`) || name.endsWith(` ${known}`)) return true;
  return genderOfName(name) !== undefined && known.startsWith(`${name} `);
}

function kindOf(name: string, words: readonly Word[]): Kind {
  if (ORGANIZATION.test(name) || /^[A-Z]{3,6}$/u.test(name)) return 'organization';
  if (isPlace(name) || PLACE.test(name)) return 'place';
  return genderOfName(words[0]?.text ?? '') !== undefined ? 'person' : 'unknown';
}

const genderOf = (first: Word | undefined) => genderOfName(first?.text ?? '') ?? null;

/** Learns what the words after a name call it: "X is an American actor", "X, a company in …". */
function learnDescription(entity: Entity, words: readonly Word[], end: number): void {
  const close = words[end]?.text === '(' ? words.findIndex(({ text }, i) => i > end && text === ')') : -1;
  const at = close < 0 ? end : close + 1;
  const opener = words[at];
  if (/^(?:who|whom)$/u.test(words[at + 1]?.lower ?? '') && opener?.text === ',' && entity.kind === 'unknown')
    entity.kind = 'person';
  if (opener === undefined || !(BE_FORMS.has(opener.lower) || opener.text === ',')) return;
  if (!/^(?:an?|the)$/u.test(words[at + 1]?.lower ?? '')) return;
  // Only the head noun says what it is: "an American football player"; "the club's first captain" isn't a club.
  let head: string | null = null;
  for (let i = at + 2; i < Math.min(words.length, at + 9); i++) {
    const { pos, lower, text } = words[i]!;
    if (lower === 'who' && head !== null && opener.text !== ',') entity.kind = 'person';
    if (pos === 'NOUN') head = lower;
    else if (pos === 'PART' || /^['’]s$/u.test(text)) head = null;
    else if (pos !== 'ADJ' && pos !== 'PROPN' && pos !== 'ADV' && pos !== 'NUM' && pos !== 'VERB' && text !== '-')
      break;
  }
  if (head !== null) learnNoun(entity, head);
}

/** Ships that are called like those who work in them. */
const SHIP = /^(?:sealer|whaler|trawler|drifter|cutter|carrier|cruiser|steamer|liner|tender|minesweeper)$/u;

/** Learns what the words before a name call it: "the island of Elba", "the company Kubo". */
function learnTitle(entity: Entity, words: readonly Word[], from: number): void {
  const before = words[from - 1];
  const isOf = before?.lower === 'of';
  const noun = isOf ? words[from - 2] : before;
  const role = before?.text === ',' ? words[from - 2] : noun;
  if (!isOf && role?.pos === 'NOUN' && isPersonNoun(role.lower) && !SHIP.test(role.lower)) entity.hasOccupation = true;
  if (noun?.pos !== 'NOUN' || !Object.hasOwn(CLASS_NOUNS, noun.lower)) return;
  if (!isOf || CLASS_NOUNS[noun.lower] === 'place') learnNoun(entity, noun.lower);
}

function learnNoun(entity: Entity, noun: string): void {
  // "born in Chicago, Illinois, the daughter of a baker"
  if (entity.kind === 'place' && canBePerson(noun)) return;
  entity.nouns.add(noun);
  if (Object.hasOwn(PERSON_NOUNS, noun)) {
    entity.kind = 'person';
    entity.gender = PERSON_NOUNS[noun] ?? entity.gender;
  } else if (Object.hasOwn(CLASS_NOUNS, noun)) {
    if (entity.kind === 'unknown') entity.kind = CLASS_NOUNS[noun]!;
  } else if (isPersonNoun(noun) && entity.kind === 'unknown') entity.kind = 'person';
}
