/** Words beside a statement by which it is somebody's, and not the document's own. */
import type { Item } from '#engine/syntax/items.ts';
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import type { Statement } from '../read/sentence.ts';
import { endOfWords } from './words.ts';

function says(lemma: string): boolean {
  // ", children's shows" is more often a noun.
  return (REPORTING_LEMMAS.has(lemma) && lemma !== 'show') || /^(?:ask|boast|joke|quip|recall)$/.test(lemma);
}

/** What opens a clause of another kind behind a comma: "who says so", "and the board thinks …". */
const OTHER_CLAUSE = /^(?:who|which|that|where|whose|and|but|while|whereas|if|when|because)$/;

function isMark(text: string | undefined): boolean {
  return text === ',' || text === '"';
}

function opensSubject(item: Item | undefined): boolean {
  return item !== undefined && (item.article !== null || /^(?:NOUN|PROPN|PRON)$/.test(item.pos));
}

/** Where commas set off who says it: ", critics claim", ", or so she says", '," said Ray'. */
export function attributions({ items, groups }: Statement): number[] {
  const end = endOfWords(items);
  const isQuoted = items.some(({ text }) => text === '"');
  return items.flatMap(({ text }, at) => {
    if (!isMark(text) || at >= end) return [];
    const close = items.findIndex((item, i) => i > at + 1 && i < end && isMark(item.text));
    const inner = groups.filter(({ start }) => start > at && start < (close < 0 ? end : close));
    // Without a subject before it, "said" reads as a participle; ", noted for its length" is one.
    const isInverted =
      isQuoted && inner[0]?.start === at + 1 && inner[0].tense === 'past' && opensSubject(items[inner[0].end]);
    // ", critics claim": at the end, a verb in the present may be taken for a noun.
    const isPair = at === end - 3 && items[at + 1]!.isPlural && says(items[at + 2]!.key);
    if (isPair && opensSubject(items[at + 1])) return [at];
    const verb = isInverted ? inner[0] : inner.find(({ isTensed }) => isTensed);
    if (verb === undefined || verb.isPassive || !says(items[verb.head]!.key)) return [];
    // "In 1990, Noll wrote Gulls" states nothing but what she wrote; "the bridge, Noll wrote, opened" does.
    const isBeside = groups.some(({ isTensed, start }) => isTensed && (start < at || start === close + 1));
    const hasSubject = verb.start > at + 1 && !OTHER_CLAUSE.test(items[at + 1]!.lower);
    const isAll = inner.every((group) => group === verb || !group.isTensed);
    return isAll && isBeside && (hasSubject || isInverted) ? [at] : [];
  });
}
