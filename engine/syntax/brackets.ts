/** Round brackets, which may stand within each other: "(pronounced [all (k)])". */

/** Place of the bracket that closes the one at `open`; -1 where none does. */
export function closingBracket(row: readonly { text: string }[], open: number): number {
  let depth = 0;
  for (let at = open; at < row.length; at++) {
    if (row[at]!.text === '(') depth++;
    else if (row[at]!.text === ')' && --depth === 0) return at;
  }
  return -1;
}
