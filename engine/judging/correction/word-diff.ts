/** Computes a word-level edit script between two short texts. */
import { diffArrays } from 'diff';

export interface DiffStep {
  op: 'equal' | 'delete' | 'insert';
  text: string;
}

/**
 * The smallest word-level edit that turns `original` into `suggested`. The texts of all `equal` and `delete` steps together give
 * the original; those of `equal` and `insert` give the suggestion (except for white space around changed words).
 */
export function wordDiff(original: string, suggested: string): DiffStep[] {
  const before = wordsOf(original);
  const after = wordsOf(suggested);
  const changes = diffArrays(before, after, { comparator: (a, b) => a.trim() === b.trim() });
  let at = 0;
  return changes.map(({ added, removed, value, count }) => {
    if (added) return { op: 'insert', text: value.join('') };
    at += count;
    return { op: removed ? 'delete' : 'equal', text: before.slice(at - count, at).join('') };
  });
}

/** Words with their leading white space. */
function wordsOf(text: string): string[] {
  return text.match(/(?<!\s)\s*\S+/g) ?? [];
}
