/** Ranks candidate passages by how much they, and the text around them, say about a claim. */
import type { SearchedClaim } from '#engine/types/extraction.ts';
import type { CandidatePassage, RankedPassage } from '#engine/types/retrieval.ts';
import { type ClaimTerm, claimTerms, contextTerms, translatedTerms } from './claim-terms.ts';
import { clusterTexts } from './clusters.ts';
import { Closeness, presence } from './coverage.ts';
import { isNearIdentical } from './near-duplicates.ts';
import { type PassageWords, passageWords } from './passage-words.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';

/**
 * How much a term counts that is not in the passage itself but in the heading above it, in an adjacent passage, or in the title
 * or beginning of its document. Tuned on everyday articles, where values between .3 and .8 differ little (the deciding passage is
 * among the first 8 for .96 of the claims without all three, for .986 with them).
 */
const ELSEWHERE = { heading: 0.5, neighbour: 0.3, subject: 0.5 };
/** Share of the score that depends on the closeness of the terms. */
const PROXIMITY = 0.1;
/** Factor for a passage that is only a heading: it states nothing, however well it names the subject. */
const HEADING_ALONE = 0.3;
/** Most copies of one text to keep. More would crowd out passages with other content. */
const MAX_COPIES = 2;
/** More passages would be read neither by a person nor by a model. */
const MAX_RANKED = 8;

/** Closeness is computed for this many top passages only. It would hardly bring up a later one. */
const LOOKED_AT_CLOSELY = 24;

interface Scored {
  candidate: CandidatePassage;
  words: PassageWords;
  score: number;
}

/**
 * The MAX_RANKED best passages for a claim, best first. There are fewer only if no more share a word with the claim, directly or
 * through heading, title or neighbours. Whether a passage decides the claim is up to the judge.
 *
 * score = .9·(share of the claim's terms found, weighted by kind of word and by inverse document frequency over the candidates) +
 * .1·proximity, 0..1. Numbers weigh no more than names on purpose: a passage with another number may be the one that contradicts.
 * Ties keep the candidates' order. If a claim has search words in other languages, passages are also scored by those, and the
 * highest score counts.
 */
export function rankPassages(claim: SearchedClaim, candidates: CandidatePassage[]): RankedPassage[] {
  const { byOwn, byTranslation } = scoresOf(claim, candidates);
  return clustered(byTranslation.length === 0 ? bestOf(byOwn) : mergeWithReservedPlaces(byOwn, byTranslation));
}

/**
 * Appends `others`, which were found for neighbouring claims, to the claim's `own` ranked passages, best first. Their scores are
 * capped at the lowest score of the own ones.
 */
export function rankFurther(
  claim: SearchedClaim,
  own: readonly RankedPassage[],
  others: readonly CandidatePassage[],
): RankedPassage[] {
  const { byOwn, byTranslation } = scoresOf(claim, [...own, ...others]);
  const scores = new Map(bestByAny([byOwn, ...byTranslation]).map(({ candidate, score }) => [candidate, score]));
  const scored = (candidate: CandidatePassage, score: number): Scored => ({
    candidate,
    words: passageWords(candidate.text, claim.language),
    score,
  });
  const lowest = own.at(-1)?.score ?? 0;
  const behind = others.map((each) => scored(each, Math.min(lowest, scores.get(each) ?? 0))).sort(byScore);
  const kept = bestOf([...own.map((each) => scored(each, each.score)), ...behind], own.length + others.length);
  return clustered(kept);
}

/** The passages with their independence clusters. */
function clustered(kept: readonly Scored[]): RankedPassage[] {
  const clusters = clusterTexts(
    kept.map((each) => each.candidate.source),
    (one, other) => isCopy(kept[one]!, kept[other]!),
  );
  return kept.map((each, i) => ({ ...each.candidate, score: each.score, independence_cluster: clusters[i]! }));
}

/**
 * Ranked lists of candidates: one by the claim's own words and those around it, and one for each other language of its search
 * words.
 */
function scoresOf(
  claim: SearchedClaim,
  candidates: CandidatePassage[],
): { byOwn: Scored[]; byTranslation: Scored[][] } {
  const byOwn = scoreCandidates([...claimTerms(claim), ...contextTerms(claim)], candidates, claim.language);
  const byTranslation = translatedTerms(claim).map(({ language, terms }) =>
    scoreCandidates(terms, candidates, language),
  );
  return { byOwn, byTranslation };
}

/** Whether one passage is a copy of the other. */
const isCopy = (one: Scored, other: Scored): boolean => isNearIdentical(one.words.fingerprint, other.words.fingerprint);

/**
 * The candidates that share anything with the claim, best first. It uses loops instead of callbacks, because it runs for every
 * candidate and V8 drops the compiled code of functions that are created per claim.
 */
