/**
 * The parts of a claim (who, does what, to whom, how much of what, when, where, under which condition) as pieces of its
 * text, and which of them a passage has.
 */
import type { DifferingPart, FoundParts, HeldPart } from '#common/found-parts.ts';
import { isNegationCue } from '#engine/language/negation.ts';
import type { Inference, Match } from './alignment/match.ts';
import { nameText } from './alignment/name-alignment.ts';
import { type ClashKind, textOf } from './clashes/clash.ts';
import type { Comparison } from './comparison.ts';
import { type AnalysedText, type Term, textBetween } from './text/analysed-text.ts';

/** A name, a figure with what it counts, a date or a word: found as a whole or not at all. */
interface Unit {
  /** Indices into the claim's terms, in order. */
  terms: readonly number[];
  state: State;
}

type State =
  | { kind: 'has'; as: string | null; isLoose: boolean }
  | { kind: 'above' }
  | { kind: 'differs'; instead: string }
  | { kind: 'lacks' };

/**
 * Parts of the compared claim, in its order. `above` is what stands over the passage: its heading and the title of its
 * document. Light words ("also") are part of nothing.
 */
export function foundParts(comparison: Comparison, above: readonly AnalysedText[]): FoundParts {
  const { claim } = comparison.alignment;
  const has: HeldPart[] = [];
  const differs: DifferingPart[] = [];
  const lacks: string[] = [];
  let from = 0;
  for (const part of phrasesOf(comparison.alignment.claim).flatMap((phrase) => runsOf(phrase, comparison, above))) {
    const first = claim.terms[part.terms[0]!]!;
    const { end } = claim.terms[part.terms.at(-1)!]!;
    const text = textBetween(claim, leadOf(claim, first, from), end).replace(END_OF_SENTENCE, '$1');
    from = end;
    const { state } = part;
    if (state.kind === 'lacks') lacks.push(text);
    else if (state.kind === 'differs') differs.push({ text, instead: state.instead });
    else if (state.kind === 'above') has.push({ text, as: null, isLoose: false, isAbove: true });
    else has.push({ text, as: state.as, isLoose: state.isLoose, isAbove: false });
  }
  return { has, differs, lacks };
}

/** At the end of a sentence the tagger takes "1999." or "in." for one word. */
const END_OF_SENTENCE = /^([^.]+)[.!?;]$/;

/** A particle that the tagger takes for a word of its own with the full stop after it. */
const STRANDED = /^(?:in|on|at|to|of|by|up|off|out|over)\.$/;

/** Material terms that belong to one phrase, each list in order. */
function phrasesOf(claim: AnalysedText): number[][] {
  const phrases: number[][] = [];
  let before: Term | null = null;
  claim.terms.forEach((term, at) => {
    if (term.light || CONDITION.test(term.key) || STRANDED.test(term.key)) return;
    if (before === null || isBreak(claim, before, term)) phrases.push([at]);
    else phrases.at(-1)!.push(at);
    before = term;
  });
  return phrases;
}

function isBreak(claim: AnalysedText, before: Term, term: Term): boolean {
  if (before.sentence !== term.sentence) return true;
  // "Above 3 metres"
  if (term.pos === 'ADP') return true;
  if (isSameName(before, term) || before.pos === 'ADP') return false;
  if (before.quantity !== null) return !before.quantity.counted.includes(term.key);
  if (before.date !== null || term.date !== null || term.quantity !== null) return true;
  const isVerb = term.role === 'predicate';
  if ((before.role === 'predicate') !== isVerb || (isVerb && before.frame !== term.frame)) return true;
  return claim.tokens.slice(before.end, term.start).some(({ pos, lower }) => BREAKS.has(pos) || OPENING.test(lower));
}

const BREAKS: ReadonlySet<string> = new Set(['PUNCT', 'ADP', 'CCONJ', 'SCONJ', 'VERB', 'AUX', 'DET']);
/** Words that open another phrase whatever they are tagged as. */
const OPENING = /^(?:to|that|which|who|whom|whose|where|when)$/;

