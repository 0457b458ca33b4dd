/** Measures how a language model divides a sample of texts into claims, compared with the facts that annotators listed. */
import { openStation, type StationModel } from '#apps/measuring/station.ts';
import { createEnginePool } from '#platform/engine-pool/engine-pool.ts';
import type { DecompositionRow } from '../data/texts.ts';
import { decompositionFigures } from './extraction.ts';
import type { SetFigures } from './set-figures.ts';

/** Sample size. Each text takes a question, so a large set is not used completely. */
const SAMPLE = 150;

/** At most `most` rows at equal distances. */
export function sampleOf<Row>(rows: readonly Row[], most: number): Row[] {
  const count = Math.min(most, rows.length);
  return Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
}

/** The claims come from the complete service, without documents. Throws EvaluationError if it refuses a text. */
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
