/** The bodies of a chat completion: whole, and as the events of a stream. */
import { ApiError, storeFailure } from '#contracts/errors.ts';
import type {
  ChatClaim,
  ChatCompletion,
  ChatCompletionChunk,
  ChatSource,
  ChatUsage,
  ChatVerification,
  CompletedChatVerification,
  FailedChatVerification,
} from '#contracts/http/chat.ts';
import type { ClaimRecord, EvidenceItem } from '#contracts/http/verification-result.ts';
import type { CompletionGeneratedData } from '#domain/verification/events.ts';
import { resultWithoutClaims } from '#domain/verification/result.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import { recordsOf } from '#results/records.ts';
import type { ShownVerification } from '#results/shown.ts';

/** A completion whose verification has been requested. */
export interface CompletionText {
  verification_id: string;
  /** Unix seconds. */
  created: number;
  content: string;
  generated: CompletionGeneratedData;
}

/** Throws if the verification is not of a chat completion. */
export function completionText({ request, generated }: VerificationHead, content: string): CompletionText {
  if (request === null || generated === undefined) throw new Error('the verification has no chat completion');
  return {
    verification_id: request.verification_id,
    created: Math.floor(Date.parse(request.created_at) / 1_000),
    content,
    generated,
  };
}

/** A repeated call gets the same id: it is the verification's id in another notation. */
function completionId({ verification_id }: CompletionText): string {
  const number = BigInt(`0x${verification_id.slice('ver_'.length)}`);
  return `chatcmpl-${number.toString(36).padStart(25, '0')}`;
}

export function completionBody(text: CompletionText, verification: ChatVerification): ChatCompletion {
  return {
    id: completionId(text),
    object: 'chat.completion',
    created: text.created,
    model: text.generated.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text.content, refusal: null },
        logprobs: null,
        finish_reason: text.generated.finish_reason,
      },
    ],
    usage: usageOf(text),
    verification,
  };
}

/** The first event of a stream. */
export function completionChunk(text: CompletionText): ChatCompletionChunk {
  const delta = { role: 'assistant', content: text.content } as const;
  return { ...chunk(text, delta, null), verification: { status: 'unverified' } };
}

/**
 * The last event of a stream. Its `delta` is empty rather than left out, because clients drop chunks without choices.
 */
export function verificationChunk(text: CompletionText, verification: ChatVerification): ChatCompletionChunk {
  return { ...chunk(text, {}, text.generated.finish_reason), verification, usage: usageOf(text) };
}

type Choice = ChatCompletionChunk['choices'][number];

function chunk(text: CompletionText, delta: Choice['delta'], finish: Choice['finish_reason']) {
  return {
    id: completionId(text),
    object: 'chat.completion.chunk',
    created: text.created,
    model: text.generated.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  } satisfies Partial<ChatCompletionChunk>;
}

function usageOf({ generated: { input_tokens, output_tokens } }: CompletionText): ChatUsage | null {
  if (input_tokens === null || output_tokens === null) return null;
  return { prompt_tokens: input_tokens, completion_tokens: output_tokens, total_tokens: input_tokens + output_tokens };
}

export async function completedVerification(verified: ShownVerification): Promise<CompletedChatVerification> {
  const { head, open } = verified;
  const { id, risk, counts, coverage, overall_statement } = resultWithoutClaims(head, await open());
  const shown: ChatClaim[] = [];
  for await (const record of recordsOf(verified)) shown.push(claimOf(record));
  return {
    status: 'completed',
    verification_id: id,
    risk: { score: risk.score, level: risk.level },
    counts,
    coverage_status: coverage.status,
    overall_statement,
    claims: shown,
  };
}

function claimOf(record: ClaimRecord): ChatClaim {
  const { id, original_span, location, verdict, materiality, reliability } = record;
  const evidence = [...record.supporting_evidence, ...record.opposing_evidence, ...record.contextual_evidence];
  return {
    id,
    text: original_span,
    start: location.start,
    end: location.end,
    verdict,
    materiality,
    reliability,
    sources: sourcesOf(evidence),
  };
}

/** One entry per document; two if the document has passages for and against the claim. */
function sourcesOf(evidence: readonly EvidenceItem[]): ChatSource[] {
  const sources: ChatSource[] = [];
  for (const { title, canonical_url: url, relationship } of evidence) {
    const decides = relationship === 'supports' || relationship === 'contradicts';
    const isListed = sources.some((source) => source.url === url && (!decides || source.relationship === relationship));
    if (!isListed) sources.push({ title, url, relationship });
  }
  return sources;
}

/** Describes why a verification has no result. */
export function failedVerification(verificationId: string, error: unknown): FailedChatVerification {
  const { code, message } = error instanceof ApiError ? error : (storeFailure(error) ?? new ApiError('internal_error'));
  return { status: 'failed', verification_id: verificationId, error: { code, message } };
}
