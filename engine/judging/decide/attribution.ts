/** Finds words that attribute a statement to somebody other than the document. */
import type { Item } from '#engine/syntax/items.ts';
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import type { Statement } from '../read/sentence.ts';
import { endBeforeFinalMark } from './words.ts';

function says(lemma: string): boolean {
  // "Shows" is more often a noun: ", children's shows".
  return (REPORTING_LEMMAS.has(lemma) && lemma !== 'show') || /^(?:ask|boast|joke|quip|recall)$/.test(lemma);
}

/** Words that begin another kind of clause behind a comma: "who says so", "and the board thinks …". */
const OTHER_CLAUSE = /^(?:who|which|that|where|whose|and|but|while|whereas|if|when|because)$/;

function isMark(text: string | undefined): boolean {
  return text === ',' || text === '"';
}

function opensSubject(item: Item | undefined): boolean {
  return item !== undefined && (item.article !== null || /^(?:NOUN|PROPN|PRON)$/.test(item.pos));
}

/** Indices of the commas or quotation marks before an attribution: ", critics claim", ", or so she says", '," said Ray'. */
export function attributions({ items, groups }: Statement): number[] {
  const end = endBeforeFinalMark(items);
  const isQuoted = items.some(({ text }) => text === '"');
  return items.flatMap(({ text }, at) => {
    if (!isMark(text) || at >= end) return [];
    const close = items.findIndex((item, i) => i > at + 1 && i < end && isMark(item.text));
    const inner = groups.filter(({ start }) => start > at && start < (close < 0 ? end : close));
    // An inverted verb is parsed as a participle: '," said Ray'. Not ", noted for its length".
    const isInverted =
      isQuoted && inner[0]?.start === at + 1 && inner[0].tense === 'past' && opensSubject(items[inner[0].end]);
    // At the end of a sentence, a present verb may be tagged as a noun: ", critics claim".
    const isPair = at === end - 3 && items[at + 1]!.isPlural && says(items[at + 2]!.key);
    if (isPair && opensSubject(items[at + 1])) return [at];
    const verb = isInverted ? inner[0] : inner.find(({ isTensed }) => isTensed);
    if (verb === undefined || verb.isPassive || !says(items[verb.head]!.key)) return [];
    // There must be another clause beside the attribution. It exists in "the bridge, Noll wrote, opened", but not in "In 1990,
    // Noll wrote Gulls".
    const isBeside = groups.some(({ isTensed, start }) => isTensed && (start < at || start === close + 1));
    const hasSubject = verb.start > at + 1 && !OTHER_CLAUSE.test(items[at + 1]!.lower);
    const isAll = inner.every((group) => group === verb || !group.isTensed);
    return isAll && isBeside && (hasSubject || isInverted) ? [at] : [];
  });
}
