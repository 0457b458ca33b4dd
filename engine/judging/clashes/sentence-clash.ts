/**
 * Clashes that one sentence proves by itself: it has every other part of the claim in the same clause, and where the claim has
 * this, it has the opposite, or denies it in so many words. What its clauses were read to be does not matter then.
 */
import type { Alignment } from '../alignment/alignment.ts';
import type { Match } from '../alignment/match.ts';
import { isMatchedIn, matchesIn, within } from '../alignment/share.ts';
import { comparesReversed } from '../limits/extent/comparison-sides.ts';
import type { Reading } from '../reading/reading.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import { sentenceRange, textBetween } from '../text/analysed-text.ts';
import { wordClass } from '../text/lexical-forms.ts';
import { type Clash, textOf } from './clash.ts';
import { deniedClause } from './denied-clause.ts';
import { exceptionClash } from './excepted.ts';
import { exchangedPairs } from './exchanged-pairs.ts';
import { otherNameClash } from './other-name.ts';
import { CONVERSE, hasExceptionIn, isReportedIn } from './plain-clash.ts';

/** A claim that is held against one sentence. */
interface Held {
  alignment: Alignment;
  sentence: number;
  material: readonly number[];
}

/** The matches of a claim term in the sentence. */
function found({ alignment, sentence }: Held, at: number): Match[] {
  return matchesIn(alignment, at, sentence);
}

function hasAllBut(held: Held, except: readonly number[]): boolean {
  return held.material.every((at) => except.includes(at) || found(held, at).length > 0);
}

/** Nothing limits what the sentence says: no condition, exception, hedge or speaker that the claim does not have. */
function isPlain({ alignment: { claim, evidence }, sentence }: Held): boolean {
  if (evidence.hedges[sentence]! > Math.max(0, ...claim.hedges)) return false;
  const [, end] = sentenceRange(evidence, sentence);
  if (evidence.tokens[end - 1]?.text === '?') return false;
  return !hasExceptionIn(claim, evidence, sentence) && !isReportedIn(claim, evidence, sentence, -1);
}

function isSameNegation(held: Held, except: readonly number[]): boolean {
  const { claim, evidence } = held.alignment;
  return held.material.every(
    (at) =>
      except.includes(at) ||
      found(held, at).some(
        ({ term, isReversed }) =>
          (evidence.terms[term]!.negated !== claim.terms[at]!.negated) === (isReversed === true),
      ),
  );
}

/** "Not X", "never X", "rather than X": the terms that the sentence denies as a phrase. */
function deniedPhrase({ tokens, terms }: AnalysedText, term: Term, matched: ReadonlySet<number>): number {
  for (let i = term.start - 1; i >= 0 && i >= term.start - 5; i--) {
    const { lower, pos } = tokens[i]!;
    if (/^(?:not|never)$/.test(lower)) return i;
    if (/^(?:than|of)$/.test(lower) && /^(?:rather|instead)$/.test(tokens[i - 1]?.lower ?? '')) return i - 1;
    if (pos === 'DET' || pos === 'ADP' || lower === "'s") continue;
    const own = terms.findIndex(({ start, end }) => start <= i && end > i);
    if (own < 0 || !matched.has(own)) return -1;
  }
  return -1;
}

/** "Paid for by the brewer and not by the parish" denies that the parish paid; "but not out of SUM" says nothing of what SUM does. */
function fillsSamePlace(own: Term, other: Term): boolean {
  if (other.preposition === '' || other.preposition === own.preposition) return true;
  return own.preposition === '' && (own.role !== 'subject' || other.preposition === 'by');
}

/** True for words that relate two things, so that their opposite says the same with the two exchanged: "older than", "north of". */
function isRelational({ tokens }: AnalysedText, { start, end, surface, key, pos }: Term): boolean {
  const word = surface.toLowerCase();
  if (pos === 'ADP' || /^(?:of|than)$/.test(tokens[end]?.lower ?? '')) return true;
  if (/^(?:more|less|most|least)$/.test(tokens[start - 1]?.lower ?? '')) return true;
  return word !== key && /(?:er|est)$/.test(word);
}

/** What stands before and after the word in the claim stands before and after its opposite too. */
function isInSameOrder(held: Held, at: number, opposite: Term): boolean {
  const { claim, evidence } = held.alignment;
  const own = claim.terms[at]!;
  return held.material.every((part) => {
    if (part === at) return true;
    const isBefore = claim.terms[part]!.start < own.start;
    return found(held, part).some(({ term }) => evidence.terms[term]!.start < opposite.start === isBefore);
  });
}

function denial(held: Held): Clash | null {
  const { alignment, sentence, material } = held;
  const { claim, evidence } = alignment;
  const [start, end] = sentenceRange(evidence, sentence);
  const hasCue = evidence.tokens.slice(start, end).some(({ lower }) => /^(?:not|never|rather|instead)$/.test(lower));
  if (!hasCue || claim.negated.some(Boolean) || !hasAllBut(held, [])) return null;
  for (const at of material) {
    const own = claim.terms[at]!;
    const here = found(held, at);
    if (here.length !== 1 || !/^(?:same|synonym|derived)$/.test(here[0]!.inference)) continue;
    const other = evidence.terms[here[0]!.term]!;
    if (!other.negated) continue;
    const cue = deniedPhrase(evidence, other, alignment.used);
    if (cue < 0) continue;
    // A verb before "not" makes it a denial of the whole clause.
    const before = evidence.tokens[cue - 1];
    if (before === undefined || /^(?:VERB|AUX)$/.test(before.pos)) continue;
    if (/^(?:only|just|merely|necessarily|always|all|every|yet)$/.test(evidence.tokens[cue + 1]!.lower)) continue;
    const after = evidence.tokens[other.end];
    if (after !== undefined && !/^(?:PUNCT|CCONJ|SCONJ)$/.test(after.pos)) continue;
    if (!fillsSamePlace(own, other)) continue;
    // What else the claim says stands before what is denied, or within it.
    const rest = material.filter(
      (part) =>
        part !== at &&
        !found(held, part).some(
          ({ term }) => evidence.terms[term]!.start < cue || within(evidence.terms[term]!, cue, other.start),
        ),
    );
    if (rest.length > 0) continue;
    return {
      kind: 'negation',
      claimText: textOf(claim, own),
      evidenceText: `not ${textOf(evidence, other)}`,
      claimTerm: at,
      evidenceTerm: here[0]!.term,
      isProven: true,
    };
  }
  return null;
}

