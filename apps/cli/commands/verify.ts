/** `evidence verify`: verifies texts or one claim through the same API as over HTTP. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileProblem } from '#common/file-problem.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { Operations } from '../../control/operations.ts';
import type { VerifyOutcome } from '../../control/verify-outcome.ts';
import { EXIT } from '../../start-failure.ts';
import type { CommandContext } from '../context.ts';
import { expanded } from '../gate/files.ts';
import { renderReport } from '../report.ts';
import { sentenceOf } from '../response-error.ts';
import { CommandError, UsageError } from '../usage-error.ts';
import { addLibraryFirst } from './library.ts';
import { type GateOptions, verifyFiles } from './verify-files.ts';
import { readSubject, type Subject } from './verify-subject.ts';

export interface VerifyOptions extends GateOptions {
  claim?: string;
  json?: boolean;
  html?: string;
  modelUrl?: string;
  model?: string;
  /** False: outside sources are not used. */
  web?: boolean;
}

const NOBODY_OUTSIDE = {
  EVIDENCE_PUBLIC_SOURCES: 'off',
  EVIDENCE_CONNECTED_SEARCH: 'off',
  EVIDENCE_SEARCH_URL: '',
};

/** Returns the exit code. With an option of the gate, all files are checked and reported together. */
export async function verify(
  files: readonly string[],
  options: VerifyOptions,
  context: CommandContext,
): Promise<number> {
  if (files.length === 0 && options.claim === undefined) throw new UsageError('name a FILE to verify, or use --claim');
  if (files.length > 0 && options.claim !== undefined) throw new UsageError('--claim can not be combined with a FILE');
  if (options.claim !== undefined && (options.mode !== undefined || options.question !== undefined)) {
    throw new UsageError('--mode and --question are for texts, not for --claim');
  }
  const settings = {
    ...modelVariables(options),
    ...(options.web === false && NOBODY_OUTSIDE),
  };
  const instead = options.web === false ? '; with --mode fast it asks nobody outside' : '';
  if (isGate(options)) {
    if (options.claim !== undefined || options.html !== undefined || options.json === true) {
      throw new UsageError(
        '--fail-on and its like are for files, and report by --format: not with --claim, --html or --json',
      );
    }
    return verifyFiles(files, options, context, settings, instead);
  }
  const subjects =
    options.claim === undefined
      ? await subjectsOf(files, options)
      : [{ kind: 'claim' as const, title: 'Claim', name: null, content: options.claim, hasLines: false }];

  await context.withOperations(
    async (operations) => {
      if (options.library !== undefined) await addLibraryFirst(operations, options.library, context);
      const failures: string[] = [];
      for (const subject of subjects) {
        const failure = await verifyOne(operations, subject, options, context);
        if (failure !== null) failures.push(failure);
      }
      if (failures.length > 0) throw new CommandError(failures.join('\n'));
    },
    settings,
    instead,
  );
  return EXIT.done;
}

async function subjectsOf(patterns: readonly string[], { html }: VerifyOptions): Promise<Subject[]> {
  const files = await expanded(patterns);
  if (files.length > 1 && html !== undefined) {
    throw new UsageError('--html takes one FILE at a time; --format html makes one page of many');
  }
  return Promise.all(files.map(readSubject));
}

function isGate(options: VerifyOptions): boolean {
  const { failOn, format, output, baseline, updateBaseline, changedSince, cache } = options;
  return [failOn, format, output, baseline, updateBaseline, changedSince, cache].some((option) => option !== undefined);
}

/** The model options as the environment variables that they correspond to. */
function modelVariables({ modelUrl, model }: VerifyOptions): Record<string, string> {
  if ((modelUrl === undefined) !== (model === undefined)) throw new UsageError('--model-url and --model go together');
  return modelUrl === undefined ? {} : { EVIDENCE_MODEL_URL: modelUrl, EVIDENCE_MODEL: model! };
}

/** Returns the reason why there is no result, or null. */
async function verifyOne(
  operations: Operations,
  subject: Subject,
  options: VerifyOptions,
  context: CommandContext,
): Promise<string | null> {
  const { kind, title, name, content } = subject;
  const text = kind === 'claim' ? { claim: content } : { content, mode: options.mode, question: options.question };
  const outcome = await operations.verify({
    kind,
    // Through JSON, which drops undefined options.
    body: JSON.parse(JSON.stringify({ ...text, profile: options.profile })),
    html: options.html === undefined ? null : { name },
  });
  context.progress.clear();
  const good = outcome.status === 201;
  if (options.json)
    context.out(`${JSON.stringify({ file: kind === 'claim' ? null : title, ...(outcome.body as object) })}\n`);
  else if (good) context.out(renderReport({ ...(outcome.body as VerifyResponse), content, title }, context.page));
  if (!good) return `${title}: ${sentenceOf(outcome.status, outcome.body)}`;
  if (options.html !== undefined) await writeExport(options.html, outcome, context);
  return null;
}

async function writeExport(file: string, { html }: VerifyOutcome, context: CommandContext): Promise<void> {
  if (html === null)
    throw new CommandError('no page was written: the organization does not allow exports, or keeps no results');
  try {
    await writeFile(file, html, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(`${file} can't be written: ${fileProblem(error)}`);
  }
  context.note(`HTML report: ${resolve(file)}`);
}
