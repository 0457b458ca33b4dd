/** Puts what references mean into one statement of a sentence, and tells which of them stay open. */
import { startsWithCapital } from '#engine/text/letters.ts';
import type { Word } from '../grammar/word.ts';
import type { Reference } from './reference.ts';

export interface Resolved {
  /** Replacement text by word; '' leaves the word out. */
  replace: Map<number, string>;
  /** Names among the replacements. */
  names: string[];
  /** References without a certain antecedent, as written. */
  open: string[];
  /** Those of them with several possible antecedents, as phrases for people. */
  ambiguities: string[];
}

/** Most antecedents that are named to people. */
const MOST_CANDIDATES = 4;

/**
 * The references of a statement that is said by the words at `indexes`. One whose antecedent is in the statement stays as it is,
 * and so does one for which the statement has the replacement already.
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
