/** VerificationRequested, VerificationRestarted → ExtractionConsulted …, ClaimExtracted …, ExtractionCompleted. */
import { FairSlots } from '#common/fair-slots.ts';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import { derivedId } from '#domain/ids.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ClaimExtractedData, ExtractionCompletedData } from '#domain/verification/stage-events.ts';
import type { Extraction } from '#engine/engine.ts';
import { namesExtractor } from '#engine/extraction/model/versions.ts';
import type { ExtractedClaim, ExtractionInput } from '#engine/types/extraction.ts';
import { readGivenSources } from '#sealed/given-sources.ts';
import { consultAboutText } from '../consultations/about-text.ts';
import { groupsOfClaims, recordInBatches } from '../runs/claims.ts';
import { openRun, type StageRun } from '../runs/run.ts';
import { documentLanguages } from '../sources/document-languages.ts';
import type { ExtractDependencies, StageHandler } from './stage.ts';

/**
 * Verifications extracted from concurrently without a language model, in total and per organization. The stage's own
 * concurrency is higher, because verifications with a model mostly wait for it.
 */
const WITHOUT_MODEL = { slots: 8, perKey: 4 };

export function createExtractStage(dependencies: ExtractDependencies): StageHandler {
  const places = new FairSlots({ ...WITHOUT_MODEL, shareOf: dependencies.shareOf });
  return async (message, context) => {
    const run = await openRun(dependencies, 'extract', 'requested', message);
    if (run === null) return;
    if (!isModelAsked(run.request)) {
      const extract = async () => record(run, await run.engine.extract(inputOf(run)), context);
      await places.run(run.request.organization_id, extract, context.signal);
      return;
    }
    // What another process has recorded is not asked again.
    const upToDate = await openRun(dependencies, 'extract', 'requested', message, 'stored');
    if (upToDate !== null) await extractWithModel(dependencies, upToDate, message, context);
  };
}

/** Whether a language model is asked to take the text apart: in a mode for it, and if there was one at the request. */
function isModelAsked({ kind, mode, engine }: VerificationRequestedData): boolean {
  return kind === 'text' && mode !== 'fast' && namesExtractor(engine);
}

async function extractWithModel(
  dependencies: ExtractDependencies,
  run: StageRun,
  { request_id, traceparent }: StageMessage,
  context: DeliveryContext,
): Promise<void> {
  const input = inputOf(run);
  const { verification_id, request } = run;
  const { signal } = context;
  const { organization_id } = request;
  const occasion = { verification_id, organization_id, request_id, traceparent, signal };
  const given = () => readGivenSources(dependencies, { id: verification_id, texts: run.texts });
  const languages = () => documentLanguages(dependencies.sources, request, occasion, { given });
  const consulted = await consultAboutText(dependencies, run, { input, languages }, context);
  const output = await run.engine.extract({ ...input, consultation: consulted.consultation });
  await record(run, output, context);
  await consulted.cacheAnswers(output);
}

function inputOf({ verification_id, request, texts }: StageRun): ExtractionInput {
  return {
    content: texts.openText(verification_id, SEALED.content, request.content),
    question: texts.openText(verification_id, SEALED.question, request.question),
    requestedAt: request.created_at,
    direct: request.kind === 'claim',
    ...(request.within && { within: request.within }),
    ...(request.document && { page_starts: request.document.page_starts, most_claims: MOST_CLAIMS.document }),
  };
}

async function record(run: StageRun, output: Extraction, context: DeliveryContext): Promise<void> {
  context.signal.throwIfAborted();
  const recordClaims = (claims: ClaimExtractedData[], completion: ExtractionCompletedData | null) =>
    run.record({ type: 'RecordExtraction', run: run.run, claims, completion });
  let checkable = 0;
  const seal = async (claims: readonly ExtractedClaim[]) => {
    checkable += claims.filter((claim) => claim.checkable).length;
    return claims.map((claim) => claimEvent(run, claim));
  };
  const groups = groupsOfClaims(output.claims);
  const rest = await recordInBatches(groups, seal, context, (claims) => recordClaims(claims, null));
  if (rest !== null) await recordClaims(rest, completionOf(run, output, checkable));
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
      ...(claim.language !== undefined && { language: claim.language }),
      ...(claim.search_words !== undefined && { search_words: claim.search_words }),
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

function completionOf(run: StageRun, output: Extraction, checkable: number): ExtractionCompletedData {
  return {
    run: run.run,
    claims: output.claims.length,
    checkable_claims: checkable,
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
