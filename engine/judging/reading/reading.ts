/**
 * The reading of a claim in the evidence: where its predicate occurs, and whether it is said of the claim's subject.
 * Without this, a passage that merely contains the same words would count as evidence.
 */
import type { Alignment } from '../alignment/alignment.ts';
import { within } from '../alignment/share.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import type { Above } from './document.ts';
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

function mainFrame({ frames }: AnalysedText): Frame | null {
  // "If you are pregnant, the test is put off": the clause before the comma isn't the statement.
  const main = frames.find((frame) => !frame.participle && !frame.subordinate);
  return main ?? frames.find((frame) => !frame.participle) ?? frames[0] ?? null;
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

function subjectTermsOf(text: AnalysedText, frame: Frame | null, anchor: number, but: readonly number[]): number[] {
  const subject: number[] = [];
  const nouns: number[] = [];
  text.terms.forEach((term, at) => {
    const inside = frame === null ? at !== anchor : term.start >= frame.subjectStart && term.start < frame.subjectEnd;
    if (!inside || term.light || at === anchor || but.includes(at)) return;
    if (term.kind === 'name') subject.push(at);
    else if (term.kind === 'word') (term.pos === 'NOUN' ? nouns : []).push(at);
  });
  return subject.length > 0 && frame !== null ? subject : [...subject, ...nouns];
}

/** The common nouns that head the subject: "concert" of "the closing concert of the Noll Festival". */
function headNounsOf(text: AnalysedText, frame: Frame | null, anchor: number): number[] {
  if (frame === null) return [];
  const end = text.tokens.findIndex(
    ({ text: mark, lower }, at) => at > frame.subjectStart && (mark === ',' || /^(?:that|which|who)$/.test(lower)),
  );
  const last = end < 0 ? frame.subjectEnd : Math.min(end, frame.subjectEnd);
  return text.terms.flatMap((term, at) => {
    const isHead = term.kind === 'word' && term.pos === 'NOUN' && term.preposition === '';
    return isHead && !term.light && at !== anchor && within(term, frame.subjectStart, last) ? [at] : [];
  });
}

/**
 * True if the evidence's clause has all names of the claim's subject and no other: then the noun that heads the subject may
 * stand elsewhere in it than the names.
 */
function hasSameNames({ evidence, matches, used }: Alignment, subject: readonly number[], target: Term): boolean {
  const frame = evidence.frames[target.frame];
  if (frame === undefined) return false;
  const inside = (term: Term) => term.sentence === target.sentence && within(term, frame.start, frame.end);
  const isHere = subject.every((at) => matches[at]!.some(({ term }) => inside(evidence.terms[term]!)));
  return (
    isHere && evidence.names.every((name) => !inside(evidence.terms[name[0]!]!) || name.some((at) => used.has(at)))
  );
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

/** What is looked for: the claim's side of a reading. */
interface Sought {
  anchor: number;
  /** With the claim's subject. */
  context: SubjectContext;
  /** The nouns that head the subject, where its terms are names that only say which; they may be found instead. */
  heads: readonly number[];
  /** Number of claim terms that each sentence of the evidence has. */
  counts: readonly number[];
}

function soughtIn(alignment: Alignment, above: Above, ofWhole: readonly number[]): Sought {
  const { claim } = alignment;
  const frame = mainFrame(claim);
  const anchor = anchorOf(alignment, frame);
  const subject = subjectTermsOf(claim, frame, anchor, ofWhole);
  // "The Cape dormer" is one phrase; in "the concert of the Noll Festival" the name only says which.
  const isOfName = subject.length > 0 && subject.every((at) => claim.terms[at]!.preposition !== '');
  const heads = isOfName && frame?.copula === false ? headNounsOf(claim, frame, anchor) : [];
  const anchorPreposition = claim.terms[anchor]?.preposition ?? '';
  const isOwnSubject = anchor >= 0 && frame !== null && claim.terms[anchor]!.start < frame.subjectEnd;
  const context: SubjectContext = { alignment, frame, subject, above, anchorPreposition, isOwnSubject };
  return { anchor, context, heads, counts: matchedPerSentence(alignment) };
}

/** A term of the evidence that may carry the claim's predicate. */
interface Candidate {
  term: number;
  isOpposite: boolean;
  status: SubjectStatus;
  subjectTerms: readonly number[];
  score: number;
}

function candidateAt({ context, heads, counts }: Sought, term: number, isOpposite: boolean): Candidate {
  const { alignment, subject } = context;
  const target = alignment.evidence.terms[term]!;
  let status = subjectStatus(context, term);
  let subjectTerms = subject;
  if (RANK[status] < RANK.none && heads.length > 0 && hasSameNames(alignment, subject, target)) {
    const ofHeads = subjectStatus({ ...context, subject: heads }, term);
    if (RANK[ofHeads] > RANK.none) [status, subjectTerms] = [ofHeads, heads];
  }
  const score = RANK[status] * 10 + counts[target.sentence]! + inClause(alignment, target) - (isOpposite ? 25 : 0);
  return { term, isOpposite, status, subjectTerms, score };
}

/** The candidate of the highest score, the first of several; null if the evidence has none. */
function bestCandidate(sought: Sought): Candidate | null {
  const { anchor, context } = sought;
  if (anchor < 0) return null;
  let best: Candidate | null = null;
  for (const { term } of context.alignment.matches[anchor]!) best = better(best, candidateAt(sought, term, false));
  for (const { term, kind } of context.alignment.opposites[anchor]!)
    if (kind === 'antonym') best = better(best, candidateAt(sought, term, true));
  return best;
}

function better(best: Candidate | null, next: Candidate): Candidate {
  return best === null || next.score > best.score ? next : best;
}

/**
 * The best reading of the claim in the evidence. `above` is what stands above the evidence in its document, and `ofWhole`
 * holds the claim's names that only say of which whole it speaks, which need no subject.
 */
export function readClaim(alignment: Alignment, above: Above, ofWhole: readonly number[]): Reading {
  const sought = soughtIn(alignment, above, ofWhole);
  const { frame, subject } = sought.context;
  const own = { frame, anchor: sought.anchor };
  const found = bestCandidate(sought);
  if (found === null)
    return {
      ...own,
      subjectTerms: subject,
      evidenceAnchor: -1,
      anchorIsOpposite: false,
      evidenceFrame: null,
      sentence: sought.counts.indexOf(Math.max(...sought.counts)),
      subject: isNamedElsewhere(subject, alignment, above) ? 'other' : 'absent',
    };
  const { term, isOpposite, status, subjectTerms } = found;
  const target = alignment.evidence.terms[term]!;
  return {
    ...own,
    subjectTerms,
    evidenceAnchor: term,
    anchorIsOpposite: isOpposite,
    evidenceFrame: target.frame < 0 ? null : alignment.evidence.frames[target.frame]!,
    sentence: target.sentence,
    subject: status,
  };
}
