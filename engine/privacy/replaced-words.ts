/** Explains the placeholders in a question to a language model. */
import type { Deidentifier } from './deidentify.ts';

/** A limitation that counts the placeholders by kind; empty if there were none. */
export function replacedWords(deidentifier: Deidentifier): string[] {
  const replaced = deidentifier.replaced();
  if (replaced.length === 0) return [];
  const kinds = replaced.map(({ kind, count }) => `${kind.replaceAll('_', ' ')} (${count})`).join(', ');
  return [`Before the language model was asked, placeholders replaced: ${kinds}.`];
}
