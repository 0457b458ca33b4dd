/** Finds the main verb of a claim, as needed to negate the claim. */
import { isHyphen } from '#engine/text/hyphens.ts';
import type { Token } from '#engine/text/nlp.ts';
import { isVerbal } from '#engine/text/parts-of-speech.ts';

/** Token indices. */
export interface MainVerb {
  start: number;
  /** Exclusive. */
  end: number;
  /** The verb that carries the meaning, or the copula if there is no other. */
  head: number;
}

const INNER = /^(?:not|n['’]t)$/;
const RELATIVE = /^(?:who|which|that|whom|to)$/;

/** True for a verb form that is used as an adjective: "a widely *spoken* language", "*coming*-of-age". */
function isPrenominal(tokens: readonly Token[], at: number): boolean {
  const { pos, lower, lemma } = tokens[at]!;
  if (pos !== 'VERB') return false;
  if (isHyphen(tokens, at + 1)) return true;
  if (lower === lemma || lower === `${lemma}s` || !/^(?:NOUN|PROPN|ADJ)$/.test(tokens[at + 1]?.pos ?? '')) return false;
  let before = at - 1;
  while (tokens[before]?.pos === 'ADV') before--;
  return isHyphen(tokens, at - 1) || /^(?:DET|ADJ|ADP)$/.test(tokens[before]?.pos ?? '');
}

function groupAt(tokens: readonly Token[], start: number): MainVerb {
  let last = start;
  for (let at = start + 1; at < tokens.length; at++) {
    const { pos, lower } = tokens[at]!;
    if (isVerbal(tokens[at]!)) {
      if (!isPrenominal(tokens, at)) last = at;
    } else if (pos !== 'ADV' && pos !== 'PART' && !INNER.test(lower)) break;
  }
  let head = last;
  if (tokens[last]!.lemma !== 'be') {
    for (let at = last; at >= start; at--) {
      if (tokens[at]!.pos !== 'VERB') continue;
      head = at;
      break;
    }
  }
  return { start, end: last + 1, head };
}

/**
 * True for a verb group that belongs to a modifier and is not the sentence's verb: "The bridge *that was built* in 1890 …", "the
 * film, *released* in 1999, …".
 */
function isOfModifier(tokens: readonly Token[], { start, end }: MainVerb): boolean {
  let before = start - 1;
  while (tokens[before]?.pos === 'ADV') before--;
  if (RELATIVE.test(tokens[before]?.lower ?? '')) return true;
  if (end > start + 1 || tokens[start]!.pos !== 'VERB') return false;
  const { lower, lemma } = tokens[start]!;
  const isParticiple = lower.endsWith('ing') || (lower !== lemma && !lower.endsWith('s'));
  return isParticiple && hasFinite(tokens, end);
}

const FINITE = /^(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|shall|should|will|would|cannot)$/;

/** True if a finite auxiliary follows before another clause begins. Only then is a bare participle not the sentence's verb. */
function hasFinite(tokens: readonly Token[], from: number): boolean {
  for (const { pos, lower, text } of tokens.slice(from)) {
    if (pos === 'SCONJ' || /^(?:and|but|or|so|who|which|that|while|when|where|than|although|;|:)$/.test(lower || text))
      return false;
    if (FINITE.test(lower)) return true;
  }
  return false;
}

/** The first verb group that is the predicate of the sentence's subject; null if there is no verb. */
export function mainVerbOf(tokens: readonly Token[]): MainVerb | null {
  let first: MainVerb | null = null;
  for (let at = 0; at < tokens.length; ) {
    if (!isVerbal(tokens[at]!) || isPrenominal(tokens, at)) {
      at++;
      continue;
    }
    const group = groupAt(tokens, at);
    if (!isOfModifier(tokens, group)) return group;
    first ??= group;
    at = group.end;
  }
  return first;
}
