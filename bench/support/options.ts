/** How a benchmark is run, and how its figures are drawn from several runs. */
export interface BenchOptions {
  /** A smoke run: everything is exercised, on little data and once. Limits of time are not held against it. */
  quick: boolean;
  /** Work folder of this run; removed at its end. */
  folder: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
