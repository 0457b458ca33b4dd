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

/** What a second question asks: each statement with its sentence, as the model sees them, in order. */
export function doubtsIn(request: ModelRequest): { number: string; sentence: string; statement: string }[] {
  const { content } = request.messages[1]!;
  const pairs = content.matchAll(
    /<<<sentence (\w+)>>>\n([\s\S]*?)\n<<<end sentence \1>>>\n\n<<<statements \1>>>\n([\s\S]*?)\n<<<end statements \1>>>/g,
  );
  return [...pairs].flatMap(([, , sentence, statements]) =>
    [...statements!.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, statement]) => ({
      number: number!,
      sentence: sentence!,
      statement: statement!,
    })),
  );
}

export type Doubted = ReturnType<typeof doubtsIn>[number];

/** An answer to a second question. */
export function secondAnswerOf(request: ModelRequest, isStated: (one: Doubted) => boolean): ModelReply {
  const answers = doubtsIn(request).map((one) => ({ statement: one.number, stated: isStated(one) ? 'yes' : 'no' }));
  return { answer: { answers }, first_token: null };
}

/** The worst of models: it sees what is a decoy, and says yes to everything else. */
export function yesButToDecoys(content: string): (one: Doubted) => boolean {
  const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return ({ sentence, statement }) => {
    if (!content.includes(sentence.trim())) return false;
    const own = new Set(wordsIn(sentence));
    return wordsIn(statement).every((word) => own.has(word) || !/^(?:not|t|\d+)$/.test(word));
  };
}

/** The text as a model reads it that replies so to each question, and then so to what it is asked again. */
export async function readTwice(
  content: string,
  replyTo: (request: ModelRequest, place: number) => ModelReply,
  secondReplyTo: (request: ModelRequest, place: number) => ModelReply,
  use: TextUse = USE,
): Promise<ExtractionOutput> {
  const input = inputOf(content);
  const requests = await engine.extractionQuestions(input, use);
  const consultation = { ...use, replies: requests.map(replyTo) };
  const second = await engine.secondQuestions(input, consultation);
  const second_replies = second.map((request, place) => request && secondReplyTo(request, place));
  return engine.extract({ ...input, consultation: { ...consultation, second_replies } });
}

/** What a claim about this part of a text about the Velmar station must have, so that it says no more than its sentence. */
export const LIMITS: readonly (readonly [about: RegExp, limit: RegExp])[] = [
  [/ready/, /\bnot\b|said/],
  [/close/, /\bmay\b/],
  [/close/, /\bif\b/],
  [/tablets/, /no more than/],
  [/voted/, /[Oo]nly two/],
];
