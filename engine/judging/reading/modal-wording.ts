/** Modal verbs in other words: "may be frozen" as "can be frozen", "will close" as "is to close". */
import { hedgeIn } from '#engine/language/modality.ts';
import type { Word } from '#engine/language/nlp.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import type { Reading } from './reading.ts';

const FUTURE = /^(?:will|shall|'ll)$/;

/** The sentence without the auxiliaries that `modal` names; null if it has none of them. */
function without(sentence: readonly Word[], modal: RegExp): Word[] | null {
  const rest = sentence.filter(({ lower, pos }) => !(pos === 'AUX' && modal.test(lower)));
  return rest.length === sentence.length ? null : rest;
}

function isHedged(tokens: readonly Word[]): boolean {
  return hedgeIn(tokens, 0, tokens.length) > 0;
}

/** "Can", "is allowed to", "is entitled to": what a rule permits with "may". */
function permits({ tokens }: AnalysedText): boolean {
  return tokens.some(({ lower, pos }, at) => {
    if (pos === 'AUX' && /^(?:can|may)$/.test(lower)) return true;
    return /^(?:allowed|permitted|entitled|free)$/.test(lower) && tokens[at + 1]?.lower === 'to';
  });
}

/** "Is to close", "is going to close", "is closing on 3 May", "closes on 3 May". */
function looksAhead({ tokens, terms }: AnalysedText, { frame }: Reading): boolean {
  if (frame === null) return false;
  const first = tokens[frame.verbStart]!;
  const isPresentBe = /^(?:is|are|'s|'re)$/.test(first.lower);
  const next = tokens[frame.verbStart + 1]?.lower ?? '';
  if (isPresentBe && (next === 'to' || next === 'going' || next === 'due' || next === 'set')) return true;
  const isDated = terms.some(({ kind }) => kind === 'date');
  const isProgressive = isPresentBe && tokens[frame.head]!.lower.endsWith('ing');
  const isSimple = first.pos === 'VERB' && (first.lower === first.lemma || first.lower.endsWith('s'));
  return isDated && (isProgressive || isSimple);
}

/** True if the evidence's sentence is hedged by nothing but a modal verb that the claim has in other words. */
export function meansAlike(claim: AnalysedText, reading: Reading, sentence: readonly Word[]): boolean {
  const permitted = permits(claim) ? without(sentence, /^may$/) : null;
  if (permitted !== null && !isHedged(permitted)) return true;
  const future = looksAhead(claim, reading) ? without(sentence, FUTURE) : null;
  return future !== null && !isHedged(future);
}
