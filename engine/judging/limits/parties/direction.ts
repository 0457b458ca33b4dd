/** Tells whether parts of the claim stand elsewhere in the passage's sentence: with another verb, or at the other end of a way. */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { placing } from '../../reading/subject.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';

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

/** True if "begun in Bath and finished in Vienna" is "begun in Vienna and finished in Bath" in the passage. */
export function exchangesVerbs({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  const headTerm = (frame: number) =>
    claim.terms.findIndex((term) => term.frame === frame && term.start === claim.frames[frame]!.head);
  const found = claim.frames.map((_, frame) => {
    const head = headTerm(frame);
    if (head < 0) return -1;
    return matchedTerms({ evidence, matches }, head, sentence)[0]?.frame ?? -1;
  });
  // Of each pair of verbs one part of either must stand with the other.
  const crossed = new Set<string>();
  claim.terms.forEach((own, at) => {
    const frame = own.frame < 0 ? -1 : found[own.frame]!;
    if (own.light || own.role !== 'rest' || frame < 0) return;
    const here = matchedTerms({ evidence, matches }, at, sentence).filter(({ role }) => role === 'rest');
    const [first] = here;
    if (first === undefined || here.some((term) => term.frame !== first.frame) || first.frame === frame) return;
    if (found.includes(first.frame)) crossed.add(`${frame} ${first.frame}`);
  });
  return [...crossed].some((pair) => crossed.has(pair.split(' ').reverse().join(' ')));
}

const INSIDE = /^(?:in|at|within|inside)$/;
const APART = /^(?:near|outside|beyond|between|off|opposite|behind|past|above|below)$/;

/** True for Orr in "two miles from Orr", "south of Orr" and "off Orr"; what is in the south of Orr is there. */
function isBesides(text: AnalysedText, term: Term): boolean {
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
    return here.length > 0 && here.every((term) => APART.test(placing(evidence, term)) || isBesides(evidence, term));
  });
}

/**
 * True if a part of the claim's subject stands behind the passage's verb and the other way round: "coal-fired ovens replaced
 * the electric ones" in "electric ovens replaced the coal-fired ones". With one of them in the passive that is as it should be.
 */
export function exchangesSides({ claim, evidence, matches }: Alignment, reading: Reading): boolean {
  const { frame, evidenceFrame, evidenceAnchor, sentence } = reading;
  if (evidence.terms[evidenceAnchor]?.role !== 'predicate') return false;
  if (frame === null || evidenceFrame === null || frame.copula || evidenceFrame.copula) return false;
  if (frame.passive !== evidenceFrame.passive) return false;
  // "The pupils were given tablets" and "tablets were given to the pupils" are one.
  if (frame.passive && [claim.tokens[frame.head]!, evidence.tokens[evidenceFrame.head]!].some(hasTwoObjects))
    return false;
  const isBefore = ({ start }: { start: number }, { subjectStart, subjectEnd }: Frame) =>
    start >= subjectStart && start < subjectEnd;
  const isBehind = ({ start }: { start: number }, { verbEnd, end }: Frame) => start >= verbEnd && start < end;
  const moves = (from: typeof isBefore, to: typeof isBefore) =>
    claim.terms.some((own, at) => {
      if (own.light || own.kind === 'date' || own.kind === 'quantity' || !from(own, frame)) return false;
      const here = matchedTerms({ evidence, matches }, at, sentence);
      return here.length > 0 && here.every((term) => to(term, evidenceFrame));
    });
  return moves(isBefore, isBehind) && moves(isBehind, isBefore);
}

const hasTwoObjects = ({ lemma }: { lemma: string }) =>
  /^(?:give|grant|award|offer|pay|send|hand|lend|issue|allow|teach|show|tell|promise|sell)$/.test(lemma);
