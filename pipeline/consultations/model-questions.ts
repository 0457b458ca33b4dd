/**
 * A run's questions to language models. Each is answered from the cache or by the model in force, within the limits of
 * the run: number of questions, time and monthly cost.
 */
import type { Json } from '#contracts/json.ts';
import type { ModelFailure, ModelOutcome } from '#contracts/ports/language-model.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { type ModelConsultedData, ModelReplyDetail } from '#domain/verification/stage-events.ts';
import type { MissingReply, ModelReply, ModelRequest } from '#engine/types/questions.ts';
import type { StageRun } from '../runs/run.ts';
import type { JudgeDependencies, JudgingModel } from '../stages/stage.ts';
import { type CachedQuestion, NO_ANSWER_CACHE, type RecordedAnswer } from './model-answer-cache.ts';
import { openModelCosts, type PaidOutcome } from './model-costs.ts';

/** What is recorded of a question; the detail is sealed. */
export interface Consulted {
  data: Pick<
    ModelConsultedData,
    'model' | 'outcome' | 'input_tokens' | 'output_tokens' | 'remembered' | 'cost_cents' | 'cost_estimated'
  >;
  detail: Json;
}

export interface ModelQuestions {
  /** Returns the outcome of a question, or why it was not asked. Rejects when the delivery ends. */
  ask(asked: JudgingModel, request: ModelRequest): Promise<Consulted | MissingReply>;
  /** Caches the outcome of a question, by its sealed form in the event, if it is a new answer. Never rejects. */
  cacheAnswer(
    asked: JudgingModel,
    request: ModelRequest,
    consulted: Consulted,
    recorded: Pick<RecordedAnswer, 'claim_id' | 'detail'>,
  ): Promise<void>;
}

interface QuestionDependencies extends JudgeDependencies {
  /** The model that is in force now. */
  inForce(): Promise<JudgingModel | null>;
}

/** The reply that was recorded of a question; `about`: the id under which its detail is sealed. */
export function recordedReply(
  { texts }: StageRun,
  about: string,
  { outcome, detail }: Pick<ModelConsultedData, 'outcome' | 'detail'>,
): ModelReply {
  if (outcome !== 'answered') return { missing: outcome };
  const { answer, first_token } = texts.open(about, SEALED.consultation, detail, ModelReplyDetail);
  return { answer: answer as Json, first_token };
}

/** Longer than any plausible answer, and short enough to be recorded together with others. */
const LONGEST_ANSWER = 50_000;

/** `signals.ending` cancels open questions, which then count as timed out. */
export function openQuestions(
  dependencies: QuestionDependencies,
  limits: JudgingModel['limits'],
  run: StageRun,
  signals: { delivery: AbortSignal; ending: AbortSignal },
): ModelQuestions {
  const { metrics, clock } = dependencies;
  const { organization_id, zero_retention, expires_at } = run.request;
  const signal = AbortSignal.any([signals.delivery, signals.ending, AbortSignal.timeout(limits.milliseconds)]);
  const costs = openModelCosts(dependencies, run);
  const cache = zero_retention ? NO_ANSWER_CACHE : dependencies.answerCache;
  let left = limits.questions - (run.state().model_usage?.questions ?? 0);

  async function send({ model, name, prices }: JudgingModel, request: ModelRequest): Promise<Consulted | MissingReply> {
    const began = clock.now();
    const question = { model: name, ...request };
    const ask = () => model.ask(question, { organization_id, signal });
    const paid = await costs.pay({ request, prices }, ask, signal);
    if (paid === null) return 'cost_limit_reached';
    const consulted = consultedOf(name, paid);
    if (wasLeftAlone(paid.outcome)) metrics.modelConsulted('circuit_open', null, null);
    else metrics.modelConsulted(consulted.data.outcome, clock.now() - began, paid.outcome.usage);
    return consulted;
  }

  async function askWithinBudget(asked: JudgingModel, request: ModelRequest): Promise<Consulted | MissingReply> {
    signals.delivery.throwIfAborted();
    if (left <= 0 || signal.aborted) return 'budget_spent';
    left--;
    try {
      const result = await send(asked, request);
      if (!isDisconnected(result)) return result;
      const next = await dependencies.inForce();
      // The question depends on the kind of model and the form that it answers, and on whether placeholders are used.
      const takesIt =
        next !== null &&
        next.kind === asked.kind &&
        next.prompt_version === asked.prompt_version &&
        next.deidentify === asked.deidentify;
      return takesIt ? await send(next, request) : result;
    } catch (error) {
      signals.delivery.throwIfAborted();
      if (signal.aborted) return 'budget_spent';
      throw error;
    }
  }

  function questionOf({ name, server, prompt_version }: JudgingModel, request: ModelRequest): CachedQuestion {
    return { organization_id, server, prompt_version, request: { model: name, ...request } };
  }

  return {
    async ask(asked, request) {
      const cached = await cache.get(questionOf(asked, request));
      if (cached !== null) {
        metrics.modelConsulted('remembered', null, null);
        return consultedFrom(asked.name, cached);
      }
      const result = await askWithinBudget(asked, request);
      if (typeof result === 'string') metrics.modelConsulted(result, null, null);
      return result;
    },

    async cacheAnswer(asked, request, { data }, recorded) {
      const isNew = data.outcome === 'answered' && !data.remembered && data.model === asked.name;
      if (!isNew) return;
      const { verification_id } = run;
      await cache.put(questionOf(asked, request), { verification_id, expires_at, ...recorded });
    },
  };
}

function consultedOf(model: string, { outcome: given, ...cost }: PaidOutcome): Consulted {
  const outcome = bounded(given);
  return {
    data: {
      model,
      outcome: outcome.ok ? 'answered' : outcomeOf(outcome.failure),
      input_tokens: outcome.usage?.input_tokens ?? null,
      output_tokens: outcome.usage?.output_tokens ?? null,
      ...cost,
    },
    detail: detailOf(outcome),
  };
}

/** All limits of the answer are reported as one kind, because a user can do nothing about the difference. */
function outcomeOf(failure: ModelFailure): ModelConsultedData['outcome'] {
  if (failure.kind !== 'over_limit') return failure.kind;
  if (failure.limit === 'quota') return 'quota_spent';
  return failure.limit === 'context' ? 'question_too_long' : 'over_limit';
}

function consultedFrom(model: string, { answer, first_token }: ModelReplyDetail): Consulted {
  return {
    data: { model, outcome: 'answered', input_tokens: 0, output_tokens: 0, remembered: true },
    detail: { answer: answer as Json, first_token },
  };
}

/** Whether nothing was sent because the server has failed repeatedly. */
function wasLeftAlone(outcome: ModelOutcome): boolean {
  return !outcome.ok && outcome.failure.kind === 'unavailable' && outcome.failure.reason === 'circuit_open';
}

function isDisconnected(result: Consulted | MissingReply): boolean {
  return typeof result !== 'string' && result.data.outcome === 'disconnected';
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
