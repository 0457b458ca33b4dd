/** VerificationRequested, VerificationRestarted → ClaimExtracted …, ExtractionCompleted. */

import type { ClaimExtractedData } from '#contracts/events/verification.ts';
import { derivedId } from '#domain/ids.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ExtractedClaim, ExtractionOutput, SearchQuery } from '#engine/types.ts';
import { extractionInput } from './ahead.ts';
import { CLAIMS_PER_GROUP, mapInTurns } from './claims.ts';
import { openRun, type StageRun } from './run.ts';
import type { RetrieveDependencies, StageHandler } from './stage.ts';

export function createExtractStage(dependencies: RetrieveDependencies): StageHandler {
  return async (message, context) => {
    const run = await openRun(dependencies, 'extract', 'requested', message);
    if (run === null) return;
    const { extraction } = run.ahead;
    // Handed on with the details, it would be held until the end.
    run.ahead.extraction = null;
    const output = await (extraction ?? extract(run));
    context.signal.throwIfAborted();
    const first = output.claims.filter(({ checkable }) => checkable).slice(0, CLAIMS_PER_GROUP);
    const planned = planFirst(dependencies, run, first);
    // Nobody may come for them.
    planned.catch(() => {});
    const claims = await mapInTurns(output.claims, (claim) => claimEvent(run, claim));
    run.ahead.queries.begin(eventsOf(first, claims), () => planned);
    await run.record({
      type: 'RecordExtraction',
      run: run.run,
      claims,
      completion: completionOf(run, output),
    });
  };
}

function extract({ engine, request, openText }: StageRun): Promise<ExtractionOutput> {
  const content = openText(SEALED.content, request.content);
  const question = openText(SEALED.question, request.question);
  return engine.extract(extractionInput({ ...request, content, question }));
}

/** For the first group, and its search begun: while its evidence is ranked, there is time for those of the others. */
async function planFirst(
  { sources }: RetrieveDependencies,
  { engine, request }: StageRun,
  first: ExtractedClaim[],
): Promise<SearchQuery[][]> {
  if (first.length === 0) return [];
  const queries = await engine.planQueries(first, request.mode);
  for (const source of sources) source.searchAhead?.(queries, request);
  return queries;
}

function eventsOf(claims: readonly ExtractedClaim[], events: readonly ClaimExtractedData[]): ClaimExtractedData[] {
  return claims.map(({ ordinal }) => events.find((event) => event.ordinal === ordinal)!);
}

function claimEvent(run: StageRun, claim: ExtractedClaim): ClaimExtractedData {
  const id = derivedId('clm', run.verification_id, claim.ordinal);
  return {
    run: run.run,
    claim_id: id,
    ordinal: claim.ordinal,
    start: claim.start,
    end: claim.end,
    chunk: claim.chunk,
    page: null,
    checkable: claim.checkable,
    not_checkable_reason: claim.not_checkable_reason,
    claim_type: claim.claim_type,
    materiality: claim.materiality,
    detail: run.seal(id, SEALED.claim, {
      original_span: claim.original_span,
      normalized_claim: claim.normalized_claim,
      sentence: claim.sentence,
      entities: claim.entities,
      dates_and_temporal_scope: claim.dates_and_temporal_scope,
      quantities_and_units: claim.quantities_and_units,
      jurisdiction: claim.jurisdiction,
      ambiguous_dependencies: claim.ambiguous_dependencies,
      unresolved_ambiguity: claim.unresolved_ambiguity,
      limitations: claim.limitations,
    }),
  };
}

function completionOf(run: StageRun, output: ExtractionOutput) {
  return {
    run: run.run,
    claims: output.claims.length,
    checkable_claims: output.claims.filter((claim) => claim.checkable).length,
    estimated_material_claims: output.estimated_material_claims,
    estimate_method: output.estimate_method,
    ...(output.unread_from !== null && { unread_from: output.unread_from }),
    language: output.language,
    detail: run.seal(run.verification_id, SEALED.extraction, {
      missing_spans: output.missing_spans,
      limitations: output.limitations,
    }),
  };
}
