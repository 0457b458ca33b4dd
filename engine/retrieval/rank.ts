/** Orders candidate passages by how much they have to say about a claim. */
import type { CandidatePassage, ExtractedClaim, RankedPassage } from '#engine/types.ts';
import { bm25Scores } from './bm25.ts';
import { type ClaimTerm, claimTerms } from './claim-terms.ts';
import { clusterTexts } from './clusters.ts';
import { coverTerms, proximity, type TermCoverage } from './coverage.ts';
import { isNearIdentical } from './near-duplicates.ts';
import { type PassageWords, passageWords } from './passage-words.ts';

/**
 * Share of each signal in the score. Set on the development parts of FM2, SciFact and WiCE (the right passage among the
 * first 16 of all passages: .84, .95, .95); twice the weight on names and closeness lost up to .1 of it.
 */
const WEIGHTS = { bm25: 0.8, names: 0.05, numbers: 0.05, proximity: 0.1 };
/**
 * A passage that covers less of the claim's weighted terms speaks of something else. It is low because the passage that
 * settles a claim often uses other words: at .2 a tenth of the right passages was lost.
 */
const LEAST_COVERAGE = 0.1;
/**
 * This many of the best are kept whatever their score; those after them only if they come near the best one. With all
 * sixteen the right passage was among those kept for .84, .95, .87 and .94 of the claims of FM2, SciFact, Climate-FEVER
 * and COVID-Fact, with this rule for .81, .94, .85 and .93, and of 2,453 claims one got another verdict (an abstention).
 */
const ALWAYS_KEPT = 8;
/** Share of the best score that a passage after those must reach. */
const NEAR_THE_BEST = 0.5;
/** Copies of one text that are kept: more would crowd out the passages that say something else. */
const MAX_COPIES = 2;

interface Scored {
  candidate: CandidatePassage;
  words: PassageWords;
  score: number;
}

/**
 * The at most `limit` best passages for a claim, best first, the irrelevant ones dropped, and from the ninth on those
 * far behind the best.
 * score = .8·BM25 (over the candidates) + .05·names covered + .05·numbers covered + .1·proximity, 0..1. A low weight for
 * numbers is on purpose: the passage with another number is the one that may contradict. Ties keep the candidates' order.
 */
export function rankPassages(claim: ExtractedClaim, candidates: CandidatePassage[], limit = 16): RankedPassage[] {
  const terms = claimTerms(claim);
  const scored = scoreCandidates(terms, candidates).toSorted((a, b) => b.score - a.score);
  const kept = bestOf(scored, limit);
  const clusters = clusterTexts(
    kept.map((each) => each.candidate.source),
    kept.map((each) => each.words.fingerprint),
  );
  return kept.map((each, i) => ({ ...each.candidate, score: each.score, independence_cluster: clusters[i]! }));
}

function scoreCandidates(terms: ClaimTerm[], candidates: CandidatePassage[]): Scored[] {
  const words = candidates.map((candidate) => passageWords(candidate.text));
  const forms = terms.map((term) => [term.stem, term.lemmaStem]);
  const bm25 = bm25Scores(
    forms,
    words.map(({ counted }) => counted),
  );
  return candidates.flatMap((candidate, i) => {
    const { stems, counted } = words[i]!;
    const coverage = coverTerms(terms, counted.counts, passageWords(candidate.source.title).counted.counts);
    if (!isRelevant(coverage, terms)) return [];
    const score =
      WEIGHTS.bm25 * bm25[i]! +
      WEIGHTS.names * coverage.names +
      WEIGHTS.numbers * coverage.numbers +
      WEIGHTS.proximity * proximity(terms, stems);
    return [{ candidate, words: words[i]!, score }];
  });
}

function isRelevant(coverage: TermCoverage, terms: ClaimTerm[]): boolean {
  const hasTellingTerms = terms.some((term) => term.kind !== 'common');
  return coverage.all >= LEAST_COVERAGE && (coverage.tellingTerms > 0 || !hasTellingTerms);
}

/** `scored` is sorted, best first. At most `limit`, without stragglers and without more than MAX_COPIES of one text. */
function bestOf(scored: Scored[], limit: number): Scored[] {
  const near = NEAR_THE_BEST * (scored[0]?.score ?? 0);
  const kept: Scored[] = [];
  for (const each of scored) {
    if (kept.length >= limit || (kept.length >= ALWAYS_KEPT && each.score < near)) break;
    const copies = kept.filter((other) => isNearIdentical(other.words.fingerprint, each.words.fingerprint)).length;
    if (copies < MAX_COPIES) kept.push(each);
  }
  return kept;
}
