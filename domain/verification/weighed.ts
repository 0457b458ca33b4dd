/** What a policy weighs of a judged claim, and how it decides. */
import type { SourceQuality } from '#contracts/http/verification-result.ts';
import type { Materiality, Relationship, Verdict } from '#contracts/vocabulary.ts';
import type { AppliedPolicy, JudgementDetail, RetrievedPassage } from './events.ts';
import { openDetail, type TextOpener } from './result.ts';
import { SEALED } from './sealed-fields.ts';
import type { ClaimState } from './state.ts';

/** The rules of a policy, by whatever name. */
export type AppliedRules = Omit<AppliedPolicy, 'name' | 'version'>;

export interface WeighedPassage extends Pick<RetrievedPassage, 'source' | 'independence_cluster'> {
  judgement: { relationship: Relationship; probability: number };
  quality: Pick<SourceQuality, 'authority'>;
}

/** The verdict that the engine derives from the passages of a checkable claim. */
export type VerdictUnder = (
  rules: AppliedRules,
  passages: readonly WeighedPassage[],
  materiality: Materiality,
) => Exclude<Verdict, 'not_checkable'>;

/** The passages of a claim with what its judge read in them. Throws TextErasedError. */
export function weighedPassages({ extracted, evidence, judged }: ClaimState, open: TextOpener): WeighedPassage[] {
  if (evidence === null || judged === null) return [];
  const { claim_id } = extracted;
  const found = openDetail<RetrievedPassage[]>(evidence.detail, claim_id, SEALED.evidence, open);
  const { passages } = openDetail<JudgementDetail>(judged.detail, claim_id, SEALED.judgement, open);
  const byId = new Map(found.map((passage) => [passage.id, passage]));
  return passages.flatMap(({ id, relationship, probability, quality }) => {
    const passage = byId.get(id);
    if (passage === undefined) return [];
    const { source, independence_cluster } = passage;
    return { source, independence_cluster, judgement: { relationship, probability }, quality };
  });
}
