/**
 * Decides whether a clash is plain: one clause of the passage says all of the claim but the clashing part, and that part
 * can be true in one way only. Whatever else differs as well may be about another thing, time or extent, so such a clash
 * proves nothing.
 */
import { contrasted } from '#engine/language/negative-idioms.ts';
import type { Alignment } from '../alignment/alignment.ts';
import { within } from '../alignment/share.ts';
import { mixesMembers } from '../limits/clauses/elliptic-members.ts';
import { isOnlyComparedWith } from '../reading/compared.ts';
import type { Reading } from '../reading/reading.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import { wordClass } from '../text/lexical-forms.ts';
import { type Clash, evidenceFrameFor, sharesClause } from './clash.ts';
import { deniesLess, isNarrowed } from './denied-clause.ts';
import { isPlainValue } from './plain-values.ts';

interface Compared {
  alignment: Alignment;
  reading: Reading;
  clashes: readonly Clash[];
  /** Claim terms that the evidence must have. */
  material: readonly number[];
}

/** What keeps the clashes from proving the claim wrong, as a ground of the judgement; null if they are plain. */
export function doubtOf(compared: Compared): string | null {
  const { alignment, reading, clashes } = compared;
  // "Two devices on the free plan, ten on the Plus plan" does not contradict ten on the Plus plan.
  if (isOnlyComparedWith(alignment, reading) || mixesMembers(alignment, reading)) return 'crossed';
  if (isWithoutStatement(alignment.evidence, reading)) return 'no_statement';
  const { claim, evidence } = alignment;
  const anchor = evidence.terms[reading.evidenceAnchor]?.start ?? -1;
  if (isReportedIn(claim, evidence, reading.sentence, anchor)) return 'reported';
  if (hasExceptionIn(claim, evidence, reading.sentence)) return 'exception';
  // A clash over a unique role has compared both whole descriptions.
  if (clashes.every(({ holdsByItself }) => holdsByItself === true)) return null;
  if (sharesOnlyTheClash(compared)) return 'unclear_clash';
  const loose = strayTerm(compared);
  if (loose !== null) return loose;
  return clashes.every((clash) => isPlain(alignment, reading, clash)) ? null : 'unclear_clash';
}

/** "You don't have to use the app" and "choose another day in the app" may be about anything: they share the app alone. */
function sharesOnlyTheClash({ reading, clashes, material }: Compared): boolean {
  const clashing = new Set(clashes.map(({ claimTerm }) => claimTerm));
  return reading.subject !== 'resolved' && material.every((at) => clashing.has(at));
}

/**
 * True for captions, bylines and headings: words without a verb or a full stop state nothing. A table's row states its
 * cells.
 */
function isWithoutStatement(evidence: AnalysedText, reading: Reading): boolean {
  if (reading.evidenceFrame !== null) return false;
  const isHere = (_: unknown, at: number) => evidence.sentenceOf[at] === reading.sentence;
  const tokens = evidence.tokens.filter(isHere);
  return tokens.at(-1)?.text !== '.' && !tokens.some(({ text }) => text === '|');
}

/** "According to our measurements" reports nobody else. */
function isSpeech({ tokens }: AnalysedText, at: number): boolean {
  if (REPORTING.has(tokens[at]!.lemma)) return true;
  const names = tokens[at]!.lower === 'according' && tokens[at + 1]?.lower === 'to';
  return names && !/^(?:our|my)$/.test(tokens[at + 2]?.lower ?? '');
}

const REPORTING = new Set(['say', 'tell', 'claim', 'argue', 'warn', 'deny', 'joke', 'complain', 'boast', 'allege']);

/** True if somebody says it, according to the passage, and the claim does not say that somebody does. */
export function isReportedIn(claim: AnalysedText, evidence: AnalysedText, sentence: number, anchor: number): boolean {
  if (claim.tokens.some((_, at) => isSpeech(claim, at))) return false;
  return evidence.tokens.some(
    (_, at) => at !== anchor && evidence.sentenceOf[at] === sentence && isSpeech(evidence, at),
  );
}

