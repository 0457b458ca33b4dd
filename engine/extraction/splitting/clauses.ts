/** Splits what remains of a sentence without inserts into clauses with their own subjects and a shared lead. */
import { composedRegExp } from '#common/composed-regexps.ts';
import { isMonth, MONTH_PATTERN, SURE_MONTH_PATTERN, WEEKDAY_PATTERN } from '#engine/language/calendar.ts';
import { REPORTING_LEMMAS } from '#engine/language/verbs.ts';
import { THIRD_PERSON_VERBS, type Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import type { Piece } from '../grammar/pieces.ts';
import {
  isEndedClause,
  isNegation,
  isVerb,
  mainGroup,
  opensClause,
  type VerbGroup,
  verbGroups,
} from '../grammar/verb-groups.ts';

/** `lead` may be shared ("In 2019,"), `subject` and `predicate` are the clause's own; all are indices of words. */
export interface Clause {
  lead: Piece[];
  subject: number[];
  predicate: number[];
  /** Attribution set off at the end, shared by the parts of a split predicate. */
  tail: number[];
  /** Index of the first word that is the clause's own. */
  from: number;
  /** Ambiguities that the words leave open. */
  unresolved: string[];
}

const LONGEST_SUBJECT = 14;
const LONGEST_LEAD = 30;

/** The words at `indexes`. */
export const pick = (words: readonly Word[], indexes: readonly number[]) => indexes.map((i) => words[i]!);

/** Length of the adverbial that opens the words ("In 2019,"), including its comma; 0 if there is none. */
export function leadLength(words: readonly Word[]): number {
  const first = words[0];
  if (first === undefined) return 0;
  if (
    words[1]?.text === ',' &&
    (first.pos === 'ADV' ||
      first.pos === 'NUM' ||
      /^(?:however|moreover|furthermore|additionally|today|yesterday|finally|instead)$/u.test(first.lower))
  )
    return 2;
  const opens =
    first.pos === 'ADP' ||
    first.pos === 'ADV' ||
    first.pos === 'SCONJ' ||
    first.lower === 'according' ||
    opensClause(words, 0) ||
    first.forms?.gerund === true ||
    isTimeNoun(words) ||
    opensWithMonth(words);
  if (!opens) return 0;
  for (let i = 1; i < Math.min(words.length, LONGEST_LEAD); i++) {
    if (words[i]!.text !== ',') continue;
    const after = words.slice(i + 1);
    const group = mainGroup(after, verbGroups(after));
    // Commas inside dates and lists are skipped: a subject and its verb must follow.
    const startsSubject =
      group !== null &&
      group.start > 0 &&
      group.start <= LONGEST_SUBJECT &&
      !after.slice(0, group.start).some((word) => word.text === ',') &&
      after[0]!.pos !== 'CCONJ' &&
      after[0]!.pos !== 'NUM';
    if (startsSubject) return i + 1;
  }
  return 0;
}

/** True for "Last year, …", "Three days later, …". */
function isTimeNoun(words: readonly Word[]): boolean {
  return (
    words
      .slice(0, 5)
      .some((word) => /^(?:year|month|week|day|years|months|weeks|days|later|earlier|century)$/u.test(word.lower)) &&
    words.slice(0, 6).some((word) => word.text === ',') &&
    !words.slice(0, 4).some(isVerb)
  );
}

/** True for "March 2020, …", "12 March, …", "Early March, …"; not for "March, April and May were dry". */
function opensWithMonth(words: readonly Word[]): boolean {
  const month = isMonth(words[0]!.lower) ? 0 : 1;
  const besideIt = words[month === 0 ? 1 : 0];
  if (besideIt === undefined || !isMonth(words[month]?.lower ?? '')) return false;
  const isDate = besideIt.pos === 'NUM' || (month === 1 && /^(?:last|next|this|early|mid|late)$/u.test(besideIt.lower));
  const comma = words.findIndex((word) => word.text === ',');
  return isDate && !isMonth(words[comma + 1]?.lower ?? '');
}

/** The clauses of `rest` (indices of `words`), or null if one has no main verb. */
export function splitClauses(words: readonly Word[], rest: readonly number[]): Clause[] | null {
  const view = pick(words, rest);
  const setOff = leadLength(view);
  const lead = rest.slice(0, setOff > 0 ? setOff : frontedTime(view));
  const clauses: Clause[] = [];
  for (const [order, part] of partsOf(words, rest.slice(lead.length)).entries()) {
    const own = order === 0 ? 0 : leadLength(pick(words, part));
    const scope = order === 0 ? 'holds' : own > 0 ? 'apart' : scopeOf(words, lead, part, setOff > 0);
    const clause = clauseOf(words, part.slice(own), [...(scope === 'holds' ? lead : []), ...part.slice(0, own)]);
    if (clause === null) return null;
    clause.from = (order === 0 ? rest[0] : part[0])!;
    if (scope === 'unclear')
      clause.unresolved.push(`"${textOf(words, lead)}" may hold for this part of the sentence too`);
    clauses.push(clause);
  }
  // "…, according to the ministry" at the end holds for all of them.
  const { tail } = clauses.at(-1)!;
  return clauses.map((clause) => (clause.tail.length === 0 ? { ...clause, tail } : clause));
}

/**
 * Whether the lead of the sentence holds for a later clause too. A time set off by a comma does, unless the clause has
 * its own time; one without a comma certainly belongs to its own clause, and perhaps to the others.
 */
function scopeOf(
  words: readonly Word[],
  lead: readonly number[],
  part: readonly number[],
  isSetOff: boolean,
): 'holds' | 'apart' | 'unclear' {
  const opening = pick(words, lead);
  if (CONDITION.test(opening[0]?.lower ?? '')) {
    // "Once the posts are paid, some should be left, and this money is for the roof": it says more of what was named.
    const goesOn = /^(?:this|that|these|those)$/u.test(words[part[0]!]!.lower) && words[part[1]!]?.pos === 'NOUN';
    return goesOn || words[part[0]! - 1]?.text === ';' ? 'unclear' : 'holds';
  }
  if (!isTimeOrSource(opening)) return 'apart';
  if (opening[0]!.lower === 'according') return 'holds';
  const clause = pick(words, part);
  if (clause.some((word) => DATE_WORD.test(word.lower))) return 'apart';
  const isResult = words[part[0]! - 1]?.lower === 'so';
  return isSetOff && !isResult && !clause.some((word) => OWN_TIME.test(word.lower)) ? 'holds' : 'unclear';
}

/** What opens a condition; a clause that loses it says more than the text does. */
export const CONDITION = /^(?:if|unless|when|whenever|once)$/u;

const DATE_WORD = composedRegExp(`^(?:1\\d{3}s?|20\\d{2}s?|${SURE_MONTH_PATTERN}|today|yesterday|now|currently)$`, 'u');
/** Durations, and times relative to something said before. */
const OWN_TIME =
  /^(?:days?|weeks?|months?|years?|decades?|later|afterwards?|until|since|before|after|then|soon|still)$/u;

const textOf = (words: readonly Word[], indexes: readonly number[]) =>
  pick(words, indexes)
    .filter(({ text }) => text !== ',')
    .map(({ text }) => text)
    .join(' ');

/** Length of a time that opens the words without a comma after it: "In March 2020 a storm …", "In 2023 it …". */
export function frontedTime(words: readonly Word[]): number {
  if (!/^(?:in|on|during|since|by|until|from|after|before)$/u.test(words[0]?.lower ?? '')) return 0;
  let end = 1;
  while (end < words.length && end < 7 && TIME_PART.test(words[end]!.lower)) end++;
  const next = words[end];
  const hasDate = words.slice(1, end).some((word) => DATE_WORD.test(word.lower) || word.lower === 'may');
  return hasDate && next !== undefined && /^(?:DET|PRON|PROPN|NOUN|NUM|ADJ)$/u.test(next.pos) ? end : 0;
}

const TIME_PART = composedRegExp(
  `^(?:the|early|late|mid|of|spring|summer|autumn|fall|winter|\\d{1,2}(?:st|nd|rd|th)?|1\\d{3}s?|20\\d{2}s?|${MONTH_PATTERN}|${WEEKDAY_PATTERN}|-)$`,
  'u',
);

/** True for a lead that may hold for later clauses: a time or an attribution. */
export function isTimeOrSource(lead: readonly Word[]): boolean {
  return (
    lead[0]?.lower === 'according' ||
    lead.some(
      (word) =>
        /^\d{3,4}s?$/u.test(word.text) ||
        isMonth(word.lower) ||
        /^(?:year|month|week|weekend|day|night|hours?|morning|afternoon|evening|spring|summer|autumn|winter|season|century|yesterday|today|currently|reportedly|allegedly)$/u.test(
          word.lower,
        ),
    )
  );
}

function clauseOf(words: readonly Word[], part: readonly number[], lead: Piece[]): Clause | null {
  const view = pick(words, part);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.start === 0) return null;
  const subjectEnd = main.start;
  // A comma before the verb closes an insert; without one, what looks like the verb is a member of a list.
  const commas = view.slice(0, subjectEnd).filter(({ text }) => text === ',').length;
  if (commas === 1 && view[subjectEnd - 1]!.text === ',') return null;
  const tailStart = tailAt(view, main.end);
  return {
    lead,
    subject: part.slice(0, subjectEnd),
    predicate: part.slice(main.start, tailStart),
    tail: part.slice(tailStart),
    from: part[0]!,
    unresolved: [],
  };
}

