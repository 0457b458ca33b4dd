/** Finds what in a statement could be looked up. */
import type { Word } from '../grammar/word.ts';

export interface FactSignals {
  /** Whether it has anything that could be looked up: a number, a name, a past event, an extreme. */
  isAnchored: boolean;
  hasNumber: boolean;
  hasName: boolean;
  hasPast: boolean;
}

/** The signals in the words of a statement. */
export function factSignals(words: readonly Word[]): FactSignals {
  const hasNumber = words.some((word) => word.pos === 'NUM' && !/^(?:one|two|first|second)$/u.test(word.lower));
  const hasName = words.some((word, i) => i > 0 && word.pos === 'PROPN');
  const hasPast = words.some((word) => word.forms?.past === true || /^(?:was|were|had|did)$/u.test(word.lower));
  const hasExtreme = words.some((word) => EXTREME.test(word.lower));
  return { hasNumber, hasName, hasPast, isAnchored: hasNumber || hasName || hasPast || hasExtreme };
}

const EXTREME = /^(?:most|least|first|last|only|never|more|less|fewer|(?!(?:b|r|t|gu|n|w)est$|fore)\p{L}{3,}est)$/u;
