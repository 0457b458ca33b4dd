/**
 * The reading of a claim in the evidence: where its predicate occurs, and whether it is said of the claim's subject.
 * Without this, a passage that merely contains the same words would count as evidence.
 */
import type { Alignment } from '../alignment/alignment.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import { isNamedElsewhere } from './reference.ts';
import { type SubjectContext, type SubjectStatus, subjectStatus } from './subject.ts';

export interface Reading {
  /** Main frame of the claim, null for a fragment without a verb. */
  frame: Frame | null;
  /** Claim terms of the subject that must be found. */
  subjectTerms: readonly number[];
  /** Claim term that carries the predicate (verb, or the noun after "is"); -1 if there is none. */
  anchor: number;
  /** Evidence term that matches the anchor, or is its antonym; -1 if there is none. */
  evidenceAnchor: number;
  /** True if `evidenceAnchor` is an antonym of the anchor. */
  anchorIsOpposite: boolean;
  evidenceFrame: Frame | null;
  /** Sentence of the evidence that the reading rests on. */
  sentence: number;
  subject: SubjectStatus;
}

const RANK: Record<SubjectStatus, number> = {
  aligned: 7,
  near: 6,
  resolved: 5,
  none: 5,
  swapped: 4,
  other: 2,
  unresolved: 1,
  absent: 0,
};

function mainFrame(text: AnalysedText): Frame | null {
  return text.frames.find((frame) => !frame.participle) ?? text.frames[0] ?? null;
}

/** The term that carries the predicate of `frame`. */
function anchorOf({ claim: text, matches }: Alignment, frame: Frame | null): number {
  if (frame === null) return text.terms.findLastIndex((term) => term.kind === 'word' && !term.light);
  const verb = text.terms.findIndex((term) => term.start === frame.head);
  if (verb >= 0 && !text.terms[verb]!.light && !frame.copula) return verb;
  // "is located in" is the anchor only if the evidence has it too; otherwise the place carries the claim.
  if (verb >= 0 && /^(?:locate|situate)$/.test(text.terms[verb]!.key) && matches[verb]!.length > 0) return verb;
  let last = -1;
  for (let at = 0; at < text.terms.length; at++) {
    const term = text.terms[at]!;
    if (term.start < frame.verbEnd || term.start >= frame.end || term.sentence !== frame.sentence) continue;
    if (last >= 0 && breaksPhrase(text, text.terms[last]!.end, term.start)) break;
    if (term.kind === 'word' && !term.light && term.pos !== 'ADV') last = at;
    else if (term.kind === 'name' && (last < 0 || text.terms[last]!.kind === 'name')) last = at;
  }
  if (last >= 0) return last;
  // "The refund period is 30 days": the subject's noun is the anchor.
  const noun = text.terms.findLastIndex(
    (term) =>
      term.kind === 'word' && term.pos === 'NOUN' && term.start >= frame.subjectStart && term.start < frame.subjectEnd,
  );
  if (frame.copula && noun >= 0) return noun;
  const first = text.terms.findIndex((term) => term.start >= frame.verbEnd && !term.light);
  return first >= 0 ? first : verb;
}

function breaksPhrase(text: AnalysedText, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const token = text.tokens[i]!;
    if (token.pos === 'ADP' || token.pos === 'PUNCT' || token.pos === 'CCONJ' || token.pos === 'SCONJ') return true;
  }
  return false;
}

function subjectTermsOf(text: AnalysedText, frame: Frame | null, anchor: number): number[] {
  const subject: number[] = [];
  const nouns: number[] = [];
  text.terms.forEach((term, at) => {
    const inside = frame === null ? at !== anchor : term.start >= frame.subjectStart && term.start < frame.subjectEnd;
    if (!inside || term.light) return;
    if (term.kind === 'name') subject.push(at);
    else if (term.kind === 'word') (term.pos === 'NOUN' ? nouns : []).push(at);
  });
  return subject.length > 0 && frame !== null ? subject : [...subject, ...nouns];
}

/** Number of claim terms that have a match in each sentence of the evidence. */
function matchedPerSentence(alignment: Alignment): number[] {
  const counts = new Array<number>(Math.max(1, alignment.evidence.sentences)).fill(0);
  for (const matches of alignment.matches) {
    for (const sentence of new Set(matches.map((match) => alignment.evidence.terms[match.term]!.sentence))) {
      counts[sentence] = counts[sentence]! + 1;
    }
  }
  return counts;
}

/** Number of claim terms matched in the evidence clause that `target` stands in. */
function inClause(alignment: Alignment, target: Term): number {
  const inside = (term: Term) => term.frame === target.frame && term.sentence === target.sentence;
  return alignment.matches.filter((matches) => matches.some((match) => inside(alignment.evidence.terms[match.term]!)))
    .length;
}

/** The best reading of the claim in the evidence; `title` is that of the evidence's document. */
export function readClaim(alignment: Alignment, title: AnalysedText | null): Reading {
  const { claim, evidence } = alignment;
  const frame = mainFrame(claim);
  const anchor = anchorOf(alignment, frame);
  const subject = subjectTermsOf(claim, frame, anchor).filter((at) => at !== anchor);
  const counts = matchedPerSentence(alignment);
  const anchorPreposition = claim.terms[anchor]?.preposition ?? '';
  const isOwnSubject = anchor >= 0 && frame !== null && claim.terms[anchor]!.start < frame.subjectEnd;
  const context: SubjectContext = { alignment, frame, subject, title, anchorPreposition, isOwnSubject };
  const fallback = counts.indexOf(Math.max(...counts));
  let best: Reading = {
    frame,
    subjectTerms: subject,
    anchor,
    evidenceAnchor: -1,
    anchorIsOpposite: false,
    evidenceFrame: null,
    sentence: fallback,
    subject: isNamedElsewhere(subject, alignment, title) ? 'other' : 'absent',
  };
  if (anchor < 0) return best;
  let bestScore = Number.NEGATIVE_INFINITY;
  const consider = (term: number, isOpposite: boolean) => {
    const status = subjectStatus(context, term);
    const target = evidence.terms[term]!;
    const score = RANK[status] * 10 + counts[target.sentence]! + inClause(alignment, target) - (isOpposite ? 25 : 0);
    if (score <= bestScore) return;
    bestScore = score;
    const evidenceFrame = target.frame < 0 ? null : evidence.frames[target.frame]!;
    best = {
      ...best,
      evidenceAnchor: term,
      anchorIsOpposite: isOpposite,
      evidenceFrame,
      sentence: target.sentence,
      subject: status,
    };
  };
  for (const match of alignment.matches[anchor]!) consider(match.term, false);
  for (const opposite of alignment.opposites[anchor]!) if (opposite.kind === 'antonym') consider(opposite.term, true);
  return best;
}
