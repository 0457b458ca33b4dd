/** Which corrections of a text are made, over the pages of a form that lists them. */
import type { ClaimCorrection } from './result.ts';

/** Corrections that a page lists. */
export const CORRECTIONS_PER_PAGE = 50;

const INDEX = /^\d{1,6}$/;
/** Ends of one range of claims' numbers. */
const RANGE = /^(\d{1,6})(?:-(\d{1,6}))?$/;

export interface ChosenCorrections {
  /** Index of the first correction that is listed. */
  from: number;
  chosen: readonly ClaimCorrection[];
}

/**
 * Reads the form's fields. `claim`: what is ticked on the page that began at `shown`. `without`: what is not ticked on the others.
 * `from`: the page to go to. Without `shown`, only what `claim` names is chosen, or all if it names nothing.
 */
export function chosenCorrections(query: URLSearchParams, corrections: readonly ClaimCorrection[]): ChosenCorrections {
  const shown = indexIn(query.get('shown'), corrections.length);
  const ticked = new Set(query.getAll('claim').map(Number));
  const without = numbersIn(query.get('without') ?? '', corrections);
  const isChosen = ({ number }: ClaimCorrection, index: number): boolean => {
    if (shown === null) return ticked.size === 0 || ticked.has(number);
    const isListed = index >= shown && index < shown + CORRECTIONS_PER_PAGE;
    return isListed ? ticked.has(number) : !without.has(number);
  };
  const chosen = corrections.filter(isChosen);
  const first = shown ?? (ticked.size === 0 ? 0 : corrections.findIndex(({ number }) => ticked.has(number)));
  const from = indexIn(query.get('from'), corrections.length) ?? first;
  return { from: Math.max(0, from - (from % CORRECTIONS_PER_PAGE)), chosen };
}

/** The field `without`: ranges of the numbers of what is neither chosen nor listed, short enough for an address. */
export function withoutField(corrections: readonly ClaimCorrection[], { from, chosen }: ChosenCorrections): string {
  const isChosen = new Set(chosen);
  const ranges: { first: number; last: number }[] = [];
  let isOpen = false;
  for (const [index, correction] of corrections.entries()) {
    if (index >= from && index < from + CORRECTIONS_PER_PAGE) continue;
    const { number } = correction;
    const isLeft = !isChosen.has(correction);
    if (isLeft && isOpen) ranges.at(-1)!.last = number;
    else if (isLeft) ranges.push({ first: number, last: number });
    isOpen = isLeft;
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join('.');
}

function indexIn(value: string | null, length: number): number | null {
  return value !== null && INDEX.test(value) && Number(value) < length ? Number(value) : null;
}

/** Numbers of corrections that lie in one of the ranges. Both are in order. */
function numbersIn(field: string, corrections: readonly ClaimCorrection[]): Set<number> {
  const found = new Set<number>();
  let index = 0;
  for (const range of field.split('.')) {
    const [, first, last = first] = RANGE.exec(range) ?? [];
    if (first === undefined) continue;
    while (index < corrections.length && corrections[index]!.number < Number(first)) index++;
    while (index < corrections.length && corrections[index]!.number <= Number(last))
      found.add(corrections[index++]!.number);
  }
  return found;
}
