/** Whether the passage says it of as many as the claim: "all pumps" against "most pumps". */
import { compareQuantifiers, type QuantifierUse } from '#engine/language/modality.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import type { Reading } from '../../reading/reading.ts';
import type { AnalysedText } from '../../text/analysed-text.ts';

/** A quantifier of the claim that the passage doesn't entail, or a weaker one that only the passage has; null if there is none. */
export function quantifierGapOf(alignment: Alignment, reading: Reading): string | null {
  const { claim, evidence } = alignment;
  const here = evidence.quantifiers.filter((use) => evidence.sentenceOf[use.at] === reading.sentence);
  for (const own of claim.quantifiers) {
    if (own.kind === 'some') continue;
    const isEntailed = here.some(
      (theirs) => compareQuantifiers(own.kind, theirs.kind) === 'entails' && isOfSameNoun(alignment, own, theirs),
    );
    // "No" is judged as negation.
    if (!isEntailed && own.kind !== 'none') return own.text;
  }
  const frame = reading.evidenceFrame;
  if (frame === null || claim.quantifiers.length > 0) return null;
  const weaker = here.find((use) => isWeakening(use) && use.at >= frame.subjectStart && use.at < frame.subjectEnd);
  return weaker?.text ?? null;
}

/** The first noun that a quantifier may belong to; -1 for "always" and "everyone", before a verb or a comma. */
function quantifiedNoun({ tokens, terms }: AnalysedText, { at }: QuantifierUse): number {
  for (let i = at + 1; i < tokens.length && i <= at + 5; i++) {
    if (/^(?:VERB|AUX|PUNCT|SCONJ|CCONJ)$/.test(tokens[i]!.pos)) return -1;
    if (/^(?:NOUN|PROPN)$/.test(tokens[i]!.pos)) return terms.findIndex(({ start }) => start === i);
  }
  return -1;
}

/** False for "every spring" against "all pumps". */
function isOfSameNoun({ claim, evidence, matches }: Alignment, own: QuantifierUse, theirs: QuantifierUse): boolean {
  const [noun, other] = [quantifiedNoun(claim, own), quantifiedNoun(evidence, theirs)];
  if (noun < 0 || other < 0 || matches[noun]!.length === 0) return true;
  return (
    matches[noun]!.some(({ term }) => term === other) || matches[noun]!.every(({ term }) => isOf(evidence, other, term))
  );
}

/** "All of the older pumps": the noun stands behind another in its phrase. */
function isOf({ terms }: AnalysedText, first: number, found: number): boolean {
  return (
    terms[found]!.sentence === terms[first]!.sentence &&
    terms[found]!.start > terms[first]!.start &&
    terms[found]!.start - terms[first]!.start <= 4
  );
}

function isWeakening(use: QuantifierUse): boolean {
  return use.kind === 'some' || use.kind === 'few' || use.kind === 'most' || use.kind === 'many';
}
