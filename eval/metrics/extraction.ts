/** What extraction makes of a text, held against the spans of gold claims. */
import type { ClaimRow } from '../claim-row.ts';
import { type Share, share, shareOf } from './share.ts';

export interface ExtractionFigures {
  /** Gold claims that at least one claim of the service answers. */
  found: Share;
  /** Gold claims with a claim that has their very span. */
  exact_span: Share;
  /** Gold claims that were split into several. */
  split: Share;
  /** Gold claims that are answered only by a claim that holds others as well. */
  merged: Share;
  /** Claims of the service per gold claim that has its own; null where none has. */
  claims_per_found: number | null;
  /** Checkable gold claims that are taken for checkable. */
  checkable_kept: Share;
  /** Gold claims that are not checkable and not taken for checkable; missed ones count as well. */
  not_checkable_kept_out: Share;
  /** Claims of the service that overlap no gold claim. */
  stray: Share;
}

/** @param made how many claims the service made of all texts, and how many of them overlap no gold claim */
export function extractionFigures(
  rows: readonly ClaimRow[],
  made: { claims: number; stray: number },
): ExtractionFigures {
  const withOwn = rows.filter(({ extraction }) => extraction.own > 0);
  const own = withOwn.reduce((sum, { extraction }) => sum + extraction.own, 0);
  const checkable = rows.filter(({ gold }) => gold !== 'not_checkable');
  const others = rows.filter(({ gold }) => gold === 'not_checkable');
  return {
    found: shareOf(rows, ({ extraction }) => extraction.own + extraction.wide > 0),
    exact_span: shareOf(rows, ({ extraction }) => extraction.exact),
    split: shareOf(rows, ({ extraction }) => extraction.own > 1),
    merged: shareOf(rows, ({ extraction }) => extraction.wide > 0),
    claims_per_found: share(own, withOwn.length).value,
    checkable_kept: shareOf(checkable, ({ extraction }) => extraction.checkable),
    not_checkable_kept_out: shareOf(others, ({ extraction }) => !extraction.checkable),
    stray: share(made.stray, made.claims),
  };
}
