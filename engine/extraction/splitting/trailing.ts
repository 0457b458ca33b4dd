/** Splits off a participle at the end of a predicate: ", making his debut in 1995". */
import { pastTense, thirdPerson } from '#engine/language/verbs.ts';
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import type { Piece } from '../grammar/pieces.ts';
import { isVerb, opensClause, verbGroups } from '../grammar/verb-groups.ts';
import type { Predicate } from './predicates.ts';

/**
 * Verbs for what the sentence's subject itself does. Others ("causing", "allowing") are as often about the event, so
 * that a separate statement would be a guess.
 */
const SUBJECT_VERBS = new Set(
  (
    'become win serve earn play score finish receive join beat defeat work start appear graduate study direct write publish found reach represent ' +
    'compete perform debut move return hold teach retire lose sign star marry record complete attend settle remain'
  ).split(' '),
);

/** Verbs that a possessive ties to the subject: "making his debut", "beginning her career". */
const POSSESSIVE_VERBS = new Set(['make', 'begin', 'start', 'take', 'spend', 'launch', 'end', 'give', 'release']);

/** Splits off a trailing participle, made finite; returns the predicate itself if there is no certain one. */
export function splitTrailing(
  words: readonly Word[],
  predicate: Predicate,
  { isPlural: isPluralSubject, isPerson }: { isPlural: boolean; isPerson: boolean },
): Predicate[] {
  const { pieces } = predicate;
  const comma = pieces.findIndex((piece, i) => isWord(words, piece, ',') && deedAt(words, pieces, i + 1) !== null);
  const at = deedAt(words, pieces, comma + 1) ?? comma + 1;
  if (comma < 1 || pieces.slice(0, comma).some((piece) => isWord(words, piece, ','))) return [predicate];
  const verb = words[pieces[at] as number]!;
  if (isListed(words, pieces, comma)) return [predicate];
  const perfect = isPerson ? splitPerfect(words, predicate, comma) : null;
  if (perfect !== null) return perfect;
  const next = pieces[at + 1];
  const isPlain = typeof next === 'number' && /^(?:DET|ADP|PRON|PROPN|NUM|ADV)$/u.test(words[next]!.pos);
  const hasPossessive = typeof next === 'number' && /^(?:his|her|its|their)$/u.test(words[next]!.lower);
  const isOwn =
    (SUBJECT_VERBS.has(verb.lemma) && isPlain) ||
    (hasPossessive && POSSESSIVE_VERBS.has(verb.lemma)) ||
    (isPerson && isDone(words, verb, next));
  if (!isOwn) return [predicate];
  const indexes = pieces.filter((piece): piece is number => typeof piece === 'number');
  const view = indexes.map((i) => words[i]!);
  const main = verbGroups(view)[0];
  const rest = indexes.filter((i) => i > (pieces[at] as number)).map((i) => words[i]!);
  if (main === undefined || rest.some((_, i) => isFiniteVerb(rest, i) || opensClause(rest, i))) return [predicate];
  const isPerfect = /^(?:has|have)$/u.test(main.first.lower);
  if (main.first.pos === 'AUX' && !isPerfect && !/^(?:is|are|was|were|had)$/u.test(main.first.lower))
    return [predicate];
  const finite =
    isPast(main) || isPerfect ? pastTense(verb.lemma) : isPluralSubject ? verb.lemma : thirdPerson(verb.lemma);
  const last = pieces.at(-1) as number;
  return [
    { pieces: pieces.slice(0, comma), from: predicate.from, to: (pieces[comma - 1] as number) + 1 },
    {
      pieces: [...pieces.slice(comma + 1, at), finite, ...pieces.slice(at + 1)],
      from: pieces[comma + 1] as number,
      to: last + 1,
      isLater: true,
    },
  ];
}

const LATER = /^(?:later|eventually|then|subsequently|also|finally|often|mainly|primarily)$/u;

