/** How far an insert reaches, and what stays of the sentence without it. */
import type { Word } from './parse.ts';
import type { Atom } from './pieces.ts';
import type { VerbGroup } from './verb-groups.ts';

export interface Found {
  atoms: Atom[];
  /** Words that leave the main clause, end exclusive. */
  from: number;
  to: number;
}

const LONGEST_INSERT = 45;

/** Where an insert that begins after the comma at `from` ends: at the comma before the main verb, with the sentence, or where a new clause begins. */
export function insertEnd(
  words: readonly Word[],
  from: number,
  end: number,
  groups: readonly VerbGroup[],
  mainSeen: boolean,
): number | null {
  for (let i = from + 1; i < end && i - from <= LONGEST_INSERT; i++) {
    if (words[i]!.text === ';' || words[i]!.text === ':') return mainSeen && words[i]!.text === ';' ? i : null;
    if (words[i]!.text !== ',') continue;
    if (!mainSeen) {
      if (groups.some((group) => group.finite && group.start === i + 1)) return i;
      continue;
    }
    const step = commaInTail(words, i, groups);
    if (step === 'ends') return i;
    if (step === 'unclear') return null;
  }
  return mainSeen && end - from <= LONGEST_INSERT ? end : null;
}

/** What a comma does inside an insert that may run to the end of the sentence. */
function commaInTail(
  words: readonly Word[],
  comma: number,
  groups: readonly VerbGroup[],
): 'ends' | 'continues' | 'unclear' {
  const next = words[comma + 1];
  if (next === undefined) return 'continues';
  if (/^(?:which|who|whose)$/u.test(next.lower)) return 'ends';
  const hasVerbLater = groups.some((group) => group.finite && group.start > comma);
  if (/^(?:and|but|so|while|whereas)$/u.test(next.lower) && hasVerbLater) {
    const verb = groups.find((group) => group.finite && group.start > comma)!;
    return verb.start > comma + 2 ? 'ends' : 'unclear';
  }
  if (hasVerbLater) return 'unclear';
  if (/^(?:including|such|especially|particularly|notably|namely)$/u.test(next.lower) || next.pos === 'NUM')
    return 'continues';
  return /^(?:DET|PROPN|NOUN|ADJ|CCONJ)$/u.test(next.pos) ? 'continues' : 'unclear';
}

/** First word after an insert: its closing comma goes with it, but one that opens something new stays. */
export function afterInsert(words: readonly Word[], to: number, end: number, mainSeen: boolean): number {
  return to < end && !mainSeen && words[to]!.text === ',' ? to + 1 : to;
}

export function mainVerbBefore(groups: readonly VerbGroup[], at: number): VerbGroup | undefined {
  return groups.find((group) => group.finite && group.end <= at);
}
