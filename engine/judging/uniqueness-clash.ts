/** "The mill is the largest employer in town" against "The largest employer in town is the hospital": one alone can be it. */
import { isKnownWord, wordRelation } from '#engine/language/lexicon.ts';
import type { Alignment } from './alignment.ts';
import { type AnalysedText, type Term, written } from './analysed-text.ts';
import type { Clash } from './clash.ts';
import type { Frame } from './frames.ts';
import type { Reading } from './reading.ts';
import { KIND_NOUNS } from './reference.ts';
import { within } from './share.ts';

interface Phrase {
  start: number;
  end: number;
}

function isSuperlative(text: AnalysedText, term: Term): boolean {
  const surface = term.surface.toLowerCase();
  if (term.pos === 'ADJ' && surface !== term.key && surface.endsWith('est')) return true;
  return text.tokens[term.start - 1]?.lower === 'most' || surface === 'only';
}

/** The phrase from `start` on, up to a comma, a relative clause or the end of its clause. */
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

/** The noun that says what the phrase denotes: its last one before a preposition; null where that is no common word. */
function headNoun(text: AnalysedText, { start, end }: Phrase): string | null {
  let head: string | null = null;
  for (let i = start; i < end; i++) {
    const token = text.tokens[i]!;
    if (token.pos === 'ADP' && head !== null) break;
    // A name counts by its last word where "the" shows that this is a noun: "the Velmar Tidal Power Station".
    const isNoun = token.pos === 'NOUN' || (token.pos === 'PROPN' && text.tokens[start]!.lower === 'the');
    if (isNoun) head = token.lemma.toLowerCase();
    else if (token.pos === 'PROPN') head = null;
  }
  return head !== null && isKnownWord(head) && !KIND_NOUNS.has(head) ? head : null;
}

/** Neither thing is the other, nor a kind of it: a mill is no hospital. A tower may well be "the building". */
function areDifferentKinds(a: string, b: string): boolean {
  return [wordRelation(a, b), wordRelation(b, a)].every((relation) => relation === null || relation === 'sibling');
}

/** The description in the evidence has all of the claim's and nothing more, which would narrow it. */
function isSameDescription(alignment: Alignment, own: readonly number[], found: Phrase, sentence: number): boolean {
  const theirs = termsIn(alignment.evidence, sentence, found).filter((at) => !alignment.evidence.terms[at]!.light);
  const isHere = (term: number) => theirs.includes(term);
  const matched = new Set(own.flatMap((at) => alignment.matches[at]!.map(({ term }) => term)));
  return (
    own.every((at) => alignment.matches[at]!.some(({ term }) => isHere(term))) && theirs.every((at) => matched.has(at))
  );
}

function isSameTense(claim: AnalysedText, own: Frame, evidence: AnalysedText, frame: Frame): boolean {
  const isPast = (text: AnalysedText, { verbStart }: Frame) => /^(?:was|were|had)$/.test(text.tokens[verbStart]!.lower);
  return isPast(claim, own) === isPast(evidence, frame);
}

/** The date and the degree of certainty of the evidence are those of the claim. */
function isPlainStatement({ evidence, matches }: Alignment, sentence: number): boolean {
  const matched = new Set(matches.flatMap((list) => list.map(({ term }) => term)));
  const isOpen = (term: Term, at: number) =>
    term.sentence === sentence && (term.negated || (term.kind === 'date' && !matched.has(at)));
  return evidence.hedges[sentence] === 0 && !evidence.terms.some(isOpen);
}

/** The claim's subject holds a unique place that the evidence gives to something of another kind; null where it doesn't. */
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
    const isNamed = subject.some((at) =>
      matches[at]!.some(({ term }) => evidence.terms[term]!.sentence === other.sentence),
    );
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
  return written(text, start, end);
}
