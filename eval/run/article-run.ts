/** One article through the service, held against its gold claims. */
import type { ClaimRecord, EngineRecord } from '#contracts/http/verification-result.ts';
import type { Engine } from '#engine/engine.ts';
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import type { Article, GoldClaim } from '../data/article.ts';
import { type Match, matchClaims, sayTogether } from '../match.ts';
import { findQuote, type LocatedPassage } from './quotes.ts';
import { retrieve } from './retrieval.ts';
import type { Station } from './station.ts';

/** Calls of a language model and what they cost in tokens. */
export interface ModelUse {
  calls: number;
  input_tokens: number;
  output_tokens: number;
}

export interface ArticleRun {
  article: string;
  rows: ClaimRow[];
  /** Claims that the service made of the text. */
  claims: number;
  /** Those of them that overlap no gold claim. */
  stray: number;
  /** Of the verification alone: without indexing, and without what only the evaluation does. */
  milliseconds: number;
  model: ModelUse;
  engine: EngineRecord;
}

/** Throws EvaluationError where the service refuses the text. */
export async function runArticle(article: Article, station: Station, engine: Engine): Promise<ArticleRun> {
  await station.useLibrary(article.documents);
  const started = performance.now();
  const result = await station.verify(article.text);
  const milliseconds = performance.now() - started;
  const found = await retrieveGold(article.gold, station, engine);
  const spans = article.gold.map(({ place }) => place);
  const { matches, stray } = matchClaims(spans, result.claims);
  const rows = article.gold.map((gold, i) => rowOf(article.name, i + 1, gold, matches[i]!, found[i]!));
  return {
    article: article.name,
    rows,
    claims: result.claims.length,
    stray: stray.length,
    milliseconds,
    // The service has no judge that asks a model yet.
    model: { calls: 0, input_tokens: 0, output_tokens: 0 },
    engine: result.engine,
  };
}

/** The ranked passages of each gold claim that the documents settle; none for the others. */
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
  article: string,
  number: number,
  gold: GoldClaim,
  { own, wide }: Match<ClaimRecord>,
  ranked: readonly LocatedPassage[],
): ClaimRow {
  const answering = own.length > 0 ? own : wide;
  const { verdict: said, reliability } = sayTogether(answering);
  const shown = answering.flatMap(passagesOf);
  const { claim, verdict, how, error, evidence } = gold;
  return {
    article,
    number,
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
      exact: own.some(({ original_span }) => isSameText(original_span, gold.span)),
      checkable: answering.some((each) => each.verdict !== 'not_checkable'),
    },
    retrieval: isSettleable({ gold: verdict })
      ? {
          alone: evidence.map((quote) => rankOf(findQuote(quote, ranked))),
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

/** White space and punctuation at the ends are nobody's mistake. */
function isSameText(a: string, b: string): boolean {
  return bare(a) === bare(b);
}

function bare(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/\s+/g, ' ');
}
