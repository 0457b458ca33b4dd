/**
 * What of the library claims would be laid beside. As long as that stays as it is, a verdict does, as far as it rests on the
 * library: whichever documents have arrived, changed or left.
 */
import pMap from 'p-map';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import type { Engine } from '#engine/engine.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import type { CandidatePassage } from '#engine/types/retrieval.ts';
import { groupsByParagraph, groupsOfClaims } from '#pipeline/runs/claims.ts';
import type { LibrarySearch } from '#pipeline/sources/library.ts';
import { withoutRepeats } from '#pipeline/sources/without-repeats.ts';
import { digestOf } from './digest.ts';

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

export interface LaidClaim {
  claim: SearchedClaim;
  /** Number of its paragraph in its text, where claims of one are laid beside passages of each other; else null. */
  paragraph: number | null;
}

/** A digest for each claim, of the passages in their order with all that is judged of their documents. In the order of their text. */
export async function libraryEvidence(lookup: EvidenceLookup, claims: readonly LaidClaim[]): Promise<string[]> {
  // As the search of a verification groups them, which leaves out those that can't be checked.
  const searched = claims.filter(({ claim }) => claim.checkable);
  const others = claims.filter(({ claim }) => !claim.checkable);
  const groups = [...groupsOf(searched), ...groupsOf(others)];
  // Nothing was found in it, or there is nothing to search: two reasons.
  const hasDocuments = await lookup.library.hasDocuments();
  const ofGroup = (group: LaidClaim[]) => evidenceOfGroup(lookup, hasDocuments, group);
  const found = (await pMap(groups, ofGroup, { concurrency: GROUPS_AT_A_TIME })).flat();
  const digests = new Map(groups.flat().map((claim, n) => [claim, found[n]!]));
  return claims.map((claim) => digests.get(claim)!);
}

function groupsOf(claims: readonly LaidClaim[]): Iterable<LaidClaim[]> {
  const isByParagraph = claims.every(({ paragraph }) => paragraph !== null);
  return isByParagraph ? groupsByParagraph(claims, ({ paragraph }) => paragraph!) : groupsOfClaims(claims);
}

async function evidenceOfGroup(
  { engine, search, mode, asksOutside, isReadByScore }: EvidenceLookup,
  hasDocuments: boolean,
  group: LaidClaim[],
): Promise<string[]> {
  const claims = group.map(({ claim }) => claim);
  const found = await search(await engine.planQueries(claims, mode));
  const candidates = found.map((finding) => withoutRepeats(finding.candidates));
  if (asksOutside) {
    return group.map((own, n) => {
      const beside = candidates.filter((_, i) => own.paragraph !== null && group[i]!.paragraph === own.paragraph);
      return digestOf([candidates[n]!, ...beside].map((passages) => passages.map(judgedOf)));
    });
  }
  const paragraphs = group.flatMap(({ paragraph }) => paragraph ?? []);
  const ranked = await engine.rank(claims, candidates, paragraphs.length === group.length ? paragraphs : undefined);
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
