/**
 * Entry module of the thread that extracts from long texts and de-identifies them, at a lower priority than the other
 * engine threads.
 */
import { extractionQuestions, extractWithReplies, secondQuestions, stretches } from '#engine/extraction/calls.ts';
import { guarded } from '#engine/guarded.ts';
import { deidentifyTexts } from '#engine/privacy/deidentify-texts.ts';
import { warmUp } from '#engine/text/nlp.ts';
import type { ExtractionInput } from '#engine/types/extraction.ts';
import { lowerPriorityFurther } from '../threads/background.ts';
import { packExtraction } from './extraction-wire.ts';
import { executing } from './worker-calls.ts';

lowerPriorityFurther();

const extract = guarded('extract', extractWithReplies);

// Imports only this part, because the engine would otherwise be in memory twice.
export default executing({
  extract: async (input: ExtractionInput) => packExtraction(await extract(input)),
  extractionQuestions: guarded('extractionQuestions', extractionQuestions),
  secondQuestions: guarded('secondQuestions', secondQuestions),
  stretches: guarded('stretches', stretches),
  deidentify: deidentifyTexts,
  warmUp,
});