/** Start of ", according to …", ", reportedly" or ", the ministry said" at the end; the length of `view` if there is none. */
function tailAt(view: readonly Word[], from: number): number {
  const attribution = attributionAt(view);
  if (attribution !== null && attribution >= from) return attribution;
  for (let i = from; i + 1 < view.length; i++) {
    if (
      view[i]!.text === ',' &&
      /^(?:according|reportedly|allegedly|respectively|supposedly)$/u.test(view[i + 1]!.lower)
    )
      return i;
  }
  return view.length;
}

function partsOf(words: readonly Word[], rest: readonly number[]): number[][] {
  const parts: number[][] = [];
  let from = 0;
  const view = pick(words, rest);
  const groups = verbGroups(view);
  for (let i = 1; i < view.length; i++) {
    const width = jointWidth(view, i);
    if (width === 0) continue;
    if (canEnd(view.slice(from, i), view[i]!) && startsClause(view, groups, i, i + width)) {
      parts.push(rest.slice(from, i));
      from = i + width;
    }
    i += width - 1;
  }
  parts.push(rest.slice(from));
  return parts;
}

const JOINTS = new Set(['and', 'but', 'yet', 'while', 'whereas', 'although', 'though']);

/** Number of words in the joint at `at` (";", "; and", ", and", "and", ", while", ", even though"); 0 if there is none. */
function jointWidth(view: readonly Word[], at: number): number {
  const word = view[at]!;
  const next = view[at + 1];
  if (word.text === ';') return next !== undefined && next.pos === 'CCONJ' ? 2 : 1;
  if (word.text === ',' && next?.lower === 'so') return isResult(view, at + 1) ? 2 : 0;
  if (word.text === ',' && next?.lower === 'even') return view[at + 2]?.lower === 'though' ? 3 : 0;
  if (word.text === ',') return next !== undefined && JOINTS.has(next.lower) ? 2 : 0;
  return word.lower === 'and' || word.lower === 'but' ? 1 : 0;
}

