/** Options of a benchmark run. */
export interface BenchOptions {
  /** A smoke run: exercises everything with little data. It doesn't fail if limits are exceeded. */
  quick: boolean;
  /**
   * Number of stored verifications for the larger side of `scale` and `scale-distributed`. Default: depends on the benchmark and
   * on `quick`.
   */
  stored?: number | undefined;
  /** Working folder of this run; the caller removes it afterwards. */
  folder: string;
}

/** The median; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Resolves after the given time. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
