/** Words beside a statement by which it is somebody's, and not the document's own. */
import type { Statement } from '../read/sentence.ts';
import { endOfWords } from './words.ts';

const SAYS =
  /^(?:say|tell|claim|state|announce|report|argue|believe|think|suggest|warn|declare|note|add|insist|allege|admit|confirm|explain|write|predict|estimate|hope|assert|maintain|contend|conclude|joke|boast|recall|quip)$/;

/** What opens a clause of another kind behind a comma: "who says so", "and the board thinks …". */
const OTHER_CLAUSE = /^(?:who|which|that|where|whose|and|but|while|whereas|if|when|because)$/;

function isMark(text: string | undefined): boolean {
  return text === ',' || text === '"';
}

/** Where commas set off who says it: ", critics claim", ", or so she says", '," said Ray'. */
export function attributions({ items, groups }: Statement): number[] {
  const end = endOfWords(items);
  const isQuoted = items.some(({ text }) => text === '"');
  return items.flatMap(({ text }, at) => {
    if (!isMark(text) || at >= end) return [];
    const close = items.findIndex((item, i) => i > at + 1 && i < end && isMark(item.text));
    const inner = groups.filter(({ start }) => start > at && start < (close < 0 ? end : close));
    // Without a subject before it, "said" reads as a participle.
    const isInverted = isQuoted && inner[0]?.start === at + 1 && inner[0].tense === 'past';
    const verb = isInverted ? inner[0] : inner.find(({ isTensed }) => isTensed);
    if (verb === undefined || verb.isPassive || !SAYS.test(items[verb.head]!.key)) return [];
    const hasSubject = verb.start > at + 1 && !OTHER_CLAUSE.test(items[at + 1]!.lower);
    const isAll = inner.every((group) => group === verb || !group.isTensed);
    return isAll && (hasSubject || isInverted) ? [at] : [];
  });
}
