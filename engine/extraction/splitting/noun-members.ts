/** Noun phrases as members of a list: where one ends, and what it is. */
import { bracketedYearsEnd } from '../grammar/bracketed-years.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import { isNoun } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';

/** True for the noun of a role or an office. */
export const isRole = ({ pos, lower }: Word) =>
  (pos === 'NOUN' && canBePerson(lower)) || /^(?:ceo|cfo|coo|cto)$/u.test(lower);

/** True if "of" stands in the words. */
export const hasOf = (part: readonly Word[]) => part.some(({ lower }) => lower === 'of');

const OPENER =
  /^(?:an?|the|his|her|its|their|our|my|several|many|some|various|numerous|two|three|four|five|six|seven|eight|nine|ten)$/u;

/** True for words that begin with an article, an owner or a number. */
export const isOpened = (part: readonly Word[]) => OPENER.test(part[0]?.lower ?? '');

/** End of the noun phrase at `from`, with "of …" where it names its thing; `from` itself if there is none. */
export function memberEnd(view: readonly Word[], from: number): number {
  let end = from;
  if (OPENER.test(view[end]?.lower ?? '')) end++;
  const first = end;
  for (; end < view.length; end++) {
    const { pos, text } = view[end]!;
    const isPart =
      /^(?:NOUN|PROPN|ADJ|NUM)$/u.test(pos) ||
      isModifier(view, end, first) ||
      /^["“”‘’–-]$/u.test(text) ||
      (pos === 'PART' && /^['’]s?$/u.test(text));
    const opensName = text === 'of' && end > first && isNoun(view[end - 1]) && opensNoun(view, end + 1);
    if (opensName && /^(?:the|an?)$/u.test(view[end + 1]!.lower)) end++;
    else if (!isPart && !opensName) break;
  }
  const last = view.slice(first, end).findLast(({ pos }) => pos !== 'PUNCT');
  if (!isNoun(last) && !(last?.forms?.gerund === true && end - first > 1)) return from;
  return bracketedYearsEnd(view, end);
}

/** "technology-supported learning": a participle inside a noun phrase. */
function isModifier(view: readonly Word[], at: number, first: number): boolean {
  const { pos, forms } = view[at]!;
  if (pos !== 'VERB') return false;
  const describes = forms?.participle === true && !forms.past && isNoun(view[at + 1]);
  return describes || (at > first && (forms?.gerund === true || view[at - 1]!.text === '-'));
}

function opensNoun(view: readonly Word[], at: number): boolean {
  const word = view[at];
  const noun = /^(?:the|an?)$/u.test(word?.lower ?? '') ? view[at + 1] : word;
  return noun !== undefined && /^(?:NOUN|PROPN|ADJ)$/u.test(noun.pos);
}

/** End of the noun phrase at `from`, with the phrases behind it where a comma or the end of the words follows them. */
export function phraseEnd(view: readonly Word[], from: number): number {
  const noun = memberEnd(view, from);
  if (noun === from) return from;
  let end = noun;
  while (end < view.length && view[end]!.pos === 'ADP') {
    const next = memberEnd(view, end + 1);
    if (next === end + 1) return noun;
    end = next;
  }
  return end === view.length || view[end]!.text === ',' ? end : noun;
}
