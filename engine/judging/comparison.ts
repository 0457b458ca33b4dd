/** Collects what the judge knows about one claim and one passage before it decides. */
import { compareQuantifiers, type QuantifierUse } from '#engine/language/modality.ts';
import { ordinalOf } from '#engine/language/numbers.ts';
import { type Alignment, align } from './alignment/alignment.ts';
import type { Inference, Match } from './alignment/match.ts';
import { isPossessor, saysMoreOfSame } from './alignment/share.ts';
import { type Clash, sharesClause } from './clashes/clash.ts';
import { findClashes, oppositeIsNearer } from './clashes/find-clashes.ts';
import { idiomDiffers, polarityDiffers } from './clashes/polarity.ts';
import { sentenceClash } from './clashes/sentence-clash.ts';
import { restrictionBefore } from './limits/extent/restriction.ts';
import { limitsOf } from './limits/limits.ts';
import { isStatedElsewhere } from './reading/composition.ts';
import { type Above, headingIn, mayBeOfOther, namesOfWhole } from './reading/document.ts';
import { hedgeGapOf } from './reading/hedges.ts';
import { isIdleAdverb } from './reading/idle-adverbs.ts';
import { interruptedSentence } from './reading/interrupted.ts';
import { otherPartyReferredTo } from './reading/other-party.ts';
import { type Reading, readClaim } from './reading/reading.ts';
import { verbatimSentence } from './reading/verbatim.ts';
import type { AnalysedText, Term } from './text/analysed-text.ts';
import { analyseClaim, analysePassage, analyseTitle } from './text/analyses.ts';

export interface Comparison {
  alignment: Alignment;
  reading: Reading;
  clashes: readonly Clash[];
  /** Claim terms that the evidence must have: all but the light ones. */
  material: readonly number[];
  /** Material terms without an entailing match. */
  missing: readonly number[];
  /** Material terms matched only in another sentence, clause or slot than the reading's; subject terms are exempt. */
  scattered: readonly number[];
  /** Weighted share (0..1) of material terms matched; `coverageBesideClash` leaves out unmatched clashing terms. */
  coverage: number;
  coverageBesideClash: number;
  /** Inferences used, except identity. */
  inferences: readonly { inference: Inference; claimText: string; evidenceText: string }[];
  /** Strength of the evidence's hedge ("may", "reportedly", "if") if it exceeds the claim's, else 0. */
  hedgeGap: 0 | 1 | 2;
  /** A quantifier of the claim that the evidence doesn't entail, or a weakening one that only the evidence has. */
  quantifierGap: string | null;
  /** A word of the evidence that negates its noun or weakens a superlative: "former", "alleged", "one of". */
  restriction: string | null;
  /** A matched part is negated on one side only. */
  polarityDiffers: boolean;
  /** One side says "no longer" or "not until", and the other doesn't mean the same. */
  idiomDiffers: boolean;
  /** A claim term is matched only by a loose description such as "the station". */
  isLoose: boolean;
  /** An antonym of a matched word stands nearer to the predicate: "live south of the river, … north of which". */
  oppositeIsNearer: boolean;
  /** One sentence says the claim in its very words, clause by clause. */
  isVerbatim: boolean;
  /** The sentence has the claim's quantity and another of the same kind; which belongs to the claim is unclear. */
  severalValues: boolean;
  /** Grounds by which the passage states less than the claim: only reported, only under a condition. */
  limits: readonly string[];
}

const WEIGHTS: Record<Term['kind'], number> = { word: 1, name: 1, quantity: 1.5, date: 1.5 };

function weightOf(term: Term): number {
  if (term.kind !== 'word') return WEIGHTS[term.kind];
  return term.pos === 'ADV' ? 0.5 : 1;
}

function weightedShare(terms: readonly Term[], all: readonly number[], accepts: (at: number) => boolean): number {
  let total = 0;
  let hit = 0;
  for (const at of all) {
    const weight = weightOf(terms[at]!);
    total += weight;
    if (accepts(at)) hit += weight;
  }
  return total === 0 ? 0 : hit / total;
}

function restrictionOf(alignment: Alignment, reading: Reading): string | null {
  if (reading.evidenceAnchor < 0) return null;
  return (
    restrictionBefore(alignment, alignment.evidence.terms[reading.evidenceAnchor]!.start) ??
    weakenedSuperlative(alignment, reading)
  );
}

