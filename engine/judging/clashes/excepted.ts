/**
 * Exceptions that the sentence makes and the claim denies: "all staff except temps get a bonus" against "temps get a bonus", and
 * "renewed unless somebody has reserved it" against "renewed even if somebody has reserved it".
 */
import type { Alignment } from '../alignment/alignment.ts';
import { matchedTerms, within } from '../alignment/share.ts';
import { type AnalysedText, sentenceRange, type Term, textBetween } from '../text/analysed-text.ts';
import type { Clash } from './clash.ts';

interface Phrase {
  /** First token of the word or words that open the phrase, the token after them, and the end of the phrase. */
  cue: number;
  start: number;
  end: number;
}

/** "Except Y", "except for Y", "excluding Y", "with the exception of Y", "Y excepted". */
function exceptions({ tokens }: AnalysedText, from: number, to: number): Phrase[] {
  const phrases: Phrase[] = [];
  for (let i = from; i < to; i++) {
    const { lower } = tokens[i]!;
    if (lower === 'excepted' || lower === 'excluded') {
      let start = i;
      while (start > from && !/^[,;:()]$/.test(tokens[start - 1]!.text)) start--;
      const isAfterComma = start > from && tokens.slice(start, i).every(({ pos }) => !/^(?:VERB|AUX)$/.test(pos));
      if (isAfterComma) phrases.push({ cue: start - 1, start, end: i });
      continue;
    }
    const isOf = lower === 'exception' && tokens[i - 1]?.lower === 'the' && tokens[i + 1]?.lower === 'of';
    if (!/^(?:except|excepting|excluding)$/.test(lower) && !isOf) continue;
    const start = /^(?:for|of)$/.test(tokens[i + 1]?.lower ?? '') ? i + 2 : i + 1;
    // "Except if", "except when", "except on Sundays" set a condition or a time.
    if (
      /^(?:SCONJ|ADV|VERB|AUX|ADP)$/.test(tokens[start]?.pos ?? 'X') ||
      /^(?:that|if|when|where|as)$/.test(tokens[start]!.lower)
    )
      continue;
    let end = start;
    while (
      end < to &&
      !/^(?:VERB|AUX|SCONJ)$/.test(tokens[end]!.pos) &&
      !/^(?:[,;:().]|which|who|that)$/.test(tokens[end]!.lower)
    )
      end++;
    phrases.push({ cue: isOf ? i - 2 : i, start, end });
  }
  return phrases;
}

/** True if a member of the phrase has nothing that the claim lacks: "except the older pumps" says nothing of all pumps. */
function isNamedWhole({ evidence, used }: Alignment, { start, end }: Phrase, term: Term): boolean {
  const separates = (at: number) => /^(?:,|and|or)$/.test(evidence.tokens[at]!.lower);
  let [from, to] = [term.start, term.end];
  while (from > start && !separates(from - 1)) from--;
  while (to < end && !separates(to)) to++;
  return evidence.terms.every((other, at) => other.light || !within(other, from, to) || used.has(at));
}

const DENIES =
  /^(?:not|never|n't|n’t|no|none|nobody|nothing|neither|nor|cannot|without|only|except|excluding|excepting|unless|but)$/;

function excepted(alignment: Alignment, material: readonly number[], sentence: number): Clash | null {
  const { claim, evidence, matches } = alignment;
  const [start, end] = sentenceRange(evidence, sentence);
  if (claim.tokens.some(({ lower }) => DENIES.test(lower))) return null;
  const here = (at: number) => matchedTerms({ evidence, matches }, at, sentence);
  for (const phrase of exceptions(evidence, start, end)) {
    const isInside = (term: Term) => within(term, phrase.start, phrase.end);
    const tokens = evidence.tokens
      .slice(start, end)
      .filter((_, i) => start + i < phrase.cue || start + i >= phrase.end);
    if (tokens.some(({ lower }) => DENIES.test(lower) || /^(?:if|when|where|other)$/.test(lower))) continue;
    const taken = material.filter((at) => here(at).length > 0 && here(at).every(isInside));
    const [own] = taken;
    if (own === undefined || taken.some((at) => !isNamedWhole(alignment, phrase, here(at)[0]!))) continue;
    const rest = material.filter((at) => !taken.includes(at));
    if (rest.length === 0 || !rest.every((at) => here(at).some((term) => !isInside(term)))) continue;
    return {
      kind: 'negation',
      claimText: textBetween(claim, claim.terms[own]!.start, claim.terms[own]!.end),
      evidenceText: textBetween(evidence, Math.max(start, phrase.cue), phrase.end),
      claimTerm: own,
      evidenceTerm: evidence.terms.indexOf(here(own)[0]!),
      isProven: true,
    };
  }
  return null;
}

/** Where "even if …" stands in the text, or "unless …"; -1 for neither. */
function evenIf({ tokens }: AnalysedText, from: number, to: number): number {
  for (let i = from; i + 1 < to; i++) {
    const next = tokens[i + 1]!.lower;
    if (tokens[i]!.lower === 'even' && /^(?:if|when|where)$/.test(next)) return i + 1;
    if (tokens[i]!.lower === 'whether' && next === 'or' && tokens[i + 2]?.lower === 'not') return i + 2;
  }
  return -1;
}

function unless({ tokens }: AnalysedText, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (tokens[i]!.lower === 'unless') return i;
    if (tokens[i]!.lower === 'except' && /^(?:if|when|where)$/.test(tokens[i + 1]?.lower ?? '')) return i + 1;
  }
  return -1;
}

/** "Even if" on one side and "unless" on the other, with the same words before and after. */
function conditionTurned(alignment: Alignment, material: readonly number[], sentence: number): Clash | null {
  const { claim, evidence, matches } = alignment;
  const [start, end] = sentenceRange(evidence, sentence);
  const [own, theirs] = [
    [evenIf(claim, 0, claim.tokens.length), unless(evidence, start, end)],
    [unless(claim, 0, claim.tokens.length), evenIf(evidence, start, end)],
  ].find(([a, b]) => a! >= 0 && b! >= 0) ?? [-1, -1];
  if (own! < 0) return null;
  const rest = material.filter((at) => claim.terms[at]!.key !== 'even');
  const isSame = rest.every((at) => {
    const isAfter = claim.terms[at]!.start > own!;
    return matches[at]!.some(({ term }) => {
      const found = evidence.terms[term]!;
      return (
        found.sentence === sentence && found.start > theirs! === isAfter && found.negated === claim.terms[at]!.negated
      );
    });
  });
  if (!isSame || !rest.some((at) => claim.terms[at]!.start > own!)) return null;
  return {
    kind: 'negation',
    claimText: textBetween(claim, own! - 1, claim.tokens.length),
    evidenceText: textBetween(evidence, theirs!, end),
    claimTerm: rest[0]!,
    evidenceTerm: matches[rest[0]!]![0]!.term,
    isProven: true,
  };
}

/** The clash if the claim includes what the sentence excepts, else null. */
export function exceptionClash(alignment: Alignment, material: readonly number[], sentence: number): Clash | null {
  return excepted(alignment, material, sentence) ?? conditionTurned(alignment, material, sentence);
}
