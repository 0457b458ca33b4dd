/**
 * The extraction of a long text on its way from its thread: claims in pieces of JSON, each parsed when its claims are read.
 * As values, those of a document of 500 pages would hold up the event loop for a tenth of a second, and take some
 * 50 MB until the last of them is recorded.
 */
import type { ClaimList, Extraction } from '#engine/engine.ts';
import type { ExtractedClaim, ExtractionOutput } from '#engine/types/extraction.ts';

/** Parsing so many takes some milliseconds. */
const CLAIMS_PER_PIECE = 250;

export interface PackedExtraction extends Omit<ExtractionOutput, 'claims'> {
  /** JSON of some claims each, in order. */
  pieces: string[];
  /** Number of claims in all of them. */
  count: number;
}

export function packExtraction({ claims, ...rest }: ExtractionOutput): PackedExtraction {
  const pieces: string[] = [];
  for (let at = 0; at < claims.length; at += CLAIMS_PER_PIECE) {
    pieces.push(JSON.stringify(claims.slice(at, at + CLAIMS_PER_PIECE)));
  }
  return { ...rest, pieces, count: claims.length };
}

export function unpackExtraction({ pieces, count, ...rest }: PackedExtraction): Extraction {
  return { ...rest, claims: new PackedClaims(pieces, count) };
}

class PackedClaims implements ClaimList {
  readonly length: number;
  readonly #pieces: readonly string[];

  constructor(pieces: readonly string[], count: number) {
    this.#pieces = pieces;
    this.length = count;
  }

  *[Symbol.iterator](): Generator<ExtractedClaim> {
    for (const piece of this.#pieces) yield* JSON.parse(piece) as ExtractedClaim[];
  }
}
