/** Tells whether the passage exchanges who does it and to whom: "was beaten by", "was taught by" for "beat", "is the teacher of". */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms, within } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, isNameOrNoun, type Term } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';

/** What the verb is done to, as far as no preposition stands before it. */
export function objectsOf({ terms }: AnalysedText, { verbEnd, end }: Frame): number[] {
  return terms.flatMap((term, at) => {
    return isNameOrNoun(term) && !term.light && term.preposition === '' && within(term, verbEnd, end) ? [at] : [];
  });
}

/** "By Konami", not "by 4 %". */
function hasAgent({ tokens, terms }: AnalysedText, { verbEnd, end }: Frame): boolean {
  return tokens.slice(verbEnd, end).some(({ lower }, i) => {
    const isFigure = terms.some(
      ({ start, kind }) => start === verbEnd + i + 1 && (kind === 'quantity' || kind === 'date'),
    );
    return lower === 'by' && !isFigure;
  });
}

/** A bare participle says nothing of its voice: "developed and published by Konami". */
function isPassive(text: AnalysedText, frame: Frame): boolean {
  const hasBe = text.tokens.slice(frame.verbStart, frame.head).some(({ lemma }) => lemma === 'be' || lemma === 'get');
  return frame.passive && (hasBe || hasAgent(text, frame));
}

/** True if what the claim says of one who does it is said of one to whom it is done, or the other way round. */
export function exchangesRoles(
  { claim, evidence, matches }: Alignment,
  { frame, evidenceFrame, anchor, evidenceAnchor, sentence }: Reading,
): boolean {
  const own = claim.terms[anchor];
  const found = evidence.terms[evidenceAnchor];
  if (frame === null || evidenceFrame === null || own === undefined || found?.start !== evidenceFrame.head)
    return false;
  const isInSubject = (at: number) =>
    matches[at]!.some(({ term }) => {
      const other = evidence.terms[term]!;
      return other.sentence === sentence && within(other, evidenceFrame.subjectStart, evidenceFrame.subjectEnd);
    });
  const subject = claim.terms.flatMap((term, at) =>
    !term.light && within(term, frame.subjectStart, frame.subjectEnd) ? [at] : [],
  );
  if (!subject.some(isInSubject)) return false;
  const isVerb = own.start === frame.head;
  const theirs = isPassive(evidence, evidenceFrame);
  // "The museum opened" and "was opened" say the same; with an object or an agent they don't.
  if (isVerb && theirs && !frame.passive) {
    const objects = objectsOf(claim, frame);
    return objects.length > 0 && !objects.some(isInSubject);
  }
  if (isVerb && isPassive(claim, frame) && !evidenceFrame.passive)
    return hasAgent(claim, frame) && objectsOf(evidence, evidenceFrame).length > 0;
  const isDoer = frame.copula && own.pos === 'NOUN' && /(?:er|or)$/.test(own.key) && found.key !== own.key;
  return isDoer && theirs;
}

/** "By Noll", "by the American rapper Noll". */
function followsBy({ tokens }: AnalysedText, { start }: Term): boolean {
  let at = start - 1;
  while (at >= 0 && /^(?:NOUN|PROPN|ADJ|DET|NUM|CCONJ)$/.test(tokens[at]!.pos)) at--;
  return tokens[at]?.lower === 'by';
}

/** True if the claim says "by her" where the passage's sentence says "by him", and has her in another place. */
export function isByAnother({ claim, evidence, matches, used }: Alignment, { sentence }: Reading): boolean {
  const isBy = (text: AnalysedText, term: Term) => term.kind === 'name' && followsBy(text, term);
  const others = evidence.terms.some((term, at) => term.sentence === sentence && !used.has(at) && isBy(evidence, term));
  return (
    others &&
    claim.terms.some((own, at) => {
      if (!isBy(claim, own)) return false;
      const here = matchedTerms({ evidence, matches }, at, sentence);
      return here.length > 0 && !here.some((term) => followsBy(evidence, term) || term.role === 'subject');
    })
  );
}

/** True if the claim exchanges giver and receiver: "the doctor gave it to Noll" for "Noll gave it to the doctor". */
export function exchangesReceiver(
  { claim, evidence, matches }: Alignment,
  { frame, evidenceFrame, sentence }: Reading,
): boolean {
  if (frame === null || evidenceFrame === null || frame.passive !== evidenceFrame.passive) return false;
  const places = (at: number) => matchedTerms({ evidence, matches }, at, sentence);
  const isTo = ({ preposition }: Term) => /^(?:to|from|for|with)$/.test(preposition);
  const isParty = (term: Term) => !term.light && isNameOrNoun(term);
  const inSubject = (term: Term) => within(term, evidenceFrame.subjectStart, evidenceFrame.subjectEnd);
  const isReceiving = claim.terms.some(
    (own, at) =>
      isParty(own) &&
      own.preposition === '' &&
      within(own, frame.subjectStart, frame.subjectEnd) &&
      places(at).length > 0 &&
      places(at).every((term) => isTo(term) && term.start >= evidenceFrame.verbEnd),
  );
  const isGiving = claim.terms.some(
    (own, at) =>
      isParty(own) &&
      isTo(own) &&
      within(own, frame.verbEnd, frame.end) &&
      places(at).length > 0 &&
      places(at).every(inSubject),
  );
  return isReceiving && isGiving;
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
