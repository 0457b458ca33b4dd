/**
 * The judge stage's questions to a language model. The outcome of each question is recorded before it is used, so a
 * redelivered stage only asks questions without a recorded outcome.
 */
import type { DeliveryContext } from '#contracts/ports/stage-queue.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import { isSameQuestion } from '#domain/verification/decider.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ModelConsultedData } from '#domain/verification/stage-events.ts';
import type { JudgeItem } from '#engine/engine.ts';
import type { ClaimJudgement, Consultation } from '#engine/types/judging.ts';
import type { ModelReply, ModelRequest } from '#engine/types/questions.ts';
import { collectWrites } from '../runs/collected-writes.ts';
import type { StageRun } from '../runs/run.ts';
import type { JudgeDependencies, JudgingModel } from '../stages/stage.ts';
import { openQuestions, recordedReply } from './model-questions.ts';

/** A claim that the local judge has judged. */
export interface LocallyJudged {
  claim_id: string;
  item: JudgeItem;
  judgement: Pick<ClaimJudgement, 'verdict'>;
}

export interface Consultations {
  /** What the model replied about each claim; null for claims that it is not asked about. */
  consult(claims: readonly LocallyJudged[]): Promise<(Consultation | null)[]>;
  /** Caches the model's new answers about a claim, except for the replies at these indexes. Never fails. */
  cacheAnswers(claimId: string, unusable: readonly number[]): void;
  /** Cancels open questions; resolves when nothing more will be recorded. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Whether a model is asked about a claim after the local judge. Of the local judge's verdicts, only supports are
 * certain enough not to be checked again.
 */
export function isAsked(
  mode: Mode,
  { claim: { materiality } }: JudgeItem,
  { verdict }: Pick<ClaimJudgement, 'verdict'>,
): boolean {
  if (mode === 'fast' || verdict === 'not_checkable') return false;
  return materiality === 'high' || (mode === 'thorough' && verdict !== 'supported');
}

/**
 * `first`: the model in force when the stage began. Connections may be made and removed while a verification is
 * running, so the model is looked up again for every group of claims and is used until it is disconnected.
 */
export function openConsultations(
  dependencies: JudgeDependencies,
  first: JudgingModel,
  run: StageRun,
  context: DeliveryContext,
): Consultations {
  const { mode, policy, organization_id } = run.request;
  const inForce = () => dependencies.judgingModels(organization_id);
  const ending = new AbortController();
  // Resolves to whether the stage may continue.
  const record = collectWrites((consultations: ModelConsultedData[]) =>
    run.record({ type: 'RecordConsultations', run: run.run, consultations }),
  );
  const questions = openQuestions({ ...dependencies, inForce }, first.limits, run, {
    delivery: context.signal,
    ending: ending.signal,
  });
  const underWay: Promise<unknown>[] = [];
  /** By claim and question: the function that caches a new answer, called once the answer has proved usable. */
  const uncached = new Map<string, Map<number, () => Promise<void>>>();

  async function replyTo(
    asked: JudgingModel,
    claim: LocallyJudged,
    request: ModelRequest,
    question: number,
  ): Promise<ModelReply> {
    const { claim_id, item } = claim;
    const which = { question, prompt_version: asked.prompt_version, deidentified: asked.deidentify };
    const recorded = () =>
      run
        .state()
        .consultations.get(claim_id)
        ?.find((known) => isSameQuestion(known, which));
    if (recorded() === undefined) {
      const result = await questions.ask(asked, request);
      if (typeof result === 'string') return { missing: result };
      const about = { run: run.run, claim_id, ordinal: item.claim.ordinal, ...which };
      const detail = run.texts.seal(claim_id, SEALED.consultation, result.detail);
      // The verification has ended otherwise, so the answers would not be used.
      if (!(await record({ ...about, ...result.data, detail }))) ending.abort();
      else cacheLater(claim_id, question, () => questions.cacheAnswer(asked, request, result, { claim_id, detail }));
      await context.heartbeat();
    }
    // If two workers have asked, the answer that was recorded first counts. If there is none, the stage must stop.
    const known = recorded();
    return known === undefined ? { missing: 'budget_spent' } : recordedReply(run, claim_id, known);
  }

  function cacheLater(claimId: string, question: number, cacheAnswer: () => Promise<void>): void {
    const ofClaim = uncached.get(claimId) ?? new Map<number, () => Promise<void>>();
    uncached.set(claimId, ofClaim.set(question, cacheAnswer));
  }

  function begin(
    asked: JudgingModel,
    claim: LocallyJudged,
    request: ModelRequest,
    question: number,
  ): Promise<ModelReply> {
    const reply = replyTo(asked, claim, request, question);
    underWay.push(reply);
    return reply;
  }

  return {
    async consult(claims) {
      const chosen = claims.filter(({ item, judgement }) => isAsked(mode, item, judgement));
      if (chosen.length === 0) return claims.map(() => null);
      const asked = await inForce();
      if (asked === null) return unasked(claims, mode);
      const items = chosen.map(({ item }) => item);
      const requests = await run.engine.modelQuestions(
        items,
        { kind: asked.kind, deidentify: asked.deidentify, ...(asked.form && { form: asked.form }) },
        policy,
      );
      const replies = await Promise.all(
        chosen.map((claim, i) => Promise.all(requests[i]!.map((request, at) => begin(asked, claim, request, at)))),
      );
      const consultations = new Map(chosen.map((claim, i) => [claim, consultationOf(asked, replies[i]!)]));
      return claims.map((claim) => consultations.get(claim) ?? null);
    },
    cacheAnswers(claimId, unusable) {
      for (const [question, cacheAnswer] of uncached.get(claimId) ?? []) {
        if (!unusable.includes(question)) underWay.push(cacheAnswer());
      }
      uncached.delete(claimId);
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      // Cancelled questions may still have answers to cache.
      while (underWay.length > 0) await Promise.allSettled(underWay.splice(0));
    },
  };
}

/** For a verification that was requested with a model when no model is left. */
export function withoutModel(run: StageRun): Consultations {
  return {
    consult: async (claims) => unasked(claims, run.request.mode),
    cacheAnswers() {},
    async [Symbol.asyncDispose]() {},
  };
}

function unasked(claims: readonly LocallyJudged[], mode: Mode): (Consultation | null)[] {
  return claims.map(({ item, judgement }) =>
    isAsked(mode, item, judgement)
      ? { kind: 'general', deidentify: false, replies: [{ missing: 'disconnected' }] }
      : null,
  );
}

function consultationOf({ kind, form, deidentify }: JudgingModel, replies: ModelReply[]): Consultation {
  // Without an outcome, no question was asked, so it does not matter whether placeholders were used.
  return { kind, ...(form && { form }), deidentify: deidentify && replies.some(hasOutcome), replies };
}

function hasOutcome(reply: ModelReply): boolean {
  return !('missing' in reply) || (reply.missing !== 'budget_spent' && reply.missing !== 'cost_limit_reached');
}
