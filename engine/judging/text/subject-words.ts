/** Words that a subject is made of. */
import type { Token } from '#engine/language/nlp.ts';

/** True for nouns, names, pronouns and numbers. */
export function isNominal(token: Token): boolean {
  return token.pos === 'NOUN' || token.pos === 'PROPN' || token.pos === 'PRON' || token.pos === 'NUM';
}

/** True if a noun, name, pronoun or number stands in [start, end). */
export function hasNominal(tokens: readonly Token[], start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isNominal(tokens[i]!)) return true;
  return false;
}

const SUBJECT_PRONOUN = /^(?:I|you|he|she|it|we|they)$/;

/** True for "she", and at the beginning of a clause for "She": "Reccared I" and "Shape of You" are names. */
export function isSubjectPronoun(tokens: readonly Token[], at: number, opens: boolean): boolean {
  const { text, lower } = tokens[at]!;
  if (lower === 'i') return opens;
  return SUBJECT_PRONOUN.test(opens ? lower : text);
}

/** Start of the noun phrase (with its "of" phrases) that ends before `end`, no earlier than `limit`. */
export function subjectPhraseStart(tokens: readonly Token[], limit: number, end: number): number {
  let i = end;
  while (i > limit && tokens[i - 1]!.pos === 'PUNCT') i--;
  while (i > limit) {
    const token = tokens[i - 1]!;
    const inside =
      isNominal(token) || token.pos === 'ADJ' || token.pos === 'DET' || token.lower === 'of' || token.lower === "'s";
    if (!inside) break;
    i--;
  }
  return i;
}
