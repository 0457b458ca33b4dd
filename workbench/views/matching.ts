/** Which words of a claim a passage has, for people to see; no verdict rests on it. */
import { html, type Markup } from '#markup/html.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** Words that say too little by themselves. */
const SMALL = new Set(
  (
    'a an and are as at be been by for from had has have he her his in is it its of on or she that the their them there ' +
    'they this to was were which who will with'
  ).split(' '),
);
const MOST_MISSING = 12;

/** The passage with the claim's words marked. */
export function matching(passage: string, claim: string): Markup {
  const wanted = new Set(wordsOf(claim).map(formOf));
  const pieces: Markup[] = [];
  let at = 0;
  for (const { index, 0: word } of passage.matchAll(WORD)) {
    if (!wanted.has(formOf(word))) continue;
    pieces.push(html`${passage.slice(at, index)}<mark>${word}</mark>`);
    at = index + word.length;
  }
  return html`${pieces}${passage.slice(at)}`;
}

/** Words of the claim that the passage lacks, in the claim's order; none if it has not a single one: then words tell nothing. */
export function missing(passage: string, claim: string): string[] {
  const there = new Set(wordsOf(passage).map(formOf));
  const words = wordsOf(claim);
  const lacking = words.filter((word) => !there.has(formOf(word)));
  return lacking.length === words.length ? [] : [...new Set(lacking)].slice(0, MOST_MISSING);
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(([word]) => word).filter((word) => !SMALL.has(word.toLowerCase()));
}

/** Without the commonest endings of a plural, so that "turbines" is "turbine". */
function formOf(word: string): string {
  const lower = word.toLowerCase();
  return /^\p{L}{3,}[^s]s$/u.test(lower) ? lower.slice(0, -1) : lower;
}
