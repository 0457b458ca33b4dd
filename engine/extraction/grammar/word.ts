/** A word of a sentence, as the rules see it. */
import type { Token } from '#engine/text/nlp.ts';
import type { VerbForms } from '#engine/text/verbs.ts';

export interface Word extends Token {
  /** null for a word that is not a verb. */
  forms: VerbForms | null;
}
