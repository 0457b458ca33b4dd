/** Clashes over a unique role: "The mill is the largest employer" against "The largest employer is the hospital". */
import { isKnownWord, wordRelation } from '#engine/language/lexicon.ts';
import type { Alignment } from '../alignment/alignment.ts';
import { isMatchedIn, within } from '../alignment/share.ts';
import type { Reading } from '../reading/reading.ts';
import { KIND_NOUNS } from '../reading/reference.ts';
import { type AnalysedText, type Term, textBetween } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import type { Clash } from './clash.ts';

interface Phrase {
  start: number;
  end: number;
}

function isSuperlative(text: AnalysedText, term: Term): boolean {
  const surface = term.surface.toLowerCase();
  if (term.pos === 'ADJ' && surface !== term.key && surface.endsWith('est')) return true;
  return text.tokens[term.start - 1]?.lower === 'most' || surface === 'only';
}

/** The phrase that begins at `start`, up to punctuation, a relative pronoun or `limit`. */
function phraseFrom(text: AnalysedText, start: number, limit: number): Phrase {
  let end = start;
  while (
    end < limit &&
    !/^[,;:.!?()–—]$/.test(text.tokens[end]!.text) &&
    !/^(?:which|who|that)$/.test(text.tokens[end]!.lower)
  )
    end++;
  return { start, end };
}

function termsIn(text: AnalysedText, sentence: number, { start, end }: Phrase): number[] {
  return text.terms.flatMap((term, at) => (term.sentence === sentence && within(term, start, end) ? [at] : []));
}

/** The head noun of the phrase, its last before a preposition; null if it is unknown or as vague as "company". */
function headNoun(text: AnalysedText, { start, end }: Phrase): string | null {
  let head: string | null = null;
  for (let i = start; i < end; i++) {
    const token = text.tokens[i]!;
    if (token.pos === 'ADP' && head !== null) break;
    // After "the", the last word of a name counts as a noun: "the Velmar Tidal Power Station".
    const isNoun = token.pos === 'NOUN' || (token.pos === 'PROPN' && text.tokens[start]!.lower === 'the');
    if (isNoun) head = token.lemma.toLowerCase();
    else if (token.pos === 'PROPN') head = null;
  }
  return head !== null && isKnownWord(head) && !KIND_NOUNS.has(head) ? head : null;
}

/** True if neither noun entails the other: a mill is not a hospital, but a tower may be "the building". */
function areDifferentKinds(a: string, b: string): boolean {
  return [wordRelation(a, b), wordRelation(b, a)].every((relation) => relation === null || relation === 'sibling');
}

/** True if the evidence's description has all terms of the claim's and no others, which would narrow it. */
function isSameDescription(alignment: Alignment, own: readonly number[], found: Phrase, sentence: number): boolean {
  const theirs = termsIn(alignment.evidence, sentence, found).filter((at) => !alignment.evidence.terms[at]!.light);
  const isHere = (term: number) => theirs.includes(term);
  const matched = new Set(own.flatMap((at) => alignment.matches[at]!.map(({ term }) => term)));
  return (
    own.every((at) => alignment.matches[at]!.some(({ term }) => isHere(term))) && theirs.every((at) => matched.has(at))
  );
}

const PAST_VERB = /^(?:was|were|had)$/;

function isSameTense(claim: AnalysedText, own: Frame, evidence: AnalysedText, frame: Frame): boolean {
  const hasPastVerb = ({ tokens }: AnalysedText, { verbStart }: Frame) => PAST_VERB.test(tokens[verbStart]!.lower);
  return hasPastVerb(claim, own) === hasPastVerb(evidence, frame);
}

/** True if the evidence sentence has no hedge, no negation and no date that the claim lacks. */
function isPlainStatement({ evidence, matches }: Alignment, sentence: number): boolean {
  const matched = new Set(matches.flatMap((list) => list.map(({ term }) => term)));
  const isOpen = (term: Term, at: number) =>
    term.sentence === sentence && (term.negated || (term.kind === 'date' && !matched.has(at)));
  return evidence.hedges[sentence] === 0 && !evidence.terms.some(isOpen);
}

/** The clash if the evidence gives the unique role of the claim's subject to a thing of another kind, else null. */
export function uniquenessClash(alignment: Alignment, { frame }: Reading): Clash | null {
  const { claim, evidence, matches } = alignment;
  if (frame === null || !frame.copula || claim.tokens[frame.verbEnd]?.lower !== 'the') return null;
  const complement = phraseFrom(claim, frame.verbEnd, frame.end);
  const own = termsIn(claim, frame.sentence, complement).filter((at) => !claim.terms[at]!.light);
  const subject = termsIn(claim, frame.sentence, { start: frame.subjectStart, end: frame.subjectEnd });
  if (!own.some((at) => isSuperlative(claim, claim.terms[at]!)) || subject.length === 0) return null;
  if (own.some((at) => claim.terms[at]!.negated)) return null;
  const kind = headNoun(claim, phraseFrom(claim, frame.subjectStart, frame.subjectEnd));
  if (kind === null) return null;
  for (const other of evidence.frames) {
    if (!other.copula || other.parenthetical || !isSameTense(claim, frame, evidence, other)) continue;
    if (!isPlainStatement(alignment, other.sentence)) continue;
    const sides = [
      phraseFrom(evidence, other.subjectStart, other.subjectEnd),
      phraseFrom(evidence, other.verbEnd, other.end),
    ];
    const described = sides.findIndex((side) => isSameDescription(alignment, own, side, other.sentence));
    if (described < 0) continue;
    const rival = sides[1 - described]!;
    const rivalKind = headNoun(evidence, rival);
    const inRival = termsIn(evidence, other.sentence, rival);
    const isNamed = subject.some((at) => isMatchedIn({ evidence, matches }, at, other.sentence));
    if (rivalKind === null || inRival.length === 0 || isNamed || !areDifferentKinds(kind, rivalKind)) continue;
    return {
      kind: 'entity',
      claimText: phraseText(claim, phraseFrom(claim, frame.subjectStart, frame.subjectEnd)),
      evidenceText: phraseText(evidence, rival),
      claimTerm: subject[0]!,
      evidenceTerm: inRival[0]!,
      holdsByItself: true,
    };
  }
  return null;
}

function phraseText(text: AnalysedText, { start, end }: Phrase): string {
  return textBetween(text, start, end);
}
