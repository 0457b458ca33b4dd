/**
 * The extraction of a long text on its way from its thread: claims in pieces of JSON. As one value, those of a document
 * would hold up the event loop for a tenth of a second, and be in memory twice until then.
 */
import { nextTurn } from '#common/turns.ts';
import type { ExtractedClaim, ExtractionOutput } from '#engine/types.ts';

/** Parsing so many takes some milliseconds. */
const CLAIMS_PER_PIECE = 250;

export interface PackedExtraction extends Omit<ExtractionOutput, 'claims'> {
  /** JSON of some claims each, in order. */
  claims: string[];
}

export function packExtraction({ claims, ...rest }: ExtractionOutput): PackedExtraction {
  const pieces: string[] = [];
  for (let at = 0; at < claims.length; at += CLAIMS_PER_PIECE) {
    pieces.push(JSON.stringify(claims.slice(at, at + CLAIMS_PER_PIECE)));
  }
  return { ...rest, claims: pieces };
}

/** With turns of the event loop in between. */
export async function unpackExtraction({ claims: pieces, ...rest }: PackedExtraction): Promise<ExtractionOutput> {
  const claims: ExtractedClaim[] = [];
  for (const piece of pieces) {
    claims.push(...(JSON.parse(piece) as ExtractedClaim[]));
    await nextTurn();
  }
  return { ...rest, claims };
}
