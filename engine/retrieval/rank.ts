/** Orders candidate passages by how much they, and what stands around them, have to say about a claim. */
import type { SearchedClaim } from '#engine/types/extraction.ts';
import type { CandidatePassage, RankedPassage } from '#engine/types/retrieval.ts';
import { type ClaimTerm, claimTerms, contextTerms, translatedTerms } from './claim-terms.ts';
import { clusterTexts } from './clusters.ts';
import { presence, proximity } from './coverage.ts';
import { isNearIdentical } from './near-duplicates.ts';
import { type PassageWords, passageWords } from './passage-words.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';

/**
 * What a term counts that stands not in the passage but in the heading above it, in a passage next to it, or in the
 * title or beginning of its document. Set on everyday articles, where between .3 and .8 they change little (the settling
 * passage among the first 8: .96 without all three, .986 with them).
 */
const ELSEWHERE = { heading: 0.5, neighbour: 0.3, subject: 0.5 };
/** Share of the score that closeness of the terms in the passage has. */
const PROXIMITY = 0.1;
/** A heading alone says nothing, however well it names the subject. */
const HEADING_ALONE = 0.3;
/** Copies of one text that are kept: more would crowd out the passages that say something else. */
const MAX_COPIES = 2;
/** More would not be read, neither by a person nor by a model. */
const MAX_RANKED = 8;

/** The closeness of terms is looked at in so many of the best; it would hardly bring a later one among those kept. */
const LOOKED_AT_CLOSELY = 24;

interface Scored {
  candidate: CandidatePassage;
  words: PassageWords;
  score: number;
}

/**
 * The MAX_RANKED best passages for a claim, best first; fewer only where there are no more that share a word with the
 * claim, be it by the heading, title or neighbours. Whether one settles the claim is the judge's to say.
 *
 * score = .9·(share of the claim's terms found, weighted by kind of word and by inverse document frequency over the
 * candidates) + .1·proximity, 0..1. Numbers weigh no more than names on purpose: the passage with another number is the
 * one that may contradict. Ties keep the candidates' order. A claim with search words in other languages is scored by those as
 * well, and the higher score counts.
 */
export function rankPassages(claim: SearchedClaim, candidates: CandidatePassage[]): RankedPassage[] {
  const { byOwn, byTranslation } = scoresOf(claim, candidates);
  return clustered(byTranslation.length === 0 ? bestOf(byOwn) : bestOfAll(byOwn, byTranslation));
}

/**
 * `own`, ranked for the claim, and behind them `others` that were found for its neighbours, the best first. Their scores are none above the
 * lowest of its own.
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

/** The passages with the clusters that they are in together. */
function clustered(kept: readonly Scored[]): RankedPassage[] {
  const clusters = clusterTexts(
    kept.map((each) => each.candidate.source),
    (one, other) => isCopy(kept[one]!, kept[other]!),
  );
  return kept.map((each, i) => ({ ...each.candidate, score: each.score, independence_cluster: clusters[i]! }));
}

/** Each list best first: by the claim's own words and those around it, and by its search words of each other language. */
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

/** Those that share anything with the claim, best first. */
function scoreCandidates(terms: ClaimTerm[], candidates: CandidatePassage[], language: string | undefined): Scored[] {
  const words = candidates.map((candidate) => passageWords(candidate.text, language));
  const around = surroundingsOf(candidates, words, language);
  const presences = new PresenceTable(terms);
  const weights = termWeights(
    terms,
    words.map((each) => presences.of(each)),
  );
  const shares = words.map((own, i) => weightedShare(presences.withSurroundings(own, around[i]!), weights));
  const scored = candidates.flatMap((candidate, i) => {
    if (shares[i] === 0) return [];
    const factor = words[i]!.isHeadline ? HEADING_ALONE : 1;
    return [{ candidate, words: words[i]!, score: factor * (1 - PROXIMITY) * shares[i]!, factor }];
  });
  scored.sort(byScore);
  const inReach = scored.slice(0, LOOKED_AT_CLOSELY).map(({ factor, score, ...each }) => ({
    ...each,
    score: score + factor * PROXIMITY * proximity(terms, each.words),
  }));
  return [...inReach.sort(byScore), ...scored.slice(LOOKED_AT_CLOSELY)];
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score;
}

/** How far each of the terms stands in texts that are asked for again and again: neighbours, headings, titles. */
class PresenceTable {
  readonly #terms: readonly ClaimTerm[];
  readonly #known = new Map<PassageWords, readonly number[]>();

  constructor(terms: readonly ClaimTerm[]) {
    this.#terms = terms;
  }

  /** In the order of the terms, 0..1. */
  of(words: PassageWords): readonly number[] {
    let known = this.#known.get(words);
    if (known === undefined) {
      known = this.#terms.map((term) => presence(term, words));
      this.#known.set(words, known);
    }
    return known;
  }

  withSurroundings(words: PassageWords, { heading, neighbours, subject }: Surroundings): number[] {
    const best = [...this.of(words)];
    const add = (others: readonly PassageWords[], factor: number) => {
      for (const other of others) {
        const found = this.of(other);
        for (let i = 0; i < best.length; i++) best[i] = Math.max(best[i]!, factor * found[i]!);
      }
    };
    if (heading !== null) add([heading], ELSEWHERE.heading);
    add(neighbours, ELSEWHERE.neighbour);
    add(subject, ELSEWHERE.subject);
    return best;
  }
}

/** Weight of each term by its kind, times its inverse document frequency over the candidates in BM25's form. */
function termWeights(terms: readonly ClaimTerm[], presences: readonly (readonly number[])[]): number[] {
  return terms.map(({ weight }, i) => {
    const holders = presences.reduce((sum, each) => sum + each[i]!, 0);
    return weight * Math.log(1 + (presences.length - holders + 0.5) / (holders + 0.5));
  });
}

function weightedShare(found: readonly number[], weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return all === 0 ? 0 : found.reduce((sum, value, i) => sum + value * weights[i]!, 0) / all;
}

/**
 * The best by any of the lists. Half the places go to the best by the claim's own words first: search words come from a model
 * that has read the text, and must not crowd out what the claim finds by itself.
 */
function bestOfAll(byOwn: Scored[], byTranslation: readonly Scored[][]): Scored[] {
  const all = bestByAny([byOwn, ...byTranslation]);
  const own = new Set(byOwn.slice(0, MAX_RANKED / 2).map(({ candidate }) => candidate));
  const isOwn = ({ candidate }: Scored) => own.has(candidate);
  return bestOf([...all.filter(isOwn), ...all.filter((each) => !isOwn(each))]).sort(byScore);
}

/** Each candidate once, with its best score of all lists; best first. */
function bestByAny(lists: readonly Scored[][]): Scored[] {
  const best = new Map<CandidatePassage, Scored>();
  for (const each of lists.flat()) {
    const known = best.get(each.candidate);
    if (known === undefined || each.score > known.score) best.set(each.candidate, each);
  }
  return [...best.values()].sort(byScore);
}

/** `scored` is sorted, best first. At most `most`, without more than MAX_COPIES of one text. */
function bestOf(scored: Scored[], most = MAX_RANKED): Scored[] {
  const kept: Scored[] = [];
  for (const each of scored) {
    if (kept.length >= most) break;
    const copies = kept.filter((other) => isNearIdentical(other.words.fingerprint, each.words.fingerprint)).length;
    if (copies < MAX_COPIES) kept.push(each);
  }
  return kept;
}