/** "The fourth largest" and "one of the largest" are not "the largest". */
function weakenedSuperlative({ claim, evidence, matches }: Alignment, reading: Reading): string | null {
  for (const [at, term] of claim.terms.entries()) {
    if (!/(?:est|most|least)$/.test(term.surface.toLowerCase()) && claim.tokens[term.start - 1]?.lower !== 'most')
      continue;
    for (const match of matches[at]!) {
      const other = evidence.terms[match.term]!;
      if (other.sentence !== reading.sentence) continue;
      for (let i = other.start - 1; i >= 0 && i >= other.start - 4; i--) {
        const word = evidence.tokens[i]!.lower;
        if (
          word === 'one' &&
          evidence.tokens[i + 1]?.lower === 'of' &&
          !claim.tokens.some((own) => own.lower === 'one')
        ) {
          return 'one of';
        }
        if (ordinalOf(word) !== null && !claim.tokens.some((own) => own.lower === word)) return word;
      }
    }
  }
  return null;
}

function quantifierGapOf(alignment: Alignment, reading: Reading): string | null {
  const { claim, evidence } = alignment;
  const here = evidence.quantifiers.filter((use) => evidence.sentenceOf[use.at] === reading.sentence);
  for (const own of claim.quantifiers) {
    if (own.kind === 'some') continue;
    const isEntailed = here.some(
      (theirs) => compareQuantifiers(own.kind, theirs.kind) === 'entails' && isOfSameNoun(alignment, own, theirs),
    );
    // "No" is judged as negation.
    if (!isEntailed && own.kind !== 'none') return own.text;
  }
  const frame = reading.evidenceFrame;
  if (frame === null || claim.quantifiers.length > 0) return null;
  const weaker = here.find((use) => isWeakening(use) && use.at >= frame.subjectStart && use.at < frame.subjectEnd);
  return weaker?.text ?? null;
}

/** The first noun that a quantifier may belong to; -1 for "always" and "everyone", before a verb or a comma. */
function quantifiedNoun({ tokens, terms }: AnalysedText, { at }: QuantifierUse): number {
  for (let i = at + 1; i < tokens.length && i <= at + 5; i++) {
    if (/^(?:VERB|AUX|PUNCT|SCONJ|CCONJ)$/.test(tokens[i]!.pos)) return -1;
    if (/^(?:NOUN|PROPN)$/.test(tokens[i]!.pos)) return terms.findIndex(({ start }) => start === i);
  }
  return -1;
}

/** False for "every spring" against "all pumps". */
function isOfSameNoun({ claim, evidence, matches }: Alignment, own: QuantifierUse, theirs: QuantifierUse): boolean {
  const [noun, other] = [quantifiedNoun(claim, own), quantifiedNoun(evidence, theirs)];
  if (noun < 0 || other < 0 || matches[noun]!.length === 0) return true;
  return (
    matches[noun]!.some(({ term }) => term === other) || matches[noun]!.every(({ term }) => isOf(evidence, other, term))
  );
}

/** "All of the older pumps": the noun stands behind another in its phrase. */
function isOf({ terms }: AnalysedText, first: number, found: number): boolean {
  return (
    terms[found]!.sentence === terms[first]!.sentence &&
    terms[found]!.start > terms[first]!.start &&
    terms[found]!.start - terms[first]!.start <= 4
  );
}

function isWeakening(use: QuantifierUse): boolean {
  return use.kind === 'some' || use.kind === 'few' || use.kind === 'most' || use.kind === 'many';
}

function inferencesOf(alignment: Alignment, material: readonly number[], sentence: number): Comparison['inferences'] {
  const { claim, evidence } = alignment;
  const found: { inference: Inference; claimText: string; evidenceText: string }[] = [];
  for (const at of material) {
    const matches = alignment.matches[at]!;
    if (matches.length === 0 || matches.some((match) => match.inference === 'same')) continue;
    const best = matches.find((match) => evidence.terms[match.term]!.sentence === sentence) ?? matches[0]!;
    const evidenceText = evidence.terms[best.term]!.surface;
    if (found.some((known) => known.evidenceText === evidenceText && known.inference === best.inference)) continue;
    found.push({ inference: best.inference, claimText: claim.terms[at]!.surface, evidenceText });
  }
  return found;
}

