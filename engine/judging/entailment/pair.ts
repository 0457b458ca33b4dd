/** What an NLI model is given of a window. Apart from what its answer is worth, which loads the judge. */
import type { TextPair } from '#contracts/ports/entailment-model.ts';
import { withoutHeadline } from '#engine/text/lines.ts';

export interface Window {
  text: string;
  /** Of its document; '' if unknown. */
  title: string;
}

/** What the model reads. The title tells whom "it" and "the company" mean. */
export function pairOf(claim: string, { text, title }: Window): TextPair {
  const part = withoutHeadline(text);
  return { premise: title === '' ? part : `${title}. ${part}`, hypothesis: claim };
}
