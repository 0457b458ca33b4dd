/** Whether evidence speaks of the claim's subject where it speaks of its predicate. */
import type { Alignment } from './alignment.ts';
import type { AnalysedText, Term } from './analysed-text.ts';
import type { Frame } from './frames.ts';
import { isNamedElsewhere, type Referent, referenceStatus } from './reference.ts';
import { isHead, shareIn, shareOfHeads, within } from './share.ts';

export type SubjectStatus =
  /** The evidence's clause has the claim's subject in the same role. */
  | 'aligned'
  /** Apposition, compound or nominal: subject and predicate stand side by side in one phrase. */
  | 'near'
  /** A pronoun or "the film" stands for the subject, which the passage or its title names. */
  | 'resolved'
  /** The claim has no subject to check ("There is …"). */
  | 'none'
  /** Subject and object have changed places. */
  | 'swapped'
  /** The evidence says it of something else. */
  | 'other'
  /** A pronoun whose referent is not in sight. */
  | 'unresolved'
  | 'absent';

/** Farthest two phrases stand apart (in tokens) and still count as side by side. */
const NEAR = 7;

function isExistential(text: AnalysedText, frame: Frame | null): boolean {
  return frame !== null && text.tokens[frame.verbStart - 1]?.lower === 'there';
}

export interface SubjectContext extends Referent {
  frame: Frame | null;
  /** Preposition before the claim's predicate: "is in Malaysia". */
  anchorPreposition: string;
  /** The anchor is the subject's own noun. */
  isOwnSubject: boolean;
}

const HALF = 0.5;

function statusOfVerb(context: SubjectContext, target: Term, evidence: Frame): SubjectStatus {
  const { alignment, frame, subject } = context;
  const here = (t: Term) => t.sentence === target.sentence;
  const inSubject = shareOfHeads(
    subject,
    alignment,
    (t) => here(t) && within(t, evidence.subjectStart, evidence.subjectEnd),
  );
  if (frame === null || isNominalPredicate(alignment.claim, frame)) {
    // "is a star of" against "starring": the noun doesn't say which side of the verb its subject stands on.
    if (inSubject >= HALF) return 'near';
    return statusElsewhere(context, target, evidence);
  }
  const asParty = (t: Term) => here(t) && within(t, evidence.verbEnd, evidence.end) && isParty(t, evidence);
  const asObject = shareIn(subject, alignment, asParty);
  if (frame.passive === evidence.passive) {
    if (inSubject >= HALF) return 'aligned';
    if (asObject === 1 && objectStandsFirst(alignment, frame, evidence)) return 'swapped';
  } else {
    if (asObject >= HALF) return 'aligned';
    if (inSubject >= HALF) return hasAgent(alignment, frame, evidence) ? 'swapped' : 'aligned';
  }
  const status = statusElsewhere(context, target, evidence);
  // A verb has its subject or it hasn't: standing beside it is not enough ("won against Croatia").
  return status === 'near' ? 'other' : status;
}

/** True where the claim's verb says nothing ("is", "has") and a noun carries the predicate. */
function isNominalPredicate(claim: AnalysedText, frame: Frame): boolean {
  return frame.copula || claim.terms.some((term) => term.start === frame.head && term.light);
}

/** The other party of a verb: the plain object of an active clause, the agent behind "by" of a passive one. */
function isParty(term: Term, frame: Frame): boolean {
  return frame.passive ? term.preposition === 'by' : term.preposition === '';
}

function claimParties(claim: AnalysedText, frame: Frame): number[] {
  return claim.terms.flatMap((term, at) => {
    const isNominal = term.kind === 'name' || term.pos === 'NOUN';
    return isNominal && within(term, frame.verbEnd, frame.end) && isParty(term, frame) ? [at] : [];
  });
}

/** The claim's object (or agent) is the evidence's subject, as a whole. */
function objectStandsFirst(alignment: Alignment, frame: Frame, evidence: Frame): boolean {
  const parties = claimParties(alignment.claim, frame);
  const first = (t: Term) => t.sentence === evidence.sentence && within(t, evidence.subjectStart, evidence.subjectEnd);
  return parties.length > 0 && shareIn(parties, alignment, first) === 1;
}

/** One side is passive and the claim's other party is the evidence's other party too: then both can't have its subject. */
function hasAgent(alignment: Alignment, frame: Frame, evidence: Frame): boolean {
  const parties = claimParties(alignment.claim, frame);
  const other = (t: Term) => within(t, evidence.verbEnd, evidence.end) && isParty(t, evidence);
  return parties.length > 0 && shareIn(parties, alignment, other) === 1;
}

