/**
 * The extraction's functions for the engine's callers. The code that reads a model's replies is loaded on first use, as most
 * services ask no model.
 */
import type {
  ExtractionInput,
  ExtractionOutput,
  TextConsultation,
  TextStretch,
  TextUse,
} from '#engine/types/extraction.ts';
import type { ModelRequest } from '#engine/types/questions.ts';
import { extract } from './extract.ts';
import { outputWithin } from './within.ts';

/** The claims of the text by rules and, if a language model was asked about it, by the statements that it listed. */
export async function extractWithReplies(input: ExtractionInput): Promise<ExtractionOutput> {
  const { within } = input;
  const output = await extractWhole(input);
  return within === undefined ? output : outputWithin(output, within);
}

async function extractWhole(input: ExtractionInput): Promise<ExtractionOutput> {
  const byRules = extract(input);
  if (input.consultation === undefined) return byRules;
  const { outputWithReplies } = await loadReplies();
  return outputWithReplies(input, byRules, input.consultation);
}

/** Second questions about the text, one for each of the first; null where there is nothing to ask. */
export async function secondQuestions(
  input: ExtractionInput,
  consultation: TextConsultation,
): Promise<(ModelRequest | null)[]> {
  const { secondQuestionsAbout } = await loadReplies();
  return secondQuestionsAbout(input, extract(input), consultation);
}

/** The questions about the text, in the order in which the replies are expected. */
export async function extractionQuestions(input: ExtractionInput, use: TextUse): Promise<ModelRequest[]> {
  const { questionsAboutText } = await loadInquiry();
  return questionsAboutText(input, use);
}

/** The stretches of the text, in order, including those that no question is asked about. */
export async function stretches(input: ExtractionInput, use: TextUse): Promise<TextStretch[]> {
  const { stretchesOfText } = await loadInquiry();
  return stretchesOfText(input, use);
}

const loadInquiry = () => import('./model/inquiry.ts');
const loadReplies = () => import('./model/replies.ts');
