/** "Doug Sheehan is an American actor" says that he is American and that he is an actor: either can be wrong alone. */
import { isKnownWord } from '#engine/language/lexicon.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import { articleFor } from './articles.ts';
import type { Predicate } from './predicates.ts';

/** Names of nationalities, as adjectives. */
export const DEMONYM =
  /^(?!Christian|Victorian|Parisian)(?:\p{Lu}\p{L}+(?:[aeiy]an|ish|ese)|American|African|Mexican|Cuban|German|French|Dutch|Greek|Czech|Slovak|Swiss|Thai|Welsh|Iraqi|Israeli|Pakistani|Bangladeshi|Kuwaiti|Omani|Yemeni|Nepali|Afghan|Uzbek|Kazakh|Filipino)$/u;

const SUBJECTS =
  /^(?:teacher|professor|lecturer|tutor|student|historian|scholar|translator|interpreter|speaker|dancer|instructor|expert|specialist|shepherd|player|editor|enthusiast)$/u;

const PRAISE =
  /^(?:former|professional|retired|renowned|famous|prominent|well-known|popular|successful|acclaimed|celebrated|notable|noted|leading|award-winning|veteran|young)$/u;

/** Splits the nationality off a person's description; the predicate itself if there is none. */
export function splitNationality(words: readonly Word[], predicate: Predicate): Predicate[] {
  const [copula, article, ...described] = predicate.pieces;
  // "a renowned Indian actor"
  const isPraised = typeof described[0] === 'number' && PRAISE.test(words[described[0]]!.lower);
  const [adjective, ...after] = isPraised ? described.slice(1) : described;
  const rest = isPraised ? [described[0]!, ...after] : after;
  if (typeof copula !== 'number' || typeof article !== 'number' || typeof adjective !== 'number') return [predicate];
  const isCopula = /^(?:is|was)$/u.test(words[copula]!.lower) && /^an?$/u.test(words[article]!.lower);
  if (!isCopula || !DEMONYM.test(words[adjective]!.text)) return [predicate];
  const noun = rest.findIndex((piece) => typeof piece === 'number' && words[piece]!.pos === 'NOUN');
  const isRole =
    noun >= 0 && rest.slice(0, noun).every((piece) => typeof piece === 'number' && isDescriptive(words[piece]!));
  const head = headNoun(words, rest, noun);
  // "a French horn player", "a Spanish teacher": the adjective may belong to what is played or taught.
  const isDescribed = typeof after[0] === 'number' && PRAISE.test(words[after[0]]!.lower);
  if (head !== null && SUBJECTS.test(head) && !isDescribed) return [predicate];
  if (!isRole || head === null || !(canBePerson(head) || isSportsman(head))) return [predicate];
  const [first] = rest;
  return [
    { pieces: [copula, adjective], from: predicate.from, to: adjective + 1 },
    { ...predicate, pieces: [copula, articleFor(words[first as number]!.text), ...rest] },
  ];
}

/** "footballer", "surfer": most of them aren't in the lexicon. */
const isSportsman = (noun: string) => !isKnownWord(noun) && /(?:er|ist)$/u.test(noun);

/** "professional", "racing". */
const isDescriptive = ({ pos, forms }: Word) => /^(?:ADJ|NOUN|ADV)$/u.test(pos) || forms?.gerund === true;

/** The last of the nouns that begin at `from`: "film director". */
function headNoun(words: readonly Word[], pieces: Predicate['pieces'], from: number): string | null {
  let head: string | null = null;
  for (let i = Math.max(from, 0); i < pieces.length; i++) {
    const piece = pieces[i]!;
    if (typeof piece !== 'number' || words[piece]!.pos !== 'NOUN') break;
    head = words[piece]!.lower;
  }
  return head;
}
