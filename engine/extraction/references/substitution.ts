/** Replaces the references in one statement of a sentence by what they mean, and lists those that stay open. */
import { startsWithCapital } from '#engine/text/letters.ts';
import type { Word } from '../grammar/word.ts';
import type { Reference } from './reference.ts';

export interface Resolved {
  /** Replacement text by word index; '' leaves the word out. */
  replace: Map<number, string>;
  /** Names among the replacements. */
  names: string[];
  /** References without a certain antecedent, as written. */
  open: string[];
  /** Descriptions, for people, of those with several possible antecedents. */
  ambiguities: string[];
}

/** The number of antecedents that such a description names. */
const MOST_CANDIDATES = 4;

/**
 * Resolves the references of a statement, which consists of the words at `indexes`. A reference is left as it is if the statement
 * contains its antecedent or already has the same replacement.
 */
export function resolved(
  words: readonly Word[],
  indexes: readonly number[],
  references: readonly Reference[],
): Resolved {
  const result: Resolved = { replace: new Map(), names: [], open: [], ambiguities: [] };
  const used = new Set(indexes);
  const isUsed = (from: number, to: number) => words.slice(from, to).every((_, i) => used.has(from + i));
  const said = new Set<string>();
  for (const { from, to, replacement, antecedents, candidates } of references) {
    if (!isUsed(from, to) || antecedents.some(([a, b]) => isUsed(a, b))) continue;
    if (replacement === null) {
      const phrase = words
        .slice(from, to)
        .map((word) => word.text)
        .join(' ');
      const text = to - from > 1 ? phrase.toLowerCase() : phrase;
      result.open.push(text);
      if (candidates.length > 1) result.ambiguities.push(ambiguity(text, candidates));
      continue;
    }
    const name = replacement.replace(/['’]s?$/u, '');
    if (said.has(name)) continue;
    said.add(name);
    result.replace.set(from, replacement);
    for (let i = from + 1; i < to; i++) result.replace.set(i, '');
    const bare = name.replace(/^the (?=\p{Lu})/u, '');
    if (startsWithCapital(bare)) result.names.push(bare);
  }
  return { ...result, open: [...new Set(result.open)], ambiguities: [...new Set(result.ambiguities)] };
}

function ambiguity(phrase: string, names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, MOST_CANDIDATES);
  return `"${phrase}" may mean ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
