/** What an NLI model is given of a passage. Apart from what its answer is worth, which loads the judge. */
import type { TextPair } from '#contracts/ports/entailment-model.ts';
import { withoutHeadline } from '#engine/text/lines.ts';
import type { TitledPassage } from '../model/grounding.ts';

/** What the model reads. The title tells whom "it" and "the company" mean. */
export function pairOf(claim: string, { text, title }: TitledPassage): TextPair {
  const part = withoutHeadline(text);
  return { premise: title === '' ? part : `${title}. ${part}`, hypothesis: claim };
}
