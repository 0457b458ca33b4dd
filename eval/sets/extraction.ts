/** Measures claim extraction on sets of texts: whether they are check-worthy, and which facts they contain. */

import { RUN_BEGINS_AT } from '#apps/measuring/clock.ts';
import { extract } from '#engine/extraction/extract.ts';
import type { ExtractedClaim, ExtractionOutput } from '#engine/types/extraction.ts';
import type { CheckworthyRow, DecompositionRow } from '../data/texts.ts';
import { share, shareOf } from '../metrics/share.ts';
import { matchFacts } from './match-facts.ts';
import type { SetFigures } from './set-figures.ts';

/**
 * A text is predicted to be check-worthy if at least one checkable claim is extracted. Annotators call only matters of public
 * interest check-worthy, so the prediction from claims that are also material is measured as well.
 */
export function measureCheckworthiness(set: string, rows: readonly CheckworthyRow[]): SetFigures {
  const started = performance.now();
  const outcomes = rows.map(({ text, checkable }) => {
    const claims = extractFrom(text).claims.filter((claim) => claim.checkable);
    return { checkable, predicted: claims.length > 0, material: claims.some(isMaterial) };
  });
  const seconds = (performance.now() - started) / 1_000;
  const any = detection(outcomes.map(({ checkable, predicted }) => ({ checkable, predicted })));
  const material = detection(outcomes.map(({ checkable, material: predicted }) => ({ checkable, predicted })));
  return {
    set,
    about: 'check-worthiness',
    rows: rows.length,
    measures: {
      precision: any.precision.value,
      recall: any.recall.value,
      f1: harmonic(any.precision.value, any.recall.value),
      material_precision: material.precision.value,
      material_recall: material.recall.value,
      material_f1: harmonic(material.precision.value, material.recall.value),
    },
    counts: {
      precision: any.precision.whole,
      recall: any.recall.whole,
      material_precision: material.precision.whole,
      material_recall: material.recall.whole,
    },
    per_second: rows.length / seconds,
    kinds: [],
  };
}

function detection(outcomes: readonly { checkable: boolean; predicted: boolean }[]) {
  const right = outcomes.filter(({ checkable, predicted }) => checkable && predicted).length;
  return {
    precision: share(right, outcomes.filter(({ predicted }) => predicted).length),
    recall: share(right, outcomes.filter(({ checkable }) => checkable).length),
  };
}

/** Claims are matched one to one with the facts that annotators listed. */
export function measureDecomposition(set: string, rows: readonly DecompositionRow[]): SetFigures {
  const started = performance.now();
  const outputs = rows.map(({ text }) => extractFrom(text));
  const seconds = (performance.now() - started) / 1_000;
  const claims = outputs.map((output) => output.claims.map((claim) => claim.normalized_claim));
  const coverage = outputs.reduce((sum, output) => sum + coverageOf(output), 0);
  const { measures, ...figures } = decompositionFigures(set, rows, claims, seconds);
  return { ...figures, measures: { ...measures, mean_coverage: share(coverage, rows.length).value } };
}

/** `claims`: the claims extracted from the text of each row. */
export function decompositionFigures(
  set: string,
  rows: readonly DecompositionRow[],
  claims: readonly (readonly string[])[],
  seconds: number,
): SetFigures {
  const matched = rows.reduce((sum, row, i) => sum + matchFacts(claims[i]!, row.claims), 0);
  const count = (all: readonly (readonly string[])[]) => all.reduce((sum, { length }) => sum + length, 0);
  const precision = share(matched, count(claims));
  const recall = share(matched, count(rows.map((row) => row.claims)));
  return {
    set,
    about: 'decomposition',
    rows: rows.length,
    measures: {
      precision: precision.value,
      recall: recall.value,
      f1: harmonic(precision.value, recall.value),
      // Share of the texts that gave a single claim.
      kept_whole: shareOf(claims, ({ length }) => length === 1).value,
    },
    counts: { precision: precision.whole, recall: recall.whole },
    per_second: rows.length / seconds,
    kinds: [],
  };
}

function extractFrom(text: string): ExtractionOutput {
  return extract({ content: text, question: '', requestedAt: RUN_BEGINS_AT, direct: false });
}

const isMaterial = ({ materiality }: ExtractedClaim) => materiality !== 'low';

/** Extracted material claims in relation to the estimated ones, as in a result's coverage. */
function coverageOf({ claims, estimated_material_claims: estimated }: ExtractionOutput): number {
  const material = claims.filter((claim) => claim.checkable && isMaterial(claim)).length;
  return estimated === 0 ? 1 : Math.min(1, material / estimated);
}

function harmonic(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return null;
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}
