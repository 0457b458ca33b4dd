/** The result of a benchmark: figures and their limits, readable by people and machines. */
export type Limit = { at_least: number } | { at_most: number };

export interface Figure {
  label: string;
  value: number;
  unit: string;
  /** The limit of the value itself, for figures that don't depend on the machine's speed. */
  limit?: Limit;
  /** Ratio to a reference of the same run, which depends less on the machine than the value itself. */
  ratio?: { of: string; value: number; limit?: Limit };
}

export interface BenchResult {
  name: string;
  figures: Figure[];
}

/** The figures that exceed their limits. */
export function failures(result: BenchResult): Figure[] {
  return result.figures.filter(
    ({ value, limit, ratio }) => exceeds(value, limit) || (ratio !== undefined && exceeds(ratio.value, ratio.limit)),
  );
}

function exceeds(value: number, limit: Limit | undefined): boolean {
  if (limit === undefined) return false;
  return 'at_least' in limit ? !(value >= limit.at_least) : !(value <= limit.at_most);
}

/** The result as a readable table. */
export function toText(result: BenchResult): string {
  const rows = result.figures.map((figure) => [
    figure.label,
    `${format(figure.value)} ${figure.unit}`,
    figure.ratio ? `${figure.ratio.value.toFixed(2)} of ${figure.ratio.of}` : '',
    limitText(figure.ratio?.limit ?? figure.limit),
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

/** The ratio of a value to a reference, which may be `at_most` this. */
export function times(value: number, of: string, reference: number, at_most: number): Required<Figure>['ratio'] {
  return { of, value: value / reference, limit: { at_most } };
}

/** The value below which the given share (0 to 1) of the values lies; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

function limitText(limit: Limit | undefined): string {
  if (limit === undefined) return '';
  return 'at_least' in limit ? `(at least ${limit.at_least})` : `(at most ${limit.at_most})`;
}
