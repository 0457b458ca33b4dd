/** One small question to a model, to see whether it answers as verifications need it. It holds nothing of anybody's texts. */
import { errorOfModel } from '#command-api/chat/model-error.ts';
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import { messageOf } from './http/error-page.ts';

/** Test calls cost tokens, which are not counted against the limit of cost. */
export const TESTS_PER_HOUR = 20;
/** Models on one's own machine are loaded first, which takes a while; a page may take no longer than a request. */
export const TEST_WITHIN_MS = 25_000;
/** A model that reasons first needs far more than its answer has. */
const MOST_TOKENS = 4_000;
const RIGHT = 'contradicts';

export interface TestOutcome {
  /** `wrong`: it answers, in the right form, what is not right. */
  outcome: 'right' | 'wrong' | 'failed';
  /** Why there is no answer; empty if there is one. */
  failure: string;
  milliseconds: number;
  /** null: not told. */
  tokens: { input: number; output: number } | null;
}

/** Never rejects but by the signal. */
export async function testCall(model: UsableModel, organization_id: string, signal: AbortSignal): Promise<TestOutcome> {
  const started = performance.now();
  const asked = await model.client.ask(question(model), { organization_id, signal, within_ms: TEST_WITHIN_MS });
  const milliseconds = Math.round(performance.now() - started);
  const tokens = asked.usage && { input: asked.usage.input_tokens, output: asked.usage.output_tokens };
  if (!asked.ok) return { outcome: 'failed', failure: messageOf(errorOfModel(asked.failure)), milliseconds, tokens };
  // A model that only says yes or no has its own form of questions: that it answers at all is what can be told.
  const isRight = model.kind !== 'general' || isRightAnswer(asked.answer);
  return { outcome: isRight ? 'right' : 'wrong', failure: '', milliseconds, tokens };
}

function question({ id, kind }: UsableModel): LanguageModelRequest {
  const content =
    'Passage: "The station has 18 turbines." Claim: "The station has 24 turbines." Does the passage support or contradict the claim?';
  const properties = { relationship: { type: 'string', enum: ['supports', RIGHT] } } as const;
  return {
    model: id,
    messages: [{ role: 'user', content }],
    answer: kind === 'general' ? { name: 'test_call', schema: { type: 'object', properties } } : null,
    limits: { max_output_tokens: MOST_TOKENS },
    cut_off: 'keep',
    first_token: false,
  };
}

function isRightAnswer(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'relationship' in answer && answer.relationship === RIGHT;
}
