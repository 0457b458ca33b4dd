/**
 * Recognises what speakers say of themselves and their audience that no record settles: what they mean to do, what they
 * say would follow, and what they call a problem, a chance or a matter of trust.
 */
import type { Word } from '../grammar/parse.ts';
import { mainGroup, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { FactSignals } from './fact-signals.ts';
import { RULE } from './forecasts.ts';

/** True for "and we're going to fight for it", "if we fail, nobody will …"; not with a figure or a rule to keep to. */
export function isIntent(text: string, { hasNumber, hasName, hasPast }: FactSignals): boolean {
  if (hasNumber) return false;
  if (GOING_TO.test(text) || (!(hasPast && hasName) && SUPPOSING.test(text))) return true;
  return !hasPast && !hasName && OUR_POWER.test(text) && !RULE.test(text);
}

/** Whom only the conversation names. A council that is going to close a road has a plan that can be looked up. */
const GOING_TO =
  /(?:^|[^\p{L}])(?:i|we|you|he|she|they|it|that|this|there|nobody|somebody|everybody|people)(?:['’](?:m|re|s)| am| are| is) (?:(?:also|not|still|just|really|never|only|now) )?(?:going to|gonna)(?=$|[^\p{L}])/iu;
const SUPPOSING = /(?:^|[^\p{L}])if (?:we|i)(?=$|[^\p{L}])/iu;
const OUR_POWER = /(?:^|[^\p{L}])(?:we|i) (?:can(?:not|['’]t)?|could|may|might|would)(?=$|[^\p{L}])/iu;

/**
 * True for "we have a divided nation", "we've become careless": what "we" are or have, without a figure, a name or an
 * extreme. What was done is a fact: "we have cut the fares", "we had a shop".
 */
export function isStateOfOurs(words: readonly Word[], { hasNumber, hasName }: FactSignals): boolean {
  if (hasNumber || hasName || words.some(({ lower }) => EXTREME.test(lower))) return false;
  const main = mainGroup(words, verbGroups(words));
  if (main === null || words[main.start - 1]?.lower !== 'we') return false;
  // "We have until midnight": a limit, which somebody has set.
  if (main.head.lemma === 'have' && words[main.end]?.pos === 'ADP') return false;
  return (
    /^(?:have|['’]ve|are|['’]re|got|gotten|become|been|be|do|get)$/u.test(main.head.lower) &&
    !/^(?:had|did)$/u.test(main.first.lower)
  );
}

const EXTREME = /^(?:most|least|first|last|only|never|more|less|fewer|no|none|\p{L}{3,}(?:est|fold))$/u;

/**
 * True for "he has a responsibility to be accurate", "the question is whether …", "that's the tragedy of it": a pronoun
 * or an abstract noun that is, has or shows something as abstract.
 */
export function isAbstraction(words: readonly Word[], { hasNumber, hasPast }: FactSignals): boolean {
  if (hasNumber || hasPast) return false;
  const main = mainGroup(words, verbGroups(words));
  if (main === null || !LINKING.has(main.head.lemma)) return false;
  const subject = lastOf(words.slice(0, main.start));
  if (subject === null) return false;
  if (main.head.lemma === 'be' && MATTER.test(subject.lower)) return true;
  return PRONOUN.test(subject.lower) && ABSTRACT.test(predicateNoun(words, main)?.lower ?? '');
}

const LINKING = new Set(['be', 'have', 'get', 'show', 'need', 'face', 'want', 'see', 'remain', 'take', 'give', 'mean']);
const PRONOUN = /^(?:i|we|you|he|she|they|it|this|that|these|those|there|here|what|who|everybody|everyone|people)$/u;
const ABSTRACT =
  /^(?:questions?|issues?|problems?|answers?|point|difference|distinction|challenges?|responsibilit(?:y|ies)|opportunit(?:y|ies)|leadership|judge?ment|commitment|future|freedoms?|values|hopes?|dreams?|ideas?|principles?|beliefs?|strength|things?|something|visions?|choices?|chance|ability|goals?|purpose|spirit|character|integrity|attitude|priorit(?:y|ies)|concerns?|faith|sense|courage|matter|mistakes?|lessons?|obligation|dut(?:y|ies)|respect|trust|dignity|confidence|prosperity|tragedy|importance|lack|threat|debate|fight|fact|truth|reason|kinds?|approach|belief)$/u;

/** What is debated: "the question is whether …". */
const MATTER =
  /^(?:questions?|issues?|problem|answer|point|difference|challenge|truth|goal|idea|hope|responsibility)$/u;

/** The last word of a subject that isn't an adverb or a mark. */
const lastOf = (subject: readonly Word[]) => subject.findLast(({ pos }) => pos !== 'ADV' && pos !== 'PUNCT') ?? null;

/** The head of the noun phrase that follows the verb directly: "a [very big] problem". */
function predicateNoun(words: readonly Word[], { end }: VerbGroup): Word | null {
  const rest = words.slice(end);
  const from = rest.findIndex(({ pos }) => !/^(?:ADV|DET|ADJ|NUM|PART)$/u.test(pos));
  if (from < 0) return null;
  let at = from;
  while (rest[at]!.pos === 'NOUN' && rest[at + 1]?.pos === 'NOUN') at++;
  return /^(?:NOUN|PROPN|PRON)$/u.test(rest[at]!.pos) ? rest[at]! : null;
}

/** True for "we want to keep it that way", "I'm asking for your vote": the speaker's wish, without a figure or a past. */
export function isWish(text: string, { hasNumber, hasPast }: FactSignals): boolean {
  return !hasNumber && !hasPast && WISH.test(text);
}

const WISH =
  /(?:^|[^\p{L}])(?:(?:i|we|you) (?:(?:all|also|just|really|do|don['’]t) )?want|i(?:['’]m| am) (?:(?:not|just|only) )?(?:asking|talking|trying|willing|proud|happy|glad to|for|in favou?r|prepared|sure))(?=$|[^\p{L}])/iu;

/**
 * True for "that falls on us", "you see it in our schools": what can't be named and what is ours in one statement, with
 * nothing to look up.
 */
export function isAboutUs(words: readonly Word[], { isAnchored }: FactSignals): boolean {
  if (isAnchored || !words.some(({ lower }) => /^(?:we|our|us|ours|i|my|me)$/u.test(lower))) return false;
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return false;
  return /^(?:this|that|it|there)$/u.test(lastOf(words.slice(0, main.start))?.lower ?? '');
}

/** True for "well, let me finish": the speaker asks for the floor. "Let me remind you that …" goes on to a statement. */
export function asksForFloor(text: string, { hasNumber }: FactSignals): boolean {
  return !hasNumber && FLOOR.test(text) && !/\b(?:that|was|were)\b/iu.test(text);
}

const FLOOR = /^(?:\p{L}+,? ){0,3}(?:let me|may i|can i|could i)(?=$|[^\p{L}])/iu;

/**
 * True for speech that was broken off, or that a quotation begins in the middle of, without a name or a figure. A clause
 * that is complete states what it states, whatever marks stand around it: "Coffee prevents gout…".
 */
export function isBrokenOff(text: string, words: readonly Word[], { hasNumber, hasName }: FactSignals): boolean {
  if (hasNumber || hasName || !BROKEN_OFF.test(text)) return false;
  const last = words.findLastIndex((word) => !isDangling(word));
  const said = words.slice(0, last + 1);
  const main = mainGroup(said, verbGroups(said));
  if (main === null || lastOf(said.slice(0, main.start)) === null) return true;
  // "We have to …" lacks what was to follow; "The fish die …" lacks nothing.
  return main.end >= said.length && words.slice(last + 1).some(({ pos }) => pos !== 'PUNCT' && pos !== 'SYM');
}

const BROKEN_OFF = /^[^\p{L}\p{N}]*(?:\.\.\.|…)|(?:\.\.\.|…|--|[—-])[^\p{L}\p{N}]{0,8}$/u;

/** True for what can't be the last word of a clause: "the", "of", "and", "are"; and for marks. */
function isDangling({ pos, lower }: Word): boolean {
  return (
    /^(?:PUNCT|SYM|DET|ADP|CCONJ|SCONJ|PART|AUX)$/u.test(pos) ||
    /^(?:my|our|your|his|its|their|who|which)$/u.test(lower)
  );
}
