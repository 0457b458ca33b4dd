/** `evidence verify` as a gate: checks many files, reports what fails it, and tells by its exit code. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import { VERDICTS, type Verdict } from '#contracts/vocabulary.ts';
import type { Operations, VerifyOutcome } from '../../control/operations.ts';
import { EXIT } from '../../start-failure.ts';
import { sentenceOf } from '../answer-error.ts';
import type { CommandContext } from '../context.ts';
import { readBaseline, writeBaseline } from '../gate/baseline.ts';
import { changedSince, filesOf } from '../gate/files.ts';
import { type CheckedFile, findingsOf } from '../gate/finding.ts';
import { toGithub } from '../gate/github.ts';
import { toJunit } from '../gate/junit.ts';
import { toSarif } from '../gate/sarif.ts';
import { toText } from '../gate/text.ts';
import type { Page } from '../terminal.ts';
import { CommandError, UsageError } from '../usage-error.ts';
import { addLibrary } from './library.ts';
import { readSubject, type Subject } from './verify-subject.ts';

export const FORMATS = ['text', 'json', 'sarif', 'junit', 'github'] as const;
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
          (operations) => checkAll(operations, files, verdicts, options, context),
          settings,
          instead,
        );
  context.progress.clear();
  if (updateBaseline) {
    const accepted = await writeBaseline(baseline!, before, checked);
    context.note(`${accepted} findings accepted in ${baseline}`);
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

async function checkAll(
  operations: Operations,
  files: readonly string[],
  verdicts: ReadonlySet<Verdict>,
  options: GateOptions,
  context: CommandContext,
): Promise<CheckedFile[]> {
  if (options.library !== undefined) await addLibrary(operations, options.library, { prune: false }, context);
  const checked: CheckedFile[] = [];
  for (const [done, file] of files.entries()) {
    context.progress.report({ label: 'checking files', done, total: files.length });
    checked.push(await checkOne(operations, file, verdicts, options));
  }
  return checked;
}

/** Never throws for a single file, so that the others are reported. */
async function checkOne(
  operations: Operations,
  file: string,
  verdicts: ReadonlySet<Verdict>,
  { mode, question, profile }: GateOptions,
): Promise<CheckedFile> {
  const failed = (problem: string): CheckedFile => ({ file, counts: null, problem, complete: false, findings: [] });
  let subject: Subject;
  try {
    subject = await readSubject(file);
  } catch (error) {
    if (error instanceof CommandError) return failed(error.message);
    throw error;
  }
  const body = JSON.parse(JSON.stringify({ content: subject.content, mode, question, profile }));
  const outcome = await verifyPatiently(operations, body);
  if (outcome.status !== CREATED) return failed(sentenceOf(outcome.status, outcome.body));
  const { result } = outcome.body as VerifyResponse;
  return {
    file,
    counts: result.counts,
    problem: null,
    complete: result.coverage.missing_or_uncertain_spans.length === 0,
    findings: findingsOf(file, result, subject.hasLines ? subject.content : null, verdicts),
  };
}

const CREATED = 201;
const TOO_MANY = 429;
/** A key's limits are by the minute or the hour; longer waits are a spent allowance. */
const LONGEST_WAIT_S = 3_600;

/** Many files come faster than a key may call: waits as long as it is told to. */
async function verifyPatiently(operations: Operations, body: Record<string, unknown>): Promise<VerifyOutcome> {
  for (;;) {
    const outcome = await operations.verify({ kind: 'text', body, html: null });
    const { status, retry_after } = outcome;
    if (status !== TOO_MANY || retry_after === null || retry_after > LONGEST_WAIT_S) return outcome;
    await delay(retry_after * 1_000);
  }
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
  }
}

async function write(path: string, report: string): Promise<void> {
  try {
    await writeFile(path, report);
  } catch (error) {
    throw new CommandError(`${path} can't be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
