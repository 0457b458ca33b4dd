/** What an extraction says of places in the text, where only these are verified and the rest is there to understand them. */
import type { ExtractionOutput, Place } from '#engine/types/extraction.ts';

const PARTS_ONLY =
  'Only parts of this text were verified, as was asked; the rest was read to understand them, and its claims are not listed.';

/** Whether they have a code point in common. */
export function overlaps(a: Place, b: Place): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * The output with those claims alone that stand in one of the places, in part at least, counted from 0. What was left
 * out is left out of the estimate as well; what could not be read stays, wherever it is.
 */
export function outputWithin(output: ExtractionOutput, places: readonly Place[]): ExtractionOutput {
  const claims = output.claims.filter((claim) => places.some((place) => overlaps(claim, place)));
  const material = (of: ExtractionOutput['claims']) => of.filter(({ materiality }) => materiality !== 'low').length;
  const leftOut = material(output.claims) - material(claims);
  return {
    ...output,
    claims: claims.map((claim, ordinal) => ({ ...claim, ordinal })),
    estimated_material_claims: Math.max(material(claims), output.estimated_material_claims - leftOut),
    limitations: [PARTS_ONLY, ...output.limitations],
  };
}
