/** Classifies statements about the speaker or the listener: facts, experiences, intentions and views. */

import { MODALS } from '#engine/text/verbs.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import { isPast, mainGroup, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import type { FactSignals } from './fact-signals.ts';
import { RULE } from './forecasts.ts';
import type { NotCheckableReason } from './not-checkable-reason.ts';

const FIRST_PERSON = new Set(['i', "i'm", "i've", "i'd", "i'll", 'me', 'my', 'myself', 'mine']);

/** True for "I", "my" and the like. */
export const isFirstPerson = (lower: string) => FIRST_PERSON.has(lower);

/** Verbs for holding a view or wanting something. */
const MENTAL = wordSet(
  'think believe feel want hope like love hate prefer agree disagree guess suppose mean know wish expect wonder doubt imagine fear trust ' +
    'understand care need intend suspect recommend suggest find consider assume bet regret admire appreciate thank worry',
);

/** Verbs for what somebody perceives or does in private, of which nobody keeps a record. */
const PRIVATE = wordSet(
  'see hear smell taste notice watch enjoy try remember forget dream sleep wake suffer struggle experience look listen go come walk drive ' +
    'visit travel eat drink sit stay stand buy get read play laugh cry learn realize realise spend wait put use talk ask',
);

/**
 * Why a statement about the speaker can't be checked. null for a statement of fact ("I voted against it", "my firm made a loss")
 * and for one whose main subject is something else ("The bill that I signed cut taxes").
 */
export function firstPersonReason(words: readonly Word[], facts: FactSignals): NotCheckableReason | null {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return facts.hasNumber ? null : 'first_person_experience';
  const subject = words.slice(0, main.start);
  const at = subject.findIndex((word) => FIRST_PERSON.has(word.lower));
  if (at < 0) return null;
  if (subject[at]!.lower === 'my') return ofMine(words, subject[at + 1], main);
  if (subject.length - at > 4) return null;
  if (isModal(main)) return 'prediction';
  if (MENTAL.has(main.head.lemma)) return 'opinion';
  if (facts.hasNumber) return null;
  const isPrivate = PRIVATE.has(main.head.lemma) || !(isPast(main) || PERFECT.test(main.first.lower));
  return isPrivate || describesState(words, main) ? 'first_person_experience' : null;
}

/**
 * Why a statement about "my …" can't be checked: "My advice would be …" gives a view, "my street could do with …" a wish. null
 * for a fact, as in "my firm made a loss".
 */
function ofMine(words: readonly Word[], noun: Word | undefined, main: VerbGroup): NotCheckableReason | null {
  if (VIEW_NOUNS.test(noun?.lower ?? '')) return 'opinion';
  return isModal(main) && !words.some(({ pos }) => pos === 'NUM') ? 'prediction' : null;
}

const VIEW_NOUNS =
  /^(?:opinion|view|feeling|belief|impression|hope|advice|favou?rite|experience|guess|sense|heart|thoughts?|point|concern|wish|goal|job)$/u;
const PERFECT = /^(?:have|'ve|’ve|had)$/u;

const isModal = ({ first }: VerbGroup) => MODALS.has(first.lower) || /^['’]d$/u.test(first.lower);

/** True for "I was happy", "I've been worried": a copula with an adjective, or a participle of feeling. */
function describesState(words: readonly Word[], { head, end }: VerbGroup): boolean {
  if (FEELINGS.test(head.lower)) return true;
  if (!/^(?:am|is|was|been|be|feel|felt|'m|’m)$/u.test(head.lower)) return false;
  const next = words.slice(end).find((word) => word.pos !== 'ADV');
  return next === undefined || /^(?:ADJ|ADP|PUNCT)$/u.test(next.pos);
}

const FEELINGS =
  /^(?:stunned|shocked|amazed|honou?red|delighted|pleased|thrilled|worried|surprised|excited|tired|bored|concerned|impressed)$/u;

/**
 * True for what "we" are, want, can or must, without anything that could be looked up: "we stand for something". Not for what a
 * firm or club says about its own activities with a figure, a name or a past tense: "we run two trains a week".
 */
export function isWithoutRecord(words: readonly Word[], facts: FactSignals): boolean {
  const main = mainGroup(words, verbGroups(words));
  if (main === null || !words.slice(0, main.start).some((word) => /^(?:we|our)$/u.test(word.lower))) return false;
  if (words.some(({ pos }) => pos === 'NUM') || /^(?:found|find|know|show|showed|observed)$/u.test(main.head.lower))
    return false;
  const isOurs = words[main.start - 1]?.lower !== 'we';
  if (isModal(main) || main.first.lower === 'wo') return !isOurs && !RULE.test(words.map(({ text }) => text).join(' '));
  return !facts.hasName && !facts.hasPast && !PERFECT.test(main.first.lower) && !facts.isAnchored;
}

/** True for a number that isn't a year. */
const isFigure = ({ pos, text }: Word) => pos === 'NUM' && !/^(?:1\d|20)\d\d$/u.test(text);

/**
 * True for talk to the listener: what "you" did ("You missed a great match"), think or are. Not for a figure ("you
 * voted for it 98 times") or a rule for whoever reads it ("you must give notice").
 */
export function isTalkToListener(words: readonly Word[], { hasNumber }: FactSignals): boolean {
  const main = mainGroup(words, verbGroups(words));
  if (main === null || words[main.start - 1]?.lower !== 'you') return false;
  const { first, head } = main;
  if (first.pos === 'VERB' && first.forms?.past === true && first.forms.base !== true) return !words.some(isFigure);
  if (hasNumber) return false;
  const isBare = first === head;
  if (
    isBare &&
    /^(?:know|think|want|see|hear|remember|understand|mean|say|believe|feel|look|learn|deserve|talk|wonder|realize|realise)$/u.test(
      head.lemma,
    )
  )
    return true;
  const next = words[main.end];
  const isConditional = words.some(({ lower }) =>
    /^(?:if|when|once|unless|while|as|after|until|before|whether)$/u.test(lower),
  );
  return (
    !isConditional &&
    /^(?:are|'re|’re)$/u.test(head.lower) &&
    next !== undefined &&
    /^(?:DET|ADJ|ADV|PRON)$/u.test(next.pos)
  );
}
