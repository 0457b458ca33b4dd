/**
 * Tells whether parts of the claim belong to different members of a list that leaves its verb out: "Noll won gold and Kern
 * silver", "Noll and Kern won gold and silver respectively".
 */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange, type Term } from '../../text/analysed-text.ts';

const JOINING = /^(?:and|but|while|whereas|or|;)$/;

/** True for what a second subject may end with. */
function mayEndSubject(text: AnalysedText, at: number): boolean {
  const { pos, lower } = text.tokens[at]!;
  if (pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON' || pos === 'NUM' || lower === 'one') return true;
  // "The second by Kern"
  return pos === 'ADJ' && text.tokens[at - 1]?.pos === 'DET' && text.tokens[at + 1]?.pos === 'ADP';
}

/** A second subject and what is said of it, without a verb: "iron heavier", "pine for the floor". */
interface Gap {
  /** The conjunction, the first token of what is said, and the token after it. */
  joint: number;
  split: number;
  end: number;
  /** What the verb has before the conjunction begins with a preposition or an adjective, so "pine" is no second object. */
  isSure: boolean;
}

/** Where a second subject ends between `from` and `end`; -1 if nothing is said of one. */
function splitOf(text: AnalysedText, from: number, end: number, verbEnd: number, joint: number): number {
  const { tokens, terms } = text;
  const before = tokens.slice(verbEnd, joint);
  for (let i = from + 1; i < end; i++) {
    const { pos, lower } = tokens[i]!;
    if (!mayEndSubject(text, i - 1)) continue;
    if (pos === 'ADP' && lower !== 'of' && before.some((token) => token.pos === 'ADP' && token.lower === lower))
      return i;
    if (pos === 'ADJ' && before.some((token) => token.pos === 'ADJ' || token.pos === 'ADV')) return i;
    if (pos === 'DET' && before.some((token) => token.pos === 'DET')) return i;
    const isNewName = tokens[i - 1]!.pos === 'PROPN' && pos === 'NOUN' && /^\p{Ll}/u.test(tokens[i]!.text);
    if (isNewName && before[0]?.pos === 'NOUN') return i;
    const isFigure = (term: Term) => term.quantity !== null || term.date !== null;
    const figure = terms.find((term) => term.start === i && isFigure(term));
    if (figure !== undefined && terms.some((term) => isFigure(term) && term.start >= verbEnd && term.end <= joint))
      return i;
  }
  return -1;
}

/** The members without a verb after the verb that ends at `verbEnd`. */
function gapsAfter(text: AnalysedText, verbEnd: number, end: number): Gap[] {
  const { tokens } = text;
  const gaps: Gap[] = [];
  for (let joint = verbEnd + 1; joint < end - 2; joint++) {
    // "And into the hall in 2001", "and 16 %": no second subject.
    if (!JOINING.test(tokens[joint]!.lower) || /^(?:ADP|NUM)$/.test(tokens[joint + 1]!.pos)) continue;
    let to = joint + 1;
    while (to < end && !/^(?:PUNCT|CCONJ|SCONJ|VERB|AUX)$/.test(tokens[to]!.pos) && tokens[to]!.lower !== 'than') to++;
    const split = splitOf(text, joint + 1, to, verbEnd, joint);
    if (split < 0) continue;
    gaps.push({ joint, split, end: to, isSure: /^(?:ADP|ADJ|ADV)$/.test(tokens[verbEnd]!.pos) });
  }
  return gaps;
}

type Places = (at: number) => readonly Term[];

/** True if the claim takes its subject from one member and what is said of it from another. */
function isOfTwoMembers(
  { claim }: Alignment,
  { joint, split, end, isSure }: Gap,
  verbEnd: number,
  places: Places,
): boolean {
  const own = claim.terms.flatMap((term, at) => (term.light || places(at).length === 0 ? [] : [at]));
  const isWithin = (from: number, to: number) => (at: number) =>
    places(at).every(({ start }) => start >= from && start < to);
  const said = own.some(isWithin(split, end));
  const second = own.filter(isWithin(joint, split));
  const first = own.some(isWithin(verbEnd, joint));
  if (said) {
    const mentions = (at: number) => places(at).some(({ start }) => start >= joint && start < split);
    return second.length === 0 && (first || !own.some(mentions));
  }
  return first && second.length > 0 && (isSure || second.some((at) => claim.terms[at]!.role === 'subject'));
}

/** Number of "and" and commas among the tokens [from, to). */
function countJoints({ tokens }: AnalysedText, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    if (
      /^(?:and|or)$/.test(tokens[i]!.lower) ||
      (tokens[i]!.text === ',' && !/^(?:and|or)$/.test(tokens[i + 1]?.lower ?? ''))
    )
      count++;
  }
  return count;
}

/** "Noll and Kern won gold and silver respectively": the claim's parts must be of one place in both lists. */
function isOfTwoPlaces(alignment: Alignment, { evidenceFrame, sentence }: Reading, places: Places): boolean {
  const { claim, evidence } = alignment;
  const [start, end] = sentenceRange(evidence, sentence);
  const isOrdered = ({ tokens }: AnalysedText, from: number, to: number) =>
    tokens.slice(from, to).some(({ lower }) => lower === 'respectively');
  if (evidenceFrame === null || !isOrdered(evidence, start, end) || isOrdered(claim, 0, claim.tokens.length))
    return false;
  const { verbStart, verbEnd } = evidenceFrame;
  const placesOf = (from: number, to: number) =>
    new Set(
      claim.terms.flatMap((term, at) => {
        const found = term.light ? undefined : places(at).find((other) => other.start >= from && other.start < to);
        return found === undefined ? [] : [countJoints(evidence, from, found.start)];
      }),
    );
  if (countJoints(evidence, start, verbStart) === 0) {
    // Both lists follow the verb.
    return claim.terms.some((term, at) => {
      const here = term.light ? [] : places(at);
      return (
        here.length > 0 &&
        here.every((found) => found.start > verbEnd && countJoints(evidence, verbEnd, found.start) > 0)
      );
    });
  }
  const [before, after] = [placesOf(start, verbStart), placesOf(verbEnd, end)];
  // What all members share may stand after the last: "3,000 and 9,000 inhabitants".
  return ![...before].some((place) => after.has(place));
}

/** True if the claim's parts belong to different members of a list. */
export function isOfDifferentMembers(alignment: Alignment, reading: Reading): boolean {
  const { evidence, matches } = alignment;
  const { evidenceFrame, sentence } = reading;
  const places: Places = (at) => matchedTerms({ evidence, matches }, at, sentence);
  if (isOfTwoPlaces(alignment, reading, places)) return true;
  if (evidenceFrame === null || evidenceFrame.sentence !== sentence) return false;
  const { verbEnd, end } = evidenceFrame;
  return gapsAfter(evidence, verbEnd, end).some((gap) => isOfTwoMembers(alignment, gap, verbEnd, places));
}
