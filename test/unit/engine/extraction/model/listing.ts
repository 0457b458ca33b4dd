/** Texts read with what a language model might list of them. */
import type { Json } from '#contracts/json.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { ExtractionInput, ExtractionOutput, TextUse } from '#engine/types/extraction.ts';
import type { ModelReply, ModelRequest } from '#engine/types/questions.ts';

export const engine = createEngine();

export interface ListedStatement {
  sentence: string;
  pieces: string[];
  claim?: string;
  kind?: string;
  id?: string;
  part_of?: string;
  search?: Json;
}

export const USE = { deidentify: false, base_profile: 'general_web' } as const;

export function inputOf(content: string, question = ''): ExtractionInput {
  return { content, question, requestedAt: '2026-01-01T00:00:00.000Z', direct: false };
}

/** An answer that lists these statements. */
export function answerOf(statements: readonly ListedStatement[]): ModelReply {
  const answer = {
    statements: statements.map(
      ({ sentence, pieces, claim = pieces.join(' '), kind = 'fact', id, part_of = '', search }, at) => ({
        id: id ?? String(at + 1),
        sentence,
        pieces,
        claim,
        kind,
        part_of,
        ...(search !== undefined && { search }),
      }),
    ),
  };
  return { answer, first_token: null };
}

/** The text as a model reads it that replies so to each question, in their order. */
export async function readWith(
  content: string,
  replyTo: (request: ModelRequest, place: number) => ModelReply,
  use: TextUse = USE,
): Promise<ExtractionOutput> {
  const input = inputOf(content);
  const requests = await engine.extractionQuestions(input, use);
  return engine.extract({ ...input, consultation: { ...use, replies: requests.map(replyTo) } });
}

/** The claims of a text of one stretch of which these statements are listed. */
export async function claimsWith(content: string, statements: readonly ListedStatement[]): Promise<string[]> {
  const { claims } = await readWith(content, () => answerOf(statements));
  return claims.map(({ normalized_claim }) => normalized_claim);
}

/** The claims that the rules make of a text. */
export async function claimsByRules(content: string): Promise<string[]> {
  const { claims } = await engine.extract(inputOf(content));
  return claims.map(({ normalized_claim }) => normalized_claim);
}

/** The sentences of a question, as the model sees them, by their marks. */
export function sentencesIn(request: ModelRequest): { sentence: string; text: string }[] {
  const { content } = request.messages[1]!;
  const text = /<<<text (\w+)>>>\n([\s\S]*)\n<<<end text \1>>>/.exec(content)![2]!;
  return [...text.matchAll(/\{(S\d+)\} ([\s\S]*?)(?=\s*\{S\d+\} |$)/g)].map(([, sentence, own]) => ({
    sentence: sentence!,
    text: own!.trim(),
  }));
}
