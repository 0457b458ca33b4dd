/** RetrievalCompleted → ModelConsulted …, ClaimJudged …, JudgementCompleted. */
import { FairSlots } from '#common/fair-slots.ts';
import { timestamp } from '#common/time.ts';
import { nextTurn } from '#common/turns.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import { VERDICTS, type Verdict } from '#contracts/vocabulary.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ClaimJudgedData } from '#domain/verification/stage-events.ts';
import type { ClaimState, FoldedClaim } from '#domain/verification/state.ts';
import type { VerdictCounts } from '#domain/verification/verdict-counts.ts';
import type { JudgeItem } from '#engine/engine.ts';
import { namesModel } from '#engine/judging/model/versions.ts';
import { KNOWN_TO_CALLER } from '#engine/limitation-words.ts';
import type { ClaimJudgement } from '#engine/types/judging.ts';
import { readKnownInputs } from '#sealed/known-inputs.ts';
import { type Consultations, isAsked, openConsultations, withoutModel } from '../consultations/about-claims.ts';
import { type Entailments, openEntailments } from '../consultations/entailments.ts';
import { judgeInput } from '../consultations/judge-input.ts';
import { groupsByParagraph, groupsOfClaims, recordInBatches } from '../runs/claims.ts';
import { judgeItemsOf, type RecordedItem } from '../runs/judge-items.ts';
import { openRun, type StageRun } from '../runs/run.ts';
import type { JudgeDependencies, JudgingModel, StageHandler } from './stage.ts';

/**
 * Verifications judged concurrently without a language model, in total and per organization. The stage's own
 * concurrency is higher, because verifications with a model mostly wait for it.
 */
const WITHOUT_MODEL = { slots: 8, perKey: 4 };

export function createJudgeStage(dependencies: JudgeDependencies): StageHandler {
  const places = new FairSlots({ ...WITHOUT_MODEL, shareOf: dependencies.shareOf });
  return async (message, context) => {
    const { organization_id } = message;
    const model = organization_id === null ? null : await dependencies.judgingModels(organization_id);
    const judge = () => judgeVerification(dependencies, model, message, context);
    await (model === null ? places.run(organization_id ?? '', judge, context.signal) : judge());
  };
}

async function judgeVerification(
  dependencies: JudgeDependencies,
  asked: JudgingModel | null,
  message: StageMessage,
  context: DeliveryContext,
): Promise<void> {
  const run = await openRun(dependencies, 'judge', 'retrieved', message, asked === null ? 'cached' : 'stored');
  if (run === null) return;
  const unjudged = [...run.state().claims.values()].filter(({ judged }) => judged === null);
  await using consultations = consultationsOf(dependencies, asked, run, context);
  const { itemOf, paragraphOf } = await judgeItemsOf(run, consultations !== null);
  const { nliModel } = dependencies;
  const isReadByScore = nliModel !== null;
  const model = consultations && { consultations, known: await knownInputsOf(dependencies, run), isReadByScore };
  const entailments = nliModel && openEntailments(nliModel, run, context);
  const judge = async (group: readonly FoldedClaim[]) =>
    judgeGroup(dependencies, run, { entailments, model }, await run.withDetails(group), itemOf);
  const record = (judgements: ClaimJudgedData[], counts: VerdictCounts | null) => {
    const completion = counts && { run: run.run, counts };
    return run.record({ type: 'RecordJudgements', run: run.run, judgements, completion });
  };
  const groups = paragraphOf === null ? groupsOfClaims(unjudged) : groupsByParagraph(unjudged, paragraphOf);
  const rest = await recordInBatches(groups, judge, context, (judged) => record(judged, null));
  if (rest !== null) await record(rest, countVerdicts(run, rest));
}

/** Returns null if no model is to be asked. */
function consultationsOf(
  dependencies: JudgeDependencies,
  asked: JudgingModel | null,
  run: StageRun,
  context: DeliveryContext,
): Consultations | null {
  if (asked !== null) return openConsultations(dependencies, asked, run, context);
  return namesModel(run.request.engine.judge_configuration) ? withoutModel(run) : null;
}

/** The language model to ask after the local judge. */
interface ModelJudge {
  consultations: Consultations;
  /** It isn't asked about claims with these (`judgeInput`). */
  known: ReadonlySet<string>;
  /** As `judgeInput` has it. */
  isReadByScore: boolean;
}

/** Only who asks for parts of a text knows anything. */
async function knownInputsOf({ blobs }: JudgeDependencies, run: StageRun): Promise<ReadonlySet<string>> {
  if (run.request.within === undefined) return new Set();
  return readKnownInputs({ blobs }, { id: run.verification_id, texts: run.texts });
}

