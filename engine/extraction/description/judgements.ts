/** Recognises value judgements and norms: what somebody finds good, and what ought to be. */
import { composedRegExp } from '#common/composed-regexps.ts';
import { canBePerson } from '#engine/text/class-nouns.ts';
import { SURE_MONTH_PATTERN, WEEKDAY_PATTERN } from '#engine/values/calendar.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import type { FactSignals } from './fact-signals.ts';
import { COLLECTIVE_MUST, HEALTH, JUDGING_PHRASE, NORMATIVE_PHRASE, VALUE_WORDS } from './signals.ts';

/**
 * True for what, in the text's view, ought to be: "taxes should be lower", "they should resign". Not for a rule with a figure or
 * a date, an expectation ("the gel should harden"), or an inverted condition ("Should it rain, …").
 */
export function isNorm(text: string, words: readonly Word[], { hasNumber }: FactSignals): boolean {
  if (HEALTH.test(text)) return PRIORITY.test(text);
  if (NORMATIVE_PHRASE.test(text)) return true;
  if (hasNumber || CALENDAR.test(text)) return false;
  if (COLLECTIVE_MUST.test(text)) return true;
  const groups = verbGroups(words);
  const main = mainGroup(words, groups) ?? groups.at(-1);
  if (main === undefined || main.start === 0 || !/^(?:should|ought)$/u.test(main.first.lower)) return false;
  if (words[0]!.lower === 'should') return false;
  if (PRIORITY.test(text) || isAgent(words.slice(0, main.start))) return true;
  return main.head.lower === 'be' || main.head.forms?.participle === true || main.first.lower === 'ought';
}

const PRIORITY =
  /\b(?:should|must|ought to) (?:always |never |not )?(?:come first|take precedence|be (?:our|the|a|my|your) (?:\p{L}+ )?(?:priority|concern|focus|aim|goal))\b/iu;
const CALENDAR = composedRegExp(`\\b(?:${SURE_MONTH_PATTERN}|${WEEKDAY_PATTERN})\\b`, 'iu');

/** True for a subject that can do something: "they", "the council", "every engineer". */
function isAgent(subject: readonly Word[]): boolean {
  return subject.some(
    ({ lower, pos }, i) =>
      (i === 0 &&
        /^(?:they|we|you|i|he|she|one|everyone|everybody|anyone|anybody|nobody|people|somebody|someone)$/u.test(
          lower,
        )) ||
      (pos === 'NOUN' && subject[i + 1]?.pos !== 'NOUN' && canBePerson(lower)) ||
      /^(?:government|congress|council|president|parliament|nation|country|state|company|board|party)$/u.test(lower),
  );
}

/** True for a copula with a word of praise or blame, or an unmeasured "best", without a number to measure it by. */
export function isValueJudgement(text: string, words: readonly Word[], facts: FactSignals): boolean {
  if (facts.hasNumber) return false;
  if (JUDGING_PHRASE.test(text)) return true;
  const main = mainGroup(words, verbGroups(words));
  // Words before the main verb do not make the statement a judgement.
  const from = main === null ? 0 : main.start;
  if (words.slice(0, from).at(-1)?.lower === 'there') return false;
  if (words.some((_, i) => i >= from && isUnmeasuredBest(words, i))) return true;
  const at = words.findIndex(
    (word, i) => i >= from && word.pos !== 'VERB' && isValueWord(word.lower) && !isTerm(words, i),
  );
  if (at < 0) return false;
  const copula = words
    .slice(0, at)
    .findLastIndex((word) =>
      /^(?:is|are|was|were|'s|’s|'re|’re|be|been|seems?|seemed|looks?|looked|feels?|felt|sounds?|sounded|becomes?|makes?|remains?)$/u.test(
        word.lower,
      ),
    );
  const isPredicate =
    copula >= from && words.slice(copula + 1, at).every((word) => /^(?:ADV|DET|ADJ|PART|CCONJ|PRON)$/u.test(word.pos));
  // "Stone was a brilliant student": in the past and of a name, the judgement reports what others found.
  return isPredicate && !(/^(?:was|were|been|seemed|looked|felt)$/u.test(words[copula]!.lower) && facts.hasName);
}

/** True for a word of praise or blame in any degree: "nice", "nicer", "nicest". */
function isValueWord(lower: string): boolean {
  if (VALUE_WORDS.has(lower)) return true;
  const stem = /^(\p{L}{2,}?)(?:er|est)$/u.exec(lower)?.[1];
  if (stem === undefined) return false;
  const bases = [stem, `${stem}e`, stem.replace(/i$/u, 'y'), stem.replace(/(\p{L})\1$/u, '$1')];
  return bases.some((base) => VALUE_WORDS.has(base));
}

/** True for "the best film ever", which can't be measured, but not for reports: "called the greatest", "best known". */
function isUnmeasuredBest(words: readonly Word[], at: number): boolean {
  if (!/^(?:best|worst|greatest|finest)$/u.test(words[at]!.lower) || isTerm(words, at) || words[at]!.pos === 'PROPN')
    return false;
  return !words
    .slice(Math.max(0, at - 6), at)
    .some((word) => /^(?:called|voted|considered|regarded|named|ranked|known|won|one|as|at)$/u.test(word.lower));
}

/** True for fixed terms and records that express no judgement: "best known", "best-selling", "Best Actor", "the wrong side". */
function isTerm(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]?.lower ?? '';
  return (
    /^(?:known|-|–|selling|remembered|described|seen|practice|practices|actor|actress|picture|director|supporting|interests?|for|enough|part|half)$/u.test(
      next,
    ) ||
    isRecord(words, at) ||
    words[at]!.pos === 'PROPN' ||
    (/^(?:wrong|important|vital|crucial)$/u.test(words[at]!.lower) && words[at + 1]?.pos === 'NOUN')
  );
}

/** Whether the superlative has been measured: "the worst harvest since 1921", "the best result on record". */
const isRecord = (words: readonly Word[], at: number) =>
  /^(?:best|worst|greatest|finest)$/u.test(words[at]!.lower) &&
  words.some(({ lower }, i) => i > at && (lower === 'since' || (lower === 'on' && words[i + 1]?.lower === 'record')));