/** True for "500 people in France and 300 people in Germany". */
function hasSeveralValues(alignment: Alignment, reading: Reading): boolean {
  const { claim, evidence, matches, opposites } = alignment;
  return claim.terms.some((term, at) => {
    if (term.kind !== 'quantity' || matches[at]!.length === 0) return false;
    const rivals = opposites[at]!.filter(
      ({ term: other, kind }) => kind === 'number' && evidence.terms[other]!.sentence === reading.sentence,
    );
    return (
      rivals.length > 0 &&
      !isBoundTo(
        alignment,
        at,
        rivals.map(({ term: other }) => evidence.terms[other]!.start),
      )
    );
  });
}

/**
 * True if the figure stands in the evidence between what it stands between in the claim, with none of the figures at `rivals`
 * on the way: "the fine is 50p a day" in "the fine is 50p a day, for short loans £1 a day".
 */
function isBoundTo({ claim, evidence, matches }: Alignment, at: number, rivals: readonly number[]): boolean {
  // "Has more than a glass of 175 ml" compares what the evidence may only put side by side.
  const compares = ({ tokens }: AnalysedText) => tokens.some(({ lower }) => lower === 'than');
  if (compares(claim) && !compares(evidence)) return false;
  const { quantity, sentence } = claim.terms[at]!;
  const isNeighbour = (term: Term) =>
    !term.light && term.sentence === sentence && term.quantity === null && !quantity!.counted.includes(term.key);
  const before = claim.terms.findLastIndex((term, i) => i < at && isNeighbour(term));
  const after = claim.terms.findIndex((term, i) => i > at && isNeighbour(term));
  if (before < 0) return false;
  return matches[at]!.some(({ term }) => {
    const place = evidence.terms[term]!;
    const found = (own: number) =>
      matches[own]!.map((match) => evidence.terms[match.term]!).filter(
        ({ sentence: other }) => other === place.sentence,
      );
    const isAlone = ({ start }: Term) => !rivals.some((rival) => isBetween(rival, start, place.start));
    const precedes = found(before).some((own) => own.start < place.start && isAlone(own));
    if (after >= 0) return precedes && found(after).some((own) => own.start > place.start && isAlone(own));
    // A claim that ends with the figure: what it says before must all belong to it.
    const isJoined = found(before).some((own) => own.start < place.start && !hasBreak(evidence, own.end, place.start));
    return precedes && isJoined && claim.terms.every((own, i) => !isNeighbour(own) || found(i).some(isAlone));
  });
}

function isBetween(at: number, a: number, b: number): boolean {
  return (at - a) * (at - b) < 0;
}

/** "The 1937 Corvo Prize": a figure right before the same name on both sides is part of it, whatever clause it stands in. */
function isBeforeName({ claim, evidence, matches }: Alignment, own: Term, found: Term): boolean {
  const name = claim.terms.findIndex(({ start, kind }) => start === own.end && kind === 'name');
  return name >= 0 && matches[name]!.some(({ term }) => evidence.terms[term]!.start === found.end);
}

/** A comma, a bracket or a conjunction. */
function hasBreak({ tokens }: AnalysedText, from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ pos }) => pos === 'PUNCT' || pos === 'CCONJ');
}

const PARTY_PREPOSITIONS = new Set(['by', 'against', 'to', 'from', 'with', 'for']);

/** False for a name after another preposition: "written by Shakespeare, a friend of Marlowe" isn't by Marlowe. */
function fillsSlot(alignment: Alignment, at: number): boolean {
  const { claim, evidence, matches } = alignment;
  const own = claim.terms[at]!;
  const { kind, preposition } = own;
  if (kind !== 'name' || !PARTY_PREPOSITIONS.has(preposition)) return true;
  return matches[at]!.some(({ term }) => {
    const found = evidence.terms[term]!;
    if (found.preposition === '' || found.preposition === preposition) return true;
    // "To Max Noll's heirs" is "to the heirs of Max Noll".
    return isPossessor(claim, own) && saysMoreOfSame(alignment, own, found);
  });
}

/** True for a direct object of the claim's main verb. */
function isObject(term: Term, { frame }: Reading, claim: AnalysedText): boolean {
  const isNominal = term.kind === 'name' || (term.kind === 'word' && term.pos === 'NOUN');
  return (
    frame !== null &&
    !frame.copula &&
    isNominal &&
    term.preposition === '' &&
    !isPossessor(claim, term) &&
    term.start >= frame.verbEnd &&
    term.start < frame.end
  );
}

