/** Measures what a language model makes of a sample of texts whose facts people have listed. */
import { openStation, type StationModel } from '#apps/measuring/station.ts';
import { createEnginePool } from '#platform/engine-pool/engine-pool.ts';
import type { DecompositionRow } from '../data/texts.ts';
import { decompositionFigures } from './extraction.ts';
import type { SetFigures } from './set-figures.ts';

/** Each text takes a question, so not all of a large set are asked about. */
const SAMPLE = 150;

/** Rows at equal distances, at most `most` of them. */
export function sampleOf<Row>(rows: readonly Row[], most: number): Row[] {
  const count = Math.min(most, rows.length);
  return Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
}

/** The claims are the whole service's, without documents. Throws EvaluationError where it refuses a text. */
export async function measureDecompositionByModel(
  set: string,
  rows: readonly DecompositionRow[],
  model: StationModel,
): Promise<SetFigures> {
  const sample = sampleOf(rows, SAMPLE);
  const engine = createEnginePool({ threads: 1 });
  try {
    const station = await openStation(engine, model);
    try {
      const claims: string[][] = [];
      const started = performance.now();
      for (const { text } of sample) {
        const { result } = await station.verifyText(text);
        claims.push(result.claims.map((claim) => claim.normalized_claim));
      }
      return decompositionFigures(set, sample, claims, (performance.now() - started) / 1_000);
    } finally {
      await station.close();
    }
  } finally {
    await engine.close();
  }
}
