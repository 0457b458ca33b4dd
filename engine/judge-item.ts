/** Judges a claim from its ranked passages: rates each source, decides, and describes what was missing. */
import type { EntailmentFailure } from '#contracts/ports/entailment-model.ts';
import type { JudgeItem } from './engine.ts';
import { judgeClaim } from './judging/claim.ts';
import type { CheckedReplies } from './judging/model/inquiry.ts';
import { NOT_ALL_READ } from './limitation-words.ts';
import { decisiveGap, gapLimitation } from './retrieval/gaps.ts';
import { sourceQuality } from './retrieval/quality.ts';
import type { ClaimJudgement, PolicyRules } from './types/judging.ts';
import type { RankedPassage } from './types/retrieval.ts';

/**
 * Deterministic. `now` is an RFC 3339 time; freshness is measured from it. `replies` are a language model's labels for the
 * passages, null if none was asked.
 */
export function judgeItem(
  { claim, passages, gaps, entailment, about }: JudgeItem,
  policy: PolicyRules,
  now: string,
  replies: CheckedReplies | null = null,
): ClaimJudgement {
  const clusterSizes = documentsPerCluster(passages);
  const qualified = passages.map((passage) => ({
    ...passage,
    quality: sourceQuality(
      claim,
      passage,
      policy.base_profile,
      clusterSizes.get(passage.independence_cluster)!.size,
      now,
    ),
  }));
  const judgement = judgeClaim(
    claim,
    qualified,
    policy,
    decisiveGap(gaps, passages.length),
    entailment ?? null,
    replies,
    about ?? null,
  );
  const limitations = [
    ...judgement.limitations,
    ...gaps.map((gap) => gapLimitation(gap)),
    ...(entailment?.missing ? [entailmentLimitation(entailment.missing)] : []),
    ...(replies?.limitations ?? []),
  ];
  const unusable = replies?.unusable ?? [];
  return { ...judgement, limitations, ...(unusable.length > 0 && { unusable_replies: unusable }) };
}

const MISSING: Record<EntailmentFailure, string> = {
  timeout: 'it took too long',
  busy: 'too many texts are waiting for it',
  unavailable: 'it could not be run',
};

function entailmentLimitation(missing: EntailmentFailure): string {
  return `${NOT_ALL_READ}${MISSING[missing]}.`;
}

function documentsPerCluster(passages: readonly RankedPassage[]): Map<string, Set<string>> {
  const documents = new Map<string, Set<string>>();
  for (const { independence_cluster: cluster, source } of passages) {
    documents.set(cluster, (documents.get(cluster) ?? new Set()).add(source.canonical_url));
  }
  return documents;
}
