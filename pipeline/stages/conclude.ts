/** JudgementCompleted → VerificationCompleted. */
import { type HintKind, hintIn } from '#common/hint-words.ts';
import { timestamp } from '#common/time.ts';
import type { WithDetails } from '#domain/verification/details.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { ExtractionNotes, JudgementDetail } from '#domain/verification/stage-events.ts';
import type { FoldedClaim, VerificationState } from '#domain/verification/state.ts';
import { type ExtractionVersions, namesExtractor, withoutExtractor } from '#engine/extraction/model/versions.ts';
import { namesModel, withoutNamedModel } from '#engine/judging/model/versions.ts';
import { shownInSummary } from '#engine/summary/risk.ts';
import type { RetrievalGap } from '#engine/types/retrieval.ts';
import type { SummaryClaim, SummaryInput } from '#engine/types/summary.ts';
import { ENGINE_VERSIONS } from '#engine/versions.ts';
import { engineClaim, mapWithDetails } from '../runs/claims.ts';
import { openRun, type StageRun } from '../runs/run.ts';
import { isUnsearched } from '../sources/source.ts';
import type { StageDependencies, StageHandler } from './stage.ts';

export function createConcludeStage(dependencies: StageDependencies): StageHandler {
  return async (message, context) => {
    const run = await openRun(dependencies, 'conclude', 'judged', message);
    if (run === null) return;
    const summary = await run.engine.summarise(await summaryInput(run));
    context.signal.throwIfAborted();
    const withoutModel = judgeWithoutModel(run);
    const { missing_or_uncertain_spans, ...coverage } = summary.coverage;
    const { drivers, ...risk } = summary.risk;
    const { explanation, ...abstention } = summary.abstention;
    await run.record({
      type: 'CompleteVerification',
      data: {
        run: run.run,
        completed_at: timestamp(dependencies.clock),
        counts: summary.counts,
        coverage,
        risk,
        abstention,
        detail: run.texts.seal(run.verification_id, SEALED.completion, {
          missing_or_uncertain_spans,
          risk_drivers: drivers,
          abstention_explanation: explanation,
          overall_statement: summary.overall_statement,
          limitations: summary.limitations,
          ...(withoutModel !== null && { judge_configuration: withoutModel }),
          ...extractionWithoutModel(run),
        }),
      },
    });
  };
}

const SEEN_ELSEWHERE =
  'This text is not kept, but the outside sources and language models that were asked about it have seen the queries, and may keep them.';

async function summaryInput(run: StageRun): Promise<SummaryInput> {
  const { head, claims } = run.state();
  const extraction = extractionOf(run, head.extraction);
  return {
    claims: await summaryClaims(run, [...claims.values()]),
    ...extraction,
    limitations: [
      ...extraction.limitations,
      ...(run.request.zero_retention && wasSeenElsewhere(run.state()) ? [SEEN_ELSEWHERE] : []),
    ],
    coverage_threshold: run.request.policy.coverage_threshold,
    unsearched_claims: [...claims.values()].filter(({ evidence }) => evidence !== null && isUnsearched(evidence))
      .length,
  };
}

/** Whether somebody was asked about the text, or wrote it: the built-in model counts no tokens. */
function wasSeenElsewhere({ head: { generated }, source_usage, model_usage }: VerificationState): boolean {
  const isWritten = generated !== undefined && generated.input_tokens !== 0;
  return isWritten || (source_usage?.searches ?? 0) > 0 || (model_usage?.questions ?? 0) > 0;
}

/** The judge's configuration if it names a language model that has answered nothing; else null. */
function judgeWithoutModel(run: StageRun): string | null {
  const { judge_configuration } = run.request.engine;
  return namesModel(judge_configuration) && !run.state().model_answered ? withoutNamedModel(judge_configuration) : null;
}

/** The extraction's versions if they name a language model that has answered nothing. */
function extractionWithoutModel(run: StageRun): Partial<ExtractionVersions> {
  const { engine } = run.request;
  return namesExtractor(engine) && !run.state().extraction_answered ? withoutExtractor(engine) : {};
}

/** Opens the details of those claims alone of which the summary says more than counts: a document has thousands. */
async function summaryClaims(run: StageRun, claims: readonly FoldedClaim[]): Promise<SummaryClaim[]> {
  const judged = claims.map(judgedClaim);
  const shown = shownInSummary(judged);
  const isOpened = ({ ordinal, verdict }: SummaryClaim) =>
    shown.has(ordinal) || verdict === 'unverifiable' || asksModels(run);
  const opened = claims.filter((_, i) => isOpened(judged[i]!));
  const details = new Map(
    await mapWithDetails(run, opened, ['extracted', 'judged'], (claim) => detailsOf(run, claim, shown)),
  );
  return judged.map((claim) => ({ ...claim, ...details.get(claim.ordinal) }));
}

function judgedClaim({ judged, extracted, evidence }: FoldedClaim): SummaryClaim {
  if (judged === null) throw new RangeError(`claim ${extracted.ordinal} has no verdict`);
  return {
    ordinal: extracted.ordinal,
    text: '',
    verdict: judged.verdict,
    materiality: extracted.materiality,
    reliability: judged.reliability,
    reason_code: judged.reason_code,
    gaps: (evidence?.gaps ?? []) as RetrievalGap[],
  };
}

function detailsOf(
  run: StageRun,
  claim: WithDetails<'extracted' | 'judged'>,
  shown: ReadonlySet<number>,
): [ordinal: number, Partial<SummaryClaim>] {
  const { ordinal } = claim.extracted;
  return [
    ordinal,
    {
      ...(shown.has(ordinal) && { text: engineClaim(run, claim).normalized_claim }),
      ...(claim.judged?.verdict === 'unverifiable' && { hint: hintOf(run, claim) }),
      // Only models leave such limitations.
      ...(asksModels(run) && { limitations: limitationsOf(run, claim) }),
    },
  ];
}

function extractionOf(run: StageRun, extraction: VerificationState['head']['extraction']) {
  if (extraction === null) throw new RangeError('the verification was judged before it was extracted');
  const notes = run.texts.open(run.verification_id, SEALED.extraction, extraction.detail, ExtractionNotes);
  return {
    estimated_material_claims: extraction.estimated_material_claims,
    estimate_method: extraction.estimate_method,
    unread_from: extraction.unread_from ?? null,
    ...(run.request.within !== undefined && { is_part: true as const }),
    ...notes,
  };
}

function judgementOf(run: StageRun, { extracted, judged }: WithDetails<'judged'>): JudgementDetail {
  return run.texts.open(extracted.claim_id, SEALED.judgement, judged!.detail, JudgementDetail);
}

/** What the judge said of the claim's own judgement. */
function limitationsOf(run: StageRun, claim: WithDetails<'judged'>): string[] {
  return judgementOf(run, claim).limitations;
}

function hintOf(run: StageRun, claim: WithDetails<'judged'>): HintKind | null {
  return hintIn(judgementOf(run, claim).unresolved_ambiguity)?.kind ?? null;
}

/** Whether anything besides the local judge was to read claims. */
function asksModels(run: StageRun): boolean {
  return run.request.engine.judge_configuration !== ENGINE_VERSIONS.judge_configuration;
}