/** "The city of Boston" is Boston; "the maker of YouTube" is not YouTube. */
const NAMING_NOUNS =
  /^(?:city|town|state|province|county|island|kingdom|republic|village|game|sport|language|one|type|kind|form|number|lot|series)$/;

/** True if the claim's object is the object (or passive subject) of the evidence's predicate, not of another verb. */
function hasObject({ evidence, matches }: Alignment, reading: Reading, at: number): boolean {
  const frame = reading.evidenceFrame;
  const anchor = evidence.terms[reading.evidenceAnchor];
  if (frame === null || anchor?.role !== 'predicate') return true;
  const isShared = evidence.tokens[frame.end - 1]?.pos === 'CCONJ';
  return matches[at]!.some(({ term }) => {
    const { start, preposition, sentence } = evidence.terms[term]!;
    if (sentence !== reading.sentence) return false;
    if (start >= frame.subjectStart && start < frame.subjectEnd) return true;
    if (start < frame.verbStart || (start >= frame.end && !isShared)) return false;
    const naming = evidence.tokens.slice(Math.max(0, start - 3), start).some(({ lemma }) => NAMING_NOUNS.test(lemma));
    return preposition !== 'of' || naming;
  });
}

/** "Noll (born 1870 in Hull, died 1931 in Leeds)": what stands in brackets belongs to the verb there, and to no other. */
function isOfOtherBracket({ frames }: AnalysedText, { evidenceFrame }: Reading, found: Term): boolean {
  const own = frames[found.frame];
  if (found.kind !== 'name' || evidenceFrame === null || own === undefined || own === evidenceFrame) return false;
  return found.role === 'rest' && (own.parenthetical || evidenceFrame.parenthetical);
}

function isLooseMatch({ inference }: Match): boolean {
  return inference === 'loose_description';
}

/** The texts that stand above a passage besides its document's title; each null if there is none. */
export interface Surroundings {
  heading: string | null;
  /** Beginning of the document. */
  opening: string | null;
}

/** With more of the claim missing, no sentence proves it wrong. */
const MOST_MISSING = 3;

/** False where no sentence can prove the claim wrong: it lacks more than one word or name of the claim, and denies nothing. */
function mayClash({ claim, evidence }: Alignment, missing: readonly number[]): boolean {
  if (missing.length <= 1) return true;
  const { name } = claim.terms[missing[0]!]!;
  if (name >= 0 && missing.every((at) => claim.terms[at]!.name === name)) return true;
  return missing.length <= MOST_MISSING && evidence.negated.some(Boolean);
}

export const NO_SURROUNDINGS: Surroundings = { heading: null, opening: null };

/** What a claim and a passage are compared by: how their words align, and which sentence speaks of the claim. */
interface SideBySide {
  alignment: Alignment;
  reading: Reading;
  above: Above;
  /** Terms of the claim that name the whole which the document is about. */
  ofWhole: readonly number[];
}

function readSideBySide(
  claimText: string,
  passageText: string,
  title: string | null,
  around: Surroundings,
): SideBySide {
  const evidence = analysePassage(passageText);
  const heading = around.heading ?? headingIn(evidence);
  const above = {
    title: analyseTitle(title),
    heading: heading === null ? null : analysePassage(heading),
    opening: around.opening === null || around.opening === passageText ? null : analysePassage(around.opening),
  };
  const alignment = align(analyseClaim(claimText), evidence, above.title);
  const byItself = readClaim(alignment, above, []);
  const resolved = byItself.subject === 'resolved' ? byItself.subjectTerms : [];
  const ofWhole = namesOfWhole(alignment, above, byItself.sentence).filter((at) => !resolved.includes(at));
  const reading = ofWhole.length === 0 ? byItself : readClaim(alignment, above, ofWhole);
  return { alignment, reading, above, ofWhole };
}

/**
 * True if the claim denies what the passage states, or states what it denies; such a passage does not support it. Takes half
 * the time of comparing them.
 */
export function differsInPolarity(
  claimText: string,
  passageText: string,
  title: string | null,
  around: Surroundings,
): boolean {
  const { alignment, reading } = readSideBySide(claimText, passageText, title, around);
  return polarityDiffers(alignment, reading);
}

