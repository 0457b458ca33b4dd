/**
 * Whether literal words can carry the label that a model gave them. The sentences that the quotes stand in are read, not
 * the quotes alone: who chooses where a quote begins could leave out the "not".
 */

import type { QuotePlace } from '#engine/asking/quotes.ts';
import { negationsIn } from '#engine/text/negation.ts';
import { hasNegation } from '#engine/text/negation-words.ts';
import { sentencesIn } from '#engine/text/sentences-of-language.ts';
import { type Agreement, agree, coverageWithout } from './agreement.ts';
import { type Clash, type ClashKind, clashIn, clashInNearest } from './clash.ts';
import { columnNames, type HeadedRow, headOf, isOfOtherColumn } from './columns.ts';
import { isDerivable } from './figures.ts';
import { lackingFigure } from './lacking-figure.ts';
import { isDenied, withdrawalAcross } from './other-languages.ts';
import { isOnlyPossible } from './possible.ts';
import type { ReadText } from './read-text.ts';
import { readWords } from './words.ts';

/** Why a label counts for nothing. */
export type Withdrawal =
  | 'no_literal_quote'
  | 'conflicting_labels'
  /**
   * The passages that the quotes are from share next to nothing with the claim, or the quotes much less than they; or the
   * claim has too many words for that to be told.
   */
  | 'unrelated'
  /** What is said to contradict the claim says it word for word. */
  | 'agrees'
  /** The quoted sentences hold for possible what the claim states, or say it of a former or alleged one. */
  | 'modality'
  /** The quoted sentences lack a figure of the claim. */
  | 'unstated_figure'
  | ClashKind;

/** Words, figures and dates of a claim. Sentences have some dozens. */
const MOST_WORDS = 300;
/** A passage with less of the claim in it, its title included, is about something else. */
const LEAST_COVERAGE = 0.15;
/** Of what the passage has of the claim, the quoted sentences and those right before them have this share at least. */
const LEAST_SHARE_QUOTED = 0.45;

/** Words of one passage, or of several that are joined. */
export interface LabelledWords {
  /** ISO 639-1. */
  language: string;
  /** The sentences that the quotes stand in. */
  quoted: readonly string[];
  /** All others of the passages. */
  unquoted: readonly string[];
  /** Of those, the ones that a quoted sentence follows: "it" and "they" refer back to them. */
  before: readonly string[];
  title: string;
  /** Those of the quoted ones that are rows of a table, with its head. */
  rows: readonly HeadedRow[];
  /** Those of the quoted ones that only head such rows, and which no quote touches: their figures say what a column is of. */
  heads: readonly string[];
  /** Whether they may say in other words all that the claim says. */
  isNear?: () => boolean;
}

/** The sentences of `text`, by whether one of the places touches them, or only another row of the table that they head; in the order of the text. */
export function labelledSentences(
  text: string,
  places: readonly QuotePlace[],
  language: string,
): Pick<LabelledWords, 'quoted' | 'unquoted' | 'before' | 'rows' | 'heads' | 'language'> {
  const spans = sentencesIn(text, language);
  const isTouched = (sentence: QuotePlace) =>
    places.some(({ start, end }) => start < sentence.end && end > sentence.start);
  const headed = spans.flatMap((span, at) => (isTouched(span) ? { span, head: headOf(at, spans, text) } : []));
  const quotedSpans = new Set(headed.flatMap(({ span, head }) => [span, head]));
  const isQuoted = (span: QuotePlace) => quotedSpans.has(span);
  const textOf = ({ start, end }: QuotePlace) => text.slice(start, end);
  const wordsOf = (some: readonly QuotePlace[]) => some.map(textOf);
  const unquoted = spans.filter((sentence) => !isQuoted(sentence));
  const before = spans.filter(
    (sentence, at) => at + 1 < spans.length && !isQuoted(sentence) && isQuoted(spans[at + 1]!),
  );
  const rows = headed
    .filter(({ span, head }) => span !== head)
    .map(({ span, head }) => ({ head: textOf(head), row: textOf(span) }));
  return {
    quoted: wordsOf(spans.filter(isQuoted)),
    unquoted: wordsOf(unquoted),
    before: wordsOf(before),
    rows,
    heads: wordsOf(spans.filter((span) => isQuoted(span) && !isTouched(span))),
    language,
  };
}

