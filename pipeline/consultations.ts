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
import type { ClaimJudgement, Consultation, MissingReply, ModelReply, ModelRequest } from '#engine/types.ts';
import { openModelCosts, type PaidOutcome } from './model-costs.ts';
import { NO_ANSWERS, type RememberedQuestion } from './remembered-answers.ts';
import type { StageRun } from './run.ts';
import type { JudgeDependencies, JudgingModel } from './stage.ts';

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

/** Whether a model is asked about a claim that the local judge has judged so. */
function isAsked(mode: Mode, materiality: Materiality, { verdict }: Pick<ClaimJudgement, 'verdict'>): boolean {
  if (mode === 'fast' || verdict === 'not_checkable') return false;
  return materiality === 'high' || (mode === 'thorough' && verdict === 'unverifiable');
}

/**
 * `first` is the model that was in force when the stage began. Connections come and go while a verification is at work: a
 * model is asked for one group of claims, or until it is disconnected.
 */
export function openConsultations(
  dependencies: JudgeDependencies,
  first: JudgingModel,
  run: StageRun,
  context: DeliveryContext,
): Consultations {
  const { judgingModels, metrics, clock } = dependencies;
  const { limits } = first;
  const { mode, policy, organization_id, zero_retention, expires_at } = run.request;
  const inForce = () => judgingModels(organization_id);
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal, AbortSignal.timeout(limits.milliseconds)]);
  const record = recorder(run);
  const costs = openModelCosts(dependencies, run);
  const answers = zero_retention ? NO_ANSWERS : dependencies.answers;
  const underWay: Promise<unknown>[] = [];
  let left = limits.questions - (run.state().model_usage?.questions ?? 0);

  async function ask({ model, name, prices }: JudgingModel, request: ModelRequest): Promise<Consulted | MissingReply> {
    const began = clock.now();
    const question = { model: name, ...request };
    const send = () => model.ask(question, { organization_id, signal });
    const paid = await costs.pay({ request, prices }, send, signal);
    if (paid === null) return 'cost_limit_reached';
    const consulted = consultedOf(name, paid);
    if (wasLeftAlone(paid.outcome)) metrics.modelConsulted('circuit_open', null, null);
    else metrics.modelConsulted(consulted.data.outcome, clock.now() - began, paid.outcome.usage);
    return consulted;
  }

  async function askWithinBudget(asked: JudgingModel, request: ModelRequest): Promise<Consulted | MissingReply> {
    if (left <= 0 || signal.aborted) return 'budget_spent';
    left--;
    try {
      const result = await ask(asked, request);
      if (!isDisconnected(result)) return result;
      const next = await inForce();
      // The question is written for a kind of model, and with placeholders or without.
      const takesIt = next !== null && next.kind === asked.kind && next.deidentify === asked.deidentify;
      return takesIt ? await ask(next, request) : result;
    } catch (error) {
      context.signal.throwIfAborted();
      if (signal.aborted) return 'budget_spent';
      throw error;
    }
  }

  /** From memory, or from the model. */
  async function answerTo(asked: JudgingModel, question: RememberedQuestion, request: ModelRequest) {
    const remembered = await answers.find(question);
    const result = remembered === null ? await askWithinBudget(asked, request) : rememberedOf(asked.name, remembered);
    if (typeof result === 'string') metrics.modelConsulted(result, null, null);
    else if (result.data.remembered) metrics.modelConsulted('remembered', null, null);
    return result;
  }

  async function replyTo(
    asked: JudgingModel,
    claim: LocallyJudged,
    request: ModelRequest,
    question: number,
  ): Promise<ModelReply> {
    const { claim_id, item } = claim;
    const { prompt_version } = asked;
    const which = { question, prompt_version, deidentified: asked.deidentify };
    const recorded = () =>
      run
        .state()
        .consultations.get(claim_id)
        ?.find((known) => isSameQuestion(known, which));
    if (recorded() === undefined) {
      const rememberable = { organization_id, prompt_version, request: { model: asked.name, ...request } };
      const result = await answerTo(asked, rememberable, request);
      if (typeof result === 'string') return { missing: result };
      const about = { run: run.run, claim_id, ordinal: item.claim.ordinal, ...which };
      const detail = run.texts.seal(claim_id, SEALED.consultation, result.detail);
      // The verification has ended otherwise: nothing that is still asked would be used.
      if (!(await record({ ...about, ...result.data, detail }))) ending.abort();
      else if (isNewAnswer(result) && result.data.model === asked.name) {
        const answer = { verification_id: run.verification_id, expires_at, claim_id, detail };
        underWay.push(answers.keep(rememberable, answer));
      }
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
  // Without an outcome there is nothing of which to say that it was asked with placeholders.
  return { kind, deidentify: deidentify && replies.some(hasOutcome), replies };
}

/** What is recorded of a question; the detail is sealed. */
interface Consulted {
  data: Pick<ModelConsultedData, 'model' | 'outcome' | 'input_tokens' | 'output_tokens' | 'remembered' | 'cost_cents'>;
  detail: Json;
}

function consultedOf(model: string, { outcome: given, ...cost }: PaidOutcome): Consulted {
  const outcome = bounded(given);
  return {
    data: {
      model,
      outcome: outcome.ok ? 'answered' : outcome.failure.kind,
      input_tokens: outcome.usage?.input_tokens ?? null,
      output_tokens: outcome.usage?.output_tokens ?? null,
      ...cost,
    },
    detail: detailOf(outcome),
  };
}

function rememberedOf(model: string, { answer, first_token }: ModelReplyDetail): Consulted {
  return {
    data: { model, outcome: 'answered', input_tokens: 0, output_tokens: 0, remembered: true },
    detail: { answer: answer as Json, first_token },
  };
}

/** Nothing was sent, as the server has failed again and again. */
function wasLeftAlone(outcome: ModelOutcome): boolean {
  return !outcome.ok && outcome.failure.kind === 'unavailable' && outcome.failure.reason === 'circuit_open';
}

function isNewAnswer({ data: { outcome, remembered } }: Consulted): boolean {
  return outcome === 'answered' && !remembered;
}

function isDisconnected(result: Consulted | MissingReply): boolean {
  return typeof result !== 'string' && result.data.outcome === 'disconnected';
}

function hasOutcome(reply: ModelReply): boolean {
  return !('missing' in reply) || (reply.missing !== 'budget_spent' && reply.missing !== 'cost_limit_reached');
}

function bounded(outcome: ModelOutcome): ModelOutcome {
  if (!outcome.ok || JSON.stringify(outcome.answer).length <= LONGEST_ANSWER) return outcome;
  return { ok: false, failure: { kind: 'over_limit', limit: 'response_size' }, usage: outcome.usage };
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
