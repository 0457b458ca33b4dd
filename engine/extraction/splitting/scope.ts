/** What holds a statement together: words that hold for it as a whole, brackets and quotations. */
import type { Word } from '../grammar/parse.ts';

const SCOPED =
  /^(?:no|not|n't|n’t|never|nobody|nothing|none|neither|nor|only|if|unless|provided|hardly|few|little|cannot|without|rarely|seldom|barely|scarcely)$/u;

/** True for "no", "only", "unless" and the like: without the rest, the statement may say something else. Not for "Nobody's Fool". */
export const isScoped = ({ lower, pos }: Word): boolean => SCOPED.test(lower) && pos !== 'PROPN';

/** True if no bracket or quotation is left open. */
export function isLevel(part: readonly Word[]): boolean {
  let depth = 0;
  let quotes = 0;
  for (const { text } of part) {
    if (/^[([“]$/u.test(text)) depth++;
    if (/^[)\]”]$/u.test(text)) depth--;
    if (text === '"') quotes++;
  }
  return depth === 0 && quotes % 2 === 0;
}
