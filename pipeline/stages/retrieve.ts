/** ExtractionCompleted → EvidenceRetrieved …, RetrievalCompleted. */
import { KeyedLock } from '#common/keyed-lock.ts';
import { nextTurn } from '#common/turns.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import { derivedId } from '#domain/ids.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type {
  EvidenceRetrievedData,
  RetrievalCompletedData,
  RetrievedPassage,
} from '#domain/verification/stage-events.ts';
import type { ClaimState, FoldedClaim } from '#domain/verification/state.ts';
import type { Engine } from '#engine/engine.ts';
import { paragraphsIn } from '#engine/judging/model/surroundings.ts';
import { sharesPassages } from '#engine/judging/model/versions.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { RankedPassage, RetrievalGap } from '#engine/types/retrieval.ts';
import { readGivenSources } from '#sealed/given-sources.ts';
import { engineClaim, groupsByParagraph, groupsOfClaims, mapWithDetails, recordInBatches } from '../runs/claims.ts';
import { openRun, type StageRun } from '../runs/run.ts';
import type { SourceLedger } from '../sources/outside/ledger.ts';
import {
  type ClaimSearch,
  gapsOf,
  isUnsearched,
  notSearched,
  type OpenSource,
  type SourceFindings,
  unsearchable,
} from '../sources/source.ts';
import { SourceAttempts } from '../sources/source-attempts.ts';
import { openSourceLedger } from '../sources/source-calls.ts';
import { withoutRepeats } from '../sources/without-repeats.ts';
import type { RetrieveDependencies, StageHandler } from './stage.ts';

/** Milliseconds that one delivery may spend on searching, about half of what a waiting caller accepts. */
const SEARCH_BUDGET_MS = 60_000;
/**
 * Added for each claim of a document: nobody waits with an open connection, and searching for one takes some 15 ms on an
 * idle core, several times that beside others.
 */
const DOCUMENT_CLAIM_MS = 100;

export function createRetrieveStage(dependencies: RetrieveDependencies): StageHandler {
  const { clock } = dependencies;
  const attempts = new SourceAttempts();
  return async (message, context) => {
    // Searches that another process has recorded count towards limits and prices.
    const policy = dependencies.sources.some(({ isCounted }) => isCounted) ? 'stored' : 'cached';
    const run = await openRun(dependencies, 'retrieve', 'extracted', message, policy);
    if (run === null) return;
    const deadline = clock.now() + searchBudget(run);
    const unsearched = checkableClaims(run).filter(({ evidence }) => evidence === null);
    const onSourceFailure = sourceFailureHandler(context, () =>
      attempts.recordFailure(message.stream, context.attempt),
    );
    const ledger = openSourceLedger(dependencies, run);
    const sources =
      unsearched.length === 0
        ? []
        : await openSources(dependencies, run, unsearched, message, context, { ledger, onSourceFailure });

    // One group is searched for at a time; meanwhile, others are planned and ranked.
    const searching = new KeyedLock();
    const search = (searches: readonly ClaimSearch[]) =>
      searching.run(run.verification_id, async () =>
        clock.now() < deadline
          ? searchSources(sources, searches, context, onSourceFailure)
          : outOfBudget(sources, searches),
      );
    const paragraphOf = paragraphsOf(run);
    const retrieve = async (claims: readonly FoldedClaim[]) => {
      const group = await run.withDetails(claims);
      const searches = await planSearches(run, group);
      const found = await evidenceOf(run.engine, group, searches, await search(searches), paragraphOf);
      // Reading the engine's result took some milliseconds, and sealing takes as long.
      await nextTurn();
      return group.map((claim, i) => evidenceEvent(run, claim, found[i]!));
    };
    const record = (evidence: EvidenceRetrievedData[], completion: RetrievalCompletedData | null) =>
      run.record({ type: 'RecordEvidence', run: run.run, evidence, completion });
    const groups = paragraphOf === null ? groupsOfClaims(unsearched) : groupsByParagraph(unsearched, paragraphOf);
    const recorded = recordInBatches(groups, retrieve, context, (evidence) => record(evidence, null));
    // If this was the stage's last attempt, the failure ends the run: finish a search that another group has under
    // way.
    const rest = await recorded.catch(async (error) => {
      await ledger.settled().catch(() => {});
      throw error;
    });
    if (rest === null) return;
    // The time for sources may have run out during a search.
    await ledger.settled();
    await record(rest, completionOf(run, rest));
  };
}

/** Number of a claim's paragraph; null where claims of one don't share their passages. */
function paragraphsOf({ request, texts, verification_id }: StageRun): ((claim: FoldedClaim) => number) | null {
  if (!sharesPassages(request.mode, request.engine.judge_configuration)) return null;
  const paragraphAt = paragraphsIn(texts.openText(verification_id, SEALED.content, request.content));
  return ({ extracted: { start } }) => paragraphAt(start);
}

/** In milliseconds. */
function searchBudget(run: StageRun): number {
  const isDocument = run.request.document !== undefined;
  return SEARCH_BUDGET_MS + (isDocument ? run.state().claims.size * DOCUMENT_CLAIM_MS : 0);
}

function checkableClaims(run: StageRun): FoldedClaim[] {
  return [...run.state().claims.values()].filter(({ extracted }) => extracted.checkable);
}

