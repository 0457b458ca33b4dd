/** Gets the text of a completion: from a model, or from the stream where an earlier run of the call has recorded it. */
import { ApiError } from '#contracts/errors.ts';
import type { ChatCompletionRequest } from '#contracts/http/chat.ts';
import { MAX_QUESTION_CHARACTERS } from '#contracts/http/verification.ts';
import type { OrganizationState } from '#domain/organization/decider.ts';
import { costCents, startedCents } from '#domain/tariff.ts';
import { openContent, openQuestion } from '#domain/verification/result.ts';
import { type Client, ClientGoneError } from '#http/client.ts';
import type { ChatDependencies } from '../dependencies.ts';
import { resolveProfile } from '../verification/applied-policy.ts';
import { type ClaimedRun, orderOf } from '../verification/prepare.ts';
import type { VerificationOrder } from '../verification/request.ts';
import type { ChatCall } from './call.ts';
import { generate, longestCompletion, mostCentsToWrite } from './generate.ts';
import { errorOfModel } from './model-error.ts';

/** Share of the caller's time that the model may use; the rest is for the verification. */
const SHARE_OF_MODEL = 1 / 2;
const PROFILE = 'general_web';
const RETENTION_HOURS = 24;

export interface TextWriter {
  /** The most that verifying the text may cost. */
  cost_cents: number;
  /** The most that writing the text may cost, in whole cents; 0 if it is written already. */
  writing_cents: number;
  /** What writing the text has cost so far, in whole cents. */
  spent(): number;
  /** Throws ApiError if the model fails, ClientGoneError if the client has disconnected. */
  write(): Promise<VerificationOrder>;
}

/** Throws ApiError not_found if the organization may not use the model. */
export async function textWriter(
  dependencies: ChatDependencies,
  call: ChatCall,
  organization: OrganizationState,
  { start, verification_id }: ClaimedRun & { verification_id: string },
): Promise<TextWriter> {
  if (start === 'restart') {
    const order = await recordedOrder(dependencies, verification_id);
    return { cost_cents: order.cost_cents, writing_cents: 0, spent: () => 0, write: async () => order };
  }
  const { caller, request } = call;
  const models = await dependencies.chatModels.usable(caller.organization_id);
  // A grounding model can only answer yes or no.
  const model = models.find(({ id, kind }) => id === request.model && kind === 'general');
  if (model === undefined) throw errorOfModel({ kind: 'unknown_model' });
  const { settings } = dependencies;
  let spent = 0;
  return {
    cost_cents: costCents(longestCompletion(request), settings.tariff),
    writing_cents: startedCents(mostCentsToWrite(model, request)),
    spent: () => startedCents(spent),
    async write() {
      const { content, generated } = await generate(model, request, {
        organization_id: caller.organization_id,
        withinMs: settings.syncTimeoutMs * SHARE_OF_MODEL,
        signal: goneSignal(call.client),
        spend({ cost_cents }) {
          spent += cost_cents;
        },
      });
      const resolved = await resolveProfile(dependencies, caller.organization_id, PROFILE);
      const input = {
        kind: 'text',
        content,
        question: questionOf(request),
        profile: PROFILE,
        mode: 'thorough',
        retention_hours: RETENTION_HOURS,
        zero_retention: false,
        source_set_id: null,
      } as const;
      return { ...orderOf(dependencies, organization, resolved!, input, verification_id), generated };
    },
  };
}

/** Returns the order of an earlier run. Throws ApiError if its text can no longer be opened. */
async function recordedOrder({ verifications }: ChatDependencies, verificationId: string): Promise<VerificationOrder> {
  const [{ state }, texts] = await Promise.all([
    verifications.load(verificationId),
    verifications.texts(verificationId),
  ]);
  const { request, generated } = state.head;
  if (request === null || generated === undefined) throw new Error('the verification has no chat completion');
  if (texts === null) throw new ApiError('idempotency_result_not_retained');
  const { kind, profile, policy, mode, source_set_id, retention_hours, zero_retention, bytes, cost_cents } = request;
  return {
    verification_id: verificationId,
    kind,
    content: openContent(request, texts.opener),
    question: openQuestion(request, texts.opener),
    profile,
    policy,
    mode,
    source_set_id,
    retention: { retention_hours, zero_retention },
    bytes,
    cost_cents,
    generated,
  };
}

/** The last question of the conversation, which the text answers. */
function questionOf({ messages }: ChatCompletionRequest): string {
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  // A character has one or two code units.
  return [...asked.slice(0, 2 * MAX_QUESTION_CHARACTERS)].slice(0, MAX_QUESTION_CHARACTERS).join('');
}

/** Aborts when the client has left. */
function goneSignal({ served }: Client): AbortSignal {
  const gone = new AbortController();
  void served.then(() => gone.abort(new ClientGoneError()));
  return gone.signal;
}
