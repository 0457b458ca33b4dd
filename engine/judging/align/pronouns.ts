/** Pronouns for whom or what the text before is about. */
import type { Item } from '#engine/syntax/items.ts';
import { isNamedBy } from '../read/subject.ts';
import type { Arc } from './path.ts';
import { hasRival, isSameNaming, lowerWords, nameRuns, PERSONAL, type Referents } from './reference.ts';

/** A pronoun that is the subject of the statement, for the claim's subject, if the text before is about it and names no other. */
export function pronounArcs(claim: readonly Item[], items: readonly Item[], referents: Referents): Arc[] {
  const start = items.findIndex(({ lower, tense }) => PERSONAL.has(lower) || tense !== null);
  const pronoun = items[start];
  if (pronoun === undefined || !PERSONAL.has(pronoun.lower) || nameRuns(items.slice(0, start)).length > 0) return [];
  const { before, document, earlier } = referents;
  if (before === null) return [];
  const verb = claim.findIndex(({ tense }) => tense !== null);
  // "The bittern … It first bred here in 2008."
  const subject = claim.slice(0, Math.max(verb, 0));
  const isDefinite =
    subject.length > 0 &&
    /^(?:it|they)$/.test(pronoun.lower) &&
    subject[0]!.article !== 'a' &&
    sameRow(subject, before);
  if (isDefinite && !subject[0]!.isName && !earlier.some((sentence) => hasRival(sentence, [], pronoun.lower)))
    return [{ claimStart: 0, claimEnd: verb, start, end: start + 1, ground: 'pronoun' }];
  return nameRuns(subject).flatMap((run) => {
    const words = lowerWords(claim, run);
    const isDocument = isNamedBy(document, words);
    const isBefore =
      before.length > 0
        ? before.every(({ isName }) => isName) &&
          isSameNaming(
            words,
            before.map(({ lower }) => lower),
          )
        : isDocument;
    const isAuthor = pronoun.lower === 'we' && isDocument;
    // "He met Hale": whoever he is, he is not Hale.
    const isNamed = nameRuns(items).some((other) => lowerWords(items, other).some((part) => words.includes(part)));
    const isContested =
      !isAuthor &&
      earlier.some(
        (sentence) =>
          hasRival(sentence, words, pronoun.lower) ||
          (PERSONAL.has(sentence[0]?.lower ?? '') && sentence.some(({ lower }) => words.includes(lower))),
      );
    if (run.end !== verb || isNamed || isContested || !(isBefore || isAuthor)) return [];
    return [{ claimStart: run.start, claimEnd: run.end, start, end: start + 1, ground: 'pronoun' }];
  });
}

function sameRow(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every(({ lower }, at) => lower === b[at]!.lower);
}
