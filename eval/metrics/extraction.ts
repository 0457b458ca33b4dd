/** Compares the extracted claims with the spans of the gold claims. */
import type { ClaimRow } from '../claim-row.ts';
import { type Share, share, shareOf } from './share.ts';

export interface ExtractionFigures {
  /** Gold claims that at least one of the service's claims matches. */
  found: Share;
  /** Gold claims for which a claim has exactly their span. */
  exact_span: Share;
  /** Gold claims that were split into several. */
  split: Share;
  /** Gold claims matched only by a claim that contains other gold claims as well. */
  merged: Share;
  /** The service's claims per gold claim that has claims of its own; null if none has. */
  claims_per_found: number | null;
  /** Checkable gold claims that the service also treats as checkable. */
  checkable_kept: Share;
  /** Gold claims that are not checkable and not treated as checkable; those that were not extracted count as well. */
  not_checkable_kept_out: Share;
  /** The service's claims that overlap no gold claim. */
  stray: Share;
}

/** @param made number of claims that the service extracted from all texts, and how many of them overlap no gold claim */
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
