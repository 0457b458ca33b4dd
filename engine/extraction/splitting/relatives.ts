/** Relative clauses after a comma: "which …", "who …", "whose …", "where …". */
import { isMonth, isWeekday } from '#engine/language/calendar.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import { afterInsert, type Insert, insertEnd, mainVerbBefore } from '../grammar/insert-bounds.ts';
import { isNoun, isPluralNoun, nounPhraseStart } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { type Piece, range } from '../grammar/pieces.ts';
import { opensClause, type VerbGroup } from '../grammar/verb-groups.ts';

/** The noun phrase before a comma; null if its extent is unclear, as in an "of" chain or a list. */
function antecedent(
  words: readonly Word[],
  comma: number,
  groups: readonly VerbGroup[],
  verb: VerbGroup,
): { start: number; isSubject: boolean } | null {
  const start = ofChainStart(words, comma, verb) ?? nounPhraseStart(words, comma);
  // "by the end of March, which …" speaks of what is said, not of the month.
  if (start === null || isMonth(words[comma - 1]!.lower) || isWeekday(words[comma - 1]!.lower)) return null;
  const isSubject = !groups.some((group) => group.finite && group.end <= start);
  const before = words[start - 1];
  if (before === undefined || (isSubject && before.text === ',')) return { start, isSubject };
  const isPersonsThing = words[comma + 1]!.lower === 'which' && isOwner(words[start - 2]?.lower ?? '');
  if ((before.lower === 'of' && !isPersonsThing) || before.pos === 'CCONJ' || (before.text === ',' && !isSubject))
    return null;
  const hasName = words.slice(start, comma).some((word) => word.pos === 'PROPN');
  const isDefinite = /^(?:the|his|her|its|their|an?)$/u.test(words[start]!.lower);
  return hasName || isDefinite ? { start, isSubject } : null;
}

/** A person, or what is nothing but a part: what is said with "which" is said of the thing. */
const isOwner = (noun: string) =>
  canBePerson(noun) || /^(?:part|edge|end|top|bottom|middle|centre|center|outskirts)$/u.test(noun);

/**
 * Where "the founder of Kubo" begins, of whom ", who …" speaks, and "the larger of the two grants", of which ", which stops
 * at a million" does: what stands behind "of" doesn't fit. Null if it may.
 */
function ofChainStart(words: readonly Word[], comma: number, verb: VerbGroup): number | null {
  const last = nounPhraseStart(words, comma);
  if (last === null || words[last - 1]?.lower !== 'of') return null;
  const head = nounPhraseStart(words, last - 1) ?? (words[last - 2]?.pos === 'ADJ' ? last - 3 : null);
  if (head === null || head < 0 || words[head - 1]?.lower === 'of') return null;
  const noun = words[last - 2]!;
  const end = words[comma - 1]!;
  if (words[comma + 1]!.lower === 'who') return canBePerson(noun.lower) && isThing(end) ? head : null;
  const isSingular = verb.first.forms?.thirdPerson === true || /^(?:is|was|has|does)$/u.test(verb.first.lower);
  const fits = words[comma + 1]!.lower === 'which' && isSingular && isPluralNoun(end) && !isPluralNoun(noun);
  return fits && !canBePerson(noun.lower) && !/^(?:one|some|most|all|number|lot|couple)$/u.test(noun.lower)
    ? head
    : null;
}

/** A common noun that is no person; of names nobody knows. */
const isThing = ({ pos, lower }: Word) => pos === 'NOUN' && !canBePerson(lower);

/** Verbs whose subject is often what the sentence tells, not its last noun. */
const WHOLE_EVENT =
  /^(?:cause|lead|result|allow|make|mean|help|give|enable|force|prompt|contribute|add|rule|save|spare|prevent|stop|keep|leave|bring|put|cut|reduce|raise|increase|lower|worsen|improve|ease|explain|show|suggest|surprise|please|anger|upset|delay|trigger|spark|drive|push|create|ensure|require|take|cost|come|turn|end|confirm|prove|happen|follow|mark)$/u;

/** A relative clause about the noun phrase before the comma: ", which makes lenses,", ", who was born in Warsaw,". */
export function relative(
  words: readonly Word[],
  comma: number,
  end: number,
  groups: readonly VerbGroup[],
): Insert | null {
  const pronoun = words[comma + 1];
  if (pronoun === undefined || !/^(?:who|which|whose)$/u.test(pronoun.lower)) return null;
  const verb = groups.find((group) => group.finite && group.start >= comma + 2);
  if (verb === undefined) return null;
  const place = antecedent(words, comma, groups, verb);
  if (place === null) return null;
  if (pronoun.lower === 'which' && verb.start !== comma + 2)
    return objectClause(words, comma, end, groups, { place, verb });
  if (pronoun.lower !== 'whose' && verb.start !== comma + 2) return null;
  if (pronoun.lower === 'whose' && (verb.start > comma + 8 || verb.start < comma + 3)) return null;
  // With such verbs ("…, which led to …") the clause may be about the whole sentence.
  const noun = words[comma - 1]!;
  if (pronoun.lower === 'which' && !place.isSubject && noun.pos !== 'PROPN' && WHOLE_EVENT.test(verb.head.lemma))
    return null;
  const to = insertEnd(words, comma, end, groups, mainVerbBefore(groups, comma) !== undefined);
  if (to === null) return null;
  if (endsInClause(words, comma + 2, to, groups, verb)) return null;
  const subject = relativeSubject(words, place, comma, groups);
  if (subject === null) return null;
  const body = range(comma + 2, to);
  const pieces: Piece[] = pronoun.lower === 'whose' ? [...possessive(words, subject), ...body] : [...subject, ...body];
  return {
    atoms: [{ pieces, from: place.start, to, unresolved: [] }],
    from: comma,
    to: afterInsert(words, to, end, mainVerbBefore(groups, comma) !== undefined),
  };
}

