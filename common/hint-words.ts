/**
 * The hint of an open claim: what its nearest passage looks like. It is the first entry of `unresolved_ambiguity`, begins with one
 * of these phrases, and is no verdict: it says what was seen, not what is true.
 */
export const HINT_PHRASES = {
  differs: 'differs in:',
  support: 'reads like support:',
  none: 'says nothing close:',
} as const;

export type HintKind = keyof typeof HINT_PHRASES;

/** In the order in which open claims are best read. */
export const HINT_KINDS = Object.keys(HINT_PHRASES) as HintKind[];

export interface ReadHint {
  kind: HintKind;
  /** The whole hint, its phrase included. */
  text: string;
}

/** The hint at the beginning of a claim's `unresolved_ambiguity`; null where there is none. */
export function hintIn([first]: readonly string[]): ReadHint | null {
  const kind = HINT_KINDS.find((each) => first?.startsWith(HINT_PHRASES[each]));
  return kind === undefined ? null : { kind, text: first! };
}
