/** Splits a text into clauses at commas, brackets and full stops. */
import type { ReadText } from './read-text.ts';

const ENDS_CLAUSE = /^[,;:.!?()–—，。；：、！？،؛]$/u;

/** Returns the clause number of each token, and the text of each clause. */
export function clausesOf({ text, tokens }: ReadText): { of: number[]; texts: string[] } {
  let clause = 0;
  const of = tokens.map((token) => (ENDS_CLAUSE.test(token.text) ? clause++ : clause));
  const ends = Map.groupBy(tokens, (_, at) => of[at]!);
  const texts = Array.from({ length: clause + 1 }, (_, at) => {
    const own = ends.get(at);
    return own === undefined ? '' : text.slice(own[0]!.start, own.at(-1)!.end);
  });
  return { of, texts };
}
