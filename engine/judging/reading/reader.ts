/**
 * What is said to the reader: "you must keep the tank clean", "keep the tank clean". Whoever reads it is meant, so the passage
 * may say it to the reader as well, or say without naming anybody that it is done: "the tank must be kept clean".
 */
import type { Alignment } from '../alignment/alignment.ts';
import { shareIn, within } from '../alignment/share.ts';
import { type AnalysedText, isNameOrNoun, type Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';

/** True for "Keep the tank clean" and "Do not keep …". */
function isImperative({ tokens }: AnalysedText, { subjectStart, verbStart, head }: Frame): boolean {
  if (
    subjectStart < verbStart &&
    tokens.slice(subjectStart, verbStart).some(({ pos }) => /^(?:NOUN|PROPN|PRON|NUM)$/.test(pos))
  )
    return false;
  const { lower, lemma, pos } = tokens[head]!;
  const first = tokens[verbStart]!;
  return pos === 'VERB' && lower === lemma && (first.pos === 'VERB' || first.lower === 'do');
}

/** True if the clause speaks to the reader; not for "See You in May is an album", whose title begins with a verb. */
export function isToReader(text: AnalysedText, frame: Frame): boolean {
  const { subjectStart, subjectEnd, sentence } = frame;
  if (text.tokens[subjectEnd - 1]?.lower === 'you') return subjectEnd - subjectStart === 1;
  const isAlone = text.frames.every(
    (other) => other === frame || other.sentence !== sentence || other.participle || other.subordinate,
  );
  return isAlone && isImperative(text, frame);
}

/** "By the landlord" names who does it; "by 3 May" and "by turning the key" don't. */
function namesAgent({ tokens, terms }: AnalysedText, { verbEnd, end }: Frame): boolean {
  return tokens.some(({ lower }, at) => {
    if (lower !== 'by' || at < verbEnd || at >= end) return false;
    const next = terms.find(({ start }) => start > at);
    return next === undefined || (next.kind !== 'date' && next.kind !== 'quantity' && next.pos !== 'VERB');
  });
}

/** "Must be", "can be", "is", but not "was". */
const OF_NOW = /^(?:is|are|can|may|must|should|shall|need|needs|has|have|ought|cannot|ca|mustn't|can't)$/;

/** End of the phrase right after the verb: "the filter" of "clean the filter every month". */
function objectEnd({ tokens }: AnalysedText, { verbEnd, end }: Frame): number {
  let isBegun = false;
  for (let at = verbEnd; at < end; at++) {
    const { pos } = tokens[at]!;
    if (/^(?:ADP|PUNCT|SCONJ|ADV)$/.test(pos) || (pos === 'DET' && isBegun)) return at;
    isBegun ||= pos === 'NOUN' || pos === 'PROPN';
  }
  return end;
}

/** True if the passage says to the reader, or of what it is done to, what the claim says to the reader. */
export function isSaidToReader(alignment: Alignment, frame: Frame, target: Term, evidence: Frame): boolean {
  const { claim, evidence: text } = alignment;
  if (evidence.participle || evidence.subordinate) return false;
  if (isToReader(text, evidence)) return target.role !== 'subject';
  if (frame.passive || !evidence.passive || target.start !== evidence.head || namesAgent(text, evidence)) return false;
  if (!OF_NOW.test(text.tokens[evidence.verbStart]!.lower)) return false;
  const to = objectEnd(claim, frame);
  const objects = claim.terms.flatMap((term, at) => {
    return isNameOrNoun(term) && within(term, frame.verbEnd, to) ? [at] : [];
  });
  const inSubject = (term: Term) =>
    term.sentence === evidence.sentence && within(term, evidence.subjectStart, evidence.subjectEnd);
  return objects.length > 0 && shareIn(objects, alignment, inSubject) === 1;
}