function antonym(held: Held): Clash | null {
  const { alignment, sentence, material } = held;
  const { claim, evidence, opposites, used } = alignment;
  for (const at of material) {
    const own = claim.terms[at]!;
    if (found(held, at).length > 0 || own.kind !== 'word' || CONVERSE.has(own.key)) continue;
    const here = opposites[at]!.filter(
      ({ term, kind }) => kind === 'antonym' && evidence.terms[term]!.sentence === sentence && !used.has(term),
    );
    if (here.length !== 1 || !hasAllBut(held, [at]) || !isSameNegation(held, [at])) continue;
    const other = evidence.terms[here[0]!.term]!;
    if (CONVERSE.has(other.key) || other.negated !== own.negated) continue;
    // "Her victory over the champion" is no opposite of "she defeated the champion".
    if (wordClass(own) !== wordClass(other)) continue;
    const relates = isRelational(claim, own) || isRelational(evidence, other);
    if (relates && !isInSameOrder(held, at, other)) continue;
    return {
      kind: 'antonym',
      claimText: textOf(claim, own),
      evidenceText: textOf(evidence, other),
      claimTerm: at,
      evidenceTerm: here[0]!.term,
      isProven: true,
    };
  }
  return null;
}

/** Without one of these a claim compares and joins nothing. */
const JOINS = /^(?:than|and|but|while|whereas|against|,|;|–|—)$/;

function exchange(held: Held): Clash | null {
  const { alignment, sentence, material } = held;
  if (!alignment.claim.tokens.some(({ lower }) => JOINS.test(lower))) return null;
  if (!hasAllBut(held, []) || !isSameNegation(held, [])) return null;
  if (!comparesReversed(alignment, sentence)) return exchangedPairs(alignment, sentence);
  const { claim, evidence } = alignment;
  const [start, end] = sentenceRange(evidence, sentence);
  return {
    kind: 'role',
    claimText: claim.text,
    evidenceText: textBetween(evidence, start, end),
    claimTerm: material[0]!,
    evidenceTerm: found(held, material[0]!)[0]!.term,
    isProven: true,
  };
}

/** The clash if one part of the claim, a word or a name, is missing from the sentence and another stands in its place. */
function replaced(held: Held, reading: Reading): Clash | null {
  const { alignment, sentence, material } = held;
  const missing = material.filter((at) => found(held, at).length === 0);
  const [first] = missing;
  if (first === undefined || material.length - missing.length < 2) return null;
  const { name } = alignment.claim.terms[first]!;
  const group = name < 0 ? [first] : alignment.claim.names[name]!;
  if (!missing.every((at) => group.includes(at)) || group.some((at) => found(held, at).length > 0)) return null;
  return isSameNegation(held, missing) ? otherNameClash(alignment, reading, first, sentence) : null;
}

/** Longest name that another may replace, in words. */
const LONGEST_NAME = 5;

/** With more of the claim missing from the passage, no sentence denies it. */
const MOST_MISSING = 3;

/** False where no sentence can prove the claim wrong: the passage lacks more than one word or name of it, and denies nothing. */
function mayProve({ claim, evidence }: Alignment, missing: readonly number[]): boolean {
  if (missing.length <= 1) return true;
  const { name } = claim.terms[missing[0]!]!;
  if (name >= 0 && missing.every((at) => claim.terms[at]!.name === name)) return true;
  return missing.length <= MOST_MISSING && evidence.negated.some(Boolean);
}

/** How many of the claim's material terms the sentence has no match for. */
function lackingIn({ alignment, sentence, material }: Held): number {
  let lacking = 0;
  for (const at of material) if (!isMatchedIn(alignment, at, sentence)) lacking++;
  return lacking;
}

/** The clash that a sentence proves, null if none does. Of the `material` terms of the claim the passage lacks those `missing`. */
export function sentenceClash(
  alignment: Alignment,
  reading: Reading,
  { material, missing }: { material: readonly number[]; missing: readonly number[] },
): Clash | null {
  const { evidence } = alignment;
  if (material.length < 2 || !mayProve(alignment, missing)) return null;
  for (let sentence = 0; sentence < evidence.sentences; sentence++) {
    const held = { alignment, sentence, material };
    const lacking = lackingIn(held);
    // A name that is missing may have several words.
    const isNear = lacking <= LONGEST_NAME;
    const clash =
      (isNear ? (denial(held) ?? antonym(held) ?? exchange(held)) : null) ??
      deniedClause(alignment, reading, sentence) ??
      (isNear && lacking > 0 ? replaced(held, reading) : null);
    if (clash !== null && isPlain(held)) return clash;
    // All but the "even" of "even if".
    if (lacking > 1) continue;
    const byException = exceptionClash(alignment, material, sentence);
    if (byException !== null && !isReportedIn(alignment.claim, evidence, sentence, -1)) return byException;
  }
  return null;
}
