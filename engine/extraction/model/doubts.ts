/**
 * Which statements a language model may be asked about again: those whose words are all in order, while what they leave out of
 * their sentence is not known to be harmless. Never where what is left out has a word that limits, denies, or says who says so.
 */
import { PRIVATIVE } from '#engine/text/privative.ts';
import { REPORTING_LEMMAS, regularBase } from '#engine/text/verbs.ts';
import { type Gap, isSetPhrase } from './omissions.ts';
import type { ReadWord } from './words.ts';

type Words = readonly ReadWord[];

/** Besides the words of `marks.ts`: alternatives, exceptions, conditions and comparisons. They reach over clauses too. */
const REACHING = new Set(
  (
    'or nor either neither without except excepted excluding barring unlike instead rather save until till when whenever once lest ' +
    'otherwise depending hypothetically theoretically nominally pending because like bar respectively'
  ).split(' '),
);
/** Open a condition or a comparison behind "as". */
const BEHIND_AS = /^(?:if|though|long|soon|far)$/;
/** Tell of what stands beside them that it is a part, goes for several things at once, or is only somebody's idea. */
const NEAR = new Set(
  'half third quarter percent % fraction portion together jointly combined theory view opinion eyes virtually practically whose whom too enough'.split(
    ' ',
  ),
);
/** What happens in one of these has not happened. */
const INVENTED = /^(?:novel|film|movie|play|story|book|series|show|game|opera|episode|tale|comic)s?$/;
/** Words between such a work and its "in". */
const BETWEEN = 3;
/** What is only thought, wanted, tried or prevented, or by somebody's word. */
const UNREAL = new Set(
  (
    'suspect imagine dream wish want hope fear try attempt fail refuse decline threaten promise offer ask request demand urge advise recommend encourage ' +
    'forbid prohibit ban prevent avoid escape stop quit cancel reject deny dismiss acquit mistake mistaken confuse pretend guess charge accuse call describe consider regard ' +
    'deem plan proposal lie wannabe untrained'
  ).split(' '),
);
/** Reporting verbs that as often tell what was done: "he wrote", "known for". */
const DONE = /^(?:know|write|find|show|learn|discover|see|hear|note|add)$/;

/**
 * True if no word that a statement leaves out may limit what it says. Of what is denied or told, nothing may be left out. `open`: the
 * runs of words of which it is not known that they may be missing; in these, words count that bear only on what stands beside them.
 */
export function losesNoLimit(words: Words, own: readonly boolean[], open: readonly Gap[]): boolean {
  if (
    words.some(
      ({ text, marks }, at) =>
        text === '?' || (own[at] && marks.some(({ kind }) => /^(?:negation|governing)$/.test(kind))),
    )
  )
    return false;
  const isOpen = (at: number) => open.some(({ from, to }) => at >= from && at < to);
  return words.every((_, at) => own[at] || !(isReaching(words, at) || (isOpen(at) && isNear(words, at))));
}

function isReaching(words: Words, at: number): boolean {
  const { lower, marks } = words[at]!;
  if (isSetPhrase(words, at)) return false;
  if (marks.some(({ kind }) => /^(?:negation|governing|modality)$/.test(kind))) return true;
  const next = words[at + 1];
  if (lower === 'as') return BEHIND_AS.test(next?.lower ?? '');
  // "It closed but opened again" takes nothing back, "all but one" does.
  if (lower === 'but') return !/^(?:VERB|AUX|PRON)$/.test(next?.pos ?? '');
  return REACHING.has(lower) || isInverted(words, at);
}

/** "Had Noll paid, …", "…, were Noll to pay": a condition without "if". */
function isInverted(words: Words, at: number): boolean {
  if (!/^(?:had|were|should)$/.test(words[at]!.lower)) return false;
  return at === 0 || (words[at - 1]!.text === ',' && /^(?:PROPN|PRON)$/.test(words[at + 1]?.pos ?? ''));
}

function isNear(words: Words, at: number): boolean {
  const { lower, lemma, marks, pos } = words[at]!;
  if (isSetPhrase(words, at)) return false;
  if (marks.some(({ kind }) => kind === 'quantifier')) return !isOfMembers(words, at);
  if (lower === 'part' || lower === 'parts') return words[at - 1]?.lower !== 'as';
  if (pos === 'VERB' && REPORTING_LEMMAS.has(lemma) && !DONE.test(lemma)) return true;
  if (pos === 'NUM' && words[at + 1]?.lower === 'of') return true;
  if (INVENTED.test(lower) && words.slice(Math.max(0, at - BETWEEN), at).some((word) => word.lower === 'in'))
    return true;
  // The tagger takes some participles for adjectives: "stopped painting".
  const isUnreal = UNREAL.has(lemma) || (lower.endsWith('ed') && UNREAL.has(regularBase(lower)));
  return isUnreal || NEAR.has(lower) || PRIVATIVE.has(lower);
}

/** "Several prizes, including", "over 50 films, such as": how many there are says nothing of those that are named behind. */
export function isOfMembers(words: Words, at: number): boolean {
  const joint = words.findIndex(
    ({ lower }, i) => i > at && (lower === 'including' || (lower === 'such' && words[i + 1]?.lower === 'as')),
  );
  return (
    joint > 0 && !words.slice(at, joint).some(({ pos, text }) => /^(?:VERB|AUX)$/.test(pos) || /^[;:]$/.test(text))
  );
}
