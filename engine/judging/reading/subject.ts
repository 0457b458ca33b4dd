/** Decides whether the evidence states the claim's predicate of the claim's subject. */
import type { Alignment } from '../alignment/alignment.ts';
import { isHead, isMatchedIn, shareIn, shareOfHeads, within } from '../alignment/share.ts';
import { type AnalysedText, isNameOrNoun, type Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import { isComplement, isDoer, isDoneByNamed, isFoundThere } from './nominal.ts';
import { isSaidToReader, isToReader } from './reader.ts';
import { isNamedElsewhere, type Referent, referenceStatus } from './reference.ts';

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
  /** The evidence states the predicate of something else. */
  | 'other'
  /** A pronoun or description whose antecedent is unclear. */
  | 'unresolved'
  | 'absent';

/** Maximum distance (in tokens) of two phrases that count as side by side. */
const NEAR = 7;

function isExistential(text: AnalysedText, frame: Frame | null): boolean {
  return frame !== null && text.tokens[frame.verbStart - 1]?.lower === 'there';
}

export interface SubjectContext extends Referent {
  frame: Frame | null;
  /** Preposition before the claim's predicate: "is in Malaysia". */
  anchorPreposition: string;
  /** The anchor is in the subject itself. */
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
  const isSameVerb =
    frame !== null && !frame.copula && frameLemma(alignment.claim, frame) === frameLemma(alignment.evidence, evidence);
  if (frame === null || (isNominalPredicate(alignment.claim, frame) && !isSameVerb)) {
    // "is a star of" against "starring": the noun doesn't say which side of the verb its subject stands on.
    if (inSubject >= HALF) return 'near';
    return statusElsewhere(context, target, evidence);
  }
  // "The fire, which destroyed 61 houses, …, the mill lost its gable": the mill is what the next clause speaks of.
  const isRelative = /^(?:which|that|who)$/.test(alignment.evidence.tokens[evidence.subjectEnd - 1]?.lower ?? '');
  const isOfOtherClause = (t: Term) => isRelative && t.role === 'subject' && t.frame !== target.frame;
  const asParty = (t: Term) =>
    here(t) &&
    within(t, evidence.verbEnd, evidence.end) &&
    isParty(t, evidence, alignment.evidence) &&
    !isOfOtherClause(t);
  const asObject = shareIn(subject, alignment, asParty);
  if (frame.passive === evidence.passive) {
    if (inSubject >= HALF) return 'aligned';
    if (asObject === 1 && objectStandsFirst(alignment, frame, evidence)) return 'swapped';
  } else {
    if (asObject >= HALF) return 'aligned';
    if (inSubject >= HALF) return hasAgent(alignment, frame, evidence) ? 'swapped' : 'aligned';
  }
  const status = statusElsewhere(context, target, evidence);
  // "He was succeeded by Noll" says of him that Noll succeeded him.
  if (status === 'resolved' && frame.passive !== evidence.passive && hasAgent(alignment, frame, evidence))
    return 'swapped';
  // For a verb, standing beside it is not enough: "won against Croatia".
  return status === 'near' ? 'other' : status;
}

/** True if the claim's verb is light ("is", "has") and a noun carries the predicate. */
function isNominalPredicate(claim: AnalysedText, frame: Frame): boolean {
  return frame.copula || claim.terms.some((term) => term.start === frame.head && term.light);
}

/** True for the other party of a verb: the direct object of an active clause, the "by" agent of a passive one. */
function isParty(term: Term, frame: Frame, text: AnalysedText): boolean {
  return frame.passive ? term.preposition === 'by' || renamesAgent(term, text) : term.preposition === '';
}

/** True for the name in "by the mayor, Emil Anders". */
function renamesAgent({ start, name, preposition }: Term, { tokens, terms }: AnalysedText): boolean {
  if (name < 0 || preposition !== '') return false;
  const first = terms.find((term) => term.name === name)?.start ?? start;
  return tokens[first - 1]?.text === ',' && terms.some(({ end, preposition: by }) => end === first - 1 && by === 'by');
}

/** Terms of the direct object of an active clause, or of the agent ("by …") of a passive one. */
export function partiesOf(claim: AnalysedText, frame: Frame): number[] {
  return claim.terms.flatMap((term, at) => {
    return isNameOrNoun(term) && within(term, frame.verbEnd, frame.end) && isParty(term, frame, claim) ? [at] : [];
  });
}

/** True if the claim's whole object (or agent) is in the evidence's subject. */
function objectStandsFirst(alignment: Alignment, frame: Frame, evidence: Frame): boolean {
  const parties = partiesOf(alignment.claim, frame);
  const first = (t: Term) => t.sentence === evidence.sentence && within(t, evidence.subjectStart, evidence.subjectEnd);
  return parties.length > 0 && shareIn(parties, alignment, first) === 1;
}

/** True if the claim's other party is the evidence's too; with one side passive, the roles are swapped then. */
function hasAgent(alignment: Alignment, frame: Frame, evidence: Frame): boolean {
  const parties = partiesOf(alignment.claim, frame);
  const other = (t: Term) => within(t, evidence.verbEnd, evidence.end) && isParty(t, evidence, alignment.evidence);
  return parties.length > 0 && shareIn(parties, alignment, other) === 1;
}

function statusElsewhere(context: SubjectContext, target: Term, evidence: Frame | null): SubjectStatus {
  const { alignment, subject, above } = context;
  const reference = evidence === null ? null : referenceStatus(context, evidence, context.frame);
  if (reference !== null) return reference;
  const inSentence = shareIn(subject, alignment, (t) => t.sentence === target.sentence) >= HALF;
  if (inSentence && isSideBySide(alignment, subject, target)) return 'near';
  return isNamedElsewhere(subject, alignment, above) ? 'other' : 'absent';
}

/** True if subject and predicate stand in one phrase, with few tokens and no verb between them. */
function isSideBySide(alignment: Alignment, subject: readonly number[], target: Term): boolean {
  const { evidence } = alignment;
  return subject.some((at) =>
    alignment.matches[at]!.some((match) => {
      const other = evidence.terms[match.term]!;
      if (other.sentence !== target.sentence) return false;
      // "by painter Bob Ross": one phrase after one preposition.
      const isOnePhrase = other.preposition === target.preposition && other.start - target.end <= 1;
      if (isRenamed(evidence, other, target)) return true;
      if (!isOnePhrase && !isHead(alignment, alignment.claim.terms[at]!, other)) return false;
      const from = Math.min(other.end, target.end);
      const to = Math.max(other.start, target.start);
      if (to - from > NEAR) return false;
      for (let i = from; i < to; i++) {
        const { pos, text, lemma } = evidence.tokens[i]!;
        // "Saturn's moon" doesn't say that Saturn is a moon, nor "the firm has a branch in Leeds" that the firm is there.
        const hasPlace = lemma === 'have' && target.kind === 'name' && target.preposition !== '';
        if (pos === 'VERB' || /^['’]s?$/.test(text) || hasPlace) return false;
      }
      return true;
    }),
  );
}

/** True for the director in "a letter to Ada Noll, the director of the gardens", and not for one of a list. */
export function isRenamed({ tokens, terms, names }: AnalysedText, named: Term, target: Term): boolean {
  if (named.name < 0 || target.preposition !== '' || target.start <= named.end) return false;
  const name = names[named.name]!;
  const start = terms[name.at(-1)!]!.end;
  if (tokens[start]?.text !== ',' || !/^(?:the|a|an)$/.test(tokens[start + 1]?.lower ?? '')) return false;
  const between = tokens.slice(start + 2, target.start);
  if (!between.every(({ pos, text }) => /^(?:ADJ|NOUN|PROPN|ADV|NUM)$/.test(pos) || text === '-')) return false;
  const isListed = /^(?:,|and|or)$/.test(tokens[terms[name[0]!]!.start - 1]?.lower ?? '');
  return !isListed && !isListOpened(tokens, start + 1);
}

/** True if the phrase that begins at `start` is followed by another of its kind: ", the director, and the mayor". */
function isListOpened(tokens: AnalysedText['tokens'], start: number): boolean {
  for (let at = start; at < tokens.length; at++) {
    const { pos, lower, text } = tokens[at]!;
    if (pos === 'CCONJ') return true;
    if (text === ',')
      return /^(?:and|or|the|a|an)$/.test(tokens[at + 1]?.lower ?? '') || tokens[at + 1]?.pos === 'PROPN';
    if (pos === 'VERB' || pos === 'AUX' || pos === 'PUNCT' || pos === 'SCONJ' || lower === 'who') return false;
  }
  return false;
}

/** "Is a 1994 film" for "was released in 1994", "is an actor and writer" for "writes". */
function isSaidByComplement({ alignment, frame }: SubjectContext, target: Term, evidence: Frame): boolean {
  if (!evidence.copula || target.pos !== 'NOUN' || !isComplement(alignment.evidence, target, evidence)) return false;
  const verb = alignment.claim.terms.findIndex(({ start }) => start === frame?.head);
  const isOfDoer = frame?.passive === false && isDoer(alignment.evidence, target);
  return (alignment.matches[verb] ?? []).some(
    ({ term, inference }) =>
      alignment.evidence.terms[term] === target && (inference === 'hyponym' || (isOfDoer && inference !== 'same')),
  );
}

/** True if the evidence names the claim's verb, or has the thing in the claim's place: see nominal.ts. */
function isNominalised({ alignment, frame, subject }: SubjectContext, target: Term, evidence: Frame | null): boolean {
  if (frame === null || frame.copula) return false;
  const { lemma } = alignment.claim.tokens[frame.head]!;
  if (lemma === 'have') return evidence !== null && isFoundThere(alignment, subject, target, evidence);
  const verb = alignment.claim.terms.findIndex(({ start }) => start === frame.head);
  if (!alignment.matches[verb]?.some(({ term }) => alignment.evidence.terms[term] === target)) return false;
  if (!frame.passive || evidence === null) return false;
  return isDoneByNamed(alignment, subject, partiesOf(alignment.claim, frame), target, evidence);
}

/** "Noll was the founder of the school" does not say that Noll was founded. */
function isSwappedDoer({ alignment, frame, subject }: SubjectContext, target: Term, evidence: Frame | null): boolean {
  if (frame?.passive !== true || evidence?.copula !== true || !isDoer(alignment.evidence, target)) return false;
  const verb = alignment.claim.terms.findIndex(({ start }) => start === frame.head);
  const isVerb = alignment.matches[verb]?.some(({ term }) => alignment.evidence.terms[term] === target) === true;
  const inSubject = (term: Term) =>
    term.sentence === target.sentence && within(term, evidence.subjectStart, evidence.subjectEnd);
  return isVerb && isComplement(alignment.evidence, target, evidence) && shareIn(subject, alignment, inSubject) === 1;
}

function statusOfNominal(context: SubjectContext, target: Term, evidence: Frame | null): SubjectStatus {
  const { alignment, frame, subject } = context;
  if (isNominalised(context, target, evidence)) return 'aligned';
  if (isSwappedDoer(context, target, evidence)) return 'swapped';
  const here = (t: Term) => t.sentence === target.sentence;
  // "Damage must be reported by tenants": the anchor is an object, as the verb says little.
  if (evidence !== null && frame !== null && !frame.copula && frame.passive !== evidence.passive) {
    const isSameVerb = frameLemma(alignment.claim, frame) === frameLemma(alignment.evidence, evidence);
    if (isSameVerb && statusOfVerb(context, target, evidence) === 'aligned') return 'aligned';
  }
  if (evidence !== null && target.role === 'rest') {
    const inSubject = shareOfHeads(
      subject,
      alignment,
      (t) => here(t) && within(t, evidence.subjectStart, evidence.subjectEnd),
    );
    const sameVerb = frame !== null && frameLemma(alignment.claim, frame) === frameLemma(alignment.evidence, evidence);
    if (inSubject >= HALF && sameVerb && !evidence.copula) return 'aligned';
    const isLocative =
      context.anchorPreposition !== '' && context.anchorPreposition === placing(alignment.evidence, target);
    const isPredicated = isLocative || isComplement(alignment.evidence, target, evidence);
    const isPlaced = isLocative && /^(?:locate|situate|stand|lie)$/.test(frameLemma(alignment.evidence, evidence));
    const mayPlace = evidence.copula || isPlaced;
    if (inSubject >= HALF && frame?.copula === true && isBeing(context, target, evidence)) return 'aligned';
    if (inSubject >= HALF && mayPlace && frame?.copula !== false && isPredicated) return 'aligned';
    if (inSubject >= HALF && frame?.copula === false && isSaidByComplement(context, target, evidence)) return 'aligned';
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

/** Nouns for a part of a place, or a place of a kind: what lies in the south of Norway lies in Norway. */
export const PART_OF_PLACE =
  /^(?:region|part|area|centre|center|heart|north|south|east|west|coast|county|district|province|state|city|town|village|island|middle|corner|outskirts)$/;

/** The preposition that places a term: "in" for Norway in "in Bergen, Norway" and "in the south of Norway". */
export function placing({ tokens, terms }: AnalysedText, target: Term): string {
  const first = target.name < 0 ? target : terms.find(({ name }) => name === target.name)!;
  const before =
    first.preposition === 'of' ? tokens.findLastIndex(({ lower }, at) => at < first.start && lower === 'of') : -1;
  const whole = before > 0 ? terms.find(({ end }) => end === before) : undefined;
  if (whole !== undefined && whole.sentence === target.sentence && PART_OF_PLACE.test(whole.key))
    return whole.preposition;
  if (first.preposition !== '' || tokens[first.start - 1]?.text !== ',') return first.preposition;
  const place = terms.find(({ end }) => end === first.start - 1);
  return place?.kind === 'name' && target.kind === 'name' ? placing({ tokens, terms } as AnalysedText, place) : '';
}

/**
 * True where another verb says what something is: "served as mayor" says that somebody was the mayor, "came to 40 tonnes" that
 * something was that much.
 */
function isBeing(
  { alignment: { evidence: text }, anchorPreposition }: SubjectContext,
  target: Term,
  frame: Frame,
): boolean {
  if (anchorPreposition !== '' || frame.passive) return false;
  const next = text.tokens[frame.verbEnd]?.lower;
  const verb = frameLemma(text, frame);
  const isOpen = target.kind === 'word' && target.pos === 'NOUN' && target.preposition === 'as';
  if (next === 'as' && isOpen) return /^(?:serve|work)$/.test(verb);
  const isAmount = text.terms.some(
    ({ quantity, start, end }) =>
      quantity !== null && start <= frame.verbEnd + 3 && start >= frame.verbEnd && target.start <= end + 2,
  );
  if (!isAmount) return false;
  if (next === 'to') return verb === 'come' || verb === 'amount';
  return verb === 'total' || (next === 'at' && verb === 'stand');
}

function frameLemma(text: AnalysedText, frame: Frame): string {
  return text.tokens[frame.head]!.lemma;
}

/** "There is …" and "Nobody …" have no subject to look for; a lone noun ("The price is …") is its own subject. */
function withoutSubject({ alignment, frame, isOwnSubject }: SubjectContext, target: Term): SubjectStatus {
  if (frame === null) return 'unresolved';
  const isUniversal = /^(?:nobody|none|nothing|everybody|everyone|everything)$/.test(
    alignment.claim.tokens[frame.subjectStart]?.lower ?? '',
  );
  if (isExistential(alignment.claim, frame) || isUniversal) return 'none';
  const evidence = alignment.evidence.frames[target.frame];
  if (
    evidence !== undefined &&
    isToReader(alignment.claim, frame) &&
    isSaidToReader(alignment, frame, target, evidence)
  )
    return 'aligned';
  return isOwnSubject && target.role === 'subject' ? 'near' : 'unresolved';
}

/** Status of the claim's subject where evidence term `evidenceTerm` carries the predicate. */
export function subjectStatus(context: SubjectContext, evidenceTerm: number): SubjectStatus {
  const { alignment, subject } = context;
  const target = alignment.evidence.terms[evidenceTerm]!;
  const evidence = target.frame < 0 ? null : alignment.evidence.frames[target.frame]!;
  if (subject.length === 0) return withoutSubject(context, target);
  const status =
    evidence !== null && target.role === 'predicate'
      ? statusOfVerb(context, target, evidence)
      : statusOfNominal(context, target, evidence);
  const isFound = status === 'aligned' || status === 'near';
  return isFound && !isWholeSubject(context, target.sentence) ? 'other' : status;
}

/** False for "permanent staff" where the claim speaks of archive staff: each word that tells which must stand there. */
function isWholeSubject({ alignment, subject }: SubjectContext, sentence: number): boolean {
  return subject.every((at) => alignment.claim.terms[at]!.light || isMatchedIn(alignment, at, sentence));
}
