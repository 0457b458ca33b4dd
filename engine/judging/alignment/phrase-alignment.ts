/** Aligns whole phrases: "put off" with "postpone", "free of charge" with "at no cost". */
import { isNegationCue } from '#engine/language/negation.ts';
import { type PhraseUse, samePhrases } from '#engine/language/phrases.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import type { Aligning } from './match.ts';

function termsOf({ terms }: AnalysedText, { tokens }: PhraseUse): number[] {
  return terms.flatMap(({ start, end, kind }, at) =>
    kind === 'word' && tokens.some((token) => token >= start && token < end) ? [at] : [],
  );
}

/** Verbs that mean nothing of their own before a preposition: "go out of business", "come into force". */
const EMPTY_VERB = /^(?:be|go|come|put|take|bring|run|fall|get|set|give|hold|keep)$/;
const PREPOSITION = /^(?:out|off|up|down|on|in|into|at|to|under|over)$/;

/** "Gone out of business" is said by no "firm": a noun of an idiom may stand for itself, not for what else it means. */
function forgetOtherMeanings(use: PhraseUse, { claim, evidence, matches }: Aligning): void {
  const { words, class: kind } = use.phrase;
  if (kind !== 'v' || words.length < 3 || !EMPTY_VERB.test(words[0]!) || !PREPOSITION.test(words[1]!)) return;
  for (const at of termsOf(claim, use)) {
    matches[at] = matches[at]!.filter(
      ({ term, inference }) =>
        (inference !== 'synonym' && inference !== 'hyponym') || evidence.terms[term]!.key === claim.terms[at]!.key,
    );
  }
}

/** True for "electricity" of "are without electricity", and not for "are": what follows the phrase's negative word. */
function isDenied({ terms, tokens }: AnalysedText, { tokens: own, phrase }: PhraseUse, at: number): boolean {
  const cue = phrase.negates ? own.find((token) => isNegationCue(tokens, token)) : undefined;
  return cue !== undefined && terms[at]!.start > cue;
}

/** Adds matches between the terms of phrases that say the same. */
export function alignPhrases(aligning: Aligning): void {
  const { claim, evidence, matches } = aligning;
  for (const use of claim.phrases) forgetOtherMeanings(use, aligning);
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
    const isOneDenied = pair.claim.phrase.negates !== pair.evidence.phrase.negates;
    for (const at of termsOf(claim, pair.claim)) {
      for (const term of found) {
        if (matches[at]!.some((match) => match.term === term)) continue;
        const isReversed = isOneDenied && (isDenied(claim, pair.claim, at) || isDenied(evidence, pair.evidence, term));
        matches[at]!.push({ term, inference: 'synonym', ...(isReversed && { isReversed }) });
      }
    }
  }
}
