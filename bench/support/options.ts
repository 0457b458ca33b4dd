/** Options of a benchmark run. */
export interface BenchOptions {
  /** A smoke run: exercises everything with little data. Exceeded limits don't fail it. */
  quick: boolean;
  /** How many verifications `scale` and `scale-distributed` store where there are many. Default: a number for the run that it is. */
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
