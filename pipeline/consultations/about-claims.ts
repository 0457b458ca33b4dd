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
import type { MissingReply, ModelReply, ModelRequest } from '#engine/types/questions.ts';
import { collectWrites } from '../runs/collected-writes.ts';
import type { StageRun } from '../runs/run.ts';
import type { JudgeDependencies, JudgingModel } from '../stages/stage.ts';
import { type Consulted, openQuestions, recordedReply } from './model-questions.ts';

/** A claim that the local judge has judged. */
export interface LocallyJudged {
  claim_id: string;
  item: JudgeItem;
  judgement: Pick<ClaimJudgement, 'verdict'>;
}

interface QuestionAbout {
  claim: LocallyJudged;
  /** Its number among those about the claim, from 0. */
  question: number;
}

/** Tells the question from others about a claim. */
type Which = Pick<ModelConsultedData, 'question' | 'about' | 'prompt_version' | 'deidentified'>;

export interface Consultations {
  /** What the model replied about each claim; null for claims that it is not asked about. */
  consult(claims: readonly LocallyJudged[]): Promise<(Consultation | null)[]>;
  /** Caches the model's new answers about claims, except for those of no use for one of them. Never fails. */
  cacheAnswers(claims: readonly { claim_id: string; unusable: readonly number[] }[]): void;
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
  /** New answers, to be cached once they have proved usable. */
  let uncached: { of: readonly QuestionAbout[]; cache: () => Promise<void> }[] = [];

  function recordedOf(claim: LocallyJudged, which: Which): ModelConsultedData | undefined {
    return run
      .state()
      .consultations.get(claim.claim_id)
      ?.find((each) => isSameQuestion(each, which));
  }

  /** `of`: the claims that the request is about. Resolves to the reply to each. */
  async function repliesTo(
    asked: JudgingModel,
    request: ModelRequest,
    of: readonly QuestionAbout[],
  ): Promise<ModelReply[]> {
    // A claim may be left open on a later delivery alone, and then it stands in the question about its neighbours.
    const about = of.length > 1 ? { about: of.map(({ claim }) => claim.item.claim.ordinal) } : {};
    const { prompt_version, deidentify: deidentified } = asked;
    const which = ({ question }: QuestionAbout): Which => ({ question, ...about, prompt_version, deidentified });
    const recorded = (each: QuestionAbout) => recordedOf(each.claim, which(each));
    const open = of.filter((each) => recorded(each) === undefined);
    let missing: MissingReply = 'budget_spent';
    if (open.length > 0) {
      const result = await questions.ask(asked, request);
      if (typeof result === 'string') missing = result;
      else {
        const consulted = open.map((each, i) => consultedAbout(each.claim, which(each), result, i > 0));
        // In one append, so that nothing is asked again about a part of the claims.
        const mayContinue = await Promise.all(consulted.map(record));
        // The verification has ended otherwise, so the answers would not be used.
        if (mayContinue.includes(false)) ending.abort();
        else uncached.push({ of: open, cache: () => questions.cacheAnswer(asked, request, result, consulted[0]!) });
        await context.heartbeat();
      }
    }
    // If two workers have asked, the answer that was recorded first counts. If there is none, the stage must stop.
    return of.map((each) => {
      const known = recorded(each);
      return known === undefined ? { missing } : recordedReply(run, each.claim.claim_id, known);
    });
  }

  function consultedAbout(
    { claim_id, item }: LocallyJudged,
    which: Which,
    { data, detail }: Consulted,
    isShared: boolean,
  ): ModelConsultedData {
    const { model, outcome } = data;
    return {
      run: run.run,
      claim_id,
      ordinal: item.claim.ordinal,
      ...which,
      ...(isShared ? { model, outcome, input_tokens: 0, output_tokens: 0, shared: true as const } : data),
      detail: run.texts.seal(claim_id, SEALED.consultation, detail),
    };
  }

  /** Asks each of the requests once, however many of the claims have it. Resolves to the replies by claim. */
  async function ask(
    asked: JudgingModel,
    claims: readonly LocallyJudged[],
    requests: readonly (readonly ModelRequest[])[],
  ): Promise<ModelReply[][]> {
    const byRequest = new Map<string, { request: ModelRequest; of: (QuestionAbout & { i: number })[] }>();
    for (const [i, claim] of claims.entries()) {
      for (const [question, request] of requests[i]!.entries()) {
        const key = JSON.stringify(request.messages);
        const same = byRequest.get(key) ?? { request, of: [] };
        byRequest.set(key, same);
        same.of.push({ claim, question, i });
      }
    }
    const replies = requests.map((each): ModelReply[] => each.map(() => ({ missing: 'budget_spent' })));
    const all = [...byRequest.values()].map(async ({ request, of }) => {
      const answered = await repliesTo(asked, request, of);
      for (const [n, { i, question }] of of.entries()) replies[i]![question] = answered[n]!;
    });
    underWay.push(...all);
    await Promise.all(all);
    return replies;
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
      const replies = await ask(asked, chosen, requests);
      const consultations = new Map(chosen.map((claim, i) => [claim, consultationOf(asked, replies[i]!)]));
      return claims.map((claim) => consultations.get(claim) ?? null);
    },
    cacheAnswers(claims) {
      const unusable = new Map(claims.map(({ claim_id, unusable }) => [claim_id, unusable]));
      const isOf = ({ of }: (typeof uncached)[number]) => unusable.has(of[0]!.claim.claim_id);
      for (const { of, cache } of uncached.filter(isOf)) {
        const isUsable = of.every(({ claim, question }) => !unusable.get(claim.claim_id)?.includes(question));
        if (isUsable) underWay.push(cache());
      }
      uncached = uncached.filter((each) => !isOf(each));
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
