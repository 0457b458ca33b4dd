/**
 * What of the library claims would be laid beside. As long as that stays as it is, a verdict does, as far as it rests on the
 * library: whichever documents have arrived, changed or left.
 */
import { createHash } from 'node:crypto';
import pMap from 'p-map';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import type { Engine } from '#engine/engine.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import type { CandidatePassage } from '#engine/types/retrieval.ts';
import { groupsOfClaims } from '#pipeline/runs/claims.ts';
import type { LibrarySearch } from '#pipeline/sources/library.ts';
import { withoutRepeats } from '#pipeline/sources/without-repeats.ts';

/** Groups that are looked up at a time: while one is searched for, others are planned and ranked. */
const GROUPS_AT_A_TIME = 3;

export interface EvidenceLookup {
  engine: Pick<Engine, 'planQueries' | 'rank'>;
  library: Pick<EvidenceLibrary, 'hasDocuments'>;
  search(queries: Parameters<LibrarySearch>[1]): ReturnType<LibrarySearch>;
  mode: Mode;
  /** Whether pages from outside are ranked with the library's passages, so that any of those found may come to count. */
  asksOutside: boolean;
  /** Whether an NLI model reads the passages, those with the highest scores first. */
  isReadByScore: boolean;
}

/** A digest for each claim, of the passages in their order with all that is judged of their documents. */
export async function libraryEvidence(lookup: EvidenceLookup, claims: readonly SearchedClaim[]): Promise<string[]> {
  const groups = [...groupsOfClaims(claims)];
  // Nothing was found in it, or there is nothing to search: two reasons.
  const hasDocuments = await lookup.library.hasDocuments();
  const ofGroup = (group: SearchedClaim[]) => evidenceOfGroup(lookup, hasDocuments, group);
  return (await pMap(groups, ofGroup, { concurrency: GROUPS_AT_A_TIME })).flat();
}

async function evidenceOfGroup(
  { engine, search, mode, asksOutside, isReadByScore }: EvidenceLookup,
  hasDocuments: boolean,
  group: SearchedClaim[],
): Promise<string[]> {
  const found = await search(await engine.planQueries(group, mode));
  const candidates = found.map((finding) => withoutRepeats(finding.candidates));
  if (asksOutside) return candidates.map((passages) => digestOf(passages.map(judgedOf)));
  const ranked = await engine.rank(group, candidates);
  return ranked.map((passages, n) => {
    // Otherwise scores only order them; those that are equal are ordered by something else.
    const judged = passages.map((passage, at) => {
      const isEqual = at > 0 && passages[at - 1]!.score === passage.score;
      return [...judgedOf(passage), passage.independence_cluster, isReadByScore ? passage.score : isEqual];
    });
    // What was found and is beside the point is another reason than nothing.
    return digestOf([judged, candidates[n]!.length > 0, hasDocuments]);
  });
}

/** All but when it was indexed, as a new data folder has the same documents. */
function judgedOf({ text, ordinal, source }: CandidatePassage): unknown[] {
  const { canonical_url, title, publisher, publication_date, licence } = source;
  return [canonical_url, title, publisher, publication_date, licence, ordinal, text];
}

function digestOf(given: unknown): string {
  return createHash('sha256').update(JSON.stringify(given)).digest('hex');
}
