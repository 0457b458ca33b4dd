/**
 * Tells statements of fact from uncheckable ones: opinion, prediction, question, instruction, greeting, first-person experience,
 * fiction. The criterion is only whether evidence could decide the statement, not whether it matters. A statement is checkable
 * unless something in it shows that it is not.
 */
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import { labelLength } from '../grammar/labels.ts';
import type { Sentence } from '../grammar/parse.ts';
import type { Word } from '../grammar/word.ts';
import { type FactSignals, factSignals } from './fact-signals.ts';
import { isForecast } from './forecasts.ts';
import { isInstruction, isUrging } from './instructions.ts';
import { isNorm, isValueJudgement } from './judgements.ts';
import type { NotCheckableReason } from './not-checkable-reason.ts';
import { OPINION_FRAME } from './signals.ts';
import { firstPersonReason, isFirstPerson, isTalkToListener, isWithoutRecord } from './speaker.ts';

const GREETING =
  /^(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening|night|day)|dear|thanks|thank you|welcome|congratulations|cheers|(?:best|kind|warm) regards|yours (?:sincerely|faithfully|truly)|sincerely|bye|goodbye|happy (?:birthday|new year)|merry christmas|sure|certainly|of course|you're welcome|i hope this (?:helps|email|message))\b/iu;
const INTERROGATIVE = /^(?:who|what|when|where|why|how|which|whose|whom)$/u;

/**
 * Why the statement can't be checked, or null. `isOnly`: whether it is the whole text, in which case it needs no recognised verb.
 */
export function notCheckableReason(sentence: Sentence, isOnly = false): NotCheckableReason | null {
  const opener = openerLength(sentence.words);
  const words = sentence.words.slice(opener);
  const text = opener === 0 ? sentence.clean.text : sentence.clean.text.slice(words[0]!.start);
  const head = text.slice(0, 120);
  if (!words.some((word) => word.pos !== 'PUNCT' && word.pos !== 'SYM')) return 'not_a_statement';
  if (isQuestion(text, words)) return 'question';
  if (GREETING.test(head) && words.length <= 14) return 'greeting';
  if (PRESENTING.test(head)) return 'not_a_statement';
  // Leaflets and manuals give instructions, and whether they do so can be looked up.
  if (isInstruction(words)) return isUrging(words) ? 'instruction' : null;
  if (isReported(words)) return null;
  const facts = factSignals(words);
  const view = viewIn(text, words, facts);
  if (view !== null) return view;
  return isSentence(text, words, isOnly) ? null : 'not_a_statement';
}

/** Number of words in "You know, " or "I mean, ", which open a sentence and say nothing about the speaker or the listener. */
function openerLength([first, second, third, fourth]: readonly Word[]): number {
  const isOpener = /^(?:you (?:know|see)|i mean)$/u.test(`${first?.lower ?? ''} ${second?.lower ?? ''}`);
  return isOpener && third?.text === ',' && fourth !== undefined ? 3 : 0;
}

