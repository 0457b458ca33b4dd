/** Puts the name of the text's subject into a claim: "A *Rolla* booking may be cancelled." from "A booking may be cancelled." */
import { singular } from '#engine/text/class-nouns.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import { analyse } from '#engine/text/nlp.ts';
import { wordsIn } from './names.ts';

/** Adapts "a" or "an" to the name. */
function withArticle(article: string, name: string): string {
  return /^an?$/i.test(article) ? `${article.slice(0, 1)}${/^[aeiou]/i.test(name) ? 'n' : ''}` : article;
}

/**
 * Returns `claim` with `name` before the noun of its subject, or in place of that noun if the name ends with it ("the station").
 * Null if the claim already has a word of the name, or if it begins neither with an article and a noun nor with a plural.
 */
export function withSubject(claim: string, name: string): string | null {
  const tokens = analyse(claim);
  const parts = wordsIn(name.toLowerCase());
  const [first, second] = tokens;
  if (first === undefined || second === undefined) return null;
  if (tokens.some(({ text, lower }) => parts.includes(lower) && text !== lower)) return null;
  const isArticle = /^(?:a|an|the)$/.test(first.lower);
  if (isArticle && second.lower === parts.at(-1)) return `The ${name}${claim.slice(second.end)}`;
  if (isArticle && second.pos === 'NOUN')
    return `${withArticle(first.text, name)} ${name} ${claim.slice(second.start)}`;
  const one = singular(first.lower);
  const isPlural = one !== first.lower && isKnownWord(one) && /^(?:NOUN|PROPN|VERB)$/.test(first.pos);
  return isPlural ? `${name} ${first.lower}${claim.slice(first.end)}` : null;
}