/** The tiers that are asked, in this order, about claims that the local judge leaves open. */
interface HigherTiers {
  entailments: Entailments | null;
  model: ModelJudge | null;
}

async function judgeGroup(
  { clock }: JudgeDependencies,
  run: StageRun,
  { entailments, model }: HigherTiers,
  group: readonly ClaimState[],
  itemOf: (claim: ClaimState) => RecordedItem,
): Promise<ClaimJudgedData[]> {
  const { engine, request } = run;
  const items = group.map(itemOf);
  // Freshness counts from the request, so a retry comes to the same verdict.
  const local = await engine.judge(items, request.policy, request.created_at);
  const read = entailments === null ? { items, judgements: local } : await entailments.judgeOpen(items, local);
  const judgements =
    model === null ? read.judgements : await judgeAgain(run, model, read.items, read.judgements, group);
  // Reading the engine's result took some milliseconds, and sealing takes as long.
  await nextTurn();
  const judgedAt = timestamp(clock);
  return group.map((claim, i) => judgedEvent(run, claim, judgements[i]!, items[i]!.passages, judgedAt));
}

/** Returns the local judgements, replaced where a language model was asked. */
async function judgeAgain(
  { engine, request }: StageRun,
  { consultations, known, isReadByScore }: ModelJudge,
  items: readonly JudgeItem[],
  local: readonly ClaimJudgement[],
  group: readonly ClaimState[],
): Promise<ClaimJudgement[]> {
  const isKnown = items.map(
    (item, i) =>
      known.size > 0 && isAsked(request.mode, item, local[i]!) && known.has(judgeInput(item, { isReadByScore })),
  );
  const unknown = [...items.keys()].filter((i) => !isKnown[i]);
  const replies = await consultations.consult(
    unknown.map((i) => ({ claim_id: group[i]!.extracted.claim_id, item: items[i]!, judgement: local[i]! })),
  );
  const replied = new Map(unknown.map((i, n) => [i, replies[n]!]));
  const places = unknown.filter((i) => replied.get(i) !== null);
  const consulted = places.map((i) => ({ ...items[i]!, consultation: replied.get(i)! }));
  const again = consulted.length === 0 ? [] : await engine.judge(consulted, request.policy, request.created_at);
  const answered = places.map((place, i) => ({
    claim_id: group[place]!.extracted.claim_id,
    unusable: again[i]!.unusable_replies ?? [],
  }));
  consultations.cacheAnswers(answered);
  const byPlace = new Map(places.map((place, i) => [place, again[i]!]));
  return local.map((judgement, i) => {
    if (isKnown[i]) return { ...judgement, limitations: [...judgement.limitations, KNOWN_TO_CALLER] };
    return byPlace.get(i) ?? judgement;
  });
}

function judgedEvent(
  run: StageRun,
  { extracted }: ClaimState,
  judgement: ClaimJudgement,
  recorded: readonly { id: string; text: string; source: { canonical_url: string } }[],
  judgedAt: string,
): ClaimJudgedData {
  const idOf = passageIds(recorded);
  return {
    run: run.run,
    claim_id: extracted.claim_id,
    ordinal: extracted.ordinal,
    verdict: judgement.verdict,
    reliability: judgement.reliability,
    reason_code: judgement.reason_code,
    judged_at: judgedAt,
    detail: run.texts.seal(extracted.claim_id, SEALED.judgement, {
      policy_reason: judgement.policy_reason,
      passages: judgement.passages.map((passage) => ({
        id: idOf(passage),
        relationship: passage.judgement.relationship,
        probability: passage.judgement.probability,
        explanation: passage.judgement.explanation,
        quality: { ...passage.quality },
      })),
      correction: judgement.correction && { ...judgement.correction },
      limitations: judgement.limitations,
      unresolved_ambiguity: judgement.unresolved_ambiguity,
    }),
  };
}

/** The judge may reorder or omit passages, so they are identified by document and text. */
function passageIds(recorded: readonly { id: string; text: string; source: { canonical_url: string } }[]) {
  const placeOf = (passage: { text: string; source: { canonical_url: string } }) =>
    `${passage.source.canonical_url}\n${passage.text}`;
  const ids = new Map(recorded.map((passage) => [placeOf(passage), passage.id]));
  return (passage: { text: string; source: { canonical_url: string } }): string => {
    const id = ids.get(placeOf(passage));
    if (id === undefined) throw new RangeError('the judge returned a passage that it was not given');
    return id;
  };
}

function countVerdicts(run: StageRun, pending: readonly ClaimJudgedData[]): VerdictCounts {
  const recorded = [...run.state().claims.values()].flatMap(({ judged }) => judged ?? []);
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of [...recorded, ...pending]) counts[verdict]++;
  return counts;
}
