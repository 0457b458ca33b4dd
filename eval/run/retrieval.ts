/** Measures retrieval alone: searches for the gold claims as they are, independently of extraction. */

import { RUN_BEGINS_AT } from '#apps/measuring/clock.ts';
import type { LocatedPassage } from '#apps/measuring/station.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { Engine } from '#engine/engine.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import { findInLibrary } from '#pipeline/sources/library.ts';
import { withoutRepeats } from '#pipeline/sources/without-repeats.ts';

/** The passages that ranking keeps for each claim, best first; empty for a text that the engine doesn't take for a claim. */
export async function retrieve(
  claims: readonly string[],
  library: Pick<EvidenceLibrary, 'search'>,
  engine: Engine,
): Promise<LocatedPassage[][]> {
  const outputs = await Promise.all(
    claims.map((content) => engine.extract({ content, question: '', requestedAt: RUN_BEGINS_AT, direct: true })),
  );
  const extracted: (ExtractedClaim | undefined)[] = outputs.map(({ claims: [claim] }) => claim);
  const searched = extracted.filter((claim) => claim !== undefined);
  const queries = await engine.planQueries(searched, 'thorough');
  const findings = await findInLibrary(library, queries);
  const ranked = await engine.rank(
    searched,
    findings.map(({ candidates }) => withoutRepeats(candidates)),
  );
  return extracted.map((claim) => {
    if (claim === undefined) return [];
    return ranked[searched.indexOf(claim)]!.map(({ text, source }) => ({ text, url: source.canonical_url }));
  });
}
