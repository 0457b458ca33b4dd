/** Checks files one after the other. */
import { setTimeout as delay } from 'node:timers/promises';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
import type { Operations } from '../../control/operations.ts';
import type { VerifyOutcome } from '../../control/verify-outcome.ts';
import { readSubject, type Subject } from '../commands/verify-subject.ts';
import type { ProgressBar } from '../progress-bar.ts';
import { sentenceOf } from '../response-error.ts';
import { CommandError } from '../usage-error.ts';
import { type CheckedFile, countsOf, type FoundClaim, findingsOf, foundClaims } from './finding.ts';
import { type Memory, type Recalled, unremembered } from './recalled.ts';
import { problemOf } from './shortcomings.ts';

export interface Check {
  operations: Operations;
  /** Which claims are findings. */
  verdicts: ReadonlySet<Verdict>;
  /** How texts are asked about; undefined: as the API does by default. */
  asking: { mode?: string | undefined; question?: string | undefined; profile?: string | undefined };
  /** null: every text is verified. */
  memory: Memory | null;
}

export async function checkAll(check: Check, files: readonly string[], progress: ProgressBar): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = [];
  let verified = 0;
  for (const [done, file] of files.entries()) {
    progress.report({ label: 'checking files', done, total: files.length });
    const outcome = await checkOne(check, file);
    checked.push(outcome);
    if (!outcome.cached) verified++;
    // A check may be ended at any time, and what it has found out is not lost then.
    if (!outcome.cached && verified % SAVED_AFTER === 0) await check.memory?.save();
  }
  return checked;
}

/** Files that were verified. */
const SAVED_AFTER = 20;

/** Never throws for a single file, so that the others are reported. */
async function checkOne(check: Check, file: string): Promise<CheckedFile> {
  let subject: Subject;
  try {
    subject = await readSubject(file);
  } catch (error) {
    if (error instanceof CommandError) return failed(file, error.message);
    throw error;
  }
  // What can't be recalled is verified.
  const recalled = (await check.memory?.recall(subject.content, file).catch(() => null)) ?? NOTHING;
  return checkText(check, file, subject, recalled);
}

async function checkText(check: Check, file: string, subject: Subject, recalled: Recalled): Promise<CheckedFile> {
  const { operations, verdicts, asking } = check;
  const { content, hasLines } = subject;
  const { known, open } = recalled;
  const checkedFile = (
    found: FoundClaim[],
    verified: number,
    problem: string | null,
    complete: boolean,
  ): CheckedFile => {
    const claims = [...known, ...found];
    return {
      ...{ file, counts: countsOf(claims), problem, cached: open.length === 0, verified, complete },
      findings: findingsOf(file, claims, hasLines ? content : null, verdicts),
    };
  };
  if (open.length === 0) return checkedFile([], 0, null, recalled.complete);
  const body = JSON.parse(JSON.stringify({ content, ...asking })) as Record<string, unknown>;
  const outcome = await verifyPatiently(operations, body, recalled);
  if (outcome.status !== CREATED) return failed(file, sentenceOf(outcome.status, outcome.body));
  const learned = await recalled.learn((outcome.body as VerifyResponse).result);
  if (learned === null) return checkText(check, file, subject, recalled.afresh());
  const found = foundClaims(learned.result);
  return checkedFile(found, found.length - learned.remembered, problemOf(learned.result), learned.complete);
}

function failed(file: string, problem: string): CheckedFile {
  return { file, counts: null, problem, cached: false, verified: 0, complete: false, findings: [] };
}

/** Of a text of which nothing is remembered. */
const NOTHING: Recalled = {
  known: [],
  open: 'all',
  known_inputs: [],
  complete: false,
  learn: async (result) => unremembered(result),
  afresh: () => NOTHING,
};

const CREATED = 201;
const TOO_MANY = 429;
/** A key's limits are by the minute or the hour; longer waits are a spent allowance. */
const LONGEST_WAIT_S = 3_600;

/** Many files come faster than a key may call: waits as long as it is told to. */
async function verifyPatiently(
  operations: Operations,
  body: Record<string, unknown>,
  { open, known_inputs }: Recalled,
): Promise<VerifyOutcome> {
  for (;;) {
    const outcome =
      open === 'all'
        ? await operations.verify({ kind: 'text', body, html: null })
        : await operations.verifyWithin({ body, within: [...open], known_inputs: [...known_inputs] });
    const { status, retry_after } = outcome;
    if (status !== TOO_MANY || retry_after === null || retry_after > LONGEST_WAIT_S) return outcome;
    await delay(retry_after * 1_000);
  }
}
