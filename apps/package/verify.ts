/**
 * `import { verify } from 'evidence-verification'`: verifies a text in the caller's process, by the same use case as the
 * service, on a data folder of its own that is gone afterwards.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wordsOf } from '#agents/call-tool.ts';
import { VerifyTextInput } from '#agents/schemas.ts';
import { ApiError } from '#contracts/errors.ts';
import type { GivenSource } from '#contracts/given-sources.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import { EngineError } from '#engine/engine.ts';
import { validate } from '#http/validation.ts';
import { workEmbedded } from '../cli/work-embedded.ts';
import { type EmbeddedConfiguration, readConfiguration } from '../configuration.ts';

export type { ClaimRecord, EvidenceItem, VerificationResult } from '#contracts/http/verification-result.ts';

export interface VerifyOptions {
  /** Documents to check against: at most 50, with 500,000 characters together. */
  sources?: readonly GivenSource[];
  /** A folder of documents to check against (PDF, DOCX, Markdown, HTML, text). */
  library?: string;
  /** The question that the text answers. Context only, never verified itself. */
  question?: string;
  /** A base profile. Default: `general_web`. */
  profile?: string;
  /** How much effort. Default: `thorough`. */
  mode?: Mode;
  /** Whether public sources are asked as well, with the words of claims. Default: false, nothing leaves the machine. */
  web?: boolean;
  /** A language model for what the local judge leaves open, by the URL of its server, such as `http://localhost:11434/v1`. */
  model?: { url: string; name: string; key?: string };
  /** Cancels the verification; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called with how much is done, from 0 to 1, and what is being done. */
  onProgress?: (done: number, message: string) => void;
}

/** An error that `verify` throws for what it was given, or if it fails. `code` is one of the API's error codes,
 * or `engine_error` if the installation is broken. */
export interface VerifyError extends Error {
  code: string;
}

/**
 * Verifies an English text of at most 100,000 characters. Nothing of it is kept. Throws VerifyError; ConfigurationError for
 * a model that can't be configured so.
 */
export async function verify(text: string, options: VerifyOptions = {}): Promise<VerificationResult> {
  const { library, web = false, model, signal = new AbortController().signal, onProgress, ...rest } = options;
  signal.throwIfAborted();
  // Nothing is kept, so the key of the text never reaches the disk.
  const input = validate(VerifyTextInput, 'body', { text, ...withoutUndefined(rest), retention_hours: 0 });
  if (!input.success) throw inWords(new ApiError('validation_error', { detail: input.detail }));
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  try {
    const configuration = configurationOf(folder, web, model);
    return await workEmbedded(
      configuration,
      () => {},
      async (operations, { agents, bootstrap, engine }) => {
        // Whatever is wrong with the installation shows here, and not as a verification that failed.
        await engine.warmUp();
        if (library !== undefined) await operations.addLibrary({ folder: resolve(library), prune: false });
        const report = ({ done, total, message }: { done: number; total: number; message: string }) =>
          onProgress?.(done / total, message);
        return await agents!.verify(bootstrap.key, input.value, { signal, report });
      },
    );
  } catch (error) {
    if (error instanceof EngineError) throw withCode('engine_error', `the engine can't be started: ${error.message}`);
    throw error instanceof ApiError ? inWords(error) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The caller's environment is not read: a function depends on its arguments. */
function configurationOf(folder: string, web: boolean, model: VerifyOptions['model']): EmbeddedConfiguration {
  const off = { EVIDENCE_PUBLIC_SOURCES: 'off', EVIDENCE_CONNECTED_SEARCH: 'off' };
  const key = model?.key === undefined ? {} : { EVIDENCE_MODEL_KEY: model.key };
  return readConfiguration({
    EVIDENCE_DATA_DIR: folder,
    ...(!web && off),
    ...(model && { EVIDENCE_MODEL_URL: model.url, EVIDENCE_MODEL: model.name, ...key }),
  }) as EmbeddedConfiguration;
}

function withoutUndefined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function inWords(error: ApiError): VerifyError {
  return withCode(error.code, wordsOf(error, ''));
}

function withCode(code: string, message: string): VerifyError {
  return Object.assign(new Error(message), { name: 'VerifyError', code });
}