/** True for ", so the shop closed"; "so that", "so far", "so many" don't join clauses. */
function isResult(view: readonly Word[], at: number): boolean {
  const next = view[at + 1];
  return (
    next !== undefined &&
    /^(?:DET|PRON|PROPN|NOUN|NUM|ADJ)$/u.test(next.pos) &&
    !/^(?:that|many|much|few|little|far|long)$/u.test(next.lower)
  );
}

/** True if the words before `at` are a clause that can end with the joint there. */
export const canEndAt = (view: readonly Word[], at: number) => canEnd(view.slice(0, at), view[at]!);

/** True if `part` is a clause that can end with the joint: it has a main verb and leaves no subordinate clause open. */
function canEnd(all: readonly Word[], joint: Word): boolean {
  // "It is sent in grams; put in a decimal point and it is refused": the first of the two is no statement.
  const part = all.slice(all.findLastIndex(({ text }) => text === ';') + 1);
  const groups = verbGroups(part);
  const main = mainGroup(part, groups);
  if (main === null || main.start === 0) return false;
  if (awaitsAnd(part.slice(main.end)) || reports(part)) return false;
  const isStrong = joint.text === ';' || joint.text === ',';
  const open = part.findIndex((_, i) => i >= main.end && opensClause(part, i));
  if (open < 0) return true;
  if (!isStrong) return false;
  if (isRelative(part, open)) return true;
  // "what came, but the forecast was raised": such a clause ends with its own verb.
  if (isEndedClause(part, open, part.length)) return true;
  // "The alarm sounds when the pressure drops, and …": what follows may depend on it as well.
  const isCondition = /^(?:when|whenever|once|until)$/u.test(part[open]!.lower);
  if (isCondition && !(isPast(main) || main.first.forms?.past === true)) return false;
  return !/^(?:that|whether|if|how|what|why)$/u.test(part[open]!.lower);
}

const LONGEST_ATTRIBUTION = 8;

