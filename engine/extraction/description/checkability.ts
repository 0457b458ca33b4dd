/**
 * Tells statements of fact from uncheckable ones: opinion, prediction, question, instruction, greeting, first-person
 * experience, fiction. The criterion is only whether evidence could decide the statement, not whether it matters.
 */
import { MODALS, REPORTING_LEMMAS } from '#engine/language/verbs.ts';
import { labelLength } from '../grammar/labels.ts';
import type { Sentence, Word } from '../grammar/parse.ts';
import { mainGroup, opensClause, verbGroups } from '../grammar/verb-groups.ts';
import { HEALTH, INTENTION, NORMATIVE, OPINION_FRAME, PREDICTION, VALUE_WORDS } from './signals.ts';

export type NotCheckableReason =
  | 'opinion'
  | 'prediction'
  | 'question'
  | 'instruction'
  | 'greeting'
  | 'first_person_experience'
  | 'fiction'
  | 'not_a_statement';

const FIRST_PERSON = new Set(['i', "i'm", "i've", "i'd", "i'll", 'me', 'my', 'myself', 'mine']);
const WE = new Set(['we', 'us', 'our', 'ourselves']);
const GREETING =
  /^(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening|night|day)|dear|thanks|thank you|welcome|congratulations|cheers|(?:best|kind|warm) regards|yours (?:sincerely|faithfully|truly)|sincerely|bye|goodbye|happy (?:birthday|new year)|merry christmas|sure|certainly|of course|you're welcome|i hope this (?:helps|email|message))\b/iu;
const INTERROGATIVE = /^(?:who|what|when|where|why|how|which|whose|whom)$/u;

/** Why the statement can't be checked, or null. A text's only sentence (`isOnly`) needs no recognised verb. */
export function notCheckableReason(sentence: Sentence, isOnly = false): NotCheckableReason | null {
  const { words } = sentence;
  const { text } = sentence.clean;
  const head = text.slice(0, 120);
  const first = words.find((word) => word.pos !== 'PUNCT' && word.pos !== 'SYM');
  if (first === undefined) return 'not_a_statement';
  if (isQuestion(text, words)) return 'question';
  if (GREETING.test(head) && words.length <= 14) return 'greeting';
  if (isInstruction(words, first)) return 'instruction';
  const facts = factSignals(words);
  if (isReported(words)) return null;
  const opening = openingWord(words);
  if (OPINION_FRAME.test(text) && !(facts.hasNumber && facts.isAnchored)) return 'opinion';
  if (FIRST_PERSON.has(opening) || words.some((_, i) => isPronounI(words, i))) return firstPerson(words, facts);
  if (NORMATIVE.test(text) && !HEALTH.test(text)) return 'opinion';
  if (INTENTION.test(head) || (PREDICTION.test(text) && isPrediction(words) && !facts.hasPast)) return 'prediction';
  if (OWN_FINDING.test(head)) return null;
  if (WE.has(opening) && !facts.hasNumber && !facts.hasSuperlative) return 'first_person_experience';
  if (
    isValueJudgement(words, facts) ||
    (DEICTIC_SUBJECT.test(opening) && !facts.isAnchored && hasEarlyCopula(words)) ||
    isPersonalAddress(words, facts)
  )
    return 'opinion';
  const isSentence = isOnly || (words.length > 2 && /[.!]$/u.test(text)) || labelLength(words) > 0;
  if (!hasVerb(words) && !facts.hasNumber && !isSentence) return 'not_a_statement';
  return null;
}

