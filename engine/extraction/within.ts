/** Limits an extraction to places in the text. Only these are verified; the rest helps to understand them. */
import type { ExtractionOutput, Place } from '#engine/types/extraction.ts';

const PARTS_ONLY =
  'Only parts of this text were verified, as was asked; the rest was read to understand them, and its claims are not listed.';

/** Whether the two places have a character in common. */
export function overlaps(a: Place, b: Place): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * The output with only those claims that are at least partly in one of the places, numbered from 0. The estimate counts only
 * these, too. What could not be read stays, wherever it is.
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
