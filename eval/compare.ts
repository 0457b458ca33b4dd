/** Compares two runs: the figures, and the verdicts claim by claim. */
import type { ClaimRow } from './claim-row.ts';
import { type Headline, headlines } from './headlines.ts';
import { articleFigures } from './metrics/article-figures.ts';
import { isRight } from './metrics/verdicts.ts';
import type { RecordedRun } from './record.ts';
import { NEUTRAL } from './sets/set-figures.ts';

export type Trend = 'better' | 'worse' | 'same';

export interface FigureChange {
  name: string;
  label: string;
  before: number | null;
  after: number | null;
  trend: Trend;
}

export interface ClaimChange {
  before: ClaimRow;
  after: ClaimRow;
  /** `same`: another verdict, but as wrong as before. */
  trend: Trend;
}

export interface Comparison {
  /** Time of the earlier run, RFC 3339. */
  recorded_at: string;
  figures: FigureChange[];
  /** Claims of both runs whose verdict changed, those that got worse first. */
  claims: ClaimChange[];
  /** Number of claims that only one of the runs has. */
  only_before: number;
  only_after: number;
}

type Comparable = Pick<RecordedRun, 'rows' | 'made' | 'sets'>;

/**
 * Compares two runs. The figures of articles only count claims that both runs have, so that a change of the data doesn't look
 * like a change of the service.
 */
export function compareRuns(before: Pick<RecordedRun, 'made_at'> & Comparable, after: Comparable): Comparison {
  const earlier = new Map(before.rows.map((row) => [keyOf(row), row]));
  const later = new Map(after.rows.map((row) => [keyOf(row), row]));
  const shared = after.rows.filter((row) => earlier.has(keyOf(row)));
  const pairs = shared.map((row) => ({ before: earlier.get(keyOf(row))!, after: row }));
  const articles =
    pairs.length === 0
      ? []
      : changesOf(
          headlines(
            articleFigures(
              pairs.map((pair) => pair.before),
              before.made,
            ),
          ),
          headlines(articleFigures(shared, after.made)),
        );
  return {
    recorded_at: before.made_at,
    figures: [...articles, ...setChanges(before.sets, after.sets)],
    claims: pairs
      .filter((pair) => pair.before.said !== pair.after.said)
      .map((pair) => ({ ...pair, trend: trendOf(Number(isRight(pair.before)), Number(isRight(pair.after)), 'higher') }))
      .sort((a, b) => ORDER[a.trend] - ORDER[b.trend]),
    only_before: earlier.size - pairs.length,
    only_after: later.size - pairs.length,
  };
}

const ORDER: Record<Trend, number> = { worse: 0, better: 1, same: 2 };

/** Identifies a claim in both runs. It includes the claim's text, because an article may be edited between two runs. */
function keyOf({ article, number, claim, gold }: ClaimRow): string {
  return JSON.stringify([article, number, claim, gold]);
}

function changesOf(before: readonly Headline[], after: readonly Headline[]): FigureChange[] {
  return after.map(({ name, label, better, value }, i) => {
    const earlier = before[i]!.value;
    return { name, label, before: earlier, after: value, trend: trendOf(earlier, value, better) };
  });
}

/** Higher measures of sets are better, except for the purely descriptive ones. */
function setChanges(before: Comparable['sets'], after: Comparable['sets']): FigureChange[] {
  return after.flatMap(({ set, measures }) => {
    const earlier = before.find((other) => other.set === set);
    if (earlier === undefined) return [];
    const compared = Object.entries(measures).filter(([name]) => !NEUTRAL.has(name));
    return compared.map(([name, value]) => {
      const was = earlier.measures[name] ?? null;
      return {
        name: `${set}.${name}`,
        label: `${set}: ${name}`,
        before: was,
        after: value,
        trend: trendOf(was, value, 'higher'),
      };
    });
  });
}

/** Smaller differences are due to rounding. */
const LEAST_DIFFERENCE = 1e-9;

function trendOf(before: number | null, after: number | null, better: 'higher' | 'lower'): Trend {
  if (before === null || after === null || Math.abs(after - before) < LEAST_DIFFERENCE) return 'same';
  return after > before === (better === 'higher') ? 'better' : 'worse';
}
