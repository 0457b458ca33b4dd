/**
 * Whether literal words can carry the label that a model gave them. The sentences that the quotes stand in are read, not
 * the quotes alone: who chooses where a quote begins could leave out the "not".
 */
import { forgetPassage } from '#engine/language/kept.ts';
import { negationsIn } from '#engine/language/negation.ts';
import type { Quantity } from '#engine/language/quantities.ts';
import { sentences } from '#engine/language/sentences.ts';
import type { Clash, ClashKind } from '../clashes/clash.ts';
import { type Comparison, compare } from '../comparison.ts';
import type { SubjectStatus } from '../reading/subject.ts';
import { decide } from '../scoring/gate.ts';
import { goesTheOtherWay } from './directions.ts';
import { isBacked, isWritten } from './figures.ts';
import type { QuotePlace } from './quotes.ts';

/** Why a label counts for nothing. */
export type Withdrawal =
  | 'no_literal_quote'
  | 'conflicting_labels'
  /** The passages that the quotes are from share next to nothing with the claim, or the quotes much less than they. */
  | 'unrelated'
  /** The local judge finds all of the claim in what is said to contradict it. */
  | 'agrees'
  /** The quoted sentences hold for possible what the claim states, or say it of a former, alleged or other one. */
  | 'modality'
  /** The quoted sentences lack a figure of the claim. */
  | 'unstated_figure'
  | ClashKind;

/**
 * A passage with less of the claim in it, its title included, is about something else: of the everyday articles, 1.5 % of
 * the passages that settle a claim lie below it, and half of the others.
 */
const LEAST_COVERAGE = 0.15;
/** With less of the claim beside it, an opposite word belongs to something else. */
const COVERAGE_OF_OPPOSITES = 0.4;

/** Of what the passage has of the claim, the quoted sentences have this share at least. */
const LEAST_SHARE_QUOTED = 0.4;
/** Whole numbers up to this may count what the evidence lists without saying how many. */
const LISTED = 12;

/** Words of one passage, or of several that are joined. */
export interface LabelledWords {
  /** The sentences that the quotes stand in. */
  quoted: readonly string[];
  /** All others of the passages. */
  unquoted: readonly string[];
  title: string;
  /** Retrieval ranked them first, and their title names what the claim's text is about. */
  isNear?: boolean;
}

/** The sentences of `text`, by whether one of the places touches them; in the order of the text. */
export function labelledSentences(
  text: string,
  places: readonly QuotePlace[],
): Pick<LabelledWords, 'quoted' | 'unquoted'> {
  const isQuoted = (sentence: QuotePlace) =>
    places.some(({ start, end }) => start < sentence.end && end > sentence.start);
  const [quoted, unquoted] = [true, false].map((wanted) =>
    sentences(text)
      .filter((sentence) => isQuoted(sentence) === wanted)
      .map(({ start, end }) => text.slice(start, end)),
  );
  return { quoted: quoted!, unquoted: unquoted! };
}

function isValue({ kind }: Clash): boolean {
  return kind === 'number' || kind === 'unit' || kind === 'date';
}

/** True if what the claim says is said here, or its opposite, and of the same subject. */
function speaksOfIt({ reading }: Comparison): boolean {
  return reading.anchor >= 0 && reading.evidenceAnchor >= 0 && SAME_SUBJECT.has(reading.subject);
}

const SAME_SUBJECT: ReadonlySet<SubjectStatus> = new Set(['aligned', 'near', 'resolved']);

/** False for a figure that follows from others, and for opposites in sentences about something else. */
function holds(clash: Clash, comparison: Comparison): boolean {
  const { alignment, reading, coverageBesideClash } = comparison;
  // With as many on both sides, which of them belong together can't be told from words alone.
  const isBalanced =
    clash.claimTerm !== reading.anchor &&
    negationsIn(alignment.claim.tokens) === negationsIn(alignment.evidence.tokens);
  if (clash.kind === 'negation' && isBalanced) return false;
  if (clash.kind === 'negation' || clash.kind === 'antonym') {
    const isOfPredicate = clash.claimTerm === reading.anchor && speaksOfIt(comparison);
    return isOfPredicate || coverageBesideClash >= COVERAGE_OF_OPPOSITES;
  }
  const figure = clash.kind === 'number' ? alignment.claim.terms[clash.claimTerm]?.quantity : null;
  return !figure || !isBacked(figure, alignment.evidence, clash.evidenceTerm);
}

