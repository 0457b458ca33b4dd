/** The model as a check asks it: counted, timed, its answers kept, and given up once it does not answer any more. */
import type { LanguageModel, ModelFailure, ModelOutcome } from '#contracts/ports/language-model.ts';
import { WHY_MISSING } from '#engine/asking/missing.ts';
import { recordModel } from '#platform/models/recordings.ts';

/** The model can't be asked, or not any more; what it has answered is kept. */
export class ModelDownError extends Error {
  override readonly name = 'ModelDownError';
}

export interface AskedModel {
  /** Wraps a client of the model. All of one check share what is counted. */
  wrap(model: LanguageModel): LanguageModel;
  /** Questions so far, kept answers included. */
  questions(): number;
  /** Those that the model itself was asked. */
  fresh(): number;
  /** Throws ModelDownError if the model has ceased to answer. */
  requireUp(): void;
}

/** So many failures in a row are no bad luck. */
const FAILURES_IN_A_ROW = 5;

/** `kept`: the folder of its answers. `onQuestion` is called after each question. */
export function askedModel(kept: string, onQuestion: () => void): AskedModel {
  let questions = 0;
  let fresh = 0;
  let inARow = 0;
  let down: ModelFailure | null = null;

  function count(outcome: ModelOutcome): void {
    fresh++;
    inARow = outcome.ok || !isDown(outcome.failure) ? 0 : inARow + 1;
    if (!outcome.ok && inARow >= FAILURES_IN_A_ROW) down ??= outcome.failure;
  }

  return {
    wrap(model) {
      const counted: LanguageModel = {
        async ask(request, occasion) {
          if (down !== null) return { ok: false, failure: down, usage: null, unasked: true };
          const outcome = await model.ask(request, occasion);
          count(outcome);
          return outcome;
        },
      };
      const recorded = recordModel(counted, kept);
      return {
        async ask(request, occasion) {
          const outcome = await recorded.ask(request, occasion);
          questions++;
          onQuestion();
          return outcome;
        },
      };
    },
    questions: () => questions,
    fresh: () => fresh,
    requireUp() {
      if (down !== null) throw new ModelDownError(`the model has ceased to answer: ${failureWords(down)}`);
    },
  };
}

/** A failure that the next question would get too. */
function isDown(failure: ModelFailure): boolean {
  if (failure.kind === 'over_limit') return failure.limit === 'quota';
  return ['unavailable', 'rate_limited', 'unauthorised', 'unknown_model', 'rejected'].includes(failure.kind);
}

export function failureWords(failure: ModelFailure): string {
  if (failure.kind === 'over_limit' && failure.limit === 'quota') return WHY_MISSING.quota_spent;
  if (failure.kind === 'unavailable') return `${WHY_MISSING.unavailable} (${failure.reason})`;
  return WHY_MISSING[failure.kind];
}

/** Throws ModelDownError if the model doesn't answer a short question. */
export async function requireAnswer(model: LanguageModel, name: string): Promise<void> {
  const outcome = await model.ask(
    {
      model: name,
      messages: [{ role: 'user', content: 'Answer with the one word: ready' }],
      answer: null,
      // A reasoning model thinks before.
      limits: { max_output_tokens: 2_000 },
      first_token: false,
    },
    { organization_id: CHECK, signal: new AbortController().signal },
  );
  // An answer that can't be used is one: what it is worth is what the check measures.
  if (!outcome.ok && isDown(outcome.failure)) {
    throw new ModelDownError(`the model does not answer: ${failureWords(outcome.failure)}`);
  }
}

/** On whose behalf a check asks. */
export const CHECK = 'model-check';
