/**
 * Tells whether parts of the claim are found in the passage only by taking it to pieces: one word for two ("sent" for "sent" and
 * "sender"), or one name out of two ("Ada Kern" out of "Ida Kern and her daughter Ada").
 */
import { isCourtesyTitle } from '#engine/language/names.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { matchesIn } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';

/** True if a word of the claim is only found in what another word of it is found in. */
export function isFoundInAnother(
  { claim, evidence, matches }: Alignment,
  { sentence, subject, subjectTerms }: Reading,
): boolean {
  const here = (at: number) => matchesIn({ evidence, matches }, at, sentence);
  return claim.terms.some((own, at) => {
    if (own.light || own.kind !== 'word' || (subject === 'resolved' && subjectTerms.includes(at))) return false;
    const found = here(at);
    const isTaken = (term: number) =>
      claim.terms.some(
        (other, i) =>
          i !== at &&
          other.key !== own.key &&
          here(i).length === 1 &&
          here(i)[0]!.term === term &&
          here(i)[0]!.inference === 'same',
      );
    return (
      found.length > 0 &&
      found.every(
        ({ term, inference }) => inference === 'derived' && evidence.terms[term]!.kind === 'word' && isTaken(term),
      )
    );
  });
}

/** True if the family name of a person of the claim belongs in the sentence to somebody else, who has a given name too. */
export function isOfTwoNames({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  return claim.names.some((name) => {
    if (name.length < 2) return false;
    const found = name.map((at) =>
      matchesIn({ evidence, matches }, at, sentence).filter(({ inference }) => inference === 'same'),
    );
    const keys = name.map((at) => claim.terms[at]!.key);
    if (found.some((list) => list.length === 0)) return false;
    return found.at(-1)!.every(({ term }) => {
      const whole = evidence.names[evidence.terms[term]!.name] ?? [term];
      const first = evidence.terms[whole[0]!]!;
      const isTitle = isCourtesyTitle({ lower: evidence.tokens[first.start]!.lower });
      const theirs = whole.map((at) => evidence.terms[at]!.key);
      // Daniel Gerhard "Dan" Brown is Dan Brown.
      const isQuoted = /^["”’']$/.test(evidence.tokens[evidence.terms[term]!.start - 1]?.text ?? '');
      const isOther = !keys.every((key) => theirs.includes(key)) && !keys.includes(first.key);
      return whole.at(-1) === term && whole.length > 1 && !isTitle && !isQuoted && isOther;
    });
  });
}
