/** The main figures of a run: shown first, compared between runs, and held to floors in CI. */
import type { ArticleFigures } from './metrics/article-figures.ts';
import type { Share } from './metrics/share.ts';

export interface Headline {
  /** Its key in floors and comparisons. */
  name: string;
  label: string;
  better: 'higher' | 'lower';
  /** Part and whole; null if the figure isn't a share. */
  share: Share | null;
  /** 0..1; null if there is nothing to measure. */
  value: number | null;
}

export function headlines(figures: ArticleFigures): Headline[] {
  const { extraction, retrieval, verdicts, calibration, risk_coverage } = figures;
  const { ece, brier } = calibration.settled;
  return [
    higher('settled_rightly', 'claims that the documents settle, settled rightly', verdicts.settled_rightly),
    higher('precision_supported', 'precision of supported', verdicts.precision_supported),
    higher('precision_contradicted', 'precision of contradicted', verdicts.precision_contradicted),
    lower('let_through', 'wrong claims let through as supported', verdicts.let_through),
    higher('recall_supported', 'recall of supported', verdicts.recall_supported),
    higher('recall_contradicted', 'recall of contradicted', verdicts.recall_contradicted),
    ...retrieval.any_quote.map(({ depth, share }) =>
      higher(`retrieved_${depth}`, `gold passage among the first ${depth}`, share),
    ),
    higher('every_quote_8', 'every gold quote among the first 8', retrieval.every_quote.at(-1)!.share),
    higher('passage_retrieved', "gold passage found for the service's own claims", retrieval.retrieved),
    higher('passage_shown', 'gold passage shown in the result', retrieval.shown),
    higher('claims_found', 'gold claims found by extraction', extraction.found),
    higher('exact_spans', 'gold claims with their exact span', extraction.exact_span),
    higher('checkable_kept', 'checkable claims taken for checkable', extraction.checkable_kept),
    higher('not_checkable_kept_out', 'claims that are not checkable, kept out', extraction.not_checkable_kept_out),
    higher('decided', 'checkable claims decided, rightly or not', risk_coverage.decided),
    { name: 'ece', label: 'calibration error of settled verdicts (ECE)', better: 'lower', share: null, value: ece },
    { name: 'brier', label: 'Brier score of settled verdicts', better: 'lower', share: null, value: brier },
  ];
}

const higher = shareHeadlines('higher');
const lower = shareHeadlines('lower');

function shareHeadlines(better: Headline['better']) {
  return (name: string, label: string, share: Share): Headline => ({ name, label, better, share, value: share.value });
}
