/**
 * Recorded answers of language models: a folder with one file per request, named by the request's hash. A repeated
 * evaluation then costs nothing and needs no model. The files contain the texts that were asked about, so this is for
 * evaluations only.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '#common/canonical-json.ts';
import type { Json } from '#contracts/json.ts';
import type { LanguageModel, LanguageModelRequest, ModelOutcome } from '#contracts/ports/language-model.ts';

const Usage = z.object({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) }).nullable();

/** Outcomes that another try at the same question would not change. */
const Recording = z.object({
  outcome: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      answer: z.json(),
      usage: Usage,
      first_token: z.array(z.object({ token: z.string(), logprob: z.number() })).nullable(),
      is_cut_off: z.literal(true).optional(),
    }),
    z.object({
      ok: z.literal(false),
      failure: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('refused') }),
        z.object({ kind: z.literal('invalid_answer'), reason: z.enum(['not_json', 'unexpected_form', 'empty']) }),
        z.object({ kind: z.literal('over_limit'), limit: z.enum(['output_tokens', 'context']) }),
      ]),
      usage: Usage,
    }),
  ]),
});

/** SHA-256 of the request as canonical JSON, in hex. */
export function requestHash(request: LanguageModelRequest): string {
  return createHash('sha256')
    .update(canonicalJson(request as unknown as Json))
    .digest('hex');
}

/**
 * Returns recorded answers from `folder` only. A missing recording is a failure that names the request's hash; with
 * `unanswered`, its request is written into that folder, to be answered by whoever can.
 */
export function replayModel(folder: string, unanswered: string | null = null): LanguageModel {
  return {
    async ask(request, { signal }) {
      signal.throwIfAborted();
      const hash = requestHash(request);
      const recorded = await read(folder, hash);
      if (unanswered !== null && !recorded.ok && recorded.failure.kind === 'not_recorded')
        await write(unanswered, hash, { request });
      return recorded;
    },
  };
}

/**
 * Returns the recorded answer from `folder` if present, else asks `model` and records its answer. Temporary failures
 * are not recorded. Rejects as `model` does, or if the folder can't be written.
 */
export function recordModel(model: LanguageModel, folder: string): LanguageModel {
  return {
    async ask(request, occasion) {
      const hash = requestHash(request);
      const recorded = await read(folder, hash);
      if (recorded.ok || recorded.failure.kind !== 'not_recorded') return recorded;
      const outcome = await model.ask(request, occasion);
      if (Recording.safeParse({ outcome }).success) await write(folder, hash, { request, outcome });
      return outcome;
    },
  };
}

async function read(folder: string, hash: string): Promise<ModelOutcome> {
  const absent = (reason: 'missing' | 'unreadable'): ModelOutcome => ({
    ok: false,
    failure: { kind: 'not_recorded', hash, reason },
    usage: null,
  });
  try {
    const text = await readFile(join(folder, `${hash}.json`), 'utf8');
    return Recording.parse(JSON.parse(text)).outcome;
  } catch (error) {
    return absent((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable');
  }
}

/** Writes the file atomically, as another process may record the same answer. */
async function write(folder: string, hash: string, content: unknown): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${hash}.${randomUUID()}.new`);
  try {
    await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    await rename(temporary, join(folder, `${hash}.json`));
  } finally {
    await rm(temporary, { force: true });
  }
}
