/** Tells whether the passage has the other end of a way than the claim, or a place near the claim's place. */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { placing } from '../../reading/subject.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';

/** Ends of a way or of a change. */
const ENDS: Readonly<Record<string, RegExp>> = {
  from: /^(?:to|into|onto|towards?)$/,
  to: /^(?:from)$/,
  into: /^(?:from)$/,
};

/** True if the passage has as start what the claim has as end, or the other way round. */
export function isOtherDirection({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  return claim.terms.some((own, at) => {
    const opposite = ENDS[own.preposition];
    if (own.light || opposite === undefined) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    return here.length > 0 && here.every(({ preposition }) => opposite.test(preposition));
  });
}

const INSIDE = /^(?:in|at|within|inside)$/;
const APART = /^(?:near|outside|beyond|between|off|opposite|behind|past|above|below)$/;

/** True for Orr in "two miles from Orr", "south of Orr" and "off Orr"; what is in the south of Orr is there. */
function isSomeWayFrom(text: AnalysedText, term: Term): boolean {
  const { tokens, terms, sentenceOf } = text;
  const { name, start } = term;
  // "Five kilometres from the village of Orr"
  if (placing(text, term) === 'from') {
    const from = tokens.findLastIndex(({ lower }, i) => i < start && lower === 'from');
    const isFar = /^(?:away|far)$/.test(tokens[from - 1]?.lower ?? '');
    return (
      sentenceOf[from] === term.sentence &&
      (isFar || terms.some(({ quantity, end }) => quantity !== null && end === from))
    );
  }
  const first = name < 0 ? start : terms.find((other) => other.name === name)!.start;
  const at = tokens[first - 1]?.pos === 'DET' ? first - 2 : first - 1;
  if (tokens[at]?.lower === 'off') return true;
  const isOf = tokens[at]?.lower === 'of' && /^(?:north|south|east|west)(?:[a-z]*)$/.test(tokens[at - 1]?.lower ?? '');
  return isOf && tokens[at - 2]?.lower !== 'the';
}

/** True if what lies in a place in the claim lies only near it, or some way from it, in the passage. */
export function isOutside({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  return claim.terms.some((own, at) => {
    if (own.light || !INSIDE.test(own.preposition) || own.date !== null || own.quantity !== null) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    return (
      here.length > 0 && here.every((term) => APART.test(placing(evidence, term)) || isSomeWayFrom(evidence, term))
    );
  });
}
