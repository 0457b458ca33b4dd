/**
 * A clause that denies no more than the claim states: "credits are not paid automatically" against "the credit is paid automatically
 * within 30 days". Whatever else the claim says is wrong with it.
 */
import type { Alignment } from '../alignment/alignment.ts';
import { within } from '../alignment/share.ts';
import type { Reading } from '../reading/reading.ts';
import { type AnalysedText, textBetween } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import { isPastForm } from '../text/lexical-forms.ts';
import type { Clash } from './clash.ts';

const NOT = /^(?:not|never|n't|n’t|cannot)$/;

/** Words that make a denial one of some cases, of more than the claim has, or of a time. */
const NARROWING =
  /^(?:more|other|else|all|every|everything|each|always|only|just|both|enough|too|so|such|until|yet|longer|further|alone|necessarily|merely|then|there|when|where|while|anymore|before|after|till|even)$/;

const EXACT = /^(?:same|synonym|derived)$/;

/** True if the clause's first verb is in the past tense. */
function opensInPast({ tokens }: AnalysedText, { verbStart }: Frame): boolean {
  const verb = tokens[verbStart]!;
  return verb.pos === 'AUX' ? /^(?:was|were|had|did|could|would)$/.test(verb.lower) : isPastForm(verb);
}

/** "Do not always carry", "does not mend everything": what is denied is less than the claim. */
export function deniesLess({ tokens }: AnalysedText, frame: Frame): boolean {
  const not = tokens.findIndex(({ lower }, at) => at >= frame.verbStart && at <= frame.verbEnd && NOT.test(lower));
  return (
    not >= 0 && /^(?:always|all|every|everything|necessarily|both|only|just|yet)$/.test(tokens[not + 1]?.lower ?? '')
  );
}

/** True if all that the clause says is said in the claim too: its subject of the claim's, its verb of the claim's verb. */
function deniesClaim({ claim, evidence, matches }: Alignment, reading: Reading, frame: Frame): boolean {
  const own = reading.frame!;
  const claimTermsOf = (found: number) =>
    claim.terms.filter((_, at) => matches[at]!.some(({ term, inference }) => term === found && EXACT.test(inference)));
  const inside = evidence.terms.flatMap((term, at) => {
    if (term.sentence !== frame.sentence || term.light) return [];
    const isSubject = within(term, frame.subjectStart, frame.subjectEnd);
    return isSubject || within(term, frame.verbStart, endOf(evidence, frame)) ? [{ term, at, isSubject }] : [];
  });
  const isResolved = reading.subject === 'resolved' && reading.evidenceFrame === frame;
  const isOfSubject = inside.some(
    ({ at, isSubject }) => isSubject && claimTermsOf(at).some((term) => within(term, own.subjectStart, own.subjectEnd)),
  );
  const isOfVerb = frame.copula
    ? own.copula &&
      inside.some(({ at, isSubject }) => !isSubject && claimTermsOf(at).some(({ start }) => start >= own.verbEnd))
    : inside.some(
        ({ term, at }) => term.start === frame.head && claimTermsOf(at).some(({ start }) => start === own.head),
      );
  return (isOfSubject || isResolved) && isOfVerb && inside.every(({ at }) => claimTermsOf(at).length > 0);
}

/** The end of the clause, or the first mark in it. */
function endOf({ tokens }: AnalysedText, { verbEnd, end }: Frame): number {
  for (let i = verbEnd; i < end; i++) if (/^[,;:()–—.]$/.test(tokens[i]!.text)) return i;
  return end;
}

/** "Does not mend furniture bought elsewhere", "does not sell pumps that leak": what follows narrows the denial. */
export function isNarrowed(text: AnalysedText, frame: Frame): boolean {
  const { tokens, frames } = text;
  const end = endOf(text, frame);
  return (
    /^(?:that|which|who)$/.test(tokens[end]?.lower ?? '') ||
    frames.some(({ participle, verbStart }) => participle && verbStart === end)
  );
}

/** The clash if a clause of the sentence denies what the claim states, or part of it. */
export function deniedClause(alignment: Alignment, reading: Reading, sentence: number): Clash | null {
  const { claim, evidence } = alignment;
  if (reading.frame === null || claim.tokens.some(({ lower }) => NOT.test(lower) || lower === 'no')) return null;
  for (const frame of evidence.frames) {
    if (frame.sentence !== sentence || frame.participle || frame.subordinate || frame.parenthetical) continue;
    const tokens = evidence.tokens.slice(frame.start, endOf(evidence, frame));
    const isDenied = evidence.tokens.slice(frame.verbStart, frame.verbEnd + 1).some(({ lower }) => NOT.test(lower));
    if (!isDenied || tokens.some(({ lower }) => NARROWING.test(lower))) continue;
    if (isNarrowed(evidence, frame)) continue;
    if (opensInPast(claim, reading.frame) !== opensInPast(evidence, frame) || !deniesClaim(alignment, reading, frame))
      continue;
    const term = claim.terms.findIndex(({ start }) => start >= reading.frame!.verbStart);
    return {
      kind: 'negation',
      claimText: textBetween(claim, reading.frame.verbStart, reading.frame.verbEnd),
      evidenceText: textBetween(evidence, frame.verbStart, frame.verbEnd),
      claimTerm: term,
      evidenceTerm: evidence.terms.findIndex(({ start }) => start >= frame.verbStart),
      isProven: true,
    };
  }
  return null;
}