/** Why `label` can't rest on the words; null if it can. `claimLanguage` in ISO 639-1. Deterministic. */
export function withdrawalOf(
  claimText: string,
  words: LabelledWords,
  label: 'supports' | 'contradicts',
  claimLanguage = 'en',
): Withdrawal | null {
  const { quoted, unquoted, before, rows, title, language, isNear = () => false } = words;
  const read = (text: string) => readWords(text, language);
  const claim = readWords(claimText, claimLanguage);
  // Each is compared with each of the passages' words: some hundred thousand pairs, where 4,000 characters make millions.
  if (claim.items.length > MOST_WORDS) return 'unrelated';
  if (label === 'supports' && rows.some((row) => isOfOtherColumn(claim, row, read))) return 'number';
  if (label === 'supports' && isOfHeadsAlone(claim, words)) return 'unstated_figure';
  if (language !== claimLanguage) return label === 'supports' ? withdrawalAcross(claim, read(quoted.join(' '))) : null;
  const coverageOf = (parts: readonly string[]) => agree(claim, read(withTitle(title, parts))).coverage;
  const ofPassages = coverageOf([...quoted, ...unquoted]);
  if (ofPassages < LEAST_COVERAGE && !isNear()) return 'unrelated';
  const together = agree(claim, read(quoted.join(' ')));
  if (label === 'contradicts') return saysWordForWord(together) ? 'agrees' : null;
  const referred = before.filter((sentence) => denies(read(sentence)) <= denies(claim));
  if (coverageOf([...referred, ...quoted]) < LEAST_SHARE_QUOTED * ofPassages) return 'unrelated';
  const clash = clashIn(together)?.kind ?? clashInNearest(together) ?? clashBeside(together, unquoted.map(read));
  if (clash !== null) return clash;
  if (language !== 'en') return isDenied(together, quoted) ? 'negation' : lackingFigure(together);
  if (isOnlyPossible(together)) return 'modality';
  return lackingFigure(together);
}

/** True if a figure of the claim stands in the heads of the quoted rows, or follows with theirs, but not in what is quoted. */
function isOfHeadsAlone(claim: ReadText, { quoted, heads, language }: LabelledWords): boolean {
  if (heads.length === 0) return false;
  const rest = readWords(quoted.filter((sentence) => !heads.includes(sentence)).join(' '), language);
  return lackingFigure(agree(claim, rest), columnNames(claim, readWords(heads.join(' | '), language))) !== null;
}

/** 1 for a text that denies something, else 0. */
function denies({ text, language, tokens }: ReadText): 0 | 1 {
  return (language === 'en' ? negationsIn(tokens) > 0 : hasNegation(text, language)) ? 1 : 0;
}

/** Sentences with their title, as one text. */
function withTitle(title: string, parts: readonly string[]): string {
  return title === '' ? parts.join(' ') : `${title}\n\n${parts.join(' ')}`;
}

/** A clash in a sentence that was passed over, though it has more of the claim than those quoted. */
function clashBeside(together: Agreement, unquoted: readonly ReadText[]): ClashKind | null {
  for (const sentence of unquoted) {
    const clash = clashIn(agree(together.claim, sentence));
    if (clash !== null && clash.beside > coverageBeside(clash, together)) return clash.kind;
  }
  return null;
}

/** A figure that follows from those quoted is found in no one of them, so it is left out as it is in the sentence of the clash. */
function coverageBeside({ item }: Clash, together: Agreement): number {
  const { claim, text, coverage } = together;
  const follows = item?.quantity != null && isDerivable(item.quantity, { claim, text });
  return follows ? Math.max(coverage, coverageWithout(item, together)) : coverage;
}

const wordsIn = ({ tokens }: ReadText) =>
  ` ${tokens.flatMap(({ lower }) => (/[\p{L}\p{N}]/u.test(lower) ? [lower] : [])).join(' ')} `;

function saysWordForWord({ claim, text }: Agreement): boolean {
  return wordsIn(text).includes(wordsIn(claim));
}
