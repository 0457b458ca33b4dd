/**
 * The judge stage's questions to a language model. What comes of a question is recorded before it is used, so a stage
 * that is delivered again asks only what has no recorded outcome yet.
 */
import type { Json } from '#contracts/json.ts';
import type { ModelOutcome } from '#contracts/ports/language-model.ts';
import type { DeliveryContext } from '#contracts/ports/stage-queue.ts';
import type { Materiality, Mode } from '#contracts/vocabulary.ts';
import { isSameQuestion } from '#domain/verification/decider.ts';
import { type ModelConsultedData, ModelReplyDetail } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { JudgeItem } from '#engine/engine.ts';
import type { ClaimJudgement, Consultation, ModelReply, ModelRequest } from '#engine/types.ts';
import type { StageRun } from './run.ts';
import type { JudgingModel } from './stage.ts';

/** A claim that the local judge has judged. */
export interface LocallyJudged {
  claim_id: string;
  item: JudgeItem;
  judgement: Pick<ClaimJudgement, 'verdict'>;
}

export interface Consultations {
  /** What the model replied about each claim; null for claims that it is not asked about. */
  consult(claims: readonly LocallyJudged[]): Promise<(Consultation | null)[]>;
  /** Ends what is still being asked; resolves when nothing more will be recorded. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** More than any honest answer has, and little enough to be recorded among others. */
const LONGEST_ANSWER = 50_000;

/**
 * Whether a model is asked about a claim that the local judge has judged so. Of what the local judge decides, only its
 * supports are sure enough not to be read again.
 */
function isAsked(mode: Mode, materiality: Materiality, { verdict }: Pick<ClaimJudgement, 'verdict'>): boolean {
  if (mode === 'fast' || verdict === 'not_checkable') return false;
  return materiality === 'high' || (mode === 'thorough' && verdict !== 'supported');
}

/**
 * `inForce` tells which model is to be asked at this moment, as connections come and go while a verification is at work;
 * `first` is what it told last. A model is asked for one group of claims, or until it is disconnected.
 */
export function openConsultations(
  first: JudgingModel,
  inForce: () => Promise<JudgingModel | null>,
  run: StageRun,
  context: DeliveryContext,
): Consultations {
  const { limits } = first;
  const { mode, policy, organization_id } = run.request;
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal, AbortSignal.timeout(limits.milliseconds)]);
  const record = recorder(run);
  const underWay: Promise<ModelReply>[] = [];
  let left = limits.questions - [...run.state().consultations.values()].flat().length;

  /** Null where no more may be asked. */
  async function outcomeOf(asked: JudgingModel, request: ModelRequest): Promise<OutcomeOf | null> {
    if (left <= 0 || signal.aborted) return null;
    left--;
    const ask = async ({ model, name }: JudgingModel): Promise<OutcomeOf> => ({
      model: name,
      outcome: bounded(await model.ask({ model: name, ...request }, { organization_id, signal })),
    });
    try {
      const asking = await ask(asked);
      if (!isDisconnected(asking.outcome)) return asking;
      const next = await inForce();
      // The question is written for a kind of model, and with placeholders or without.
      const takesIt = next !== null && next.kind === asked.kind && next.deidentify === asked.deidentify;
      return takesIt ? await ask(next) : asking;
    } catch (error) {
      context.signal.throwIfAborted();
      if (signal.aborted) return null;
      throw error;
    }
  }

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
      const asking = await outcomeOf(asked, request);
      if (asking === null) return { missing: 'budget_spent' };
      const { outcome, model } = asking;
      const about = { run: run.run, claim_id, ordinal: item.claim.ordinal, model, ...which };
      const detail = run.texts.seal(claim_id, SEALED.consultation, detailOf(outcome));
      // The verification has ended otherwise: nothing that is still asked would be used.
      if (!(await record({ ...about, ...consulted(outcome), detail }))) ending.abort();
      await context.heartbeat();
    }
    // Of two workers that have asked, the answer counts that was recorded first. None: the stage may not go on.
    const known = recorded();
    return known === undefined ? { missing: 'budget_spent' } : replyFrom(run, known);
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
      const chosen = claims.filter(({ item, judgement }) => isAsked(mode, item.claim.materiality, judgement));
      if (chosen.length === 0) return claims.map(() => null);
      const asked = await inForce();
      if (asked === null) return unasked(claims, mode);
      const items = chosen.map(({ item }) => item);
      const questions = await run.engine.modelQuestions(
        items,
        { kind: asked.kind, deidentify: asked.deidentify },
        policy,
      );
      const replies = await Promise.all(
        chosen.map((claim, i) => Promise.all(questions[i]!.map((request, at) => begin(asked, claim, request, at)))),
      );
      const consultations = new Map(chosen.map((claim, i) => [claim, consultationOf(asked, replies[i]!)]));
      return claims.map((claim) => consultations.get(claim) ?? null);
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.allSettled(underWay);
    },
  };
}