/** ", which she joined in 1987": "she joined the firm in 1987", where nothing but a circumstance follows the verb. */
function objectClause(
  words: readonly Word[],
  comma: number,
  end: number,
  groups: readonly VerbGroup[],
  { place, verb }: { place: { start: number; isSubject: boolean }; verb: VerbGroup },
): Insert | null {
  const mainSeen = mainVerbBefore(groups, comma) !== undefined;
  const to = insertEnd(words, comma, end, groups, mainSeen);
  const subject = words.slice(comma + 2, verb.start);
  const isPlain = subject.length <= 3 && subject.every(({ pos }) => /^(?:DET|PRON|PROPN|NOUN|ADJ)$/u.test(pos));
  // "for mending the pipe, which it does not pay"
  const isDeed = /\p{L}{2}ing$/u.test(words[place.start - 1]?.lower ?? '');
  if (to === null || !isPlain || isDeed || verb.head.pos !== 'VERB' || place.isSubject) return null;
  const rest = words.slice(verb.end, to);
  const isTime = rest.length === 0 || /^(?:in|on|at|for|from|since|during|after|before|until)$/u.test(rest[0]!.lower);
  if (!isTime || rest.length === 1 || rest.some((word, i) => word.pos === 'VERB' || opensClause(rest, i))) return null;
  const object = range(place.start, comma);
  const pieces = [...range(comma + 2, verb.end), ...object, ...range(verb.end, to)];
  return {
    atoms: [{ pieces, from: place.start, to, unresolved: [] }],
    from: comma,
    to: afterInsert(words, to, end, mainSeen),
  };
}

/** Subject of a relative clause: after "X is a painter, who …" it is X; null after an unspecific "a man" elsewhere. */
function relativeSubject(
  words: readonly Word[],
  place: { start: number; isSubject: boolean },
  comma: number,
  groups: readonly VerbGroup[],
): Piece[] | null {
  if (place.isSubject || !/^an?$/u.test(words[place.start]!.lower)) return range(place.start, comma);
  const main = mainVerbBefore(groups, comma);
  const isPredicate =
    main !== undefined &&
    isOnlyAdverbs(words.slice(main.end, place.start)) &&
    /^(?:is|was|are|were)$/u.test(main.head.lower);
  if (!isPredicate || main.start > 6 || words.slice(0, main.start).some((word) => word.text === ',')) return null;
  return range(0, main.start);
}

const isOnlyAdverbs = (part: readonly Word[]) => part.every(({ pos }) => pos === 'ADV');

/** True if another full clause begins inside [from, to), which makes the end uncertain. */
function endsInClause(
  words: readonly Word[],
  from: number,
  to: number,
  groups: readonly VerbGroup[],
  verb: VerbGroup,
): boolean {
  return groups.some((group) => {
    if (!group.finite || group === verb || group.start < from || group.start >= to) return false;
    const before = words[group.start - 1]!;
    return (
      before.pos === 'NOUN' ||
      before.pos === 'PROPN' ||
      (before.pos === 'PRON' && /^(?:he|she|it|they|we|i|you)$/u.test(before.lower))
    );
  });
}

function possessive(words: readonly Word[], subject: readonly Piece[]): Piece[] {
  const last = words[subject.at(-1) as number]!;
  return [...subject.slice(0, -1), `${last.text}${last.text.endsWith('s') ? '’' : '’s'}`];
}

/** True for "joined the Vale Rovers, where", "signed for Inter Milan, where": a name that somebody comes to. */
function joins(words: readonly Word[], start: number, comma: number): boolean {
  const before = words[start - 1]!;
  const isComing = /^(?:join|attend|enter|leave|visit|buy|found)$/u.test(before.lemma) || before.lower === 'for';
  return isComing && words[comma - 1]!.pos === 'PROPN';
}

/** "… at the University of Paris, where she earned a degree" → "At the University of Paris, she earned a degree". */
export function whereClause(
  words: readonly Word[],
  comma: number,
  end: number,
  groups: readonly VerbGroup[],
): Insert | null {
  if (words[comma + 1]?.lower !== 'where' || mainVerbBefore(groups, comma) === undefined) return null;
  const verb = groups.find((group) => group.finite && group.start >= comma + 2);
  if (verb === undefined || verb.start === comma + 2 || verb.start > comma + 10) return null;
  let start = comma;
  while (start > 0 && /^(?:NOUN|PROPN|ADJ|NUM|DET)$/u.test(words[start - 1]!.pos)) start--;
  while (words[start - 1]?.lower === 'of' && start > 1) {
    start--;
    while (start > 0 && /^(?:NOUN|PROPN|ADJ|NUM|DET)$/u.test(words[start - 1]!.pos)) start--;
  }
  const preposition = words[start - 1];
  // "in 1849, where": a year is not a place.
  if (preposition === undefined || !words.slice(start, comma).some(isNoun)) return null;
  const before =
    preposition.pos === 'ADP' && /^(?:at|in|on)$/u.test(preposition.lower)
      ? preposition.lower
      : preposition.lower === 'to'
        ? 'in'
        : joins(words, start, comma)
          ? 'at'
          : null;
  const to = insertEnd(words, comma, end, groups, true);
  if (before === null || to === null || endsInClause(words, comma + 2, to, groups, verb)) return null;
  return {
    atoms: [
      { pieces: [before, ...range(start, comma), ',', ...range(comma + 2, to)], from: start, to, unresolved: [] },
    ],
    from: comma,
    to,
  };
}
