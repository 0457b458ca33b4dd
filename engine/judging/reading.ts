/**
 * The reading of a claim in the evidence: the place where its predicate is spoken of, and whether that is said of its
 * subject. Without this, a passage that merely holds the same words would count as evidence.
 */
import type { Alignment } from './alignment.ts';
import type { Frame } from './frames.ts';
import type { AnalysedText, Term } from './terms.ts';

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

export interface Reading {
  /** Main frame of the claim, null for a fragment without a verb. */
  frame: Frame | null;
  /** Claim terms of the subject that must be found. */
  subjectTerms: readonly number[];
  /** Claim term that carries the predicate (verb, or the noun after "is"); -1 if there is none. */
  anchor: number;
  /** Evidence term that answers to the anchor; -1 if none does. */
  evidenceAnchor: number;
  /** True if the anchor is answered by an opposite (antonym) or by a mere sibling and not by an entailing word. */
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

/** Farthest two phrases stand apart (in tokens) and still count as side by side. */
const NEAR = 7;

function mainFrame(text: AnalysedText): Frame | null {
  return text.frames.find((frame) => !frame.participle) ?? text.frames[0] ?? null;
}

/** The term that carries the predicate of `frame`. */
function anchorOf({ claim: text, matches }: Alignment, frame: Frame | null): number {
  if (frame === null) return text.terms.findLastIndex((term) => term.kind === 'word' && !term.light);
  const verb = text.terms.findIndex((term) => term.start === frame.head);
  if (verb >= 0 && !text.terms[verb]!.light && !frame.copula) return verb;
  // "is located in": worth finding where the evidence says so too, else the place alone carries the claim.
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
  // "The refund period is 30 days": what the claim speaks of is the subject's own noun.
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

function isExistential(text: AnalysedText, frame: Frame | null): boolean {
  return frame !== null && text.tokens[frame.verbStart - 1]?.lower === 'there';
}

function shareIn(terms: readonly number[], alignment: Alignment, accepts: (term: Term) => boolean): number {
  if (terms.length === 0) return 0;
  let hits = 0;
  for (const at of terms) {
    if (alignment.matches[at]!.some((match) => accepts(alignment.evidence.terms[match.term]!))) hits++;
  }
  return hits / terms.length;
}

const PRONOUNS = /^(?:it|he|she|they|this|that|these|those|his|her|its|their|who|which|i|we)$/;

/** "He", "It", "The film", "the company": the evidence's subject points back at something named before. */
function pointsBack(text: AnalysedText, start: number, end: number): boolean {
  let content = 0;
  let definite = false;
  let pronoun = start >= end;
  for (let i = start; i < end; i++) {
    const token = text.tokens[i]!;
    if (PRONOUNS.test(token.lower)) pronoun = true;
    if (token.lower === 'the' || token.lower === 'this') definite = true;
    if (token.pos === 'PROPN') return false;
    if (token.pos === 'NOUN') content++;
  }
  return (pronoun && content <= 1) || (definite && content === 1);
}

/** Keys of the title's words: a document's title often names what its pronouns mean. */
export function titleKeys(title: AnalysedText | null): ReadonlySet<string> {
  return new Set(title?.terms.filter((term) => !term.light).map((term) => term.key) ?? []);
}

function isNamedElsewhere(subject: readonly number[], alignment: Alignment, title: ReadonlySet<string>): boolean {
  if (subject.length === 0) return false;
  if (shareIn(subject, alignment, () => true) >= 0.5) return true;
  const inTitle = subject.filter((at) => title.has(alignment.claim.terms[at]!.key)).length;
  return inTitle / subject.length > 0.5;
}

/**
 * The evidence speaks of the subject itself and not of a thing named by it: "Obama's father", "a neighbour of Sweden".
 */
function isHead(alignment: Alignment, own: Term, found: Term): boolean {
  const { claim, evidence } = alignment;
  if (found.preposition !== '' && (found.preposition !== own.preposition || !governorIsMatched(alignment, found))) {
    return false;
  }
  const isPossessor = (text: AnalysedText, term: Term) => {
    let end = term.end;
    // The possessive mark stands behind the whole name.
    while (text.terms.some((next) => next.start === end && next.name >= 0 && next.name === term.name)) end++;
    return /^['’]s?$/.test(text.tokens[end]?.text ?? '');
  };
  return !isPossessor(evidence, found) || own.preposition === 'of' || isPossessor(claim, own);
}

/** The noun before the preposition of `found` ("population" in "the population of Norway") is one of the claim's. */
function governorIsMatched({ evidence, matches }: Alignment, found: Term): boolean {
  let at = found.start - 1;
  while (at > 0 && evidence.tokens[at]!.lower !== found.preposition) at--;
  // "42% of voters" speaks of voters, whatever their share.
  if (evidence.terms.some((term) => term.quantity !== null && term.end === at)) return true;
  return matches.some((list) => list.some(({ term }) => evidence.terms[term]!.end === at));
}

function shareOfHeads(terms: readonly number[], alignment: Alignment, accepts: (term: Term) => boolean): number {
  if (terms.length === 0) return 0;
  const { claim, evidence } = alignment;
  const hits = terms.filter((at) =>
    alignment.matches[at]!.some(({ term }) => {
      const found = evidence.terms[term]!;
      return accepts(found) && isHead(alignment, claim.terms[at]!, found);
    }),
  );
  return hits.length / terms.length;
}

interface Context {
  alignment: Alignment;
  frame: Frame | null;
  subject: readonly number[];
  title: ReadonlySet<string>;
  /** Preposition before the claim's predicate: "is in Malaysia". */
  anchorPreposition: string;
  /** The anchor is the subject's own noun. */
  isOwnSubject: boolean;
}

const HALF = 0.5;

function statusOfVerb(context: Context, target: Term, evidence: Frame): SubjectStatus {
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

function within(term: Term, start: number, end: number): boolean {
  return term.start >= start && term.start < end;
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

function statusElsewhere(context: Context, target: Term, evidence: Frame | null): SubjectStatus {
  const { alignment, subject, title } = context;
  const named = isNamedElsewhere(subject, alignment, title);
  if (evidence !== null && pointsBack(alignment.evidence, evidence.subjectStart, evidence.subjectEnd)) {
    return antecedentIsSubject(context, evidence.sentence) ? 'resolved' : 'unresolved';
  }
  const inSentence = shareIn(subject, alignment, (t) => t.sentence === target.sentence) >= HALF;
  if (inSentence && isSideBySide(alignment, subject, target)) return 'near';
  return named ? 'other' : 'absent';
}

/** The nearest sentence before `sentence` with a subject of its own has the claim's subject there; else the title has it. */
function antecedentIsSubject({ alignment, subject, title }: Context, sentence: number): boolean {
  const { evidence } = alignment;
  for (let before = sentence - 1; before >= 0; before--) {
    const frame = evidence.frames.find((candidate) => candidate.sentence === before);
    if (frame === undefined) continue;
    const inSubject = (t: Term) => t.sentence === before && within(t, frame.subjectStart, frame.subjectEnd);
    if (shareIn(subject, alignment, inSubject) > HALF) return true;
    if (!pointsBack(evidence, frame.subjectStart, frame.subjectEnd)) return false;
  }
  return subject.filter((at) => title.has(alignment.claim.terms[at]!.key)).length / subject.length > HALF;
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

function statusOfNominal(context: Context, target: Term, evidence: Frame | null): SubjectStatus {
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
function withoutSubject({ alignment, frame, isOwnSubject }: Context, target: Term): SubjectStatus {
  if (frame === null) return 'unresolved';
  const isUniversal = /^(?:nobody|none|nothing|everybody|everyone|everything)$/.test(
    alignment.claim.tokens[frame.subjectStart]?.lower ?? '',
  );
  if (isExistential(alignment.claim, frame) || isUniversal) return 'none';
  return isOwnSubject && target.role === 'subject' ? 'near' : 'unresolved';
}

function statusAt(context: Context, evidenceTerm: number): SubjectStatus {
  const { alignment, subject } = context;
  const target = alignment.evidence.terms[evidenceTerm]!;
  const evidence = target.frame < 0 ? null : alignment.evidence.frames[target.frame]!;
  if (subject.length === 0) return withoutSubject(context, target);
  if (evidence !== null && target.role === 'predicate') return statusOfVerb(context, target, evidence);
  return statusOfNominal(context, target, evidence);
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

/** The best reading of the claim in the evidence. */
export function readClaim(alignment: Alignment, title: ReadonlySet<string>): Reading {
  const { claim, evidence } = alignment;
  const frame = mainFrame(claim);
  const anchor = anchorOf(alignment, frame);
  const subject = subjectTermsOf(claim, frame, anchor).filter((at) => at !== anchor);
  const counts = matchedPerSentence(alignment);
  const anchorPreposition = claim.terms[anchor]?.preposition ?? '';
  const isOwnSubject = anchor >= 0 && frame !== null && claim.terms[anchor]!.start < frame.subjectEnd;
  const context: Context = { alignment, frame, subject, title, anchorPreposition, isOwnSubject };
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
    const status = statusAt(context, term);
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
