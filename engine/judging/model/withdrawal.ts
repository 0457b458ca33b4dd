/**
 * Checks whether a passage's words can carry the label that a model gave it. The check reads the whole sentences that contain the
 * quotes: a model that chooses where a quote begins could leave out the "not".
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

/** Why a label doesn't count. */
export type Withdrawal =
  | 'no_literal_quote'
  | 'conflicting_labels'
  /**
   * The quoted passages share hardly anything with the claim, the quotes share much less with it than the whole passages do, or
   * the claim has too many words to tell.
   */
  | 'unrelated'
  /** The quote is said to contradict the claim but repeats it word for word. */
  | 'agrees'
  /** The quoted sentences present the claim as merely possible, or say it of somebody "former" or "alleged". */
  | 'modality'
  /** The quoted sentences lack a figure of the claim. */
  | 'unstated_figure'
  | ClashKind;

/** Limit for a claim's words, figures and dates. Sentences have some dozens. */
const MOST_WORDS = 300;
/** A passage that, with its title, has less of the claim is about something else. */
const LEAST_COVERAGE = 0.15;
/** Least share of the passage's match with the claim that the quoted sentences and those before them must reach. */
const LEAST_SHARE_QUOTED = 0.45;

/** The words of one passage, or of several whose labels were joined. */
export interface LabelledWords {
  /** ISO 639-1. */
  language: string;
  /** The sentences that contain the quotes. */
  quoted: readonly string[];
  /** All other sentences of the passages. */
  unquoted: readonly string[];
  /** The unquoted sentences that a quoted one follows: "it" and "they" may refer back to them. */
  before: readonly string[];
  title: string;
  /** The quoted table rows, each with its table's header. */
  rows: readonly HeadedRow[];
  /** Table headers of quoted rows that no quote touches. Their figures name columns. */
  heads: readonly string[];
  /** Whether the passages may state the whole claim in other words. */
  isNear?: () => boolean;
}

/**
 * Divides the sentences of `text` by whether a quote touches them. The header of a quoted table row counts as quoted. Keeps the
 * order of the text.
 */
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

/** Why `label` can't rest on these words; null if it can. `claimLanguage` in ISO 639-1. Deterministic. */
export function withdrawalOf(
  claimText: string,
  words: LabelledWords,
  label: 'supports' | 'contradicts',
  claimLanguage = 'en',
): Withdrawal | null {
  const { quoted, unquoted, before, rows, title, language, isNear = () => false } = words;
  const read = (text: string) => readWords(text, language);
  const claim = readWords(claimText, claimLanguage);
  // Every item is compared with every word of the passages. A claim of 4,000 characters would make millions of pairs.
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

/**
 * True if a figure of the claim stands in, or follows from, the headers of the quoted rows but not the other quoted sentences.
 */
function isOfHeadsAlone(claim: ReadText, { quoted, heads, language }: LabelledWords): boolean {
  if (heads.length === 0) return false;
  const rest = readWords(quoted.filter((sentence) => !heads.includes(sentence)).join(' '), language);
  return lackingFigure(agree(claim, rest), columnNames(claim, readWords(heads.join(' | '), language))) !== null;
}

/** 1 for a text that contains a negation, else 0. */
function denies({ text, language, tokens }: ReadText): 0 | 1 {
  return (language === 'en' ? negationsIn(tokens) > 0 : hasNegation(text, language)) ? 1 : 0;
}

/** The title and the sentences as one text. */
function withTitle(title: string, parts: readonly string[]): string {
  return title === '' ? parts.join(' ') : `${title}\n\n${parts.join(' ')}`;
}

/** Finds a clash in an unquoted sentence that has more of the claim than the quoted ones. */
function clashBeside(together: Agreement, unquoted: readonly ReadText[]): ClashKind | null {
  for (const sentence of unquoted) {
    const clash = clashIn(agree(together.claim, sentence));
    if (clash !== null && clash.beside > coverageBeside(clash, together)) return clash.kind;
  }
  return null;
}

/**
 * Coverage by the quoted sentences. If the clashing figure can be derived from them, it is left out, as it was for the clashing
 * sentence.
 */
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
