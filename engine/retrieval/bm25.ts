/** Okapi BM25 over a small set of passages. */

/** The usual constants (Robertson & Zaragoza, 2009; also the defaults of FTS5 and Lucene). */
const K1 = 1.2;
const B = 0.75;

/** Counted words of one passage. */
export interface CountedPassage {
  counts: Map<string, number>;
  length: number;
}

export function countWords(stems: readonly string[]): CountedPassage {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { counts, length: stems.length };
}

/**
 * Score of each passage for the terms, 0..1: the BM25 sum divided by what a passage holding every term often would
 * reach. A term counts as often as the more frequent of its forms. Inverse document frequency is taken over the set
 * itself, in the form that never goes below zero: log(1 + (N − n + ½) ÷ (n + ½)).
 */
export function bm25Scores(terms: readonly (readonly string[])[], passages: CountedPassage[]): number[] {
  const averageLength = passages.reduce((sum, passage) => sum + passage.length, 0) / Math.max(1, passages.length) || 1;
  const idf = terms.map((forms) => {
    const holders = passages.filter((passage) => frequencyOf(forms, passage) > 0).length;
    return Math.log(1 + (passages.length - holders + 0.5) / (holders + 0.5));
  });
  const best = idf.reduce((sum, each) => sum + each * (K1 + 1), 0) || 1;
  return passages.map((passage) => {
    const norm = K1 * (1 - B + (B * passage.length) / averageLength);
    let score = 0;
    terms.forEach((forms, i) => {
      const frequency = frequencyOf(forms, passage);
      if (frequency > 0) score += (idf[i]! * frequency * (K1 + 1)) / (frequency + norm);
    });
    return score / best;
  });
}

function frequencyOf(forms: readonly string[], passage: CountedPassage): number {
  return forms.reduce((most, form) => Math.max(most, passage.counts.get(form) ?? 0), 0);
}
