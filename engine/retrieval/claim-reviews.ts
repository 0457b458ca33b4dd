/**
 * Fact checks as schema.org's ClaimReview (schema.org/ClaimReview), which tells the reviewed claim from what the page says,
 * whatever its layout. Such data is invisible to a page's readers, so it becomes text that says what it is.
 */
import { sentences } from '#engine/text/sentences.ts';

export interface ClaimReview {
  claim: string;
  /** As the reviewer words it, such as "Mostly false"; empty where it is not put into words. */
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
 * The blocks of a page with its reviews before them, each as "Claim: … Rating: …", as fact checks write it out. Where the
 * page repeats a reviewed claim word for word, as a headline or in quotation marks, it is left out: it is not what the page
 * states.
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

/** What remains of a block: the parts between the sentences that are left out. */
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

/** One line of text; markup is dropped, and so is what is too long to be one claim. */
function plain(value: unknown, longest: number): string {
  if (typeof value !== 'string' || value.length > longest) return '';
  return value
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
