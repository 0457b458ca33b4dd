/** Converts a question to the form in which sources are searched. */
import { unanalysed } from '#engine/extraction/unanalysed.ts';
import { foreignLanguageOf } from '#engine/text/detect-language.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';

/**
 * Wraps the question `asked` as a claim, so that its words can be searched for. `before`: the preceding questions, which may show
 * what "it" refers to.
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
