/** "Doug Sheehan is an American actor" says that he is American and that he is an actor: either can be wrong alone. */
import { isKnownWord } from '#engine/language/lexicon.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import { articleFor } from './articles.ts';
import type { Predicate } from './predicates.ts';

/** Names of nationalities, as adjectives. */
export const DEMONYM =
  /^(?!Christian|Victorian|Parisian)(?:\p{Lu}\p{L}+(?:[aeiy]an|ish|ese)|American|African|Mexican|Cuban|German|French|Dutch|Greek|Czech|Slovak|Swiss|Thai|Welsh|Iraqi|Israeli|Pakistani|Bangladeshi|Kuwaiti|Omani|Yemeni|Nepali|Afghan|Uzbek|Kazakh|Filipino|Guatemalan|Venezuelan|Lankan|Moroccan|Jamaican|Dominican|Rican|Andorran|Salvadoran|Honduran|Nicaraguan|Ugandan|Rwandan|Angolan|Argentine|Moldovan|Samoan|Tongan|Qatari|Emirati|Azerbaijani|Bahraini|Tajik|Turkmen|Kyrgyz|Kosovar)$/u;

const SUBJECTS =
  /^(?:teacher|professor|lecturer|tutor|student|historian|scholar|translator|interpreter|speaker|dancer|instructor|expert|specialist|shepherd|player|editor|enthusiast)$/u;

const PRAISE =
  /^(?:former|professional|retired|renowned|famous|prominent|well-known|popular|successful|acclaimed|celebrated|notable|noted|leading|award-winning|veteran|young|pioneering|influential|legendary|distinguished|eminent)$/u;

/** Splits the nationality off a person's description; the predicate itself if there is none. */
export function splitNationality(words: readonly Word[], predicate: Predicate): Predicate[] {
  const [copula, article, ...described] = predicate.pieces.filter((piece) => typeof piece === 'number');
  if (copula === undefined || article === undefined || described.length + 2 < predicate.pieces.length)
    return [predicate];
  const isCopula = /^(?:is|was)$/u.test(words[copula]!.lower) && /^an?$/u.test(words[article]!.lower);
  // "a renowned Indian actor"
  const praised = PRAISE.test(words[described[0] ?? -1]?.lower ?? '') ? 1 : 0;
  const born = birthLength(words, described, praised);
  const nation = nationLength(words, described, praised + born);
  const after = described.slice(praised + born + nation);
  const rest = [...described.slice(0, praised), ...after];
  if (!isCopula || nation === 0 || !isPersons(words, rest, after)) return [predicate];
  const origins = [described.slice(praised, praised + born), described.slice(praised + born, praised + born + nation)];
  return [
    ...origins
      .filter((own) => own.length > 0)
      .map((own, order) => ({
        pieces: [copula, ...own],
        from: order === 0 ? predicate.from : own[0]!,
        to: own.at(-1)! + 1,
      })),
    { ...predicate, pieces: [copula, articleFor(words[rest[0]!]!.text), ...rest] },
  ];
}

/** Length of "Guatemalan-born". */
function birthLength(words: readonly Word[], described: readonly number[], at: number): number {
  if (FIRST_OF_TWO.test(words[described[at] ?? -1]?.text ?? '')) {
    const length = birthLength(words, described, at + 1);
    return length === 0 ? 0 : length + 1;
  }
  const [nation, dash, born] = described.slice(at, at + 3).map((i) => words[i]!);
  return born?.lower === 'born' && dash?.text === '-' && DEMONYM.test(nation!.text) ? 3 : 0;
}

/** Length of "American", "South Korean" and "Chinese-American". */
function nationLength(words: readonly Word[], described: readonly number[], at: number): number {
  const [first, second, third] = described.slice(at, at + 3).map((i) => words[i]!.text);
  if (first === undefined) return 0;
  if (DEMONYM.test(first)) return second === '-' && DEMONYM.test(third ?? '') ? 3 : second === '-' ? 0 : 1;
  return FIRST_OF_TWO.test(first) && DEMONYM.test(second ?? '') ? 2 : 0;
}

const FIRST_OF_TWO = /^(?:South|North|East|West|Puerto|Costa|Sri|Saudi)$/u;

/** True if what follows the nationality is said of a person, not of what the person plays or teaches. */
function isPersons(words: readonly Word[], rest: readonly number[], after: readonly number[]): boolean {
  const noun = rest.findIndex((i) => words[i]!.pos === 'NOUN');
  if (noun < 0 || !rest.slice(0, noun).every((i) => isDescriptive(words[i]!))) return false;
  const head = headNoun(words, rest, noun);
  // "a French horn player", "a Spanish teacher": the adjective may belong to what is played or taught.
  const isDescribed = PRAISE.test(words[after[0] ?? -1]?.lower ?? '');
  if (head === null || (SUBJECTS.test(head) && !isDescribed)) return false;
  return canBePerson(head) || isSportsman(head);
}

/** "footballer", "surfer": most of them aren't in the lexicon. */
const isSportsman = (noun: string) => !isKnownWord(noun) && /(?:er|ist)$/u.test(noun);

/** "professional", "racing". */
const isDescriptive = ({ pos, forms }: Word) => /^(?:ADJ|NOUN|ADV)$/u.test(pos) || forms?.gerund === true;

/** The last of the nouns that begin at `from`: "film director". */
function headNoun(words: readonly Word[], pieces: readonly number[], from: number): string | null {
  let head: string | null = null;
  for (let i = Math.max(from, 0); i < pieces.length; i++) {
    const piece = pieces[i]!;
    if (words[piece]!.pos !== 'NOUN') break;
    head = words[piece]!.lower;
  }
  return head;
}
