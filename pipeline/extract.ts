/** VerificationRequested, VerificationRestarted → ClaimExtracted …, ExtractionCompleted. */

import type { ClaimExtractedData } from '#contracts/events/verification.ts';
import { derivedId } from '#domain/ids.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ExtractedClaim, ExtractionOutput } from '#engine/types.ts';
import { CLAIMS_PER_GROUP, mapInTurns } from './claims.ts';
import { openRun, type StageRun } from './run.ts';
import type { StageDependencies, StageHandler } from './stage.ts';

export function createExtractStage(dependencies: StageDependencies): StageHandler {
  return async (message, context) => {
    const run = await openRun(dependencies, 'extract', 'requested', message);
    if (run === null) return;
    const { request } = run;
    const output = await dependencies.engine.extract({
      content: run.openText(SEALED.content, request.content),
      question: run.openText(SEALED.question, request.question),
      requestedAt: request.created_at,
      direct: request.kind === 'claim',
    });
    context.signal.throwIfAborted();
    const claims = await mapInTurns(output.claims, (claim) => claimEvent(run, claim));
    planAhead(dependencies, run, output.claims, claims);
    await run.record({
      type: 'RecordExtraction',
      run: run.run,
      claims,
      completion: completionOf(run, output),
    });
  };
}

/** For the first group: while it is searched for, there is time to plan the others. */
function planAhead(
  { engine }: StageDependencies,
  { ahead, request }: StageRun,
  claims: readonly ExtractedClaim[],
  events: readonly ClaimExtractedData[],
): void {
  const first = claims.filter(({ checkable }) => checkable).slice(0, CLAIMS_PER_GROUP);
  const ofFirst = first.map(({ ordinal }) => events.find((event) => event.ordinal === ordinal)!);
  ahead.queries.begin(ofFirst, () => engine.planQueries(first, request.mode));
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
    language: output.language,
    detail: run.seal(run.verification_id, SEALED.extraction, {
      missing_spans: output.missing_spans,
      limitations: output.limitations,
    }),
  };
}
