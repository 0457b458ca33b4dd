/** Finds non-restrictive relative clauses that don't change what the main clause says. */
import type { Item } from '#engine/syntax/items.ts';
import type { Statement } from '../read/sentence.ts';
import { hasUndoing, isNominal, type Range } from './clauses.ts';
import { endBeforeFinalMark, isWordForUntruth, takesBack } from './words.ts';

/** Relative clauses between commas, behind a noun, name or value: ", who is ill,". */
export function relativeClauses(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endBeforeFinalMark(items);
  const found: Range[] = [];
  for (let at = 1; at < end - 1; at++) {
    if (
      items[at]!.text !== ',' ||
      !/^(?:who|which|whose|where)$/.test(items[items[at + 1]!.lower === 'of' ? at + 2 : at + 1]?.lower ?? '') ||
      // Rejected: "The earth is flat, which nobody believes" (refers to the whole clause), "£7m, of which £6m was returned"
      // (takes a part away).
      !isNominal(items[at - 1]!) ||
      (items[at + 1]!.lower === 'of' && items[at - 1]!.kind === 'quantity')
    )
      continue;
    const verb = groups.find(({ start, isTensed }) => isTensed && start > at + 1);
    if (verb === undefined) continue;
    const comma = items.findIndex(({ text }, i) => i > verb.end && text === ',');
    for (const close of comma < 0 ? [end] : [comma + 1, end]) {
      const range = { start: at, end: close };
      if (narrowsWhole(statement, range)) continue;
      if (!takesBackWithin(items, range) && !(close === end && comma >= 0 && hasOtherFinite(statement, comma)))
        found.push(range);
    }
  }
  return found;
}

/**
 * Whether the relative clause may restrict or take back the main clause: ", which excludes taxis", ", which was a hoax", ", which
 * applies on Sundays".
 */
function narrowsWhole({ items, groups }: Statement, range: Range): boolean {
  const inner = items.slice(range.start, range.end);
  return (
    hasUndoing({ items, groups }, range) ||
    inner.some(({ key }) => isWordForUntruth(key) || /^(?:apply|depend|exception|false|untrue|wrong)$/.test(key))
  );
}

/**
 * Whether a word that takes something back follows a comma in the clause. There, it may apply to the whole sentence; elsewhere,
 * only to the relative clause.
 */
function takesBackWithin(items: readonly Item[], { start, end }: Range): boolean {
  for (let at = start + 1; at < end; at++) {
    if (takesBack(items[at]!.lower) && (items[at - 1]!.text === ',' || items[at - 1]!.text === ';')) return true;
  }
  return false;
}

function hasOtherFinite({ groups }: Statement, after: number): boolean {
  return groups.some(({ start, isTensed }) => isTensed && start > after);
}
