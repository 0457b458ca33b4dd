/** Tells whether the passage speaks of something that may not have happened: "was asked to approve", "had it failed, …". */
import type { Word } from '#engine/language/nlp.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange } from '../../text/analysed-text.ts';

/** Words before an infinitive that leave no doubt that it happens: "managed to win", "was forced to resign". */
const FULFILLED = new Set([
  ...['manage', 'continue', 'begin', 'start', 'come', 'go', 'get', 'help', 'proceed', 'use', 'happen', 'prove', 'turn'],
  ...['force', 'compel', 'able', 'know', 'find', 'show', 'see', 'bear', 'serve', 'act', 'on', 'cease', 'grow', 'live'],
  ...['confirm', 'discover', 'tend', 'seem', 'appear', 'so', 'enough', 'cause', 'lead', 'return', 'combine', 'work'],
  ...['join', 'unite', 'only', 'move', 'rise', 'oblige', 'reveal', 'learn', 'beg'],
  // These are negations.
  ...['refuse', 'decline', 'fail', 'neglect', 'unable', 'yet'],
]);
/** What makes an infinitive after a noun a fact: "the first woman to climb it". */
const FIRST = /^(?:first|second|third|last|only|next|youngest|oldest|latest|earliest|\w+est|most)$/;
/** Verbs of accusation: what they are followed by was not done for certain. */
const ACCUSING = /^(?:charge|accuse|suspect|indict|acquit|clear|arrest|sue|blame|investigate|try|prosecute|want)$/;

/** Index of the "to" right before the verb at `head` ("to fully approve", "to be approved"); -1 if there is none. */
function infinitiveMark(tokens: readonly Word[], start: number, head: number): number {
  for (let i = head - 1; i >= start && i >= head - 4; i--) {
    const { lower, pos, lemma } = tokens[i]!;
    if (lower === 'to') return i;
    if (pos !== 'ADV' && lemma !== 'be' && lemma !== 'have') return -1;
  }
  return -1;
}

/** The word that governs the infinitive: "asked" of "was asked to approve". */
function governor(tokens: readonly Word[], start: number, mark: number): Word | null {
  for (let i = mark - 1; i >= start; i--) {
    const token = tokens[i]!;
    if (token.pos !== 'ADV' || token.lower === 'only') return token;
  }
  return null;
}

/** The verb before what stands between it and its infinitive: "voted" of "voted 31 to 4 to buy"; null if there is none. */
function verbBefore(tokens: readonly Word[], start: number, mark: number): Word | null {
  for (let i = mark - 1; i >= start; i--) {
    const { pos } = tokens[i]!;
    if (pos === 'VERB') return tokens[i]!;
    if (pos === 'AUX' || pos === 'PUNCT' || pos === 'CCONJ' || pos === 'SCONJ') return null;
  }
  return null;
}

/** True if an infinitive follows that verb in the claim too. */
function governsInfinitive({ tokens }: AnalysedText, verb: Word | null): boolean {
  if (verb === null) return false;
  return tokens.some(({ lemma, pos }, at) => lemma === verb.lemma && pos === 'VERB' && tokens[at + 1]?.lower === 'to');
}

function isUnfulfilledInfinitive({ tokens }: AnalysedText, start: number, head: number, claim: AnalysedText): boolean {
  const mark = infinitiveMark(tokens, start, head);
  if (mark < 0) return false;
  const by = governor(tokens, start, mark);
  // "To reduce costs, …" opens a purpose.
  if (by === null) return true;
  if (by.pos === 'PUNCT' || by.pos === 'ADP' || by.pos === 'CCONJ') return false;
  if (FULFILLED.has(by.lemma) || FULFILLED.has(by.lower)) return false;
  const isInClaim = claim.tokens.some(({ lemma }) => lemma === by.lemma && lemma !== 'be' && lemma !== 'have');
  // "Decided in March to close" is no closing in March.
  if (isInClaim && by.pos !== 'PROPN') return false;
  if (governsInfinitive(claim, verbBefore(tokens, start, mark))) return false;
  if (by.lemma === 'be' || by.lemma === 'have') return !claim.tokens.some(({ lower }) => lower === 'to');
  if (by.pos !== 'NOUN' && by.pos !== 'PROPN' && by.pos !== 'PRON') return true;
  // "Players use clubs to hit balls".
  const before = tokens.slice(Math.max(start, mark - 8), mark);
  return !before.some(({ lower, lemma }) => FIRST.test(lower) || lemma === 'use');
}

/** "Had the dam failed, …", "were it to fail, …". */
function isInvertedCondition({ tokens }: AnalysedText, start: number, end: number): boolean {
  const [first, second] = [tokens[start], tokens[start + 1]];
  if (first === undefined || second === undefined || !/^(?:had|were|should)$/.test(first.lower)) return false;
  if (!/^(?:DET|PRON|NOUN|PROPN)$/.test(second.pos)) return false;
  return tokens.slice(start, end).some(({ lower }) => /^(?:would|could|might)$/.test(lower));
}

/** "Should have opened", "would have cost". */
function isUnreal({ tokens }: AnalysedText, start: number, end: number): boolean {
  for (let i = start; i + 1 < end; i++) {
    if (!/^(?:should|would|could|might|ought)$/.test(tokens[i]!.lower)) continue;
    if (tokens.slice(i + 1, i + 4).some(({ lower }) => lower === 'have')) return true;
  }
  return false;
}

/** "Charged with stealing the painting". */
function isAccused({ tokens }: AnalysedText, start: number, head: number): boolean {
  if (!tokens[head]!.lower.endsWith('ing')) return false;
  const before = tokens.slice(Math.max(start, head - 4), head);
  return before.some(({ lemma }) => ACCUSING.test(lemma)) && before.some(({ pos }) => pos === 'ADP');
}

/** True if the passage's clause is a purpose, a task, a wish or an unreal condition, and the claim states a fact. */
export function isUnfulfilled(
  { claim, evidence }: Alignment,
  { evidenceFrame, evidenceAnchor, sentence }: Reading,
): boolean {
  if (evidenceFrame === null || evidenceFrame.sentence !== sentence) return false;
  const [start, end] = sentenceRange(evidence, sentence);
  if (isInvertedCondition(evidence, start, end) && !isInvertedCondition(claim, 0, claim.tokens.length)) return true;
  const { verbStart, verbEnd, head } = evidenceFrame;
  if (isUnreal(evidence, verbStart, verbEnd) && !isUnreal(claim, 0, claim.tokens.length)) return true;
  const anchor = evidence.terms[evidenceAnchor]?.start ?? head;
  if (anchor < head) return false;
  return isUnfulfilledInfinitive(evidence, start, head, claim) || isAccused(evidence, start, head);
}
