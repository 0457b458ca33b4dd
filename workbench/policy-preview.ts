/**
 * What a stored verification's verdicts would be under other rules of its base profile: another profile would rank sources
 * otherwise. Nothing is searched, asked or stored.
 */
import { Turn } from '#common/turns.ts';
import { type BaseProfile, VERDICTS, type Verdict } from '#contracts/vocabulary.ts';
import { openClaim } from '#domain/verification/result.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import { type AppliedRules, type VerdictUnder, weighedPassages } from '#domain/verification/weighed.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';
import { readCompleted } from './result.ts';

export type Counts = Record<Verdict, number>;

export interface ChangedClaim {
  /** From 1, in text order. */
  number: number;
  claim: string;
  from: Verdict;
  to: Verdict;
}

export interface PolicyPreview {
  /** The rules that were applied, and their name. */
  applied: AppliedRules & { name: string; version: string };
  /** Those that were tried. */
  rules: AppliedRules;
  before: Counts;
  after: Counts;
  /** The first ones, in text order. */
  changed: ChangedClaim[];
  changes: number;
  /** Claims whose verdict is another under the rules of that time as well, as the code has changed: left as they are. */
  judgedOtherwise: number;
  /** Share of the text's claims that were examined. */
  coverage: number;
}

/** Changed claims that are listed. */
const LISTED = 200;

/** Throws ApiError as a result does: not_found, verification_expired, or the code of a failure. */
export function previewOf(
  queries: QueryDependencies,
  verdictUnder: VerdictUnder,
  organizationId: string,
  id: string,
  rulesOf: (base: BaseProfile) => AppliedRules,
): Promise<PolicyPreview> {
  return readCompleted(queries, organizationId, id, async ({ head, pages, open }) => {
    const applied = head.request!.policy;
    const rules = rulesOf(applied.base_profile);
    const preview: PolicyPreview = {
      applied,
      rules,
      before: noCounts(),
      after: noCounts(),
      changed: [],
      changes: 0,
      judgedOtherwise: 0,
      coverage: head.completion!.coverage.score,
    };
    const turn = new Turn();
    for await (const claims of pages()) {
      const opener = await open();
      for (const claim of claims) {
        const from = claim.judged!.verdict;
        const passages = from === 'not_checkable' ? [] : weighedPassages(claim, opener);
        const verdictBy = (policy: AppliedRules) =>
          from === 'not_checkable' ? from : verdictUnder(policy, passages, claim.extracted.materiality);
        const isSame = verdictBy(preview.applied) === from;
        if (!isSame) preview.judgedOtherwise++;
        const to = isSame ? verdictBy(rules) : from;
        preview.before[from]++;
        preview.after[to]++;
        if (to !== from && preview.changes++ < LISTED) preview.changed.push(changedClaim(claim, to, opener));
        if (turn.isOver) await turn.next();
      }
    }
    return preview;
  });
}

function changedClaim({ extracted, judged }: ClaimState, to: Verdict, opener: Parameters<typeof openClaim>[2]) {
  const { claim_id, ordinal, detail } = extracted;
  const claim = openClaim(claim_id, detail, opener).normalized_claim;
  return { number: ordinal + 1, claim, from: judged!.verdict, to };
}

function noCounts(): Counts {
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Counts;
}
