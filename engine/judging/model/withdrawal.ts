/**
 * Whether literal words can carry the label that a model gave them. The sentences that the quotes stand in are read, not
 * the quotes alone: who chooses where a quote begins could leave out the "not".
 */
import { forgetPassage } from '#engine/language/kept.ts';
import { sentences } from '#engine/language/sentences.ts';
import type { Clash, ClashKind } from '../clashes/clash.ts';
import { type Comparison, compare } from '../comparison.ts';
import { decide } from '../scoring/gate.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { isBacked } from './figures.ts';
import type { QuotePlace } from './quotes.ts';

/** Why a label counts for nothing. */
export type Withdrawal =
  | 'no_literal_quote'
  | 'conflicting_labels'
  /** The passages that the quotes are from share next to nothing with the claim. */
  | 'unrelated'
  /** The local judge finds all of the claim in what is said to contradict it. */
  | 'agrees'
  | ClashKind;

/**
 * A passage with less of the claim in it, its title included, speaks of something else: of the everyday articles, 1.5 % of
 * the passages that settle a claim lie below it, and half of the others.
 */
const LEAST_COVERAGE = 0.15;
/** With less of the claim beside it, an opposite word belongs to something else. */
const COVERAGE_OF_OPPOSITES = 0.4;

/** The whole sentences of `text` that the places touch, in the order of the text. */
export function quotedSentences(text: string, places: readonly QuotePlace[]): string {
  return sentences(text)
    .filter((sentence) => places.some(({ start, end }) => start < sentence.end && end > sentence.start))
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
}

function figuresOf({ terms }: AnalysedText) {
  return terms.flatMap(({ quantity }) => (quantity === null ? [] : [quantity]));
}

/** False for a figure that follows from others by arithmetic, and for opposites in sentences about something else. */
function holds(clash: Clash, { alignment, coverageBesideClash }: Comparison): boolean {
  if (clash.kind === 'negation' || clash.kind === 'antonym') return coverageBesideClash >= COVERAGE_OF_OPPOSITES;
  const figure = clash.kind === 'number' ? alignment.claim.terms[clash.claimTerm]?.quantity : null;
  return !figure || !isBacked(figure, figuresOf(alignment.evidence));
}

/** Words of one passage, or of several that are joined. */
export interface LabelledWords {
  /** The quoted sentences. */
  quoted: string;
  /** The passages that they are from, with their titles. */
  passages: string;
  title: string;
}

/**
 * Why `label` can't rest on the words; null if it can. Analyses of passages are kept beyond a call where they are the
 * operator's; nobody would know these pieces of them again, so they are forgotten here.
 */
export function withdrawalOf(
  claim: string,
  words: LabelledWords,
  label: 'supports' | 'contradicts',
): Withdrawal | null {
  try {
    return examine(claim, words, label);
  } finally {
    forgetPassage(words.quoted);
    forgetPassage(words.passages);
    forgetPassage(words.title);
  }
}

function examine(
  claim: string,
  { quoted, passages, title }: LabelledWords,
  label: 'supports' | 'contradicts',
): Withdrawal | null {
  if (compare(claim, passages, null).coverage < LEAST_COVERAGE) return 'unrelated';
  const comparison = compare(claim, quoted, title);
  if (label === 'contradicts') return decide(comparison).allowed === 'supports' ? 'agrees' : null;
  return comparison.clashes.find((clash) => holds(clash, comparison))?.kind ?? null;
}

/** A passage with its title, as one text. */
export function withTitle({ text, title }: { text: string; title: string }): string {
  return title === '' ? text : `${title}\n\n${text}`;
}