/** Openings that announce a part of the text: "Here comes the short version". */
const PRESENTING = /^here(?: is|'s|’s| are| comes?)\b/iu;

/** Why the statement is only a view, an experience or a guess; null if evidence could settle it. */
function viewIn(text: string, words: readonly Word[], facts: FactSignals): NotCheckableReason | null {
  const hasFrame = OPINION_FRAME.test(text);
  if (hasFrame && !(facts.hasNumber && facts.isAnchored)) return 'opinion';
  if (!hasFrame && (isFirstPerson(openingWord(words)) || words.some((_, i) => isPronounI(words, i)))) {
    const reason = firstPersonReason(words, facts);
    if (reason !== null) return reason;
  }
  if (isNorm(text, words, facts)) return 'opinion';
  if (isForecast(text, words, facts)) return 'prediction';
  if (isTalkToListener(words, facts) || isWithoutRecord(words, facts)) return 'first_person_experience';
  if (isValueJudgement(text, words, facts) || (DEICTIC_SUBJECT.test(openingWord(words)) && isComment(words, facts)))
    return 'opinion';
  return null;
}

/** Subjects that refer to what was said before. */
const DEICTIC_SUBJECT = /^(?:this|that|that's|what|these|those|here|here's)$/u;

/**
 * True for a comment such as "that is what counts": a copula near the beginning, and nothing that could be looked up. "they're
 * using wood" describes an act.
 */
const isComment = (words: readonly Word[], { isAnchored }: FactSignals) =>
  !isAnchored &&
  words
    .slice(0, 6)
    .some(({ lower }, i) => /^(?:is|are|'s|’s|'re|that's)$/u.test(lower) && words[i + 1]?.forms?.gerund !== true);

/** True unless it is a fragment: a verb, a figure, a label, or words that end like a sentence. */
function isSentence(text: string, words: readonly Word[], isOnly: boolean): boolean {
  const isClosed = isOnly || (words.length > 2 && /[.!]$/u.test(text)) || labelLength(words) > 0;
  return isClosed || hasVerb(words) || factSignals(words).hasNumber;
}

/** The first word (lower case) that isn't a conjunction, adverb or interjection; '' if there is none. */
function openingWord(words: readonly Word[]): string {
  return (
    words.find(
      (word) =>
        !/^(?:PUNCT|CCONJ|INTJ|ADV|SYM)$/u.test(word.pos) &&
        !/^(?:well|now|so|look|because|if|when)$/u.test(word.lower),
    )?.lower ?? ''
  );
}

/** True for "I" as a pronoun, not as a numeral after a name or a letter in a title. */
function isPronounI(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return (
    words[at]!.lower === 'i' &&
    next !== undefined &&
    /^(?:VERB|AUX|ADV)$/u.test(next.pos) &&
    words[at - 1]?.pos !== 'PROPN'
  );
}

function isQuestion(text: string, words: readonly Word[]): boolean {
  if (/\?["'”’)\]*_]{0,3}$/u.test(text.slice(-6))) return true;
  const [first, second] = words;
  if (first === undefined || second === undefined || /[.]$/u.test(text)) return false;
  return INTERROGATIVE.test(first.lower) && second.pos === 'AUX' && words.length > 3;
}

/** True for "according to X, …" and "the minister said that …": whether it was said can be checked. */
function isReported(words: readonly Word[]): boolean {
  if (words[0]?.lower === 'according') return true;
  const verb = words.findIndex((word) => word.pos === 'VERB' && REPORTING_LEMMAS.has(word.lemma));
  if (verb < 1) return false;
  const subject = words.slice(0, verb);
  const isNamed = subject.some(
    (word) =>
      word.pos === 'PROPN' ||
      (word.pos === 'NOUN' &&
        /(?:er|or|ist|ian|man|men|ers|ors|ists|study|report|survey|studies|company|officials?)$/u.test(word.lower)),
  );
  const verbForms = words[verb]!.forms;
  return (
    isNamed &&
    (verbForms?.past === true || verbForms?.thirdPerson === true) &&
    !subject.some((word) => isFirstPerson(word.lower))
  );
}

function hasVerb(words: readonly Word[]): boolean {
  return words.some((word) => word.pos === 'VERB' || word.pos === 'AUX');
}

const FICTION_OPENING =
  /^(?:once upon a time|\W{0,3}(?:a )?(?:short story|fiction|fictional story|fan ?fiction|fairy ?tale|poem)\b|imagine (?:a|that|if)\b|this (?:is a|story is) (?:work of )?fiction)/iu;

/** True if the text says at its beginning that it is fiction. */
export function isMarkedFiction(text: string): boolean {
  const start = /\S/u.exec(text.slice(0, 200))?.index ?? 0;
  return FICTION_OPENING.test(text.slice(start, start + 120));
}