function isSameName(a: Term, b: Term): boolean {
  return a.name >= 0 && a.name === b.name;
}

/** A phrase in pieces that are found alike. */
function runsOf(phrase: readonly number[], comparison: Comparison, above: readonly AnalysedText[]): Unit[] {
  const runs: Unit[] = [];
  for (const unit of unitsOf(phrase, comparison, above)) {
    const last = runs.at(-1);
    if (last !== undefined && isPlain(last.state) && isPlain(unit.state) && last.state.kind === unit.state.kind) {
      runs[runs.length - 1] = { ...last, terms: [...last.terms, ...unit.terms] };
    } else {
      runs.push(unit);
    }
  }
  return runs;
}

/** Nothing but the claim's own words needs to be shown of it. */
function isPlain(state: State): boolean {
  return state.kind === 'lacks' || state.kind === 'above' || (state.kind === 'has' && state.as === null);
}

function unitsOf(phrase: readonly number[], comparison: Comparison, above: readonly AnalysedText[]): Unit[] {
  const { terms } = comparison.alignment.claim;
  const units: number[][] = [];
  for (const at of phrase) {
    const last = units.at(-1);
    const first = last === undefined ? null : terms[last[0]!]!;
    if (first !== null && (isSameName(first, terms[at]!) || first.quantity !== null)) last!.push(at);
    else units.push([at]);
  }
  return units.map((unit) => ({ terms: unit, state: stateOf(unit, comparison, above) }));
}

/** Clashes of whole clauses, which no words of one part show. */
const BETWEEN_CLAUSES: ReadonlySet<ClashKind> = new Set(['role', 'negation']);

function stateOf(unit: readonly number[], comparison: Comparison, above: readonly AnalysedText[]): State {
  const { alignment, missing } = comparison;
  const { claim } = alignment;
  const clash = comparison.clashes.find(
    ({ claimTerm, kind }) => !BETWEEN_CLAUSES.has(kind) && unit.includes(claimTerm),
  );
  if (clash !== undefined) return { kind: 'differs', instead: clash.evidenceText };
  // What a figure counts is told by the figure: other turbines are no "18 turbines".
  const telling = claim.terms[unit[0]!]!.quantity === null ? unit : unit.slice(0, 1);
  if (!telling.some((at) => missing.includes(at))) return heldState(telling, comparison);
  const instead = otherValue(telling, comparison);
  if (instead !== null) return { kind: 'differs', instead };
  return above.some((text) => hasAll(telling, claim, text)) ? { kind: 'above' } : { kind: 'lacks' };
}

const AS_IT_IS: State = { kind: 'has', as: null, isLoose: false };
/** Words that may mean the same, but have other meanings too. */
const LOOSE: ReadonlySet<Inference> = new Set(['synonym', 'hyponym', 'loose_description']);

/** What is denied on one side only is no part that both have. */
function heldState(unit: readonly number[], comparison: Comparison): State {
  const { claim, evidence, matches } = comparison.alignment;
  const denied = unit.map((at) => denialOf(at, comparison)).find((state) => state !== null);
  if (denied !== undefined) return denied;
  const own = matches[unit[0]!]!;
  if (own.length === 0 || own.some(({ inference }) => inference === 'same' || inference === 'derived')) return AS_IT_IS;
  const { term, inference } = own.find((match) => !isTaken(match.term, comparison)) ?? own[0]!;
  // A word that the passage shares with another part is not this one's in other words.
  if (LOOSE.has(inference) && isTaken(term, comparison)) return { kind: 'lacks' };
  const found = evidence.terms[term]!;
  const as = found.name < 0 ? textOf(evidence, found) : nameText(evidence, evidence.names[found.name]!);
  const isLoose = claim.terms[unit[0]!]!.kind === 'word' && LOOSE.has(inference);
  return { kind: 'has', as, isLoose };
}

