/** Aligns whole phrases: "put off" with "postpone", "free of charge" with "at no cost". */
import { type PhraseUse, samePhrases } from '#engine/language/phrases.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import type { Aligning } from './match.ts';

function termsOf({ terms }: AnalysedText, { tokens }: PhraseUse): number[] {
  return terms.flatMap(({ start, end, kind }, at) =>
    kind === 'word' && tokens.some((token) => token >= start && token < end) ? [at] : [],
  );
}

/** Adds matches between the terms of phrases that say the same. */
export function alignPhrases({ claim, evidence, matches }: Aligning): void {
  if (claim.phrases.length === 0 || evidence.phrases.length === 0) return;
  const has = (word: string, use: PhraseUse) => {
    const sentence = evidence.sentenceOf[use.tokens[0]!]!;
    return (
      claim.tokens.some(({ lemma }) => lemma === word) ||
      evidence.tokens.some(({ lemma }, at) => lemma === word && evidence.sentenceOf[at] === sentence)
    );
  };
  for (const pair of samePhrases(claim.phrases, evidence.phrases, has)) {
    const found = termsOf(evidence, pair.evidence);
    const isReversed = pair.claim.negates !== pair.evidence.negates;
    for (const at of termsOf(claim, pair.claim)) {
      for (const term of found) {
        if (matches[at]!.some((match) => match.term === term)) continue;
        matches[at]!.push({ term, inference: 'synonym', ...(isReversed && { isReversed }) });
      }
    }
  }
}
