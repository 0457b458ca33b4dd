/** Finds what applies beyond its own clause: attributions, conditions, times or places at the front, negations. */

import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import { isMonth, isWeekday } from '#engine/values/calendar.ts';
import { mainGroup, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';

/** For each word whether it stands outside brackets and quotation marks. */
export function levels(words: readonly Word[]): boolean[] {
  let depth = 0;
  let isQuoted = false;
  return words.map(({ text }) => {
    if (text === '"') {
      isQuoted = !isQuoted;
      return false;
    }
    if (/^[([“«]$/u.test(text)) depth++;
    const isLevel = depth === 0 && !isQuoted;
    if (/^[)\]”»]$/u.test(text)) depth = Math.max(0, depth - 1);
    return isLevel;
  });
}

/**
 * The index of the first word that reports what somebody says, thinks or asks. The text itself asserts nothing from there on, as
 * in "The report said that costs rose and sales fell". 0 if the whole sentence is reported, its length if nothing is.
 */
export function reportedFrom(words: readonly Word[]): number {
  const groups = verbGroups(words);
  const told = words.findIndex((_, i) => isReporting(words, i, groups));
  if (told < 0) return words.length;
  return words.some((_, i) => i >= told && isComment(words, i)) ? 0 : told;
}

/** True for a word that a report follows: "said", "the claim that", "according to". */
function isReporting(words: readonly Word[], at: number, groups: readonly VerbGroup[]): boolean {
  const word = words[at]!;
  const next = words[at + 1]?.lower ?? '';
  if (isComment(words, at)) return true;
  if (word.pos === 'NOUN' && next === 'that' && CLAIM_NOUNS.test(word.lower)) return true;
  if (word.pos === 'VERB' && FICTION_VERBS.test(word.lemma) && /^(?:how|that)$/u.test(next)) return true;
  if (word.pos !== 'VERB' || !REPORTING_LEMMAS.has(word.lemma)) return false;
  if (/^(?:that|whether|:)$/u.test(next) || words[at + 2]?.text === '"') return true;
  // "Smith claimed the earth is flat", "told reporters on Monday that …"
  const following = groups.find(({ start, finite }) => finite && start > at);
  const between = following === undefined ? [] : words.slice(at + 1, following.start);
  // "A technician who finds nothing wrong costs 65 euros" does not report a finding.
  const isDirect =
    following !== undefined &&
    following !== mainGroup(words, groups) &&
    !between.some(({ text }) => /^(?:,|;|and|but)$/u.test(text));
  return isDirect || words.slice(at + 1, at + 8).some(({ lower, pos }) => lower === 'that' && pos !== 'DET');
}

/** Whether the word attributes the whole sentence to somebody: "According to …", ", the authors say,". */
function isComment(words: readonly Word[], at: number): boolean {
  const { lower, pos, lemma } = words[at]!;
  if (lower === 'according' && at === 0 && leadLength(words) > 2) return false;
  if (lower === 'according')
    return words[at + 1]?.lower === 'to' && !/^(?:plan|schedule|need|size|taste)$/u.test(words[at + 2]?.lower ?? '');
  if (pos !== 'VERB' || !REPORTING_LEMMAS.has(lemma)) return false;
  const comma = words.findLastIndex(({ text }, i) => i < at && text === ',');
  const subject = words.slice(comma + 1, at);
  const isInserted =
    comma >= 0 && subject.length <= 4 && subject.every((word) => /^(?:DET|ADJ|NOUN|PROPN|PRON|ADV)$/u.test(word.pos));
  return isInserted && /^[,.]$/u.test(words[at + 1]?.text ?? '.');
}

const CLAIM_NOUNS =
  /^(?:claims?|reports?|views?|ideas?|beliefs?|rumou?rs?|allegations?|fears?|hopes?|suggestions?|theory|myths?|legends?|conclusions?|opinions?|impression|assumption|proposals?|concerns?|doubts?)$/u;
const FICTION_VERBS = /^(?:describe|imagine|depict|dream|ask|wonder|propose|demand|request|require|deem)$/u;

const CONDITIONAL =
  /^(?:if|unless|when|whenever|once|until|till|because|since|as|after|before|while|whether|provided|providing|assuming|than|wherever|where|lest|so|except)$/u;

/** True if a condition, a time or a reason opens these words. */
export const opensCondition = ([first]: readonly Word[]): boolean =>
  first !== undefined && /^(?:if|unless|when|whenever|once|until|provided|should)$/u.test(first.lower);

/** True if the words contain a condition, a time or a reason that may apply to what is joined to them. */
export const isBound = (words: readonly Word[]): boolean =>
  words.some(
    ({ lower }, i) =>
      (CONDITIONAL.test(lower) && (opensClause(words, i) || /^(?:provided|providing|assuming)$/u.test(lower))) ||
      (/^(?:so|except)$/u.test(lower) && words[i + 1]?.lower === 'that'),
  );

/** Whether the words contain "either", "not only" or the like, which bind what follows into one statement. */
export const isPaired = (words: readonly Word[]): boolean =>
  words.some(
    ({ lower }, i) =>
      /^(?:either|neither|nor|whether)$/u.test(lower) || (lower === 'not' && words[i + 1]?.lower === 'only'),
  );

/** Whether predicates that hold together for the subject may be false separately: "Few people smoke and drink". */
export const isDownward = (subject: readonly Word[]): boolean =>
  subject.some(({ lower }) =>
    /^(?:no|none|nobody|nothing|neither|nor|not|few|fewer|less|little|hardly|scarcely|only|never|without|most|exactly|any|anyone|anybody|anything|either)$/u.test(
      lower,
    ),
  );

const TIME_NOUN =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|decades?|century|centuries|spring|summer|autumn|winter|morning|afternoon|evening|night|quarter|season|half|time|later|earlier|ago|afterwards|then|today|yesterday|tomorrow|easter|christmas|\d{4}s)$/u;
const TIME_PART =
  /^(?:in|on|at|by|from|until|till|since|during|between|after|before|to|of|the|a|an|early|late|mid|that|this|same|last|next|following|previous|first|second|and|,|-|–|about|around|some|several|few|two|three|four|five|six|seven|eight|nine|ten)$/u;

