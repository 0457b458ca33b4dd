/** Derives a claim's verdict from its judged passages under a policy, and words the reason for it. */
import type { Materiality, Verdict } from '#contracts/vocabulary.ts';
import type { JudgedPassage, PolicyRules } from '#engine/types/judging.ts';
import type { RetrievalGap } from '#engine/types/retrieval.ts';
import { CREDIBLE } from './configuration.ts';
import { abstentionReliability, type Findings, undecidedReason } from './findings.ts';
import {
  approvedClash,
  areIndependent,
  combined,
  givenClash,
  isDispute,
  isGiven,
  isPoor,
  type Side,
  sourcesNeeded,
  type Weighable,
  weigh,
} from './sides.ts';

/** A judged passage with its findings. */
export type ExaminedPassage = JudgedPassage & { findings: Findings };

export interface PolicyVerdict {
  verdict: Verdict;
  reliability: number;
  reason_code: string;
  /** One sentence that explains `reason_code`. */
  reason: string;
}

/** Names who requires this number of sources. Completes the phrase "the 2 sources that …". */
function whoAsks(needed: number, policy: PolicyRules): string {
  if (policy.states_minimum_sources) return 'the policy asks for in minimum_independent_sources';
  const isOfPages = needed > policy.minimum_independent_sources;
  return `the profile ${policy.base_profile} asks ${isOfPages ? 'of unknown pages' : 'for'}`;
}

const GAP_REASONS: Record<RetrievalGap, string> = {
  no_source_configured: 'no source was configured to search in.',
  no_source_reachable: 'none of the sources could be reached.',
  no_words_to_search: 'it has no word that could be searched for.',
  no_passage_found: 'no passage speaks of this claim.',
  passage_irrelevant: 'the passages found do not bear on this claim.',
  provider_failed: 'the search provider failed.',
  budget_spent: 'the budget was spent before this claim was searched.',
  snippet_only: 'only snippets of a search speak of this, which carry no verdict.',
  no_network: 'there is no network connection to the outside sources.',
  rate_limited: 'an outside source refused to be asked so often.',
  format_not_understood: 'an outside source answered in an unknown form.',
  credential_refused: 'a search provider refused its credential.',
  search_quota_spent: 'the account at the search provider is used up.',
  cost_limit_reached: 'the monthly cost limit left no room for the search provider.',
  left_out_by_mode: 'the mode leaves out outside sources.',
  query_deidentified: 'what identifies persons was left out of the queries.',
};

function unverifiable(reason_code: string, reason: string, reliability: number): PolicyVerdict {
  return { verdict: 'unverifiable', reliability, reason_code, reason };
}

/** Reliability of an abstention, based on the passage that covers most of the claim. */
function reliabilityOf(passages: readonly ExaminedPassage[]): number {
  return abstentionReliability(Math.max(0, ...passages.map(({ findings }) => findings.coverage)));
}

function verdictWithoutCredible(passages: readonly ExaminedPassage[], gap: RetrievalGap | null): PolicyVerdict {
  const uncertain = passages.filter(({ judgement }) => ['supports', 'contradicts'].includes(judgement.relationship));
  const credible = uncertain.filter(({ judgement }) => judgement.probability >= CREDIBLE);
  if (credible.some(({ source }) => source.is_snippet)) {
    return unverifiable('snippet_only', GAP_REASONS.snippet_only, reliabilityOf(uncertain));
  }
  if (credible.some(isPoor)) {
    return unverifiable('poor_sources', 'only sources of low authority speak of this.', reliabilityOf(uncertain));
  }
  if (uncertain.length > 0) {
    const highest = Math.max(...uncertain.map(({ judgement }) => judgement.probability));
    return unverifiable('low_certainty', 'what was found is too uncertain to carry a verdict.', 1 - highest / 2);
  }
  // If a passage comes near the claim, evidence was searched, even if an outside search failed. The limitations mention that
  // failure.
  const isAnswered = passages.some(({ findings }) => findings.hint.kind !== 'none');
  if (gap !== null && !isAnswered)
    return unverifiable(gap === 'no_passage_found' ? 'no_evidence' : gap, GAP_REASONS[gap], 0.95);
  if (passages.length === 0) return unverifiable('no_evidence', GAP_REASONS.no_passage_found, 0.95);
  const related = passages.filter(
    ({ judgement, findings }) => findings.isNear || !judgement.grounds.includes('unrelated'),
  );
  if (related.length === 0) {
    return unverifiable('passage_irrelevant', GAP_REASONS.passage_irrelevant, reliabilityOf(passages));
  }
  const reason = undecidedReason(related.map(({ findings }) => findings));
  return unverifiable('context_only', reason, reliabilityOf(related));
}

