/**
 * A second, simpler count of factual clauses, so that coverage is not measured against the extractor's own result. It shares only
 * the segmentation and uses word patterns: no tagger, no clause analysis, no checkability rules.
 */
import { composedRegExp } from '#common/composed-regexps.ts';
import { cleanText } from './markdown.ts';
import type { Segment } from './segments.ts';

export const ESTIMATE_METHOD =
  'clause-count-1: finite verbs and clause joints counted by word patterns in factual-looking sentences, list items and table rows';

export interface Estimate {
  material: number;
  /** Segments that look factual, as UTF-16 spans. */
  factual: Segment[];
}

/** Number of characters of a sentence that are examined. */
const MOST_CHARACTERS = 1500;
const NOT_FACTUAL =
  /^(?:["'“(*_\s]*)(?:(?:and |but |so |well,? )?(?:i|i'm|i've|we|let's|let|please|you|thanks|thank|hello|hi|dear|welcome|sure|imagine|remember|note that|click|add|mix|make sure|do not|don't|never|always)\b)|\b(?:should|ought to|in my (?:opinion|view)|i (?:think|believe|feel)|would|will|going to|must|let me)\b/iu;
const FINITE =
  /\b(?:is|are|was|were|has|have|had|does|did|can|could|may|might|became|began|made|took|went|came|won|wrote|gave|found|left|led|held|met|built|sold|bought|grew|lost|ran|said|saw|sent|spent|told|fell|rose|kept|brought|fought|taught|sang|drew|lies|lives|works|plays|includes?|contains?|[\p{L}]{3,24}ed|[\p{L}]{2,24}(?:[aeiou][lnrtz]|[dkmnpt]|ss?h|ch|v|s|c|g)es|[\p{L}]{3,24}[dklmnprtwy]s)\b/iu;
const VERB =
  '(?:is|are|was|were|has|have|had|did|does|can|may|became|began|made|took|went|won|wrote|gave|found|left|led|held|built|sold|bought|lost|ran|fell|rose|kept|later|also|then|subsequently|[\\p{L}]{3,}ed)';
const JOINT = composedRegExp(
  `;\\s|,\\s(?:which|who|where|whose)\\s|,?\\s(?:and|but)\\s(?=(?:he|she|it|they|${VERB})\\b)|,\\s(?:and|but|while|whereas)\\s(?=[^,]{1,60}\\s${VERB}\\b)`,
  'giu',
);
const ANCHOR = /\d|\s["“']?\p{Lu}\p{Ll}|^\p{Lu}\p{Ll}+\s(?:\p{Lu}|is\b|are\b|was\b|were\b)/u;

/** Estimates the number of material factual clauses. */
export function estimateClaims(source: string, segments: readonly Segment[]): Estimate {
  const factual: Segment[] = [];
  let material = 0;
  for (const segment of segments) {
    const count = segment.kind === 'table_row' ? segment.cells.length - 1 : clausesIn(source, segment);
    if (count <= 0) continue;
    factual.push(segment);
    material += count;
  }
  return { material, factual };
}

function clausesIn(source: string, segment: Segment): number {
  if (segment.kind === 'heading') return 0;
  const text = cleanText(source, segment.start, Math.min(segment.end, segment.start + MOST_CHARACTERS));
  if (/\?["'”’)]{0,2}$/u.test(text.slice(-4)) || NOT_FACTUAL.test(text)) return 0;
  if (!FINITE.test(text) || !ANCHOR.test(text)) return 0;
  return text.split(JOINT).filter((piece) => FINITE.test(piece)).length;
}