function statusElsewhere(context: SubjectContext, target: Term, evidence: Frame | null): SubjectStatus {
  const { alignment, subject, title } = context;
  const reference = evidence === null ? null : referenceStatus(context, evidence, context.frame);
  if (reference !== null) return reference;
  const inSentence = shareIn(subject, alignment, (t) => t.sentence === target.sentence) >= HALF;
  if (inSentence && isSideBySide(alignment, subject, target)) return 'near';
  return isNamedElsewhere(subject, alignment, title) ? 'other' : 'absent';
}

/** Subject and predicate in one phrase: few tokens and no verb between them. */
function isSideBySide(alignment: Alignment, subject: readonly number[], target: Term): boolean {
  const { evidence } = alignment;
  return subject.some((at) =>
    alignment.matches[at]!.some((match) => {
      const other = evidence.terms[match.term]!;
      if (other.sentence !== target.sentence) return false;
      // "by painter Bob Ross": one phrase behind one preposition.
      const isOnePhrase = other.preposition === target.preposition && other.start - target.end <= 1;
      if (!isOnePhrase && !isHead(alignment, alignment.claim.terms[at]!, other)) return false;
      const from = Math.min(other.end, target.end);
      const to = Math.max(other.start, target.start);
      if (to - from > NEAR) return false;
      for (let i = from; i < to; i++) {
        // "Saturn's moon" makes Saturn no moon.
        if (evidence.tokens[i]!.pos === 'VERB' || /^['’]s?$/.test(evidence.tokens[i]!.text)) return false;
      }
      return true;
    }),
  );
}

function statusOfNominal(context: SubjectContext, target: Term, evidence: Frame | null): SubjectStatus {
  const { alignment, frame, subject } = context;
  const here = (t: Term) => t.sentence === target.sentence;
  if (evidence !== null && target.role === 'rest') {
    const inSubject = shareOfHeads(
      subject,
      alignment,
      (t) => here(t) && within(t, evidence.subjectStart, evidence.subjectEnd),
    );
    const sameVerb = frame !== null && frameLemma(alignment.claim, frame) === frameLemma(alignment.evidence, evidence);
    if (inSubject >= HALF && sameVerb && !evidence.copula) return 'aligned';
    const isLocative = target.preposition !== '' && context.anchorPreposition === target.preposition;
    const isSaid = isLocative || isComplement(alignment, target, evidence);
    if (inSubject >= HALF && evidence.copula && frame?.copula !== false && isSaid) return 'aligned';
    if (evidence.copula && frame?.copula === true && inSubject >= HALF) return 'other';
    if (isSideBySide(alignment, subject, target)) return 'near';
    if (!sameVerb && !evidence.copula && frame !== null) {
      return shareIn(subject, alignment, () => true) >= HALF ? 'other' : 'absent';
    }
  } else if (shareIn(subject, alignment, here) >= HALF && isSideBySide(alignment, subject, target)) {
    return 'near';
  }
  return statusElsewhere(context, target, evidence);
}

/** Nouns that hand their meaning on to what follows "of": "a kind of dance", "one of the cities". */
const TRANSPARENT = /^(?:one|some|type|kind|form|sort|part|member|example|species|genre|branch|variety|class|series)$/;

/** True if `target` is the head of what the copula says of its subject, or coordinated with it; not part of an adjunct. */
function isComplement(alignment: Alignment, target: Term, evidence: Frame): boolean {
  const { tokens } = alignment.evidence;
  for (let i = evidence.verbEnd; i < target.start; i++) {
    const token = tokens[i]!;
    const isTransparent = token.lower === 'of' && TRANSPARENT.test(tokens[i - 1]?.lemma ?? '');
    if ((token.pos === 'ADP' && !isTransparent) || token.pos === 'SCONJ') return false;
  }
  return true;
}

function frameLemma(text: AnalysedText, frame: Frame): string {
  return text.tokens[frame.head]!.lemma;
}

/** "There is …" and "Nobody …" have no subject to look for; a lone noun ("The price is …") is its own. */
function withoutSubject({ alignment, frame, isOwnSubject }: SubjectContext, target: Term): SubjectStatus {
  if (frame === null) return 'unresolved';
  const isUniversal = /^(?:nobody|none|nothing|everybody|everyone|everything)$/.test(
    alignment.claim.tokens[frame.subjectStart]?.lower ?? '',
  );
  if (isExistential(alignment.claim, frame) || isUniversal) return 'none';
  return isOwnSubject && target.role === 'subject' ? 'near' : 'unresolved';
}

/** Whether the evidence says what its term `evidenceTerm` says of the claim's subject. */
export function subjectStatus(context: SubjectContext, evidenceTerm: number): SubjectStatus {
  const { alignment, subject } = context;
  const target = alignment.evidence.terms[evidenceTerm]!;
  const evidence = target.frame < 0 ? null : alignment.evidence.frames[target.frame]!;
  if (subject.length === 0) return withoutSubject(context, target);
  if (evidence !== null && target.role === 'predicate') return statusOfVerb(context, target, evidence);
  return statusOfNominal(context, target, evidence);
}
