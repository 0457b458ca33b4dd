/** A result as agents get it: what they need to correct a text and to cite, page by page. */
import type { ClaimRecord, EvidenceItem } from '#contracts/http/verification-result.ts';
import { resultWithoutClaims } from '#domain/verification/result.ts';
import { claimsCursor } from '#query-api/pages/claims.ts';
import { recordsOf } from '#results/records.ts';
import type { ShownVerification } from '#results/shown.ts';
import { type AgentClaim, CLAIMS_PER_RESPONSE, type VerificationOutput } from './schemas.ts';

/** Evidence that decides a claim, and of a claim that nothing decides, what came nearest. */
const MOST_DECIDING = 3;
const MOST_NEAREST = 1;

/** The result with its first claims. Throws TextErasedError once the key is gone. */
export async function firstPage(shown: ShownVerification): Promise<VerificationOutput> {
  const { claims, more } = await firstClaims(shown);
  const records = recordsOf({
    ...shown,
    async *pages() {
      yield claims;
    },
  });
  const id = shown.head.request!.verification_id;
  const { zero_retention } = shown.head.request!;
  const last = claims.at(-1);
  const next = more && !zero_retention && last !== undefined ? claimsCursor(id, last.extracted.ordinal) : null;
  return pageOf(shown, await Array.fromAsync(records), next);
}

/** The result with one page of its claims, which were read already. Throws TextErasedError once the key is gone. */
export async function pageOf(
  { head, open }: ShownVerification,
  records: readonly ClaimRecord[],
  next: string | null,
): Promise<VerificationOutput> {
  const result = resultWithoutClaims(head, await open());
  return {
    verification_id: result.id,
    statement: result.overall_statement,
    risk: { score: result.risk.score, level: result.risk.level },
    coverage: result.coverage.status,
    counts: result.counts,
    limitations: [...result.limitations],
    expires_at: head.request!.zero_retention ? null : result.expires_at,
    claims: records.map(claimOf),
    next_cursor: next,
  };
}

async function firstClaims(shown: ShownVerification) {
  const claims = [];
  for await (const page of shown.pages()) {
    claims.push(...page);
    if (claims.length > CLAIMS_PER_RESPONSE) break;
  }
  return { claims: claims.slice(0, CLAIMS_PER_RESPONSE), more: claims.length > CLAIMS_PER_RESPONSE };
}

function claimOf(record: ClaimRecord): AgentClaim {
  const { id, original_span, normalized_claim, location, verdict, reliability, materiality, policy_reason } = record;
  const deciding = [...record.opposing_evidence, ...record.supporting_evidence].slice(0, MOST_DECIDING);
  const shown = deciding.length > 0 ? deciding : record.contextual_evidence.slice(0, MOST_NEAREST);
  return {
    id,
    text: original_span,
    claim: normalized_claim,
    start: location.start,
    end: location.end,
    verdict,
    reliability,
    materiality,
    reason: policy_reason,
    correction: record.correction?.suggested ?? null,
    evidence: shown.map(evidenceOf),
  };
}

function evidenceOf({
  relationship,
  title,
  canonical_url: url,
  passage,
}: EvidenceItem): AgentClaim['evidence'][number] {
  return { relationship, title, url, passage };
}