/** For a verification that was requested with a model, of which none is left. */
export function withoutModel(run: StageRun): Consultations {
  return {
    consult: async (claims) => unasked(claims, run.request.mode),
    async [Symbol.asyncDispose]() {},
  };
}

function unasked(claims: readonly LocallyJudged[], mode: Mode): (Consultation | null)[] {
  return claims.map(({ item, judgement }) =>
    isAsked(mode, item.claim.materiality, judgement)
      ? { kind: 'general', deidentify: false, replies: [{ missing: 'disconnected' }] }
      : null,
  );
}

function consultationOf({ kind, deidentify }: JudgingModel, replies: ModelReply[]): Consultation {
  // Without any outcome, no question was asked, with placeholders or without.
  return { kind, deidentify: deidentify && replies.some(hasOutcome), replies };
}

interface OutcomeOf {
  /** The model that was asked. */
  model: string;
  outcome: ModelOutcome;
}

function isDisconnected(outcome: ModelOutcome): boolean {
  return !outcome.ok && outcome.failure.kind === 'disconnected';
}

function hasOutcome(reply: ModelReply): boolean {
  return !('missing' in reply) || reply.missing !== 'budget_spent';
}

function bounded(outcome: ModelOutcome): ModelOutcome {
  if (!outcome.ok || JSON.stringify(outcome.answer).length <= LONGEST_ANSWER) return outcome;
  return { ok: false, failure: { kind: 'over_limit', limit: 'response_size' }, usage: outcome.usage };
}

function consulted(outcome: ModelOutcome): Pick<ModelConsultedData, 'outcome' | 'input_tokens' | 'output_tokens'> {
  return {
    outcome: outcome.ok ? 'answered' : outcome.failure.kind,
    input_tokens: outcome.usage?.input_tokens ?? null,
    output_tokens: outcome.usage?.output_tokens ?? null,
  };
}

function detailOf(outcome: ModelOutcome): Json {
  if (!outcome.ok) return { answer: null, first_token: null };
  return {
    answer: outcome.answer,
    first_token: outcome.first_token?.map(({ token, logprob }) => ({ token, logprob })) ?? null,
  };
}

function replyFrom(run: StageRun, { claim_id, outcome, detail }: ModelConsultedData): ModelReply {
  if (outcome !== 'answered') return { missing: outcome };
  const { answer, first_token } = run.texts.open(claim_id, SEALED.consultation, detail, ModelReplyDetail);
  return { answer: answer as Json, first_token };
}

/**
 * Records outcomes as they come: those that come while an append is under way go into the next one together. Resolves to
 * whether the stage may go on.
 */
function recorder(run: StageRun): (consultation: ModelConsultedData) => Promise<boolean> {
  let waiting: ModelConsultedData[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | null = null;
  async function write(): Promise<boolean> {
    await last.catch(() => {});
    const consultations = waiting;
    waiting = [];
    last = next!;
    next = null;
    return run.record({ type: 'RecordConsultations', run: run.run, consultations });
  }
  return (consultation) => {
    waiting.push(consultation);
    next ??= write();
    return next;
  };
}
