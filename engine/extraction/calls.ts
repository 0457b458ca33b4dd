/** The extraction as the engine's callers reach it. What reads a model's replies is loaded by the first: most services ask none. */
import type { ExtractionInput, ExtractionOutput, ModelRequest, TextUse } from '#engine/types.ts';
import { extract } from './extract.ts';

/** The claims of the text by rules and, where a language model was asked about it, by what it has listed. */
export async function extractWithReplies(input: ExtractionInput): Promise<ExtractionOutput> {
  const byRules = extract(input);
  if (input.consultation === undefined) return byRules;
  const { readText } = await loadReading();
  return readText(input, byRules, input.consultation);
}

/** The questions about the text, in the order in which replies are expected. */
export async function extractionQuestions(input: ExtractionInput, use: TextUse): Promise<ModelRequest[]> {
  const { questionsAboutText } = await loadReading();
  return questionsAboutText(input, use);
}

const loadReading = () => import('./model/reading.ts');
