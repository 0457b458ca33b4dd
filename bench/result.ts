/** What a benchmark answers: figures for people and machines, with the bounds that they must keep. */
export interface Figure {
  label: string;
  value: number;
  unit: string;
  /** Bound that the value must keep. */
  limit?: { at_least: number } | { at_most: number };
  /** Share of another figure of the same run that this one reaches: machines differ, ratios less. */
  ratio?: { of: string; value: number };
}

export interface BenchResult {
  name: string;
  figures: Figure[];
}

/** Figures that do not keep their limit. */
export function failures(result: BenchResult): Figure[] {
  return result.figures.filter(({ value, limit }) => {
    if (limit === undefined) return false;
    return 'at_least' in limit ? value < limit.at_least : value > limit.at_most;
  });
}

/** A table for people. */
export function toText(result: BenchResult): string {
  const rows = result.figures.map((figure) => [
    figure.label,
    `${format(figure.value)} ${figure.unit}`,
    figure.ratio ? `${figure.ratio.value.toFixed(2)} of ${figure.ratio.of}` : '',
    limitText(figure),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [result.name, ...lines.map((line) => `  ${line}`)].join('\n');
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

function limitText({ limit }: Figure): string {
  if (limit === undefined) return '';
  return 'at_least' in limit ? `(at least ${limit.at_least})` : `(at most ${limit.at_most})`;
}