function clashIn(comparison: Comparison): ClashKind | null {
  const clash = comparison.clashes.find((each) => holds(each, comparison));
  if (clash !== undefined) return clash.kind;
  if (speaksOfIt(comparison) && (comparison.polarityDiffers || comparison.idiomDiffers)) return 'negation';
  return goesTheOtherWay(comparison) ? 'antonym' : null;
}

/**
 * True if an exact figure of the claim, in digits, neither stands in the evidence nor follows from its figures. Numbers in
 * words, durations and dates may follow from what is listed and when, so the faithful often lack those.
 */
function lacksFigure({ alignment: { claim, evidence, matches } }: Comparison): boolean {
  return claim.terms.some(({ quantity }, at) => {
    if (quantity === null || matches[at]!.length > 0 || !isPrecise(quantity)) return false;
    return !isWritten(quantity, evidence) && !isBacked(quantity, evidence);
  });
}

function isPrecise({ dimension, bound, low, text }: Quantity): boolean {
  if (bound !== 'exact' || !/\d/.test(text) || DERIVED_FROM_WORDS.test(dimension)) return false;
  return dimension !== 'count' || low > LISTED;
}

const DERIVED_FROM_WORDS = /^(?:label|ordinal|time)/;

/**
 * Why `label` can't rest on the words; null if it can. Analyses of passages are kept beyond a call where they are the
 * operator's; these fragments of them would never be looked up again, so they are removed here.
 */
export function withdrawalOf(
  claim: string,
  words: LabelledWords,
  label: 'supports' | 'contradicts',
): Withdrawal | null {
  const read = new Set<string>([words.title]);
  const compareWith: CompareWith = (text, title = words.title) => {
    read.add(text);
    return compare(claim, text, title);
  };
  try {
    return examine(words, label, compareWith);
  } finally {
    for (const text of read) forgetPassage(text);
  }
}

/** "Will", for what is settled and still to come, is none of them. */
const ONLY_POSSIBLE =
  /\b(?:may|might|could|would|possibly|perhaps|probably|likely|allegedly|reportedly|expected|planned|proposed|hopes?|wants?|if)\b/i;

/** Compares the claim with a text; the title is the passages' own if none is given. */
type CompareWith = (text: string, title?: string | null) => Comparison;

function examine(
  { quoted, unquoted, title, isNear = false }: LabelledWords,
  label: 'supports' | 'contradicts',
  compareWith: CompareWith,
): Withdrawal | null {
  const ofPassages = compareWith(withTitle(title, [...quoted, ...unquoted]), null).coverage;
  if (!isNear && ofPassages < LEAST_COVERAGE) return 'unrelated';
  const comparison = compareWith(quoted.join(' '));
  if (label === 'contradicts') return decide(comparison).allowed === 'supports' ? 'agrees' : null;
  if (compareWith(withTitle(title, quoted), null).coverage < LEAST_SHARE_QUOTED * ofPassages) return 'unrelated';
  const clash =
    clashIn(comparison) ?? clashAlone(quoted, compareWith) ?? clashBeside(comparison, unquoted, compareWith);
  if (clash !== null) return clash;
  const isHedged = comparison.hedgeGap === 2 && ONLY_POSSIBLE.test(quoted.join(' '));
  if (speaksOfIt(comparison) && (isHedged || comparison.restriction !== null)) return 'modality';
  return lacksFigure(comparison) ? 'unstated_figure' : null;
}

/** A value that clashes where what the claim says is said, though another quoted sentence has the claim's. */
function clashAlone(quoted: readonly string[], compareWith: CompareWith): ClashKind | null {
  if (quoted.length < 2) return null;
  for (const sentence of quoted) {
    const alone = compareWith(sentence);
    const clash = speaksOfIt(alone) ? alone.clashes.find((each) => isValue(each) && holds(each, alone)) : undefined;
    if (clash !== undefined) return clash.kind;
  }
  return null;
}

/** A clash in a sentence that was passed over, though it has more of the claim than those quoted. */
function clashBeside(
  { coverage }: Comparison,
  unquoted: readonly string[],
  compareWith: CompareWith,
): ClashKind | null {
  for (const sentence of unquoted) {
    const other = compareWith(sentence);
    const clash = other.coverageBesideClash > coverage && speaksOfIt(other) ? clashIn(other) : null;
    if (clash !== null) return clash;
  }
  return null;
}

/** Sentences with their title, as one text. */
function withTitle(title: string, text: readonly string[]): string {
  return title === '' ? text.join(' ') : `${title}\n\n${text.join(' ')}`;
}
