/**
 * Pairs of predicates that gainsay each other in news, finance, law and medicine, by dictionary form. They widen the
 * contradiction query only; whether a passage contradicts is judged elsewhere.
 */
const PAIRS = [
  ['increase', 'decrease'],
  ['rise', 'fall'],
  ['raise', 'lower'],
  ['grow', 'shrink'],
  ['gain', 'lose'],
  ['profit', 'loss'],
  ['surplus', 'deficit'],
  ['accept', 'reject'],
  ['approve', 'reject'],
  ['allow', 'prohibit'],
  ['permit', 'ban'],
  ['legal', 'illegal'],
  ['lawful', 'unlawful'],
  ['win', 'lose'],
  ['succeed', 'fail'],
  ['success', 'failure'],
  ['pass', 'fail'],
  ['confirm', 'deny'],
  ['support', 'oppose'],
  ['acquit', 'convict'],
  ['guilty', 'innocent'],
  ['uphold', 'overturn'],
  ['cause', 'prevent'],
  ['safe', 'unsafe'],
  ['safe', 'dangerous'],
  ['effective', 'ineffective'],
  ['benefit', 'harm'],
  ['include', 'exclude'],
  ['open', 'close'],
  ['start', 'end'],
  ['begin', 'end'],
  ['join', 'leave'],
  ['hire', 'dismiss'],
  ['buy', 'sell'],
  ['acquire', 'divest'],
  ['build', 'demolish'],
  ['alive', 'dead'],
  ['born', 'died'],
  ['survive', 'die'],
  ['male', 'female'],
  ['north', 'south'],
  ['northern', 'southern'],
  ['east', 'west'],
  ['eastern', 'western'],
  ['public', 'private'],
  ['majority', 'minority'],
  ['minimum', 'maximum'],
  ['before', 'after'],
  ['high', 'low'],
  ['large', 'small'],
  ['positive', 'negative'],
  ['possible', 'impossible'],
  ['mandatory', 'optional'],
  ['present', 'absent'],
] as const;

const opposites = new Map<string, string[]>();
for (const [one, other] of PAIRS) {
  opposites.set(one, [...(opposites.get(one) ?? []), other]);
  opposites.set(other, [...(opposites.get(other) ?? []), one]);
}

/** Words that stand against the dictionary form `lemma`; empty if none is known. */
export function oppositesOf(lemma: string): readonly string[] {
  return opposites.get(lemma) ?? [];
}
