/** VerificationRequested, VerificationRestarted → ClaimExtracted …, ExtractionCompleted. */

import { derivedId } from '#domain/ids.ts';
import type { ClaimExtractedData } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ExtractedClaim, ExtractionOutput } from '#engine/types.ts';
import { mapInTurns } from './claims.ts';
import { openRun, type StageRun } from './run.ts';
import type { StageDependencies, StageHandler } from './stage.ts';

export function createExtractStage(dependencies: StageDependencies): StageHandler {
  return async (message, context) => {
    const run = await openRun(dependencies, 'extract', 'requested', message);
    if (run === null) return;
    const output = await extract(run);
    context.signal.throwIfAborted();
    await run.record({
      type: 'RecordExtraction',
      run: run.run,
      claims: await mapInTurns(output.claims, (claim) => claimEvent(run, claim)),
      completion: completionOf(run, output),
    });
  };
}

function extract({ verification_id, engine, request, texts }: StageRun): Promise<ExtractionOutput> {
  return engine.extract({
    content: texts.openText(verification_id, SEALED.content, request.content),
    question: texts.openText(verification_id, SEALED.question, request.question),
    requestedAt: request.created_at,
    direct: request.kind === 'claim',
  });
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
    page: pageAt(run.request.document?.page_starts ?? [], claim.start),
    checkable: claim.checkable,
    not_checkable_reason: claim.not_checkable_reason,
    claim_type: claim.claim_type,
    materiality: claim.materiality,
    detail: run.texts.seal(id, SEALED.claim, {
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

/** Number of the page on which the offset lies, from 1; null for a text without pages. */
function pageAt(pageStarts: readonly number[], offset: number): number | null {
  const after = pageStarts.findIndex((start) => start > offset);
  const page = after === -1 ? pageStarts.length : after;
  return page === 0 ? null : page;
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
    detail: run.texts.seal(run.verification_id, SEALED.extraction, {
      missing_spans: output.missing_spans,
      limitations: output.limitations,
    }),
  };
}
