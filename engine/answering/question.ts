/** A question in the form in which sources are searched. */
import { unanalysed } from '#engine/extraction/unanalysed.ts';
import { foreignLanguageOf } from '#engine/text/detect-language.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';

/**
 * `asked` as if it were a claim, whose words are searched for. `before`: what was asked before it, which may say what "it"
 * is.
 */
export function questionAsClaim(asked: string, before: string): ExtractedClaim {
  const language = foreignLanguageOf(asked);
  return {
    ordinal: 0,
    start: 0,
    end: 0,
    original_span: asked,
    normalized_claim: asked,
    sentence: before === '' ? asked : `${before}\n\n${asked}`,
    chunk: 0,
    ...unanalysed(),
    ...(language !== null && { language }),
    ambiguous_dependencies: [],
    unresolved_ambiguity: [],
  };
}
