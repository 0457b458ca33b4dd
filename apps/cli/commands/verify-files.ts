/** `evidence verify` as a gate: checks many files, reports what fails it, and tells by its exit code. */
import { writeFile } from 'node:fs/promises';
import { fileProblem } from '#common/file-problem.ts';
import { VerifyRequest } from '#contracts/http/verification.ts';
import { VERDICTS, type Verdict } from '#contracts/vocabulary.ts';
import { count } from '#results/page/words.ts';
import type { Operations } from '../../control/operations.ts';
import { EXIT } from '../../start-failure.ts';
import type { CommandContext } from '../context.ts';
import { readBaseline, writeBaseline } from '../gate/baseline.ts';
import { toBatchPage, toTable } from '../gate/batch.ts';
import { checkAll } from '../gate/check.ts';
import { changedSince, filesOf } from '../gate/files.ts';
import type { CheckedFile } from '../gate/finding.ts';
import { toGithub } from '../gate/github.ts';
import { toJunit } from '../gate/junit.ts';
import { type Asking, openMemory } from '../gate/memory.ts';
import { toSarif } from '../gate/sarif.ts';
import { toText } from '../gate/text.ts';
import type { Page } from '../terminal.ts';
import { CommandError, UsageError } from '../usage-error.ts';
import { addLibraryFirst } from './library.ts';

export const FORMATS = ['text', 'json', 'sarif', 'junit', 'github', 'table', 'html'] as const;
type Format = (typeof FORMATS)[number];

export interface GateOptions {
  library?: string;
  profile?: string;
  mode?: string;
  question?: string;
  failOn?: string;
  format?: Format;
  output?: string;
  baseline?: string;
  updateBaseline?: boolean;
  changedSince?: string;
  /** File of what earlier checks came to. */
  cache?: string;
}

const DEFAULT_FAIL_ON = 'contradicted';

/**
 * Returns the exit code: 0 nothing found, 1 found, 2 something could not be checked; then the other files are reported all
 * the same. `settings` and `instead`: see CommandContext.withOperations.
 */
export async function verifyFiles(
  patterns: readonly string[],
  options: GateOptions,
  context: CommandContext,
  settings: Record<string, string>,
  instead: string,
): Promise<number> {
  const { baseline, updateBaseline = false, changedSince: reference } = options;
  const verdicts = verdictsOf(options.failOn ?? DEFAULT_FAIL_ON);
  if (updateBaseline && baseline === undefined) throw new UsageError('--update-baseline needs --baseline FILE');
  const named = await filesOf(patterns);
  const files = reference === undefined ? named : await changedSince(reference, named);
  const before = baseline === undefined ? [] : await readBaseline(baseline);
  const checked =
    files.length === 0
      ? []
      : await context.withOperations(
          (operations) => check(operations, files, verdicts, options, context),
          settings,
          instead,
        );
  context.progress.clear();
  if (updateBaseline) {
    const accepted = await writeBaseline(baseline!, before, checked);
    context.note(`${count(accepted, 'finding')} accepted in ${baseline}`);
  }
  const accepted = new Set(before.map(({ fingerprint }) => fingerprint));
  const report = rendered(options.format ?? 'text', checked, accepted, context.page);
  if (options.output === undefined) context.out(report);
  else await write(options.output, report);
  if (checked.some(({ problem }) => problem !== null)) return EXIT.configuration;
  const found = checked.some(({ findings }) => findings.some(({ fingerprint }) => !accepted.has(fingerprint)));
  return found && !updateBaseline ? EXIT.failed : EXIT.done;
}

function verdictsOf(list: string): Set<Verdict> {
  const verdicts = list.split(',').map((name) => name.trim());
  for (const verdict of verdicts) {
    if (!(VERDICTS as readonly string[]).includes(verdict)) {
      throw new UsageError(`--fail-on takes verdicts, separated by commas: ${VERDICTS.join(', ')}`);
    }
  }
  return new Set(verdicts as Verdict[]);
}

async function check(
  operations: Operations,
  files: readonly string[],
  verdicts: ReadonlySet<Verdict>,
  { library, cache, mode, question, profile }: GateOptions,
  context: CommandContext,
): Promise<CheckedFile[]> {
  if (library !== undefined) await addLibraryFirst(operations, library, context);
  const memory =
    cache === undefined ? null : await openMemory(cache, operations, askingOf({ mode, question, profile }), cacheKey());
  if (typeof memory?.note === 'string') context.note(`${cache} is not used, as ${memory.note}`);
  try {
    return await checkAll(
      { operations, verdicts, asking: { mode, question, profile }, memory },
      files,
      context.progress,
    );
  } finally {
    // What was verified before a failure need not be verified again.
    await memory?.save();
  }
}

/** With the API's defaults, so that naming one changes nothing. */
function askingOf({ mode, question, profile }: GateOptions): Asking {
  const { data } = VerifyRequest.safeParse(JSON.parse(JSON.stringify({ content: '-', mode, question, profile })));
  if (data === undefined) throw new UsageError('--profile, --mode or --question is not one that the API takes');
  return data;
}

/** An empty one is what CI systems give for a secret that is not set. */
function cacheKey(): string | undefined {
  return process.env.EVIDENCE_CACHE_KEY || undefined;
}

function rendered(format: Format, checked: CheckedFile[], accepted: ReadonlySet<string>, page: Page): string {
  switch (format) {
    case 'text':
      return toText(checked, accepted, page);
    case 'json':
      return `${JSON.stringify({
        files: checked.map((each) => ({
          ...each,
          findings: each.findings.map((finding) => ({ ...finding, accepted: accepted.has(finding.fingerprint) })),
        })),
      })}\n`;
    case 'sarif':
      return toSarif(checked, accepted);
    case 'junit':
      return toJunit(checked, accepted);
    case 'github':
      return toGithub(checked, accepted);
    case 'table':
      return toTable(checked, accepted, page);
    case 'html':
      return toBatchPage(checked, accepted);
  }
}

async function write(path: string, report: string): Promise<void> {
  try {
    await writeFile(path, report);
  } catch (error) {
    throw new CommandError(`${path} can't be written: ${fileProblem(error)}`);
  }
}