async function openSources(
  dependencies: RetrieveDependencies,
  run: StageRun,
  unsearched: readonly FoldedClaim[],
  { request_id, traceparent }: StageMessage,
  context: DeliveryContext,
  { ledger, onSourceFailure }: { ledger: SourceLedger; onSourceFailure: SourceFailureHandler },
): Promise<OpenSource[]> {
  const { signal } = context;
  const { organization_id } = run.request;
  const occasion = { verification_id: run.verification_id, organization_id, request_id, traceparent, signal };
  const text = {
    language: run.state().head.extraction?.language ?? 'und',
    claims: unsearched.map(({ extracted }) => extracted),
    checkable: checkableClaims(run).map(({ extracted }) => extracted),
    content: () => run.texts.openText(run.verification_id, SEALED.content, run.request.content),
    wordings: async () =>
      new Map(
        await mapWithDetails(run, unsearched, ['extracted'], (claim) => {
          const { ordinal, normalized_claim } = engineClaim(run, claim);
          return [ordinal, normalized_claim] as const;
        }),
      ),
    given: () => readGivenSources(dependencies, { id: run.verification_id, texts: run.texts }),
    engine: run.engine,
  };
  const opened: OpenSource[] = [];
  for (const source of dependencies.sources) {
    const open = await source
      .open(run.request, occasion, text, ledger)
      .catch(onSourceFailure(unsearchable('no_source_reachable')));
    if (open !== null) opened.push(open);
    await context.heartbeat();
  }
  return opened;
}

/** Handles the failure of a source: returns the fallback, or rethrows the error. */
type SourceFailureHandler = <Value>(fallback: Value) => (error: unknown) => Value;

/** Treats a source that failed too often as a gap in the evidence, which is better than no result. */
function sourceFailureHandler(context: DeliveryContext, isUsedUp: () => boolean): SourceFailureHandler {
  return (fallback) => (error) => {
    if (context.signal.aborted || !(isUsedUp() || context.last)) throw error;
    return fallback;
  };
}

async function planSearches(run: StageRun, group: readonly ClaimState[]): Promise<ClaimSearch[]> {
  const claims = group.map((claim) => engineClaim(run, claim));
  const queries = await run.engine.planQueries(claims, run.request.mode);
  return claims.map((claim, i) => ({ claim, queries: queries[i]! }));
}

/** Returns findings per source, in the order of the sources, and within each per search. */
async function searchSources(
  sources: readonly OpenSource[],
  searches: readonly ClaimSearch[],
  context: DeliveryContext,
  onSourceFailure: SourceFailureHandler,
): Promise<SourceFindings[][]> {
  const unreachable = searches.map(() => notSearched('no_source_reachable'));
  return Promise.all(
    sources.map((source) => source.search(searches, context.signal).catch(onSourceFailure(unreachable))),
  );
}

function outOfBudget(sources: readonly OpenSource[], searches: readonly ClaimSearch[]): SourceFindings[][] {
  return sources.map(() => searches.map(() => notSearched('budget_spent')));
}

/** What was found for one claim. */
interface FoundEvidence {
  passages: RetrievedPassage[];
  gaps: RetrievalGap[];
}

async function evidenceOf(
  engine: Engine,
  group: readonly ClaimState[],
  searches: readonly ClaimSearch[],
  findings: readonly SourceFindings[][],
  paragraphOf: ((claim: FoldedClaim) => number) | null,
): Promise<FoundEvidence[]> {
  const claims: ExtractedClaim[] = searches.map(({ claim }) => claim);
  const findingsOf = searches.map((_, i) => findings.map((ofSource) => ofSource[i]!));
  const candidates = findingsOf.map((found) => withoutRepeats(found.flatMap((finding) => finding.candidates)));
  const ranked = await engine.rank(claims, candidates, paragraphOf === null ? undefined : group.map(paragraphOf));
  return group.map(({ extracted }, i) => {
    const passages = ranked[i]!.map((passage, n) => retrievedPassage(extracted.claim_id, passage, n));
    const isWordless = searches[i]!.queries.length === 0;
    return { passages, gaps: isWordless ? ['no_words_to_search'] : gapsOf(findingsOf[i]!, passages.length) };
  });
}

function evidenceEvent(
  run: StageRun,
  { extracted }: ClaimState,
  { passages, gaps }: FoundEvidence,
): EvidenceRetrievedData {
  return {
    run: run.run,
    claim_id: extracted.claim_id,
    ordinal: extracted.ordinal,
    passages: passages.length,
    gaps,
    detail: run.texts.seal(extracted.claim_id, SEALED.evidence, passages),
  };
}

function retrievedPassage(claimId: string, passage: RankedPassage, n: number): RetrievedPassage {
  const { text, ordinal, score, independence_cluster, source } = passage;
  return { id: derivedId('evd', claimId, n), text, ordinal, score, independence_cluster, source };
}

function completionOf(run: StageRun, pending: readonly EvidenceRetrievedData[]): RetrievalCompletedData {
  const recorded = checkableClaims(run).flatMap(({ evidence }) => evidence ?? []);
  const all = [...recorded, ...pending];
  return {
    run: run.run,
    claims_searched: all.filter((evidence) => !isUnsearched(evidence)).length,
    claims_without_evidence: all.filter((evidence) => evidence.passages === 0).length,
    unsearched_claims: all.filter(isUnsearched).length,
    passages: all.reduce((sum, evidence) => sum + evidence.passages, 0),
  };
}