const EXCEPTIONS = /^(?:except|excepting|excluding|unless|if|otherwise|apart|besides|save|provided)$/;

/** True if only one side names an exception or a condition. */
export function hasExceptionIn(claim: AnalysedText, evidence: AnalysedText, sentence: number): boolean {
  const has = (text: AnalysedText, sentence: number) =>
    text.tokens.some((token, at) => text.sentenceOf[at] === sentence && EXCEPTIONS.test(token.lower));
  const isRestricted = (text: AnalysedText, sentence: number) =>
    text.tokens.some(({ lower }, at) => lower === 'only' && text.sentenceOf[at] === sentence);
  if (isRestricted(evidence, sentence) && !isRestricted(claim, 0)) return true;
  return has(evidence, sentence) !== has(claim, 0);
}

/** The ground for a term beside the clash that the clause of the clash does not have. */
function strayTerm({ alignment, reading, clashes, material }: Compared): string | null {
  const { claim, evidence, matches } = alignment;
  const clashing = new Set(clashes.map(({ claimTerm }) => claimTerm));
  const clashingNames = new Set(
    clashes.map(({ claimTerm }) => claim.terms[claimTerm]?.name ?? -1).filter((name) => name >= 0),
  );
  const isResolved = reading.subject === 'resolved';
  for (const at of material) {
    const term = claim.terms[at]!;
    if (clashing.has(at) || clashingNames.has(term.name)) continue;
    if (isResolved && reading.subjectTerms.includes(at)) continue;
    if (matches[at]!.length === 0) return `missing_${term.kind}`;
    const isHere = matches[at]!.some(({ term: found, inference }) => {
      const other = evidence.terms[found]!;
      if (inference === 'loose_description' || other.sentence !== reading.sentence) return false;
      return (
        reading.subjectTerms.includes(at) || isSubjectOf(other, reading) || isInClause(alignment, reading, other, term)
      );
    });
    if (!isHere) return 'scattered';
  }
  return null;
}

function isSubjectOf({ start }: Term, { evidenceFrame }: Reading): boolean {
  return evidenceFrame !== null && start >= evidenceFrame.subjectStart && start < evidenceFrame.subjectEnd;
}

/** "A year earlier than in the next village": what follows "than" is another thing. */
function isInClause(alignment: Alignment, reading: Reading, found: Term, own: Term): boolean {
  if (!sharesClause(alignment, reading, found, own)) return false;
  // "Cleared of fraud but convicted of forgery": the fraud belongs to the first verb.
  const frame = evidenceFrameFor(alignment, reading, own);
  const isOfEarlierVerb = frame !== null && found.role === 'rest' && found.start < frame.verbStart;
  if (isOfEarlierVerb && alignment.evidence.frames[found.frame] !== frame) return false;
  return followsThan(alignment.evidence, found) === followsThan(alignment.claim, own);
}

function followsThan({ tokens, sentenceOf }: AnalysedText, { start, sentence }: Term): boolean {
  for (let i = start - 1; i >= 0 && i >= start - 8 && sentenceOf[i] === sentence; i--) {
    if (tokens[i]!.lower === 'than')
      return !/^(?:more|less|fewer|greater|later|earlier)$/.test(tokens[i - 1]?.lower ?? '');
    if (tokens[i]!.pos === 'VERB' || tokens[i]!.text === ',') return false;
  }
  return false;
}

