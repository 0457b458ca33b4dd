/**
 * Tells whether words that the claim joins belong to different things in the passage: "fastest" and "final" of "rowed the fastest heat
 * but broke an oar in the final", "profit" and "rose" of "sales rose while profit fell".
 */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms, within } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Term } from '../../text/analysed-text.ts';

/** True if a part of the claim's subject is in the sentence the subject of a later clause with a verb of its own. */
export function isSubjectOfLaterClause(
  { claim, evidence, matches }: Alignment,
  { sentence, frame, evidenceFrame }: Reading,
): boolean {
  if (frame === null || evidenceFrame === null || evidenceFrame.sentence !== sentence) return false;
  // "Built in 1894, the ship was sold" says of the ship that it was built.
  if (evidenceFrame.subjectEnd === evidenceFrame.subjectStart) return false;
  const later = evidence.frames.filter(
    (other) =>
      other.sentence === sentence &&
      other.ownSubject &&
      !other.participle &&
      other.subjectStart >= evidenceFrame.verbEnd,
  );
  return claim.terms.some((own, at) => {
    if (own.light || !within(own, frame.subjectStart, frame.subjectEnd)) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    const isTheirs = (term: Term) =>
      later.some(({ subjectStart, subjectEnd }) => within(term, subjectStart, subjectEnd));
    return here.length > 0 && here.every(isTheirs);
  });
}

/** True if an adjective of the claim stands in the sentence before other nouns only, and its noun without it. */
export function isModifierOfAnother({ claim, evidence, matches, used }: Alignment, { sentence }: Reading): boolean {
  return claim.terms.some((own, at) => {
    const noun = claim.terms.findIndex(({ start, pos, light }) => start === own.end && pos === 'NOUN' && !light);
    if (own.light || own.kind !== 'word' || own.pos !== 'ADJ' || noun < 0) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    const nouns = matchedTerms({ evidence, matches }, noun, sentence);
    // "A former cult leader" is a former leader.
    const isOfPhrase = ({ end }: Term) =>
      nouns.some(
        ({ start }) =>
          start >= end &&
          evidence.tokens
            .slice(end, start)
            .every(({ pos, text }) => /^(?:ADJ|NOUN|PROPN|NUM)$/.test(pos) || text === '-'),
      );
    if (here.some(isOfPhrase)) return false;
    const isOfOther = ({ end }: Term) =>
      evidence.terms.some(({ start, pos, light }, i) => start === end && pos === 'NOUN' && !light && !used.has(i));
    return here.length > 0 && nouns.length > 0 && here.every(isOfOther);
  });
}
