/**
 * Measures the precision of verdicts on outside evidence. They are compared with verdicts on the same passages treated as
 * documents that the caller approved. Approved passages can decide alone, so they lead to more verdicts. Those on outside
 * evidence must not be less precise.
 */

import { RUN_BEGINS_AT } from '#apps/measuring/clock.ts';
import type { VerdictOrNone } from '#apps/measuring/match.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';
import { type Share, shareOf } from '../metrics/share.ts';
import { engine, type FoundForClaim } from './searching.ts';

const POLICY = POLICY_TABLE.general_web;

/** Verdicts on one claim. */
export interface TwoVerdicts<Word = Verdict> {
  outside: Word;
  given: Word;
}

/** For each claim, the verdict on the passages as they were found, and as if they had been given by the caller. */
export async function judgeBoth(
  found: readonly FoundForClaim[],
): Promise<TwoVerdicts<{ verdict: Verdict; reliability: number }>[]> {
  const outside = await verdictsOn(found);
  const given = await verdictsOn(found.map((each) => ({ ...each, passages: each.passages.map(asGiven), gaps: [] })));
  return found.map((_, i) => ({ outside: outside[i]!, given: given[i]! }));
}

async function verdictsOn(found: readonly FoundForClaim[]): Promise<{ verdict: Verdict; reliability: number }[]> {
  const checkable = found.filter(({ claim }) => claim.checkable);
  const judged = await engine.judge([...checkable], POLICY, RUN_BEGINS_AT);
  return found.map((each) => {
    const { verdict, reliability } = judged[checkable.indexOf(each)] ?? { verdict: 'not_checkable', reliability: 0 };
    return { verdict, reliability };
  });
}

function asGiven(passage: RankedPassage): RankedPassage {
  const { is_snippet: _, ...source } = passage.source;
  return { ...passage, source: { ...source, source_class: 'customer_approved', approved: true } };
}

export interface PrecisionFigures {
  /** Of the claims with this verdict, those whose gold verdict is the same. */
  supported: Share;
  contradicted: Share;
}

export function precisionFigures(
  rows: readonly (TwoVerdicts<VerdictOrNone> & { gold: string })[],
): TwoVerdicts<PrecisionFigures> {
  const figures = (side: keyof TwoVerdicts): PrecisionFigures => {
    const precision = (verdict: Verdict) =>
      shareOf(
        rows.filter((row) => row[side] === verdict),
        ({ gold }) => gold === verdict,
      );
    return { supported: precision('supported'), contradicted: precision('contradicted') };
  };
  return { outside: figures('outside'), given: figures('given') };
}