/** True for an evidence term that is some claim term's own word. */
function isTaken(term: number, { alignment }: Comparison): boolean {
  return alignment.matches.some((found) => found.some((match) => match.term === term && match.inference === 'same'));
}

/** What the passage has of a term that is denied there and not in the claim, or the other way round; null if it isn't. */
function denialOf(at: number, { alignment: { claim, evidence, matches } }: Comparison): State | null {
  const own = claim.terms[at]!;
  const found = matches[at]!.map(({ term }) => evidence.terms[term]!);
  const isAlike = ({ term, isReversed }: Match) =>
    (evidence.terms[term]!.negated === own.negated) !== (isReversed === true);
  if (found.length === 0 || matches[at]!.some(isAlike)) return null;
  const other = found[0]!;
  if (!isDenied(claim, own) && !isDenied(evidence, other)) return null;
  const isReversed = own.role === 'predicate' && other.role === 'predicate' && own.key === other.key;
  if (!isReversed) return { kind: 'lacks' };
  return { kind: 'differs', instead: textBetween(evidence, leadOf(evidence, other, 0), other.end) };
}

/** True for "not damaged" and "can't leave", where the denial is part of the words. */
function isDenied(text: AnalysedText, term: Term): boolean {
  for (let i = leadOf(text, term, 0); i < term.start; i++) if (isNegationCue(text.tokens, i)) return true;
  return false;
}

/** "In 1998", where the claim has "in March 1998", or another number of the same things; null if there is neither. */
function otherValue([at]: readonly number[], { alignment, reading }: Comparison): string | null {
  const { claim, evidence, opposites, used } = alignment;
  const isCount = claim.terms[at!]!.quantity?.dimension === 'count';
  const found = opposites[at!]!.find(
    ({ kind, term }) =>
      (kind === 'vaguer' || (kind === 'number' && isCount && !used.has(term))) &&
      evidence.terms[term]!.sentence === reading.sentence,
  );
  return found === undefined ? null : textOf(evidence, evidence.terms[found.term]!);
}

function hasAll(unit: readonly number[], claim: AnalysedText, text: AnalysedText): boolean {
  return unit.every((at) => text.terms.some(({ key }) => key === claim.terms[at]!.key));
}

/** Words that may begin a part and say nothing that was not looked for. */
const LEADING = /^(?:an?|the|its|his|her|their)$/;
const LEADING_VERB = /^(?:is|are|was|were|be|been|has|have|had|to)$/;
/** Words that belong to the figure after them. */
const BOUNDS =
  /^(?:more|less|fewer|greater|than|at|least|most|up|about|around|roughly|approximately|nearly|almost|some|no|not|only)$/;

/** Words that make what follows a condition, a time or a reason; they begin the part after them. */
const CONDITION = /^(?:if|when|whenever|while|unless|until|once|where|because|although)$/;

/** The token that the part with `first` as its first term begins with: "in 1932", "can't leave", "more than 60". */
function leadOf(text: AnalysedText, first: Term, from: number): number {
  const at = (i: number) => text.tokens[i]!;
  let start = first.start;
  const isVerb = first.role === 'predicate';
  const isBounded = first.quantity !== null && first.quantity.bound !== 'exact';
  while (start > from) {
    const { lower, pos } = at(start - 1);
    const isDenial = first.negated && isNegationCue(text.tokens, start - 1);
    // "Can't", "does not"
    const isDenied = first.negated && pos === 'AUX' && start < first.start && isNegationCue(text.tokens, start);
    const isLead = LEADING.test(lower) || (isVerb && LEADING_VERB.test(lower)) || (isBounded && BOUNDS.test(lower));
    if (!isDenial && !isDenied && !isLead) break;
    start--;
  }
  if (start > from && at(start - 1).pos === 'ADP') start--;
  else if (start > from && CONDITION.test(at(start - 1).lower)) start--;
  // "Out of", "because of"
  if (start > from && at(start).lower === 'of' && at(start - 1).pos === 'ADP') start--;
  return start;
}
