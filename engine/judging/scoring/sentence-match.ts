/** What the sentence that a reading rests on has of the claim. */
import type { Word } from '#engine/language/nlp.ts';
import type { Comparison } from '../comparison.ts';
import type { Term } from '../text/analysed-text.ts';

export interface SentenceMatch {
  comparison: Comparison;
  /** The sentence's tokens. */
  tokens: readonly Word[];
  /** The sentence's terms that say something, and of these the ones that match nothing in the claim. */
  terms: readonly Term[];
  surplus: readonly Term[];
  /** Per claim term, its matches in the sentence. */
  found: readonly (readonly Term[])[];
}

/** The claim held against the sentence of the reading. */
export function sentenceMatch(comparison: Comparison): SentenceMatch {
  const { alignment, reading } = comparison;
  const { evidence, matches, used } = alignment;
  const places = evidence.terms.flatMap(({ sentence, light }, at) =>
    sentence === reading.sentence && !light ? [at] : [],
  );
  return {
    comparison,
    tokens: evidence.tokens.filter((_, at) => evidence.sentenceOf[at] === reading.sentence),
    terms: places.map((at) => evidence.terms[at]!),
    surplus: places.filter((at) => !used.has(at)).map((at) => evidence.terms[at]!),
    found: matches.map((own) =>
      own.map(({ term }) => evidence.terms[term]!).filter(({ sentence }) => sentence === reading.sentence),
    ),
  };
}
