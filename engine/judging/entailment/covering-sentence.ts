/** The sentence of a window that has most of the claim: where a word was swapped or denied, it is there. */
import type { Comparison } from '../comparison.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';

export interface CoveringSentence {
  /** Share (0..1) of the claim's material terms that it has. */
  share: number;
  /** A verb is negated there and none in the claim, or the other way round. */
  negationDiffers: boolean;
  /** Window and title lack a name of the claim, and this sentence has one that the claim has not. */
  nameDiffers: boolean;
}

/** `title` is that of the window's document; '' if unknown. */
export function coveringSentence({ alignment, material, missing }: Comparison, title: string): CoveringSentence {
  const { claim, evidence, matches } = alignment;
  const found = new Array<number>(evidence.sentences).fill(0);
  for (const at of material) {
    for (const sentence of new Set(matches[at]!.map(({ term }) => evidence.terms[term]!.sentence))) found[sentence]!++;
  }
  const most = Math.max(0, ...found);
  const covering = most === 0 ? -1 : found.indexOf(most);
  const isDenied = deniesIn(evidence, (sentence) => sentence === covering);
  const matched = new Set(matches.flatMap((each) => each.map(({ term }) => term)));
  const inTitle = title.toLowerCase();
  const isUnnamed = ({ kind, surface }: Term) => kind === 'name' && !inTitle.includes(surface.toLowerCase());
  const hasOther = evidence.terms.some(
    ({ kind, sentence, light }, at) => kind === 'name' && sentence === covering && !light && !matched.has(at),
  );
  return {
    share: material.length === 0 ? 0 : most / material.length,
    negationDiffers: isDenied !== deniesIn(claim, () => true),
    nameDiffers: hasOther && missing.some((at) => isUnnamed(claim.terms[at]!)),
  };
}

function deniesIn({ tokens, negated, sentenceOf }: AnalysedText, isIn: (sentence: number) => boolean): boolean {
  return tokens.some(({ pos }, at) => pos === 'VERB' && negated[at] === true && isIn(sentenceOf[at]!));
}
