/** What kind of thing a name is said to be: "the 1997 film Money Talks", "films such as Old Marrow". */
import { isMonth, isWeekday } from '#engine/language/calendar.ts';
import { startsWithCapital } from '#engine/language/letters.ts';
import { bracketedYearsEnd } from '../grammar/bracketed-years.ts';
import { CLASS_NOUNS, isPersonNoun } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import type { Piece } from '../grammar/pieces.ts';
import type { VerbGroup } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';
import { attributionAt, reports } from './clauses.ts';
import { DEMONYM } from './nationality.ts';

/** What a name may follow, besides the nouns that refer back to names. */
const WORKS = new Set(
  (
    'series show sitcom drama comedy documentary single episode opera musical play record ' +
    'film movie book novel album song game magazine newspaper podcast website journal'
  ).split(' '),
);
const NAMED = new Set(
  (
    'label channel network festival brand district province county municipality suburb church programme program software ' +
    'restaurant hotel theatre theater orchestra group duo trio'
  ).split(' '),
);

/** A class noun with the words before it that belong to it, as positions. */
export interface NamedClass {
  from: number;
  to: number;
  /** The noun in the singular. */
  noun: string;
}

const isClassNoun = (noun: string) => WORKS.has(noun) || NAMED.has(noun) || Object.hasOwn(CLASS_NOUNS, noun);

/** Whose relative somebody is says another phrase. */
const KIN =
  /^(?:wife|husband|son|daughter|mother|father|brother|sister|uncle|aunt|cousin|nephew|niece|grand\p{L}+|friend|partner|boy|girl|man|woman|fan|people|children|fellow|guy|king|queen|saint|st)$/u;

/** The class whose noun stands at `noun`, with the nouns, adjectives, names and years before it; null if there is none. */
export function classOf(view: readonly Word[], noun: number): NamedClass | null {
  const { pos, lower } = view[noun]!;
  if (pos !== 'NOUN' || !(isClassNoun(lower) || (isPersonNoun(lower) && !KIN.test(lower)))) return null;
  let from = noun;
  while (from > 0 && (/^(?:NOUN|ADJ|PROPN)$/u.test(view[from - 1]!.pos) || isYear(view[from - 1]!))) from--;
  return { from, to: noun + 1, noun: lower };
}

/** The class of several names whose noun stands at `noun`, with the nouns and years before it; null if there is none. */
export function pluralClassOf(view: readonly Word[], noun: number): NamedClass | null {
  const { pos, lower } = view[noun]!;
  const one = lower === 'series' ? lower : lower.replace(/(?<=[^aeiou]|qu)ies$/u, 'y').replace(/(?<=[^su])s$/u, '');
  const singular = lower === 'movies' ? 'movie' : one;
  if (pos !== 'NOUN' || (singular === lower && lower !== 'series') || !isClassNoun(singular)) return null;
  let from = noun;
  while (from > 0 && (view[from - 1]!.pos === 'NOUN' || isYear(view[from - 1]!) || DEMONYM.test(view[from - 1]!.text)))
    from--;
  return { from, to: noun + 1, noun: singular };
}

/** True if somebody says so of the words at `at`: what a name is in passing would lose who does. */
export function isTold(view: readonly Word[], main: VerbGroup, at: number): boolean {
  // "…, according to a study by the firm Osier": the firm itself says it.
  const source = view.findIndex(({ lower }, i) => i >= main.end && lower === 'according');
  const attribution = source < 0 ? attributionAt(view) : source;
  if (attribution !== null) return at < attribution;
  const isSaid = ({ lower }: Word) => /^(?:according|reportedly|allegedly|supposedly|told|said|claimed)$/u.test(lower);
  return reports(view) || view.some(isSaid);
}

const isYear = ({ text }: Word) => /^(?:1\d{3}|20\d{2})s?$/u.test(text);

/** Index after the name at `from`, which may be in quotation marks or followed by its year; `from` if there is none. */
export function nameEnd(view: readonly Word[], from: number): number {
  const isQuoted = /^["“‘]$/u.test(view[from]?.text ?? '');
  // "This Time": after a comma, the first word of a title may be tagged as another part of speech.
  const isTitle = startsWithCapital(view[from]?.text ?? '') && view[from + 1]?.pos === 'PROPN';
  let end = isQuoted || isTitle ? from + 1 : from;
  while (end < view.length && (view[end]!.pos === 'PROPN' || (isQuoted && !/^["”’]$/u.test(view[end]!.text)))) end++;
  if (end === from || (isQuoted && end === view.length)) return from;
  // "sold the drug Monday"
  if (!isQuoted && (isMonth(view[from]!.lower) || isWeekday(view[from]!.lower))) return from;
  if (isQuoted) end++;
  // "Airport 1975"
  else if (isYear(view[end] ?? view[from]!) && /^(?:PUNCT|CCONJ)$/u.test(view[end + 1]?.pos ?? 'PUNCT')) end++;
  return bracketedYearsEnd(view, end);
}

const RELEASED = /^(?:film|movie|drama|documentary|album|single|song|game|record)$/u;
const PUBLISHED = /^(?:book|novel)$/u;

/** The name of a work without the year in brackets behind it, that year, and what was done in it; null if there is none. */
export function releaseOf(
  view: readonly Word[],
  { noun }: NamedClass,
  { from, to }: { from: number; to: number },
): { name: { from: number; to: number }; year: number; event: string } | null {
  const verb = RELEASED.test(noun) ? 'released' : PUBLISHED.test(noun) ? 'published' : null;
  const isYearLast = view[to - 1]!.text === ')' && view[to - 3]?.text === '(' && isYear(view[to - 2]!);
  if (verb === null || !isYearLast || to - 3 <= from) return null;
  return { name: { from, to: to - 3 }, year: to - 2, event: `was ${verb} in` };
}

/** "the second episode", "the oldest bridge": there is but one. */
const UNIQUE = /^(?:first|second|third|fourth|fifth|sixth|last|only|(?!west|east|forest|interest)\p{L}{3,}est)$/u;

/** "Money Talks is a 1997 film": a work stays what it is, an organization or place is what it was at the time. */
export function kindStatement(
  view: readonly Word[],
  pieces: readonly Piece[],
  { kind, name, main }: { kind: NamedClass; name: { from: number; to: number }; main: VerbGroup },
): Piece[] {
  const described = pieces.slice(kind.from, kind.to - 1);
  const noun = view[kind.to - 1]!.lower === kind.noun ? pieces[kind.to - 1]! : kind.noun;
  const first = kind.from < kind.to - 1 ? view[kind.from]!.text : kind.noun;
  const isUnique = view.slice(kind.from, kind.to).some(({ lower }) => UNIQUE.test(lower));
  const article = isUnique ? 'the' : articleFor(first);
  const copula = isPast(main) && !WORKS.has(kind.noun) ? 'was' : 'is';
  return [...pieces.slice(name.from, name.to), copula, article, ...described, noun];
}
