/**
 * Families of models that say whether a document carries a claim, in one word. Each was trained on a form of its own, and
 * the same word means opposite things: what a family is asked, and what it means by yes, stands here and nowhere else.
 */
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import type { ModelUse } from '#engine/types/judging.ts';

export type GroundingKind = Exclude<ModelUse['kind'], 'general'>;

interface GroundingFamily {
  /** Names of its models: with or without their owner before it and their size or version behind it. */
  names: RegExp;
  messages(document: string, claim: string): LanguageModelRequest['messages'];
  /** What the model says of a claim that the document carries. */
  grounded: 'yes' | 'no';
  /** Enough for the one word and what the family puts around it. */
  max_output_tokens: number;
  /** Version of the question's words and form; raise it with every change of either. */
  version: string;
}

export const GROUNDING_FAMILIES: Readonly<Record<GroundingKind, GroundingFamily>> = {
  // bespoke-minicheck. Its card: "Document: …\nClaim: …", answered Yes or No.
  grounding: {
    names: /(?:^|[/_-])minicheck(?:$|[:@/_.-])/i,
    messages: (document, claim) => [{ role: 'user', content: `Document: ${document}\nClaim: ${claim}` }],
    grounded: 'yes',
    max_output_tokens: 8,
    version: 'grounding-2',
  },
  // Granite Guardian 3.x. Its template takes the risk's name from the system message; a context, then what was said on it.
  // It answers whether there is a risk: yes means that the claim is not grounded.
  guardian: {
    names: /(?:^|[/_-])granite[\w.]{0,10}-guardian(?:$|[:@/_.-])/i,
    messages: (document, claim) => [
      { role: 'system', content: 'groundedness' },
      { role: 'context', content: document },
      { role: 'assistant', content: claim },
    ],
    grounded: 'no',
    max_output_tokens: 24,
    version: 'guardian-1',
  },
};

/** The kind of a model by its name. */
export function kindOfModel(name: string): ModelUse['kind'] {
  for (const kind of ['grounding', 'guardian'] as const) {
    if (GROUNDING_FAMILIES[kind].names.test(name)) return kind;
  }
  return 'general';
}
