/** Tells whether claim and passage compare the same things in the same direction: "the red lamp is brighter than the blue". */
import type { Word } from '#engine/language/nlp.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange, type Term } from '../../text/analysed-text.ts';

/** Index of a "than" that compares two things; that of "more than 40" bounds a figure. */
function comparingThan(tokens: readonly Word[], start: number, end: number): number {
  for (let i = start; i < end; i++) {
    if (tokens[i]!.lower !== 'than') continue;
    const next = tokens[i + 1];
    if (
      next?.pos !== 'NUM' &&
      !/^[\p{Sc}\d]/u.test(next?.text ?? '') &&
      !/^(?:half|once|twice)$/.test(next?.lower ?? '')
    )
      return i;
  }
  return -1;
}

/** The terms of the phrase right after "than". */
function standard({ tokens, terms }: AnalysedText, than: number): number[] {
  let end = than + 1;
  while (end < tokens.length && end < than + 10 && !/^(?:PUNCT|AUX|CCONJ|SCONJ)$/.test(tokens[end]!.pos)) {
    if (tokens[end]!.pos === 'ADP' && end > than + 1) break;
    end++;
  }
  return terms.flatMap((term, at) => (term.start > than && term.start < end && !term.light ? [at] : []));
}

const DIFFERENCE =
  /^(?:more|fewer|less|higher|lower|longer|shorter|taller|wider|deeper|older|younger|earlier|later|ahead|behind|heavier|lighter|cheaper|dearer|faster|slower|better|worse|above|below|short)$/;

/** True if a figure of the claim is only a difference in the passage: "1,904 votes more than Kemp" for "1,904 votes". */
export function isOnlyDifference({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  // "Down 1.8 %" is "1.8 % lower", and "68 minutes after leaving" is "left … 68 minutes later".
  if (claim.tokens.some(({ lower }) => DIFFERENCE.test(lower) || /^(?:up|down|after|before|by)$/.test(lower)))
    return false;
  return claim.terms.some((own, at) => {
    if (own.quantity === null) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    const isDifference = ({ end, quantity }: Term) => {
      let after = end;
      while (after < end + 2 && evidence.tokens[after]?.pos === 'NOUN') after++;
      const { lower } = evidence.tokens[after] ?? { lower: '' };
      return quantity !== null && DIFFERENCE.test(lower) && !claim.tokens.some((token) => token.lower === lower);
    };
    return here.length > 0 && here.every(isDifference);
  });
}

/**
 * True if claim and sentence compare the same two things with the same words, each the other way round: "a metal spoon cools it
 * faster than a wooden one" against "a wooden spoon cools it faster than a metal one".
 */
export function comparesReversed({ claim, evidence, matches }: Alignment, sentence: number): boolean {
  const [start, end] = sentenceRange(evidence, sentence);
  const [own, theirs] = [
    comparingThan(claim.tokens, 0, claim.tokens.length),
    comparingThan(evidence.tokens, start, end),
  ];
  if (own < 0 || theirs < 0) return false;
  const [ours, other] = [standard(claim, own), standard(evidence, theirs)];
  const isBefore = (at: number) =>
    matches[at]!.length > 0 && matches[at]!.every(({ term }) => evidence.terms[term]!.start < theirs);
  const isOurs = (found: number) =>
    claim.terms.some((term, at) => term.start < own && matches[at]!.some(({ term: place }) => place === found));
  // "700 batteries more than at Ostby, although Ostby has more passengers" compares no passengers.
  const isThere = (found: number) =>
    other.includes(found) || (evidence.terms[found]!.start >= start && evidence.terms[found]!.start < theirs);
  const isComparedThere = claim.terms.every(
    (term, at) => term.light || term.start > own || matches[at]!.some(({ term: found }) => isThere(found)),
  );
  return ours.length > 0 && other.length > 0 && ours.every(isBefore) && other.every(isOurs) && isComparedThere;
}

/** True if what one side compares with is what the other side compares. */
export function comparesOtherwise({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  const own = comparingThan(claim.tokens, 0, claim.tokens.length);
  const [start, end] = sentenceRange(evidence, sentence);
  const theirs = comparingThan(evidence.tokens, start, end);
  if (own < 0 || theirs < 0) return false;
  const isHere = (at: number) => evidence.terms[at]!.sentence === sentence;
  const isOwnCrossed = standard(claim, own).some((at) => {
    const here = matches[at]!.map(({ term }) => term).filter(isHere);
    return here.length > 0 && here.every((term) => evidence.terms[term]!.start < theirs);
  });
  if (isOwnCrossed) return true;
  return standard(evidence, theirs).some((found) => {
    const theirOwn = claim.terms.flatMap((term, at) =>
      matches[at]!.some(({ term: other }) => other === found) ? [term] : [],
    );
    return theirOwn.length > 0 && theirOwn.every((term) => term.start < own);
  });
}
