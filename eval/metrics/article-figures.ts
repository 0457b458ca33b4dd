/** All figures of articles that follow from the rows. */
import type { ClaimRow } from '../claim-row.ts';
import { type CalibrationFigures, calibrationFigures } from './calibration.ts';
import { type ExtractionFigures, extractionFigures } from './extraction.ts';
import { type LossFigures, lossFigures } from './losses.ts';
import { type RetrievalFigures, retrievalFigures } from './retrieval.ts';
import { type RiskCoverageFigures, riskCoverageFigures } from './risk-coverage.ts';
import { type VerdictFigures, verdictFigures } from './verdicts.ts';

export interface ArticleFigures {
  extraction: ExtractionFigures;
  retrieval: RetrievalFigures;
  verdicts: VerdictFigures;
  losses: LossFigures;
  risk_coverage: RiskCoverageFigures;
  calibration: { settled: CalibrationFigures; judged: CalibrationFigures };
}

/** @param made number of claims that the service extracted from all texts, and how many of them overlap no gold claim */
export function articleFigures(rows: readonly ClaimRow[], made: { claims: number; stray: number }): ArticleFigures {
  return {
    extraction: extractionFigures(rows, made),
    retrieval: retrievalFigures(rows),
    verdicts: verdictFigures(rows),
    losses: lossFigures(rows),
    risk_coverage: riskCoverageFigures(rows),
    calibration: calibrationFigures(rows),
  };
}