/** Verbs whose opposite tells the same event from the other side, or another stage of it. */
export const CONVERSE: ReadonlySet<string> = new Set([
  ...['buy', 'sell', 'win', 'lose', 'beat', 'arrive', 'leave', 'depart', 'come', 'go', 'give', 'take', 'receive'],
  ...['lend', 'borrow', 'teach', 'learn', 'begin', 'start', 'end', 'finish', 'open', 'close', 'enter', 'send', 'ask'],
  ...['answer', 'import', 'export', 'push', 'pull', 'follow', 'precede', 'man', 'woman', 'boy', 'girl'],
  ...['husband', 'wife', 'mother', 'father', 'son', 'daughter', 'brother', 'sister', 'teacher', 'student', 'buyer'],
  ...['seller', 'employer', 'employee', 'landlord', 'tenant', 'parent', 'child', 'summer', 'winter', 'day', 'night'],
  ...['uncle', 'aunt', 'nephew', 'niece', 'king', 'queen'],
]);

function isPlain(alignment: Alignment, reading: Reading, clash: Clash): boolean {
  switch (clash.kind) {
    case 'number':
    case 'unit':
    case 'date':
      return isPlainValue(alignment, reading, clash);
    case 'antonym':
      return isPlainAntonym(alignment, reading, clash);
    case 'negation':
      return isPlainNegation(alignment, reading, clash);
    case 'role':
      return isPlainExchange(alignment, reading);
    case 'entity':
      return isPlainName(alignment, clash);
    default:
      return true;
  }
}

/** Both words must say it of the same thing: both as the predicate, or both before or after the same word. */
function isPlainAntonym(alignment: Alignment, reading: Reading, { claimTerm, evidenceTerm }: Clash): boolean {
  const { claim, evidence } = alignment;
  const own = claim.terms[claimTerm]!;
  const other = evidence.terms[evidenceTerm]!;
  if (CONVERSE.has(own.key) || CONVERSE.has(other.key)) return false;
  // The tagger confuses verbs and nouns ("increases"), but not modifiers.
  if ((wordClass(own) === 'modifier') !== (wordClass(other) === 'modifier')) return false;
  if (claimTerm === reading.anchor && evidenceTerm === reading.evidenceAnchor) return true;
  return standsAlike(alignment, claimTerm, evidenceTerm);
}

/** True if the terms right after both match each other, or those right before both. */
function standsAlike({ claim, evidence, matches }: Alignment, claimTerm: number, evidenceTerm: number): boolean {
  return [1, -1].some((step) => {
    const own = claimTerm + step;
    const other = evidenceTerm + step;
    if (claim.terms[own]?.sentence !== 0 || evidence.terms[other] === undefined) return false;
    return matches[own]!.some(({ term }) => term === other);
  });
}

const SWEEPING = new Set(['no', 'none', 'nobody', 'neither', 'barely', 'hardly', 'scarcely', 'seldom', 'without']);

/** True where the negation is of more than the predicate: "no school", "hardly any". */
function isSweeping({ tokens, sentenceOf }: AnalysedText, sentence: number): boolean {
  return tokens.some(
    ({ lower }, at) => sentenceOf[at] === sentence && SWEEPING.has(lower) && tokens[at + 1]?.lower !== 'longer',
  );
}

/** True for "three people were injured" and "a ferry crossed": one such case refutes that there was none. */
function isIndefinite({ tokens }: AnalysedText, { subjectStart }: Frame): boolean {
  const first = tokens[subjectStart];
  return first !== undefined && (first.pos === 'NUM' || /^(?:a|an|some|several|many|most)$/.test(first.lower));
}

/** True if the term is what "not … but …" denies. */
function isContrasted({ tokens }: AnalysedText, { start }: Term): boolean {
  for (let i = Math.max(0, start - CONTRAST_REACH); i < start; i++) {
    const denied = contrasted(tokens, i);
    if (denied !== null && start >= denied.start && start < denied.end) return true;
  }
  return false;
}

/** Tokens between a "not" and what it denies. */
const CONTRAST_REACH = 8;

/**
 * Only a denied predicate clashes, or "without" against "with", or the first part of "not by Smith but by Jones". "No
 * school opened" may speak of other schools than a passage on one that did.
 */