/** True for a time: "1994", "March", "the summer", "later". */
export const isTimeWord = ({ lower, pos }: Word): boolean =>
  isMonth(lower) ||
  isWeekday(lower.replace(/s$/u, '')) ||
  TIME_NOUN.test(lower) ||
  (pos === 'NUM' && /^(?:1\d|20)\d\d$/u.test(lower));

/** True for a time after a preposition: "in 1996", "on Monday". */
export const hasTime = (words: readonly Word[]): boolean =>
  words.some((word, i) => {
    const before = words.slice(Math.max(0, i - 2), i).find(({ pos }) => pos === 'ADP');
    return isTimeWord(word) && before !== undefined && before.lower !== 'for';
  });

/** Number of words of a time at the front, including its comma: "In May 1994", "Two years later,"; 0 if there is none. */
export function timeLength(words: readonly Word[]): number {
  let end = 0;
  let at = 0;
  while (
    at < words.length &&
    (isTimeWord(words[at]!) || TIME_PART.test(words[at]!.lower) || words[at]!.pos === 'NUM')
  ) {
    if (isTimeWord(words[at]!)) end = at + 1;
    at++;
  }
  if (end === 0 || end >= words.length) return 0;
  // "March 2020 was dry": the months are the subject.
  if (/^(?:VERB|AUX)$/u.test(words[end]!.pos) || /^(?:of|and)$/u.test(words[end]!.lower)) return 0;
  return words[end]!.text === ',' ? end + 1 : end;
}

/** Number of words at the front that apply to what follows: "For adults,", "If it rains,", "According to the survey,". */
export function leadLength(words: readonly Word[]): number {
  const time = timeLength(words);
  if (time > 0) return time;
  const [first] = words;
  if (
    first === undefined ||
    (first.pos !== 'ADP' && !CONDITIONAL.test(first.lower) && !/^(?:should|according)$/u.test(first.lower))
  )
    return 0;
  // "About six in ten"
  if (/^(?:about|around|over|under|up|at|from)$/u.test(first.lower) && /^(?:NUM|ADV)$/u.test(words[1]?.pos ?? ''))
    return 0;
  const main = mainGroup(words, verbGroups(words));
  const comma = words.findIndex(({ text }) => text === ',');
  if (comma > 0 && (main === null || comma < main.start)) return comma + 1;
  return first.pos === 'ADP' ? 1 : 0;
}
