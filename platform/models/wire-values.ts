/** Values that several providers' formats share. */
import { z } from 'zod';
import type { TokenProbability, TokenUsage } from '#contracts/ports/language-model.ts';
import type { ErrorNote } from './wire.ts';

/** A server's token count is billed, so an implausible one counts as missing. */
export const TokenCount = z.number().int().min(0).max(10_000_000);

export function usageOf(input_tokens: number, output_tokens: number): TokenUsage {
  return { input_tokens, output_tokens };
}

interface SpokenToken {
  token: string;
  alternatives: readonly TokenProbability[];
}

/**
 * The alternatives for the first token of the answer, most likely first; null if there are none. White space is no answer,
 * nor is a tag that stands before it (`<score>`), in however many tokens.
 */
export function firstAnswerToken(tokens: readonly SpokenToken[]): TokenProbability[] | null {
  let before = '';
  const first = tokens.find(({ token }) => {
    const isInTag = before.lastIndexOf('<') > before.lastIndexOf('>');
    before = `${before}${token}`.slice(-LONGEST_TAG);
    return !isInTag && token.trim() !== '' && !token.trimStart().startsWith('<');
  });
  if (first === undefined || first.alternatives.length === 0) return null;
  return first.alternatives
    .map(({ token, logprob }) => ({ token, logprob: Math.min(0, logprob) }))
    .toSorted((a, b) => b.logprob - a.logprob);
}

const LONGEST_TAG = 50;

/** Error messages quote requests; a longer part of them is not needed to classify an error. */
const LONGEST_MESSAGE = 2_000;

const Short = z.string().catch('');
const Details = z.object({ code: z.unknown(), type: Short, param: Short, message: z.unknown() }).partial();

/**
 * The content of an error, in the forms that servers use: `{error: {…}}`, `{error: "…"}`, the same without the
 * envelope, and `{detail: …}`.
 */
export function noteOf(body: unknown): ErrorNote {
  const outer = body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {};
  const inner = outer.error ?? outer;
  const details = Details.safeParse(inner).data ?? {};
  const message = typeof inner === 'string' ? inner : (details.message ?? outer.detail ?? '');
  return {
    code: [details.code, details.type].filter((part) => typeof part === 'string').join(' '),
    param: details.param ?? '',
    message: (typeof message === 'string' ? message : JSON.stringify(message)).slice(0, LONGEST_MESSAGE),
    retry_after_ms: null,
  };
}
