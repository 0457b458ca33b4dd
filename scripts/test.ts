/**
 * Runs checks and test files. The last line of output is `N passed, N failed, N skipped`.
 *
 *   node scripts/test.ts                    checks, unit, contract and integration tests
 *   node scripts/test.ts faults [more …]    only the named suites under test/
 *   node scripts/test.ts distributed        the service's tests again, over the servers of the distributed shape
 *   node scripts/test.ts kafka-3.9          the stage queue's contract again, on the line of Kafka before
 *   node scripts/test.ts browser            the pages of the workbench in Chromium, which must be installed
 *   node scripts/test.ts fuzz               many more drawn requests and hostile texts than the integration tests send
 *   node scripts/test.ts schemathesis       the description, by another tool's drawn requests; skipped without it
 *   node scripts/test.ts path/to/x.test.ts  only these files
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { type KafkaServer, kafkaServer, type NoKafka, reportKafka, SHARED_KAFKA } from '#test/support/servers/kafka.ts';

const DEFAULT_SUITES = ['unit', 'contract', 'integration'];

/** Each counts as one test. */
const CHECKS: [name: string, command: string, args: string[]][] = [
  ['types', 'tsc', ['--noEmit']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['import direction', 'depcruise', ['--output-type', 'err', '.']],
];

/** Suites whose diagnostics are printed: what they measured, or the seed that they drew with. */
const REPORTING: ReadonlySet<string> = new Set(['browser', 'faults', 'fuzz', 'schemathesis']);
/** Such a suite, or a single file of it. */
const isReporting = (suite: string) => REPORTING.has(suite) || REPORTING.has(suite.split('/')[1] ?? '');

/**
 * Files that must run alone: one measures what a customer notices of another one, one kills a process after a given
 * time, in which it must get as much work acknowledged as possible.
 */
const ALONE: ReadonlySet<string> = new Set(
  ['unfair-neighbour', 'kill'].map((name) => join('test', 'faults', `${name}.test.ts`)),
);

/** Files that take longest begin first: one that began last would run on while a core is idle. */
const FIRST: ReadonlySet<string> = new Set([
  ...['drill/drill', 'alerts/model', 'outside-kill', 'servers', 'paused', 'two-versions'].map((name) =>
    join('test', 'faults', `${name}.test.ts`),
  ),
  ...['deployment', 'documents', 'instances', 'stopping'].map((name) =>
    join('test', 'integration', 'distributed', `${name}.test.ts`),
  ),
  ...['command-line', 'webhook-kill'].map((name) => join('test', 'integration', 'apps', `${name}.test.ts`)),
  ...['hostile', 'forms', 'journey'].map((name) => join('test', 'browser', `${name}.test.ts`)),
  ...['access', 'chat'].map((name) => join('test', 'integration', 'service', `${name}.test.ts`)),
]);

/**
 * How many files run at a time: one more than cores, as files wait for leases and time limits about a third of their
 * time. Files of faults keep several processes busy each.
 */
const filesAtATime = (suite: string) => availableParallelism() + (suite === 'faults' ? 0 : 1);

/** Suites whose files share a broker. */
const ON_KAFKA: ReadonlySet<string> = new Set(['contract', 'integration', 'distributed', 'faults']);
let kafka: KafkaServer | NoKafka | undefined;

/** Suites that run the files of another suite with another environment. */
const VARIANTS: Record<string, Variant> = {
  distributed: {
    of: 'integration/service',
    environment: { EVIDENCE_TEST_SHAPE: 'distributed' },
    needsKafka: true,
  },
  'kafka-3.9': {
    of: 'test/contract/kafka.stage-queue.test.ts',
    environment: { KAFKA_VERSION: '3.9.1', [SHARED_KAFKA]: '' },
  },
  fuzz: { of: 'integration/fuzz', environment: { FUZZ_REQUESTS: '20000' } },
};

interface Variant {
  of: string;
  environment: Record<string, string>;
  /** Without it, the suite is skipped as a whole. */
  needsKafka?: boolean;
}

const MINUTE_MS = 60_000;
/** Limit of a test and of each hook: the slowest tests take a tenth of it. */
const TEST_WITHIN_MS = 10 * MINUTE_MS;
/** The same for files in which a single test is a long load. */
const LONG_TEST_WITHIN_MS = 20 * MINUTE_MS;

/** How many files the list of the slowest has. */
const SLOWEST = 15;
/** How long each file took. */
const took: { file: string; ms: number }[] = [];

const totals = { passed: 0, failed: 0, skipped: 0 };
/** What failed, and the beginning of why. It is printed once more at the end, where a long log is read first. */
const failures: string[] = [];
/** How many lines of a failure are repeated at the end. */
const REPEATED_LINES = 15;
/** Test files report the servers they used in diagnostics with this prefix. */
const SERVER = 'server: ';
const servers = new Set<string>();
/** The test runner's own diagnostics at the end of a file. */
const RUNNERS_OWN = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;

/** Exit status after SIGINT (128 + 2) or SIGTERM. */
const INTERRUPTED = 130;
/** Aborted by a signal. It stops the tests too, so that the processes they started don't outlive this one. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const named = process.argv.slice(2);
if (named.length === 0) await Promise.all(CHECKS.map(([name, command, args]) => check(name, command, args)));
for (const suite of named.length === 0 ? DEFAULT_SUITES : named) await runSuite(suite);
if (kafka !== undefined) reportKafka({ diagnostic: noteServer }, kafka);
if (kafka !== undefined && 'brokers' in kafka) await kafka.stop();

if (took.length > SLOWEST) {
  console.log('\nslowest files:');
  for (const { file, ms } of took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    console.log(`  ${seconds(ms).padStart(8)}  ${file}`);
  }
}
for (const server of [...servers].sort()) console.log(server);
// .ci/run looks for this line.
if (failures.length > 0) console.log(`\nfailed tests:\n${failures.join('\n')}`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed > 0 || totals.passed + totals.skipped === 0 ? 1 : 0);

async function check(name: string, command: string, args: string[]): Promise<void> {
  const started = performance.now();
  const { status, output } = await new Promise<{ status: number | null; output: string }>((resolve) => {
    const child = spawn(`node_modules/.bin/${command}`, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      signal: stopping.signal,
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (status) => resolve({ status, output }));
    child.on('error', (error) => resolve({ status: 1, output: error.message }));
  });
  if (stopping.signal.aborted) process.exit(INTERRUPTED);
  console.log(`${mark(status === 0)} ${name} (${seconds(performance.now() - started)})`);
  if (status === 0) totals.passed++;
  else {
    console.log(output);
    noteFailure(name, output);
  }
}

async function runSuite(suite: string): Promise<void> {
  const { of = suite, environment = {}, needsKafka = false } = VARIANTS[suite] ?? {};
  const files = of.endsWith('.ts') ? [of] : globSync(`test/${of}/**/*.test.ts`).sort();
  if (files.length === 0) {
    noteFailure(suite, 'no test files');
    return;
  }
  console.log(`\n${suite}`);
  const started = performance.now();
  if (ON_KAFKA.has(suite)) kafka ??= await kafkaServer();
  if (needsKafka && kafka !== undefined && 'reason' in kafka) {
    totals.skipped += files.length;
    console.log(`  - skipped: ${files.length} files of ${of} (no Kafka: ${kafka.reason})`);
    return;
  }
  const shared = kafka !== undefined && 'brokers' in kafka ? { [SHARED_KAFKA]: kafka.brokers.join(',') } : {};
  const env = { ...process.env, ...shared, ...environment };
  await runFiles(
    suite,
    files.filter((file) => !ALONE.has(file)).toSorted((a, b) => Number(FIRST.has(b)) - Number(FIRST.has(a))),
    env,
  );
  for (const file of files.filter((file) => ALONE.has(file))) await runFiles(suite, [file], env);
  if (stopping.signal.aborted) process.exit(INTERRUPTED);
  console.log(
    `  ${files.length} files in ${seconds(performance.now() - started)}; ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped so far`,
  );
}

/**
 * Runs some files at a time; resolves when the last one has ended. A file whose process
 * does not end after its tests is killed and fails: the runner itself would wait for it forever.
 */
async function runFiles(suite: string, files: string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (files.length === 0) return;
  const timeout = isReporting(suite) ? LONG_TEST_WITHIN_MS : TEST_WITHIN_MS;
  const stuck = new AbortController();
  // Longer than any test, so only such files can still be running.
  const silence = setTimeout(() => stuck.abort(), timeout + MINUTE_MS);
  const stream = run({
    files,
    concurrency: filesAtATime(suite),
    timeout,
    env,
    // A warning is printed together with its origin.
    execArgv: ['--trace-warnings'],
    signal: AbortSignal.any([stopping.signal, stuck.signal]),
  });
  for await (const { type, data } of stream) {
    if (stopping.signal.aborted) continue;
    silence.refresh();
    if (type === 'test:diagnostic' || type === 'test:stdout' || type === 'test:stderr') {
      if (type !== 'test:diagnostic') process.stdout.write(data.message);
      else if (data.message.startsWith(SERVER)) noteServer(data.message);
      else if (isReporting(suite) && !RUNNERS_OWN.test(data.message)) console.log(`  · ${data.message}`);
      continue;
    }
    if (type === 'test:summary' && data.file !== undefined) {
      took.push({ file: relative(process.cwd(), data.file), ms: data.duration_ms });
      continue;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // Suites are groups and don't count as tests, unless a suite is skipped as a whole, or a hook of it fails.
    const isOwnFailure = type === 'test:fail' && failureTypeOf(data.details.error) !== 'subtestsFailed';
    if (data.details?.type === 'suite' && data.skip === undefined && !isOwnFailure) {
      if (type === 'test:fail') console.log(`      in: ${data.name}`);
      continue;
    }
    if (data.skip !== undefined) {
      totals.skipped++;
      console.log(`  - skipped: ${data.name} (${data.skip === true ? 'no reason given' : data.skip})`);
    } else if (type === 'test:pass') {
      totals.passed++;
    } else {
      const where = `${relative(process.cwd(), data.file ?? '')}:${data.line ?? ''}`;
      const reason = reasonOf(data.details.error);
      console.log(`  ${mark(false)} ${data.name}\n      ${where}\n${indent(reason)}`);
      noteFailure(`${data.name} (${where})`, reason);
    }
  }
  clearTimeout(silence);
}

/** The test's own error. For a hook that took too long, the hook's place and that it timed out. */
function reasonOf(error: Error): string {
  const { cause, stack } = error;
  if (failureTypeOf(error) === 'testAborted') return 'its process did not end after its tests, and was ended';
  if (cause instanceof Error)
    return causesOf(cause)
      .map(({ stack }) => String(stack))
      .join('\nled to: ');
  return cause === undefined ? String(stack) : `${typeof cause === 'string' ? cause : inspect(cause)}\n${stack}`;
}

/**
 * The error's causes, the first one first, and the error. A property that fails reports the values that were drawn, which may be
 * many lines; what failed with them is its cause.
 */
function causesOf(error: Error): Error[] {
  return error.cause instanceof Error ? [...causesOf(error.cause), error] : [error];
}

/** The kind of failure according to the test runner: the test's own, or that of its subtests. */
function failureTypeOf(error: Error): unknown {
  return 'failureType' in error ? error.failureType : undefined;
}

function noteFailure(name: string, reason: string): void {
  totals.failed++;
  failures.push(`  ${mark(false)} ${name}\n${indent(reason.split('\n').slice(0, REPEATED_LINES).join('\n'))}`);
}

function noteServer(line: string): void {
  servers.add(line.slice(SERVER.length));
}

function mark(good: boolean): string {
  return good ? '✓' : '✗';
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '      ');
}