/** Subjects that refer to the speaker's situation; without a fact to look up, such a sentence is a comment. */
const DEICTIC_SUBJECT = /^(?:this|that|that's|it|what|you|we|our|nobody|everybody|everyone|somebody)$/u;

const hasEarlyCopula = (words: readonly Word[]) =>
  words.slice(0, 6).some((word) => /^(?:is|are|'s|’s|'re|that's)$/u.test(word.lower));

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

/** "We found that …" states a finding, which can be checked. */
const OWN_FINDING =
  /^(?:\p{L}+, )?(?:we|our \p{L}+) (?:now )?(?:know|found|find|show|showed|conclude|concluded|observed|report|demonstrate|demonstrated|identified|are in agreement)\b/iu;

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

/** True if the main verb is in the future. "would go on to" is past; undated effects on health aren't forecasts. */
function isPrediction(words: readonly Word[]): boolean {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return true;
  const modal = main.first.lower;
  if (!/^(?:will|would|shall|wo|'ll|’ll|'d|is|are|'s|'re|am|'m)$/u.test(modal)) return false;
  if (
    modal === 'would' &&
    /^(?:go|later|become|eventually|also|often|never|prove|remain)$/u.test(words[main.start + 1]?.lower ?? '')
  )
    return false;
  const text = words.map((word) => word.lower).join(' ');
  const isNominal = words[main.start - 1]?.pos === 'NOUN' || words[main.start - 1]?.pos === 'PROPN';
  return !(isNominal && HEALTH.test(text) && !/\b(?:next|soon|tomorrow|future|20[2-9]\d|year|decade)\b/u.test(text));
}

interface FactSignals {
  /** It has something that could be looked up: a number, a name, a past event, an extreme. */
  isAnchored: boolean;
  hasNumber: boolean;
  hasName: boolean;
  hasPast: boolean;
  hasSuperlative: boolean;
}

function factSignals(words: readonly Word[]): FactSignals {
  const hasNumber = words.some((word) => word.pos === 'NUM' && !/^(?:one|two|first|second)$/u.test(word.lower));
  const hasName = words.some((word, i) => i > 0 && word.pos === 'PROPN');
  const hasPast = words.some((word) => word.forms?.past === true || /^(?:was|were|had|did)$/u.test(word.lower));
  const hasSuperlative = words.some((word) => SUPERLATIVE.test(word.lower));
  return { hasNumber, hasName, hasPast, hasSuperlative, isAnchored: hasNumber || hasName || hasPast || hasSuperlative };
}

const SUPERLATIVE = /^(?:most|least|first|last|only|never|more|less|fewer|highest|lowest|largest|biggest)$/u;

function isQuestion(text: string, words: readonly Word[]): boolean {
  if (/\?["'”’)\]*_]{0,3}$/u.test(text.slice(-6))) return true;
  const [first, second] = words;
  if (first === undefined || second === undefined || /[.]$/u.test(text)) return false;
  return INTERROGATIVE.test(first.lower) && second.pos === 'AUX' && words.length > 3;
}

const SAFE_IMPERATIVES = new Set(
  (
    'add apply ask avoid bake bring build buy call check choose click combine consider contact cook create cut do download drink eat ensure ' +
    'enter explore find fold follow get give go have help imagine install join keep learn leave let listen look make mix note open pay place ' +
    'please pour prepare press print provide put read remember remove repeat return run save see select send serve set share sign skip speak ' +
    "start stir stop submit take talk tell think try turn type understand use verify visit wait wash watch write don't never always"
  ).split(' '),
);

/** True if the sentence opens with an imperative: a base form without a subject. */
function isInstruction(words: readonly Word[], first: Word): boolean {
  const at = words.indexOf(first);
  const next = words[at + 1];
  if (next === undefined) return false;
  if (/^(?:please|let's|lets)$/u.test(first.lower) || (first.lower === 'let' && /^(?:us|me|'s|the)$/u.test(next.lower)))
    return true;
  if (first.lower === 'do' && /^(?:n['’]t|not)$/u.test(next.lower)) return true;
  const isBase = first.forms?.base === true && first.lemma === first.lower;
  const imperative = isBase || (SAFE_IMPERATIVES.has(first.lower) && /^(?:NOUN|ADV|PROPN|ADJ|AUX)$/u.test(first.pos));
  if (!imperative || !SAFE_IMPERATIVES.has(first.lower)) return false;
  if (/^(?:never|always)$/u.test(first.lower)) return next.forms?.base === true;
  if (/^(?:is|are|was|were|has|have|had|of|and|that|did|will|can)$/u.test(next.lower) || MODALS.has(next.lower))
    return false;
  return !isSubject(words, at);
}

/** True if a finite verb follows, no clause between: "Make It or Break It is a movie", "Open titles may be earned". */
function isSubject(words: readonly Word[], at: number): boolean {
  const group = verbGroups(words).find(
    ({ start, finite, first }) => start > at && finite && (first.pos === 'AUX' || first.forms?.past === true),
  );
  if (group === undefined) return false;
  return !words
    .slice(at + 1, group.start)
    .some(
      (word, i, rest) =>
        word.text === ',' ||
        word.text === ':' ||
        /^(?:you|your|i|we|it|he|she|they)$/u.test(word.text) ||
        opensClause(rest, i),
    );
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
    !subject.some((word) => FIRST_PERSON.has(word.lower))
  );
}

function firstPerson(words: readonly Word[], facts: FactSignals): NotCheckableReason | null {
  const i = words.findIndex((word) => FIRST_PERSON.has(word.lower));
  const verb = words.slice(i + 1).find((word) => word.pos === 'VERB' || word.pos === 'AUX');
  if (verb !== undefined && MODALS.has(verb.lower)) return 'prediction';
  if (
    verb !== undefined &&
    /^(?:think|believe|feel|want|hope|like|love|hate|prefer|agree|guess|suppose|mean|know|wish)$/u.test(verb.lemma)
  )
    return 'opinion';
  return facts.hasNumber && i > 3 ? null : 'first_person_experience';
}

/** True for a copula with a word of praise or blame, or an unmeasured "best", without a number to measure it by. */
function isValueJudgement(words: readonly Word[], facts: FactSignals): boolean {
  if (facts.hasNumber) return false;
  if (words.some((_, i) => isUnmeasuredBest(words, i))) return true;
  const at = words.findIndex((word, i) => word.pos !== 'VERB' && VALUE_WORDS.has(word.lower) && !isTerm(words, i));
  if (at < 0) return false;
  const copula = words
    .slice(0, at)
    .findLastIndex((word) => /^(?:is|are|was|were|'s|'re|be|been|seems?|looks?|feels?|becomes?)$/u.test(word.lower));
  const isPredicate =
    copula >= 0 && words.slice(copula + 1, at).every((word) => /^(?:ADV|DET|ADJ|PART|CCONJ|PRON)$/u.test(word.pos));
  return isPredicate && !(facts.hasPast && facts.hasName);
}

/** True for "the best film ever", which can't be measured, but not for reports: "called the greatest", "best known". */
function isUnmeasuredBest(words: readonly Word[], at: number): boolean {
  if (!/^(?:best|worst|greatest|finest)$/u.test(words[at]!.lower) || isTerm(words, at) || words[at]!.pos === 'PROPN')
    return false;
  return !words
    .slice(Math.max(0, at - 6), at)
    .some((word) => /^(?:called|voted|considered|regarded|named|ranked|known|won|one|as)$/u.test(word.lower));
}

/** True for fixed terms that express no judgement: "best known", "best-selling", "Best Actor". */
function isTerm(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]?.lower ?? '';
  return (
    /^(?:known|-|–|selling|remembered|described|seen|practice|practices|actor|actress|picture|director|supporting|interests?)$/u.test(
      next,
    ) || words[at]!.pos === 'PROPN'
  );
}

/** True if it is about the speaker's or listener's own affairs, with nothing that others could look up. */
function isPersonalAddress(words: readonly Word[], { hasNumber, hasName, hasSuperlative }: FactSignals): boolean {
  if (hasNumber || hasName || hasSuperlative) return false;
  return words.some((word) => /^(?:you|your|my|me|yours)$/u.test(word.text));
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
