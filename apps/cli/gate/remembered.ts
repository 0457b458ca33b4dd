/**
 * Verdicts of claims in parts of a text that have changed: a language model takes these apart again, and what it lists as before,
 * with the same around it and the same passages beside it, is not judged again.
 */
import { z } from 'zod';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import { KNOWN_TO_CALLER } from '#engine/limitation-words.ts';
import type { JudgedClaim } from '../../control/checking.ts';
import type { CacheContents, KnownPart } from './cache.ts';
import type { CacheKeys } from './cache-keys.ts';
import { codeOf, type RememberedVerdict, rememberedReason } from './parts.ts';

/** By what the judges were given (`judgeInput`). */
export type RememberedVerdicts = ReadonlyMap<string, RememberedVerdict>;

const Inputs = z.array(z.string());

/** `id`: the part's. */
export function sealedInputs(keys: CacheKeys, id: string, inputs: readonly string[]): string {
  return keys.seal('', id, JSON.stringify(inputs));
}

/**
 * The verdicts in what a file was before, the latest first, and as many as a text can have claims. `isWanted`: of which parts.
 */
export function rememberedVerdicts(
  keys: CacheKeys,
  { texts, parts }: Pick<CacheContents, 'texts' | 'parts'>,
  file: string,
  isWanted: (id: string, part: KnownPart) => boolean,
): RememberedVerdicts {
  const found = new Map<string, RememberedVerdict>();
  const ofFile = Object.values(texts).filter((text) => text.file === file);
  const latestFirst = ofFile.toSorted((a, b) => Date.parse(b.used_at) - Date.parse(a.used_at));
  for (const id of new Set(latestFirst.flatMap((text) => text.parts.map(([, , id]) => id)))) {
    const part = parts[id];
    if (part === undefined || part.inputs === null || !isWanted(id, part)) continue;
    const inputs = Inputs.parse(JSON.parse(keys.open('', id, part.inputs) ?? '[]'));
    for (const [n, input] of inputs.entries()) {
      const { verdict, reason } = part.claims[n]!;
      if (found.size < MOST_CLAIMS.text && !found.has(input)) {
        found.set(input, { verdict, reason, checked_at: part.checked_at });
      }
    }
  }
  return found;
}

export interface WithRemembered {
  result: VerificationResult;
  /** By id of a claim that no model was asked about again: when its verdict was found, RFC 3339. */
  dates: ReadonlyMap<string, string>;
}

/**
 * The result with the verdicts of claims that no model was asked about, as they are remembered. What the service says itself of
 * such a claim stays where it comes to the same. null: which of the verdicts is a claim's can't be told. `judged` null: nothing is known
 * of the claims.
 */
export function withRemembered(
  result: VerificationResult,
  judged: Readonly<Record<string, JudgedClaim>> | null,
  remembered: RememberedVerdicts,
): WithRemembered | null {
  const dates = new Map<string, string>();
  const claims: ClaimRecord[] = [];
  for (const claim of result.claims) {
    if (!claim.limitations.includes(KNOWN_TO_CALLER)) {
      claims.push(claim);
      continue;
    }
    const known = remembered.get(judged?.[claim.id]?.input ?? '');
    if (known === undefined) return null;
    dates.set(claim.id, known.checked_at);
    const isSame = claim.verdict === known.verdict && codeOf(claim) === known.reason;
    const asRemembered = { verdict: known.verdict, policy_reason: rememberedReason(known), correction: null };
    claims.push(isSame ? claim : { ...claim, ...asRemembered });
  }
  return { result: { ...result, claims }, dates };
}