/** Position of a gerund at `at`, or behind "eventually"; null if there is none. */
function deedAt(words: readonly Word[], pieces: readonly Piece[], at: number): number | null {
  if (isGerund(words, pieces[at])) return at;
  const piece = pieces[at];
  const isAdverb = typeof piece === 'number' && LATER.test(words[piece]!.lower);
  return isAdverb && isGerund(words, pieces[at + 1]) ? at + 1 : null;
}

/** "enjoys exploring the coast, playing the guitar, and reading": the verb has several objects. */
function isListed(words: readonly Word[], pieces: readonly Piece[], comma: number): boolean {
  const view = pieces.map((piece) => (typeof piece === 'number' ? words[piece]! : null));
  const isJoined = view.some(
    (word, i) => i > comma && word?.lower === 'and' && /\p{L}{2}ing$/u.test(view[i + 1]?.lower ?? ''),
  );
  const takesDeed = view.slice(0, comma).some((word, i) => word?.forms?.gerund === true && view[i - 1]?.pos !== 'AUX');
  return isJoined && takesDeed;
}

/** ", having held the seat since 1997": "has held" or "had held". */
function splitPerfect(words: readonly Word[], { pieces, from }: Predicate, comma: number): Predicate[] | null {
  const view = pieces.map((piece) => (typeof piece === 'number' ? words[piece]! : null));
  const rest = view.slice(comma + 2);
  const participle = rest.find((word) => word?.pos !== 'ADV' && word?.lower !== 'never');
  const main = verbGroups(view.slice(0, comma).filter((word) => word !== null))[0];
  // "having written books on rivers, bridges, and dams": a list goes on to the end.
  const isList = rest.some((word) => word?.lower === 'and') && !rest.some((word) => word?.pos === 'AUX');
  const isPlain = !rest.some(
    (word, i) => word === null || (word.text === ',' && !isList) || (i > 0 && opensClause(rest as Word[], i)),
  );
  if (view[comma + 1]?.lower !== 'having' || participle?.forms?.participle !== true || !isPlain || main === undefined)
    return null;
  const isOver = isPast(main) || main.first.lower === 'had';
  return [
    { pieces: pieces.slice(0, comma), from, to: (pieces[comma - 1] as number) + 1 },
    {
      pieces: [isOver ? 'had' : 'has', ...pieces.slice(comma + 2)],
      from: pieces[comma + 1] as number,
      to: (pieces.at(-1) as number) + 1,
    },
  ];
}

/** What may follow from all that the sentence tells, rather than be done by a person. */
const EVENT_VERBS =
  /^(?:be|have|cause|result|allow|make|mean|give|enable|force|prompt|contribute|save|spare|prevent|leave|bring|put|cost|come|turn|end|confirm|prove|happen|follow|mark|include|accord|depend|regard|concern|consider|assume|spark|trigger|set|begin|start|go|get|do|speak|date|range|total|suggest|show|indicate)$/u;

/** True for "supporting several charities": with a person or a name as the subject, that is who does it. */
function isDone(words: readonly Word[], verb: Word, next: Piece | undefined): boolean {
  const after = typeof next === 'number' ? words[next] : undefined;
  const opens =
    /^(?:DET|PROPN|NUM|NOUN|ADJ|ADP)$/u.test(after?.pos ?? '') || /^(?:his|her|its|their)$/u.test(after?.lower ?? '');
  return opens && !EVENT_VERBS.test(verb.lemma) && after!.lower !== 'to';
}

/** False for "to achieve their goals" and for participles that describe a noun. */
const isFiniteVerb = (rest: readonly Word[], at: number) =>
  isVerb(rest[at]) &&
  rest[at - 1]?.lower !== 'to' &&
  verbGroups(rest).some(({ finite, start, end }) => finite && start <= at && at < end);

function isWord(words: readonly Word[], piece: Piece | undefined, text: string): boolean {
  return typeof piece === 'number' && words[piece]!.text === text;
}

function isGerund(words: readonly Word[], piece: Piece | undefined): boolean {
  return typeof piece === 'number' && words[piece]!.pos === 'VERB' && words[piece]!.forms?.gerund === true;
}
