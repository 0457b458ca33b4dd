/** Finds where an insert (an apposition, relative clause or participle set off by commas) ends. */
import type { Word } from './parse.ts';
import type { Atom } from './pieces.ts';
import type { VerbGroup } from './verb-groups.ts';

/** An insert and the statements made from it. */
export interface Insert {
  atoms: Atom[];
  /** Words to remove from the main clause, end exclusive. */
  from: number;
  to: number;
}

const LONGEST_INSERT = 45;

/**
 * End of the insert after the comma at `from`: the comma before the main verb, the start of a new clause, or `end`.
 * Null if it is unclear.
 */
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

/** What a comma means inside an insert that may run to the end of the sentence. */
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

/** First word after an insert: its closing comma is part of it, but a comma that opens something new isn't. */
export function afterInsert(words: readonly Word[], to: number, end: number, mainSeen: boolean): number {
  return to < end && !mainSeen && words[to]!.text === ',' ? to + 1 : to;
}

/** The first finite verb group that ends by `at`. */
export function mainVerbBefore(groups: readonly VerbGroup[], at: number): VerbGroup | undefined {
  return groups.find((group) => group.finite && group.end <= at);
}
