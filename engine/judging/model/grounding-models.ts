/**
 * Families of models that say in one word whether a document supports a claim. Each family was trained on its own prompt format,
 * and "yes" means opposite things. This file alone knows how a family is asked and what its answer means.
 */
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import type { ModelUse } from '#engine/types/judging.ts';

export type GroundingKind = Exclude<ModelUse['kind'], 'general'>;

interface GroundingFamily {
  /** Matches the names of its models, with or without an owner before the name and a size or version after it. */
  names: RegExp;
  messages(document: string, claim: string): LanguageModelRequest['messages'];
  /** The answer that means that the document supports the claim. */
  grounded: 'yes' | 'no';
  /** Enough for the word and the tags that the family adds. */
  max_output_tokens: number;
  /** Version of the prompt's wording and format; raise it with every change of either. */
  version: string;
}

export const GROUNDING_FAMILIES: Readonly<Record<GroundingKind, GroundingFamily>> = {
  // bespoke-minicheck. Its model card gives the format "Document: …
  // Claim: …" with the answers Yes and No.
  grounding: {
    names: /(?:^|[/_-])minicheck(?:$|[:@/_.-])/i,
    messages: (document, claim) => [{ role: 'user', content: `Document: ${document}\nClaim: ${claim}` }],
    grounded: 'yes',
    max_output_tokens: 8,
    version: 'grounding-2',
  },
  // Granite Guardian 3.x. Its template takes the name of the risk from the system message, then a context and the text to be
  // checked. It answers whether there is a risk: yes means that the claim is not grounded.
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

/** The kind of a model, recognised by its name. */
export function kindOfModel(name: string): ModelUse['kind'] {
  for (const kind of ['grounding', 'guardian'] as const) {
    if (GROUNDING_FAMILIES[kind].names.test(name)) return kind;
  }
  return 'general';
}
