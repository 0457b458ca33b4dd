/** Word-level edit script between two short texts. */

export interface DiffStep {
  op: 'equal' | 'delete' | 'insert';
  text: string;
}

/** More words than this on either side are shown as one deletion and one insertion; the table below is quadratic. */
const MAXIMUM_WORDS = 400;

function wordsOf(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [];
}

function longestCommon(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const equal = a[i]!.trim() === b[j]!.trim();
      table[i]![j] = equal ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table;
}

function push(steps: DiffStep[], op: DiffStep['op'], text: string): void {
  const last = steps.at(-1);
  if (last?.op === op) last.text += text;
  else steps.push({ op, text });
}

/**
 * The smallest edit in words that turns `original` into `suggested`. Joining the texts of all `equal` and `delete` steps
 * gives the original, joining `equal` and `insert` the suggestion (but for white space around changed words).
 */
export function wordDiff(original: string, suggested: string): DiffStep[] {
  const a = wordsOf(original);
  const b = wordsOf(suggested);
  const steps: DiffStep[] = [];
  if (a.length > MAXIMUM_WORDS || b.length > MAXIMUM_WORDS) {
    if (original === suggested) return [{ op: 'equal', text: original }];
    return [
      { op: 'delete', text: original },
      { op: 'insert', text: suggested },
    ];
  }
  const table = longestCommon(a, b);
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i]!.trim() === b[j]!.trim()) {
      push(steps, 'equal', a[i]!);
      i++;
      j++;
    } else if (i < a.length && (j === b.length || table[i + 1]![j]! >= table[i]![j + 1]!)) {
      push(steps, 'delete', a[i++]!);
    } else {
      push(steps, 'insert', b[j++]!);
    }
  }
  return steps;
}