function isPlainNegation(
  { claim, evidence }: Alignment,
  reading: Reading,
  { claimTerm, evidenceTerm }: Clash,
): boolean {
  const [own, other] = [claim.terms[claimTerm]!, evidence.terms[evidenceTerm]!];
  if (areOppositePhrases(claim, own, evidence, other) || isContrasted(claim, own) || isContrasted(evidence, other))
    return true;
  if (claimTerm !== reading.anchor || evidenceTerm !== reading.evidenceAnchor) return false;
  if (own.role !== other.role) return false;
  const sides = [
    { text: claim, sentence: 0, frame: reading.frame },
    { text: evidence, sentence: reading.sentence, frame: reading.evidenceFrame },
  ];
  const [denied, stated] = own.negated ? sides : sides.toReversed();
  const { evidenceFrame } = reading;
  if (
    other.negated &&
    evidenceFrame !== null &&
    (deniesLess(evidence, evidenceFrame) || isNarrowed(evidence, evidenceFrame))
  )
    return false;
  if (!isSweeping(denied!.text, denied!.sentence)) return true;
  return stated!.frame !== null && isIndefinite(stated!.text, stated!.frame);
}

/** "Outside" excludes "in", "without" excludes "with", "not as" excludes "as". */
const OPPOSITE_PHRASES: Readonly<Record<string, RegExp>> = {
  outside: /^(?:in|inside|within)$/,
  without: /^(?:with|including)$/,
  not: /^(?:as|by|from|to|in|for|with)$/,
};

/** The word within three tokens before `term` that opens its phrase, '' if there is none. */
function openerOf({ tokens }: AnalysedText, { start }: Term): string {
  for (let i = start - 1; i >= 0 && i >= start - 4; i--) {
    const { lower, pos } = tokens[i]!;
    if (lower === 'not' || OPPOSITE_PHRASES[lower] !== undefined) return lower;
    if (pos === 'ADP') return tokens[i - 1]?.lower === 'not' ? 'not' : lower === 'of' ? '' : lower;
    if (pos === 'VERB' || pos === 'AUX' || pos === 'PUNCT') return '';
  }
  return '';
}

function areOppositePhrases(claim: AnalysedText, own: Term, evidence: AnalysedText, other: Term): boolean {
  const [a, b] = [openerOf(claim, own), openerOf(evidence, other)];
  return OPPOSITE_PHRASES[a]?.test(b) === true || OPPOSITE_PHRASES[b]?.test(a) === true;
}

/** Nothing of the claim's subject may stand in the passage's: the toolmaker's revenue may be the claim's. */
function isPlainExchange(
  { claim, evidence, matches }: Alignment,
  { frame, evidenceFrame, sentence }: Reading,
): boolean {
  if (frame === null || evidenceFrame === null) return false;
  if (frame.passive !== evidenceFrame.passive) return true;
  return !claim.terms.some(
    (own, at) =>
      !own.light &&
      within(own, frame.subjectStart, frame.subjectEnd) &&
      matches[at]!.some(({ term }) => {
        const other = evidence.terms[term]!;
        return other.sentence === sentence && within(other, evidenceFrame.subjectStart, evidenceFrame.subjectEnd);
      }),
  );
}

export const REGION = /^(?:north|south|east|west|central|northern|southern|eastern|western|middle)$/;

/** Names that share a word may be two names of one thing. */
function isPlainName({ claim, evidence }: Alignment, { claimTerm, evidenceTerm }: Clash): boolean {
  const own = claim.names[claim.terms[claimTerm]!.name];
  const other = evidence.names[evidence.terms[evidenceTerm]?.name ?? -1];
  if (own === undefined || other === undefined) return true;
  // "North Africa" has no bounds that the gazetteer knows.
  if (own.some((at) => REGION.test(claim.terms[at]!.key))) return false;
  const keys = new Set(other.map((at) => evidence.terms[at]!.key));
  return !own.some((at) => keys.has(claim.terms[at]!.key));
}