function scoreCandidates(terms: ClaimTerm[], candidates: CandidatePassage[], language: string | undefined): Scored[] {
  const words: PassageWords[] = [];
  for (const { text } of candidates) words.push(passageWords(text, language));
  const around = surroundingsOf(candidates, words, language);
  const presences = new PresenceTable(terms);
  const weights = presences.weightsOver(words);
  const all = sumOf(weights);
  const scored: (Scored & { factor: number })[] = [];
  for (const [i, candidate] of candidates.entries()) {
    const own = words[i]!;
    const share = weightedShare(presences.withSurroundings(own, around[i]!), weights, all);
    if (share === 0) continue;
    const factor = own.isHeadline ? HEADING_ALONE : 1;
    scored.push({ candidate, words: own, score: factor * (1 - PROXIMITY) * share, factor });
  }
  scored.sort(byScore);
  const closeness = new Closeness(terms);
  const inReach = scored.slice(0, LOOKED_AT_CLOSELY).map(({ factor, score, ...each }) => ({
    ...each,
    score: score + factor * PROXIMITY * closeness.in(each.words),
  }));
  return [...inReach.sort(byScore), ...scored.slice(LOOKED_AT_CLOSELY)];
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score;
}

/** Caches how far each term is present in texts that are looked up repeatedly: neighbours, headings, titles. */
class PresenceTable {
  readonly #terms: readonly ClaimTerm[];
  readonly #known = new Map<PassageWords, readonly number[]>();

  constructor(terms: readonly ClaimTerm[]) {
    this.#terms = terms;
  }

  /** Presence of each term, in order, 0..1. */
  of(words: PassageWords): readonly number[] {
    const known = this.#known.get(words);
    if (known !== undefined) return known;
    const found: number[] = [];
    for (const term of this.#terms) found.push(presence(term, words));
    this.#known.set(words, found);
    return found;
  }

  withSurroundings(words: PassageWords, { heading, neighbours, subject }: Surroundings): number[] {
    const best = this.of(words).slice();
    if (heading !== null) this.#add(best, heading, ELSEWHERE.heading);
    for (const each of neighbours) this.#add(best, each, ELSEWHERE.neighbour);
    for (const each of subject) this.#add(best, each, ELSEWHERE.subject);
    return best;
  }

  #add(best: number[], other: PassageWords, factor: number): void {
    const found = this.of(other);
    for (let i = 0; i < best.length; i++) best[i] = Math.max(best[i]!, factor * found[i]!);
  }

  /** Weight of each term by its kind, times its inverse document frequency over the candidates in BM25's form. */
  weightsOver(candidates: readonly PassageWords[]): number[] {
    const holders = this.#terms.map(() => 0);
    for (const words of candidates) {
      const found = this.of(words);
      for (let i = 0; i < holders.length; i++) holders[i]! += found[i]!;
    }
    return this.#terms.map(
      ({ weight }, i) => weight * Math.log(1 + (candidates.length - holders[i]! + 0.5) / (holders[i]! + 0.5)),
    );
  }
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** `all`: the sum of the weights. */
function weightedShare(found: readonly number[], weights: readonly number[], all: number): number {
  if (all === 0) return 0;
  let share = 0;
  for (let i = 0; i < found.length; i++) share += found[i]! * weights[i]!;
  return share / all;
}

/**
 * The best of all lists. Half the places are reserved for the best by the claim's own words: the search words come from a model
 * and must not crowd out what the claim itself finds.
 */
function mergeWithReservedPlaces(byOwn: Scored[], byTranslation: readonly Scored[][]): Scored[] {
  const all = bestByAny([byOwn, ...byTranslation]);
  const own = new Set(byOwn.slice(0, MAX_RANKED / 2).map(({ candidate }) => candidate));
  const isOwn = ({ candidate }: Scored) => own.has(candidate);
  return bestOf([...all.filter(isOwn), ...all.filter((each) => !isOwn(each))]).sort(byScore);
}

/** Each candidate once, with its best score in any list; best first. */
function bestByAny(lists: readonly Scored[][]): Scored[] {
  const best = new Map<CandidatePassage, Scored>();
  for (const each of lists.flat()) {
    const known = best.get(each.candidate);
    if (known === undefined || each.score > known.score) best.set(each.candidate, each);
  }
  return [...best.values()].sort(byScore);
}

/** The first of `scored`, which is sorted: at most `most`, and at most MAX_COPIES of the same text. */
function bestOf(scored: Scored[], most = MAX_RANKED): Scored[] {
  const kept: Scored[] = [];
  for (const each of scored) {
    if (kept.length >= most) break;
    const copies = kept.filter((other) => isNearIdentical(other.words.fingerprint, each.words.fingerprint)).length;
    if (copies < MAX_COPIES) kept.push(each);
  }
  return kept;
}