/** The same verdict as `verdictOf`, without the reason. */
export function verdictUnder(
  policy: PolicyRules,
  passages: readonly Weighable[],
  materiality: Materiality,
): Exclude<Verdict, 'not_checkable'> {
  const { support, opposition, isSilent, side, by } = weigh(passages, policy, materiality);
  if (side === null) return !isSilent && isDispute(support, opposition) ? 'disputed' : 'unverifiable';
  if (by === null) return 'unverifiable';
  return side === support ? 'supported' : 'contradicted';
}

/**
 * The verdict and its reason under `policy` for a claim of this materiality. Never 'not_checkable', because such claims are not
 * judged.
 */
export function verdictOf(
  passages: readonly ExaminedPassage[],
  policy: PolicyRules,
  materiality: Materiality,
  gap: RetrievalGap | null,
): PolicyVerdict {
  const { support, opposition, isSilent, side, by } = weigh(passages, policy, materiality);
  if (isSilent) return verdictWithoutCredible(passages, gap);
  if (side === null) return conflict(support, opposition);
  const isSupport = side === support;
  const verb = isSupport ? 'support' : 'contradict';
  if (by === null) {
    const needed = sourcesNeeded(side, policy);
    const reason = `${side.clusters} independent source${side.clusters === 1 ? '' : 's'} of the ${needed} that ${whoAsks(needed, policy)} ${verb}${side.clusters === 1 ? 's' : ''} this.`;
    return unverifiable('insufficient_sources', reason, 1 - combined(side.probabilities) / 2);
  }
  const what = isSupport ? 'support' : 'contradiction';
  const who = by === 'authoritative' ? authorityOf(side) : `${side.clusters} independent sources`;
  const isOne = by === 'authoritative' || side.clusters === 1;
  const against = isSupport ? 'contradicts' : 'supports';
  const isContested = support.clusters > 0 && opposition.clusters > 0;
  const rest = isContested
    ? `${clashOf(side)}; only an unknown page, which decides nothing alone, ${against} it`
    : `, and nothing found ${against} it${clashOf(side)}`;
  const own = by === 'independent' && policy.states_minimum_sources ? ownRule(policy) : '';
  return {
    verdict: isSupport ? 'supported' : 'contradicted',
    reliability: combined(side.probabilities),
    reason_code: `${by}_${what}`,
    reason: `${isOne ? who.replace(/^1 independent sources/, 'one independent source') : who} ${isOne ? `${verb}s` : verb} this${rest}${own}.`,
  };
}

/** The single source that decides, worded as the beginning of a sentence. */
function authorityOf(side: Side): string {
  if (side.approvedDocuments.size > 0) return 'an approved source';
  return side.passages.some(isGiven) ? 'a source that the caller gave' : 'an encyclopaedia';
}

/** Says that the customer's own rule decided, which may require less than the profile does. */
function ownRule({ minimum_independent_sources: minimum }: PolicyRules): string {
  return `; the policy asks for ${minimum} in minimum_independent_sources`;
}

/**
 * The part that differs, e.g. ': it has "18" where the claim has "24"', taken from the side's most probable passage. Empty if
 * that passage has no clash.
 */
function clashOf({ passages }: Side<ExaminedPassage>): string {
  const [best] = passages.toSorted((a, b) => b.judgement.probability - a.judgement.probability);
  const clash = best?.findings.clash ?? null;
  if (clash === null || best?.judgement.relationship !== 'contradicts') return '';
  return `: it has "${clash.evidenceText}" where the claim has "${clash.claimText}"`;
}

function conflict(support: Side<ExaminedPassage>, opposition: Side<ExaminedPassage>): PolicyVerdict {
  const certainty = Math.min(combined(support.probabilities), combined(opposition.probabilities));
  if (approvedClash(support, opposition)) {
    return {
      verdict: 'disputed',
      reliability: certainty,
      reason_code: 'approved_sources_clash',
      reason: `approved sources contradict each other on this${clashOf(opposition).replace(': it has', ': one has')}.`,
    };
  }
  if (givenClash(support, opposition)) {
    return {
      verdict: 'disputed',
      reliability: certainty,
      reason_code: 'conflicting_sources',
      reason: `sources that the caller gave contradict each other on this${clashOf(opposition).replace(': it has', ': one has')}.`,
    };
  }
  if (areIndependent(support, opposition)) {
    return {
      verdict: 'disputed',
      reliability: certainty,
      reason_code: 'conflicting_sources',
      reason: `independent sources stand on both sides${clashOf(opposition).replace(': it has', ': one has')}.`,
    };
  }
  return unverifiable('source_conflicts_with_itself', 'one source both supports and contradicts this.', certainty);
}