/**
 * Compares a claim with a passage. `title` (of the passage's document) and `around` may say whom or what the passage speaks
 * of where it doesn't.
 */
export function compare(
  claimText: string,
  passageText: string,
  title: string | null,
  around: Surroundings = NO_SURROUNDINGS,
): Comparison {
  const { alignment, reading, above, ofWhole } = readSideBySide(claimText, passageText, title, around);
  const { claim, evidence } = alignment;
  const byReading = findClashes(alignment, reading);
  const material = claim.terms.flatMap((term, at) => (term.light ? [] : [at]));
  const isMatched = (at: number) => alignment.matches[at]!.length > 0;
  const bySubject = new Set(reading.subject === 'resolved' ? reading.subjectTerms : []);
  const isAbove = (at: number) => ofWhole.includes(at) && !mayBeOfOther(alignment, at, reading.sentence);
  const referredTo = otherPartyReferredTo(alignment, reading, above);
  const isIdle = (at: number) => isIdleAdverb(claim.terms[at]!, reading, alignment);
  const missing = material.filter(
    (at) => !isMatched(at) && !bySubject.has(at) && !isAbove(at) && !isIdle(at) && !referredTo.includes(at),
  );
  const proven = mayClash(alignment, missing) ? sentenceClash(alignment, reading, material) : null;
  const clashes = proven === null ? byReading : [proven];
  // A value counts only in the clause of the predicate: "founded in 1994 and sold in 2002" dates two events.
  const inFocus = (at: number) =>
    alignment.matches[at]!.some(({ term }) => {
      const found = evidence.terms[term]!;
      const isValue = found.kind === 'date' || found.kind === 'quantity';
      return (
        found.sentence === reading.sentence &&
        !isOfOtherBracket(evidence, reading, found) &&
        (!isValue ||
          sharesClause(alignment, reading, found, claim.terms[at]!) ||
          isBeforeName(alignment, claim.terms[at]!, found))
      );
    });
  const isPlaced = (at: number) =>
    fillsSlot(alignment, at) &&
    inFocus(at) &&
    (!isObject(claim.terms[at]!, reading, claim) || hasObject(alignment, reading, at));
  const referent = { alignment, subject: reading.subjectTerms, above };
  const scattered = material.filter(
    (at) =>
      isMatched(at) &&
      !isPlaced(at) &&
      !reading.subjectTerms.includes(at) &&
      !referredTo.includes(at) &&
      !isAbove(at) &&
      !isStatedElsewhere(referent, reading, at),
  );
  const clashing = new Set(clashes.map((clash) => clash.claimTerm));
  const clashingNames = new Set(clashes.map((clash) => claim.terms[clash.claimTerm]?.name ?? -1));
  const isClashing = (at: number) =>
    clashing.has(at) || (claim.terms[at]!.name >= 0 && clashingNames.has(claim.terms[at]!.name));
  const nonClashing = material.filter((at) => !isClashing(at) || isMatched(at));
  let limits: readonly string[] | undefined;
  return {
    alignment,
    reading,
    clashes,
    material,
    missing,
    scattered,
    coverage: weightedShare(claim.terms, material, (at) => isMatched(at) || bySubject.has(at)),
    coverageBesideClash: weightedShare(claim.terms, nonClashing, (at) => isMatched(at) || bySubject.has(at)),
    inferences: inferencesOf(alignment, material, reading.sentence),
    hedgeGap: hedgeGapOf(alignment, reading),
    quantifierGap: quantifierGapOf(alignment, reading),
    restriction: restrictionOf(alignment, reading),
    polarityDiffers: polarityDiffers(alignment, reading),
    idiomDiffers: idiomDiffers(alignment, reading),
    isLoose: material.some((at) => isMatched(at) && alignment.matches[at]!.every(isLooseMatch)),
    oppositeIsNearer: oppositeIsNearer(alignment, reading),
    isVerbatim: missing.length === 0 && (verbatimSentence(claim, evidence) ?? interruptedSentence(alignment)) !== null,
    severalValues: hasSeveralValues(alignment, reading),
    // Costly, and of no interest where parts are missing.
    get limits() {
      limits ??= limitsOf(alignment, reading);
      return limits;
    },
  };
}
