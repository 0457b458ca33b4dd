/** Runs one article through the service and compares the result with its gold claims. */

import { jointVerdict, type Match, matchClaims } from '#apps/measuring/match.ts';
import { haveSpan } from '#apps/measuring/span.ts';
import { type LocatedPassage, type ModelUse, type Station, sumOfUse, type Verified } from '#apps/measuring/station.ts';
import type { ClaimRecord, EngineRecord } from '#contracts/http/verification-result.ts';
import type { Engine } from '#engine/engine.ts';
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import type { Article, GoldClaim } from '../data/article.ts';
import { findQuote } from './quotes.ts';
import { retrieve } from './retrieval.ts';

export interface ArticleRun {
  article: string;
  rows: ClaimRow[];
  /** Number of claims that the service extracted. */
  claims: number;
  /** Number of those that overlap no gold claim. */
  stray: number;
  /** From request to result, without indexing and the evaluation's own work. If the claims are sent singly, the sum over them. */
  milliseconds: number;
  model: ModelUse;
  engine: EngineRecord;
}

/**
 * `text`: the service gets the text and extracts its claims. `claims`: it gets the gold claims one by one, so that nothing is
 * lost in extraction.
 */
export type Sent = 'text' | 'claims';

/** Throws EvaluationError if the service refuses the text or a claim. */
export async function runArticle(article: Article, sent: Sent, station: Station, engine: Engine): Promise<ArticleRun> {
  const { name, gold } = article;
  await station.useLibrary(article.documents);
  const { matches, retrieved, ...verified } = await VERIFY[sent](article, station);
  const found = await retrieveGold(gold, station, engine);
  return {
    article: name,
    rows: gold.map((each, i) => {
      const passages = { alone: found[i]!, retrieved };
      return rowOf({ article: name, number: i + 1 }, each, sent, matches[i]!, passages);
    }),
    ...verified,
  };
}

/** The service's result for an article. */
interface Outcome extends Pick<ArticleRun, 'claims' | 'stray' | 'milliseconds' | 'model' | 'engine'> {
  /** One per gold claim. */
  matches: Match<ClaimRecord>[];
  /** Maps the id of each of the service's claims to the passages found for it. */
  retrieved: ReadonlyMap<string, readonly LocatedPassage[]>;
}

const VERIFY: Record<Sent, (article: Article, station: Station) => Promise<Outcome>> = {
  async text({ text, gold }, station) {
    const { result, retrieved, milliseconds, model } = await station.verifyText(text);
    const { matches, stray } = matchClaims(
      gold.map(({ place }) => place),
      result.claims,
    );
    const { claims, engine } = result;
    return { matches, claims: claims.length, stray: stray.length, milliseconds, model, engine, retrieved };
  },
  async claims({ gold }, station) {
    const verified: Verified[] = [];
    for (const { claim } of gold) verified.push(await station.verifyClaim(claim));
    const matches = verified.map(({ result }) => ({ own: result.claims, wide: [] }));
    return {
      matches,
      claims: matches.flatMap(({ own }) => own).length,
      stray: 0,
      milliseconds: verified.reduce((sum, each) => sum + each.milliseconds, 0),
      model: sumOfUse(verified.map((each) => each.model)),
      engine: verified[0]!.result.engine,
      retrieved: new Map(verified.flatMap(({ retrieved }) => [...retrieved])),
    };
  },
};

/** The ranked passages of each gold claim that the documents settle; empty for the others. */
async function retrieveGold(gold: readonly GoldClaim[], station: Station, engine: Engine): Promise<LocatedPassage[][]> {
  const settled = gold.filter((each) => isSettleable({ gold: each.verdict }));
  const found = await retrieve(
    settled.map(({ claim }) => claim),
    station.library,
    engine,
  );
  return gold.map((each) => found[settled.indexOf(each)] ?? []);
}

function rowOf(
  place: { article: string; number: number },
  gold: GoldClaim,
  sent: Sent,
  { own, wide }: Match<ClaimRecord>,
  passages: { alone: readonly LocatedPassage[]; retrieved: ReadonlyMap<string, readonly LocatedPassage[]> },
): ClaimRow {
  const answering = own.length > 0 ? own : wide;
  const { verdict: said, reliability } = jointVerdict(answering);
  const retrieved = answering.flatMap(({ id }) => passages.retrieved.get(id) ?? []);
  const shown = answering.flatMap(passagesOf);
  const { claim, verdict, how, error, evidence } = gold;
  return {
    ...place,
    claim,
    gold: verdict,
    how,
    error,
    said,
    reliability,
    parts: answering.map((each) => ({
      claim: each.normalized_claim,
      verdict: each.verdict,
      reason: each.policy_reason,
    })),
    extraction: {
      own: own.length,
      wide: wide.length,
      exact: haveSpan(
        own.map(({ original_span }) => original_span),
        sent === 'text' ? gold.span : claim,
      ),
      checkable: answering.some((each) => each.verdict !== 'not_checkable'),
    },
    retrieval: isSettleable({ gold: verdict })
      ? {
          alone: evidence.map((quote) => rankOf(findQuote(quote, passages.alone))),
          retrieved: evidence.map((quote) => findQuote(quote, retrieved) !== null),
          shown: evidence.map((quote) => findQuote(quote, shown) !== null),
        }
      : null,
  };
}

function rankOf(index: number | null): number | null {
  return index === null ? null : index + 1;
}

function passagesOf(claim: ClaimRecord): LocatedPassage[] {
  const all = [...claim.supporting_evidence, ...claim.opposing_evidence, ...claim.contextual_evidence];
  return all.map(({ passage, canonical_url }) => ({ text: passage, url: canonical_url }));
}
