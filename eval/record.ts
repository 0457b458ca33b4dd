/** The record of a run, figures.json, which a later run reads with --compare. */
import { z } from 'zod';
import { ClaimRow } from './claim-row.ts';
import { DataError } from './data/data-error.ts';
import { readJson } from './data/json-lines.ts';
import type { ArticleFigures } from './metrics/article-figures.ts';
import type { WorkFigures } from './metrics/work.ts';
import type { RulesFigures } from './rules/rules.ts';
import type { Sent } from './run/article-run.ts';
import type { SetFigures } from './sets/set-figures.ts';

export const FORMAT = 'evidence-eval-1';

export interface RunRecord {
  format: typeof FORMAT;
  /** RFC 3339. */
  made_at: string;
  service_version: string;
  /** What was sent to the service of each article. */
  sent: Sent;
  /** Versions of the parts of the engine; null if no articles were run. */
  engine: Record<string, string> | null;
  /** Number of claims that the service extracted from all articles, and how many of them overlap no gold claim. */
  made: { claims: number; stray: number };
  /** Null if no articles were run. */
  figures: ArticleFigures | null;
  work: WorkFigures | null;
  sets: SetFigures[];
  /** The effect of each rule of the local judge on the run's claims. */
  rules: RulesFigures;
  rows: ClaimRow[];
}

/** The parts of a recorded run that a comparison needs. The figures are recomputed from its rows. */
export const RecordedRun = z.object({
  format: z.literal(FORMAT),
  made_at: z.string(),
  made: z.object({ claims: z.int(), stray: z.int() }),
  rows: z.array(ClaimRow),
  sets: z.array(z.object({ set: z.string(), measures: z.record(z.string(), z.number().nullable()) })),
});
export type RecordedRun = z.infer<typeof RecordedRun>;

/** Throws DataError if the file is not a recorded run. */
export function readRecordedRun(file: string): RecordedRun {
  const parsed = RecordedRun.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DataError(file, `is no recorded run: ${issue!.path.join('.')} ${issue!.message}`);
}
