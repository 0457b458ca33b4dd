/** Plain-text tables. */
export type Align = 'left' | 'right';

/** Formats rows as lines; every column is as wide as its widest cell. */
export function columns(rows: readonly string[][], align: readonly Align[]): string[] {
  const widths = align.map((_, column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (align[column] === 'left' ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}