/** Index of the comma before who says all this, at the end: ", the ministry said", ", as the ministry said"; null if nobody. */
export function attributionAt(view: readonly Word[]): number | null {
  const comma = view.findLastIndex(({ text }) => text === ',');
  const last = view.slice(comma + 1).filter(({ pos }) => pos !== 'PUNCT');
  const [first, second] = last;
  if (comma < 0 || first === undefined || last.length > LONGEST_ATTRIBUTION) return null;
  if (/^(?:according|reportedly|allegedly|supposedly|apparently)$/u.test(first.lower)) return comma;
  if (first.pos === 'CCONJ' || second?.lower === 'because' || second?.lower === 'of') return null;
  if (first.lower !== 'as' && opensClause(last, 0)) return null;
  const speaks = (group: VerbGroup) => group.finite && saysSomething(group) && group.first.pos === 'VERB';
  return verbGroups(last).some(speaks) ? comma : null;
}

const TELLING = new Set([
  ...['warn', 'assure', 'inform', 'convince', 'persuade', 'remind', 'promise', 'accuse', 'describe'],
]);

/** True for verbs of saying, thinking and telling. */
export function saysSomething({ head }: VerbGroup): boolean {
  return REPORTING_LEMMAS.has(head.lemma) || TELLING.has(head.lemma);
}

/** True for "Smith claimed the earth is flat": what comes after it may be part of what is said. */
export function reports(part: readonly Word[]): boolean {
  const groups = verbGroups(part);
  const main = mainGroup(part, groups);
  if (main === null || !saysSomething(main)) return false;
  return main.end === part.length || groups.some((group) => group !== main && group.finite && group.start > main.end);
}

/** True for "between Leeds", "both the bridge", but not for "both ways": an "and" after it need not join clauses. */
function awaitsAnd(words: readonly Word[]): boolean {
  const at = words.findLastIndex(({ lower }) => lower === 'both' || lower === 'between');
  const next = words[at + 1];
  const isPair =
    words[at]?.lower === 'both' && (next?.lower === 'of' || (next?.pos === 'NOUN' && next.lower.endsWith('s')));
  return at >= 0 && !isPair && !words.slice(at).some(({ lower }) => lower === 'and');
}

/** What is said to be so, if "that" follows: whatever comes after it may be part of what is said. */
const SAID =
  /^(?:claim|fact|idea|news|belief|report|view|evidence|hope|fear|notion|theory|rumour|rumor|statement|suggestion|possibility|conclusion|argument|sign|proof|opinion|impression|feeling|condition|assumption|allegation|promise|announcement|warning)s?$/u;

/** True for the "that" of "a bike that was built for children". */
function isRelative(part: readonly Word[], at: number): boolean {
  const before = part[at - 1];
  return part[at]!.lower === 'that' && before?.pos === 'NOUN' && !SAID.test(before.lower);
}

/** True if a subject with its verb begins at `at`; without a comma or semicolon only if no other reading is likely. */
function startsClause(view: readonly Word[], groups: readonly VerbGroup[], joint: number, at: number): boolean {
  const isStrong = view[joint]!.text !== 'and' && view[joint]!.text !== 'but';
  const part = view.slice(at);
  const own = leadLength(part);
  const start = at + own;
  const verb = groups.find((group) => group.finite && group.start >= start);
  if (verb === undefined || verb.start === start || verb.start - start > LONGEST_SUBJECT) return false;
  // "…, Old Marrow, and You're All Here", "13 wins and 2 draws": members of a list too.
  if (isTitle(part) || (verb.end === view.length && verb.start === start + 1 && isCount(view.slice(start))))
    return false;
  // "the medals awarded by the king" is a member of a list.
  if (verb.first.forms?.participle === true && view[verb.end]?.lower === 'by') return false;
  const subject = view.slice(start, verb.start);
  const hasNominal = subject.some(
    ({ pos, lower }) =>
      /^(?:NOUN|PROPN|PRON|NUM)$/u.test(pos) ||
      (pos === 'DET' && !/^(?:the|an?)$/u.test(lower)) ||
      /^(?:same|other|latter|former)$/u.test(lower),
  );
  if (
    !hasNominal ||
    subject.some((word) => /^[,;:]$/u.test(word.text) || word.pos === 'CCONJ' || isVerb(word)) ||
    subject.some((_, i) => opensClause(subject, i) && subject.length > 1)
  )
    return false;
  // "a painter, sculptor, and teacher who has shown her work"
  if (/^(?:who|which|that)$/u.test(subject.at(-1)!.lower) && subject.length > 1 && isBareNoun(subject.slice(0, -1)))
    return false;
  // "It was Watt and not the guard who saw it."
  if (subject[0]!.lower === 'not') return false;
  if (subject[0]!.lower === 'to') return false;
  const opensLoosely = subject[0]!.pos === 'ADP' || subject[0]!.pos === 'ADV';
  if (opensLoosely && !(isStrong && (isAmount(subject) || hasOwnSubject(subject)))) return false;
  const isCertain = isStrong && (verb.first.pos === 'AUX' || isOnlyVerb(view, verb, subject));
  if (!isCertain && (isBareNoun(subject) || mayBeNoun(view, verb))) return false;
  const isPronoun =
    subject.length === 1 && /^(?:he|she|it|they|this|these|those|we|i|you|there)$/u.test(subject[0]!.lower);
  const isAuxiliary = verb.first.pos === 'AUX' || verb.first.forms?.thirdPerson === true;
  if (view[joint]!.lower === 'while' || (view[joint]!.text === ',' && view[joint + 1]!.lower === 'while'))
    return verb.first.pos === 'AUX' || isStrong;
  return isStrong || isPronoun || isAuxiliary || isFollowedByObject(view, verb);
}

