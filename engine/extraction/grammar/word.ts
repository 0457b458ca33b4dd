/** A word of a sentence, as the rules see it. */
import type { Token } from '#engine/language/nlp.ts';
import type { VerbForms } from '#engine/language/verbs.ts';

export interface Word extends Token {
  /** null for what is no verb. */
  forms: VerbForms | null;
}
