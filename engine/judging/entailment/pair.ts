/**
 * Builds the input of an NLI model. This is a separate file because the code that evaluates the model's answers loads the judge.
 */
import type { TextPair } from '#contracts/ports/entailment-model.ts';
import { withoutHeadline } from '#engine/text/lines.ts';
import type { TitledPassage } from '../model/grounding.ts';

/** The input for one claim and passage. The title tells what "it" and "the company" refer to. */
export function pairOf(claim: string, { text, title }: TitledPassage): TextPair {
  const part = withoutHeadline(text);
  return { premise: title === '' ? part : `${title}. ${part}`, hypothesis: claim };
}
