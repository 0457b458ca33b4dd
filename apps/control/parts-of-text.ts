/** The parts of a text that are verified each for itself, with digests of all that their verdicts depend on in the text. */
import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '#engine/engine.ts';
import { overlaps } from '#engine/extraction/within.ts';
import { surroundingsIn } from '#engine/judging/model/surroundings.ts';
import type { ExtractedClaim, Place, TextStretch, TextUse } from '#engine/types/extraction.ts';
import { digestOf } from './digest.ts';

export interface PartsOfText {
  /**
   * `claim`: the rules take the text apart, and each claim is one. `stretch`: a language model does, and each part is what
   * one question is about, with all of its claims, as they are the answer to that.
   */
  each: 'claim' | 'stretch';
  /** In order; none: only the text as a whole can be verified. Claims may overlap, stretches don't. */
  parts: (Place & { digest: string })[];
  /** Beginnings of what the rules could not read. */
  missing: string[];
  /** Whether the parts may be others on another day: a day that the text names is still to come. */
  dated: boolean;
}

/** How a text is asked about. */
export interface AskedText {
  content: string;
  question: string;
  /** Whether a language model reads its claims. */
  isRead: boolean;
  /** Whether sources outside are asked. */
  asksOutside: boolean;
  /** How a language model is asked to take it apart; null: none is. */
  use: TextUse | null;
  /** RFC 3339. */
  now: string;
}

/** After every day that a text may name. */
const ANY_LATER_DAY = '9999-12-31T00:00:00Z';

export async function partsOfText(engine: Engine, text: AskedText): Promise<PartsOfText> {
  const { content, question, isRead, asksOutside, use, now } = text;
  const input = { content, question, direct: false };
  const [extracted, later, about, stretches] = await Promise.all([
    engine.extract({ ...input, requestedAt: now }),
    engine.extract({ ...input, requestedAt: ANY_LATER_DAY }),
    engine.mainName(content),
    use && engine.stretches({ ...input, requestedAt: now }, use),
  ]);
  const { language, missing_spans, unread_from } = extracted;
  const claims = [...extracted.claims];
  const around = isRead ? surroundingsIn(content) : null;
  // The more material a claim is, the sooner a language model or a source outside is asked about it.
  const weightOf = ({ materiality }: ExtractedClaim) => (isRead || asksOutside ? materiality : null);
  const part = (place: Place, of: unknown[]) => {
    const { start, end } = place;
    return { start, end, digest: digestOf([...of, language, about, around?.(place) ?? null]) };
  };
  const ofClaim = (claim: ExtractedClaim) => part(claim, [contentOf(claim), weightOf(claim)]);
  const ofStretch = (stretch: TextStretch) => {
    const { question: asked, around: seen, outer, start } = stretch;
    const own = claims.filter((claim) => overlaps(claim, stretch));
    const byRules = own.map((claim) => [claim.start - start, claim.end - start, weightOf(claim), contentOf(claim)]);
    return part(stretch, [asked, seen, outer, byRules]);
  };
  return {
    each: stretches === null ? 'claim' : 'stretch',
    // What is left out of a text that is not read to its end depends on all that stands before.
    parts: unread_from !== null ? [] : (stretches?.map(ofStretch) ?? claims.map(ofClaim)),
    missing: missing_spans,
    dated: !isDeepStrictEqual(claims, [...later.claims]),
  };
}

/** The claim without its place and its weight in the text. */
function contentOf(claim: ExtractedClaim) {
  const { ordinal: _, chunk: __, start: ___, end: ____, materiality: _____, ...content } = claim;
  return content;
}