/** True if all words of the part have a capital, but for small ones. */
const isTitle = (part: readonly Word[]) =>
  part.length > 1 &&
  !part.some(
    ({ text }) => /^\p{Ll}/u.test(text) && !/^(?:of|the|an?|and|in|on|to|for|with|'\p{L}+|’\p{L}+)$/u.test(text),
  ) &&
  part.filter(({ text }) => /^\p{Lu}/u.test(text)).length > 1;

/** "2 draws". */
const isCount = ([first, second]: readonly Word[]) =>
  first!.pos === 'NUM' && second?.forms?.thirdPerson === true && /s$/u.test(second.lower);

/** "the delivery accounts for it": after an article, a third person without another verb behind it is the clause's verb. */
function isOnlyVerb(view: readonly Word[], verb: VerbGroup, subject: readonly Word[]): boolean {
  const rest = view.slice(verb.end);
  const isThirdPerson = verb.first.forms?.thirdPerson === true;
  return isThirdPerson && subject[0]!.pos === 'DET' && mainGroup(rest, verbGroups(rest)) === null;
}

/** True for "over a fifth", "nearly all of them", "roughly four out of five requests". */
function isAmount([first, second]: readonly Word[]): boolean {
  return (
    /^(?:over|under|about|around|roughly|nearly|almost|some|up|at|more|less|fewer|only|just|well|approximately|\p{L}+ly)$/u.test(
      first!.lower,
    ) &&
    (second?.pos === 'NUM' ||
      second?.pos === 'DET' ||
      /^(?:to|least|most|than|all|half|every|one|over|under|everyone|everything)$/u.test(second?.lower ?? ''))
  );
}

/** True if a noun phrase begins after the time or place that opens the words: "from day eight they", "in Ardenhall the pupils". */
function hasOwnSubject(words: readonly Word[]): boolean {
  return words.some((word, i) => {
    const before = words[i - 1];
    if (i < 2 || !/^(?:NOUN|PROPN|NUM|ADV|PRON)$/u.test(before!.pos)) return false;
    if (word.pos === 'NUM') return before!.pos === 'NUM';
    if (word.pos === 'PRON')
      return /^(?:he|she|it|they|we|you|i|this|that|these|those|there|his|her|its|their|our|your)$/u.test(word.lower);
    return word.pos === 'DET' || /^(?:its|their|his|her|our|your|the|an?|that|this)$/u.test(word.lower);
  });
}

/** True for a bare singular noun or adjective, which is the rest of a list and no clause's subject. */
function isBareNoun(subject: readonly Word[]): boolean {
  const [first] = subject;
  const last = subject.at(-1)!;
  if (first!.pos !== 'NOUN' && first!.pos !== 'ADJ' && first!.pos !== 'VERB') return false;
  return !(subject.length <= 4 && last.pos === 'NOUN' && /[^su]s$/u.test(last.lower));
}

/** "commercials and TV shows around the world": a third person without an object may be a plural noun. */
function mayBeNoun(view: readonly Word[], verb: VerbGroup): boolean {
  const next = view[verb.end];
  return (
    THIRD_PERSON_VERBS.has(verb.first.lower) &&
    !(next !== undefined && /^(?:DET|PRON|PROPN|NUM|NOUN|ADJ)$/u.test(next.pos))
  );
}

/** True if an object follows the verb: then a past form isn't a participle that describes the noun before it. */
function isFollowedByObject(view: readonly Word[], verb: VerbGroup): boolean {
  const next = view[verb.end];
  return next !== undefined && (next.pos === 'DET' || next.pos === 'PROPN' || next.pos === 'PRON') && !isNegation(next);
}
