/**
 * Reads fact checks that are published as schema.org's ClaimReview (schema.org/ClaimReview). Whatever the page's layout, this
 * data separates the reviewed claim from the page's own statements. Readers of the page don't see it, so it is turned into
 * labelled text.
 */
import { sentences } from '#engine/text/sentences.ts';

export interface ClaimReview {
  claim: string;
  /** The reviewer's wording, e.g. "Mostly false"; empty if there is none. */
  rating: string;
}

const MOST_REVIEWS = 20;
const LONGEST_CLAIM = 1_000;
const LONGEST_RATING = 100;

/** The reviews among JSON-LD objects. */
export function claimReviewsIn(objects: readonly Record<string, unknown>[]): ClaimReview[] {
  return objects
    .filter((each) => [each['@type']].flat().includes('ClaimReview'))
    .slice(0, MOST_REVIEWS)
    .map(({ claimReviewed, reviewRating }) => ({
      claim: plain(claimReviewed, LONGEST_CLAIM),
      rating: plain((reviewRating as { alternateName?: unknown } | null | undefined)?.alternateName, LONGEST_RATING),
    }))
    .filter(({ claim }) => claim !== '');
}

/**
 * Puts the reviews of a page before its blocks, each as "Claim: … Rating: …", the way fact checks write it. Where the page
 * repeats a reviewed claim word for word, e.g. in a headline or in quotation marks, the sentence is removed: the page doesn't
 * assert it.
 */
export function withReviews(blocks: readonly string[], reviews: readonly ClaimReview[]): string[] {
  if (reviews.length === 0) return [...blocks];
  const reviewed = new Set(reviews.flatMap(({ claim }) => sentencesOf(claim).map(wordsOf)));
  return [...reviews.map(written), ...blocks.flatMap((block) => withoutSentences(block, reviewed))];
}

function written({ claim, rating }: ClaimReview): string {
  return rating === '' ? `Claim: ${ended(claim)}` : `Claim: ${ended(claim)} Rating: ${ended(rating)}`;
}

function ended(text: string): string {
  return /[.!?]["”’']?$/.test(text) ? text : `${text}.`;
}

/** The parts of a block between the removed sentences. */
function withoutSentences(block: string, left: ReadonlySet<string>): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of sentences(block)) {
    if (!left.has(wordsOf(block.slice(start, end)))) continue;
    parts.push(block.slice(from, start));
    from = end;
  }
  if (from === 0) return [block];
  return [...parts, block.slice(from)].map((part) => part.trim()).filter((part) => wordsOf(part) !== '');
}

function sentencesOf(text: string): string[] {
  return sentences(text).map(({ start, end }) => text.slice(start, end));
}

function wordsOf(sentence: string): string {
  return (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** One line of text without markup. Returns '' for text that is too long to be one claim. */
function plain(value: unknown, longest: number): string {
  if (typeof value !== 'string' || value.length > longest) return '';
  return value
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
