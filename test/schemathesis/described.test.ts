/**
 * The published description against the service as a process, by schemathesis: an implementation that shares nothing with
 * the project's own fuzz. `npm run test:schemathesis`; `schemathesis.toml` says which checks are off, and why.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { endWithThisProcess } from '#test/support/children.ts';
import { NO_PROVIDERS } from '#test/support/no-providers.ts';
import { findSchemathesis } from '#test/support/schemathesis/command.ts';
import { openKeyChanger } from '#test/support/schemathesis/key-changer.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** It goes on drawing for as long; then it reports. */
const SECONDS = 180;
/** No report comes after so many more: it hangs. */
const REPORTS_WITHIN_SECONDS = 60;
/** Below the 60 calls a minute of one key. */
const CALLS_OF_A_KEY = 45;
/** Enough for 300 calls a second, with none used again within the minute. */
const KEYS = 400;
/** Calls of a key that make others; they count against its limit too. */
const CALLS_TO_MAKE_KEYS = 10;
/** What the client sends as its key; the proxy puts a real one in its place. */
const CLIENT_KEY = 'the-client';
/** It makes thousands of calls. With fewer successes than this, most have not come past the first checks. */
const LEAST_SUCCESSES = 300;

/** Of its output: its warnings and its summary. */
const LAST_LINES = 60;

const schemathesis = findSchemathesis();
const skip =
  schemathesis === null && 'schemathesis is neither on PATH nor a module of python3; pip install schemathesis';

test('schemathesis finds nothing that breaks the description', { skip }, async (context) => {
  const { program, args, version } = schemathesis!;
  context.diagnostic(version);
  const folder = await temporaryFolder();
  const service = await startService(folder.path, NO_PROVIDERS);
  context.after(async () => {
    await service.stop();
    await folder.remove();
  });
  const made = (await succeeded(service.request('POST', '/v1/organizations', { body: { name: 'Described' } }))).body;
  const changer = await openKeyChanger({
    target: service.url,
    clientKey: CLIENT_KEY,
    keys: await makeKeys(service, made.api_key),
    callsOfAKey: CALLS_OF_A_KEY,
  });
  context.after(() => changer.close());

  const config = join(import.meta.dirname, 'schemathesis.toml');
  const run = ['--config-file', config, '--no-color', 'run', `${changer.url}/v1/openapi.json`];
  const options = ['--header', `Authorization: Bearer ${CLIENT_KEY}`, '--max-time', String(SECONDS)];
  const { status, output } = await outputOf(program, [...args, ...run, ...options], { ORGANIZATION_ID: made.id });
  for (const line of output.split('\n').slice(-LAST_LINES)) if (line.trim() !== '') context.diagnostic(line);
  const answers = [...changer.statuses].toSorted(([a], [b]) => a - b).map(([code, count]) => `${code}: ${count}`);
  context.diagnostic(`answers to calls with a key: ${answers.join(', ')}`);
  assert.equal(status, 0, output);
  const successes = [...changer.statuses].reduce((sum, [code, count]) => sum + (code < 300 ? count : 0), 0);
  assert.ok(successes >= LEAST_SUCCESSES, `only ${successes} calls succeeded`);
  assert.deepEqual(
    service.logs.filter(({ level }) => level === 'error' || level === 'fatal'),
    [],
  );
});

/** Before the client's first call, because making them takes calls as well: each key makes a few of the next ones. */
async function makeKeys(
  service: ServiceProcess,
  first: { secret: string; scopes: readonly string[] },
): Promise<string[]> {
  const body = { name: 'Next', quota_per_hour: 10_000, scopes: first.scopes };
  const keys = [first.secret];
  for (const key of keys) {
    for (let made = 0; made < CALLS_TO_MAKE_KEYS && keys.length < KEYS; made++) {
      keys.push((await succeeded(service.request('POST', '/v1/api-keys', { key, body }))).body.secret);
    }
  }
  return keys;
}

/** Runs to the end, or kills it and says so where that takes too long. */
async function outputOf(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ status: number | null; output: string }> {
  const child = spawn(program, args, {
    cwd: import.meta.dirname,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: (SECONDS + REPORTS_WITHIN_SECONDS) * 1_000,
    killSignal: 'SIGKILL',
  });
  endWithThisProcess(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { status, output: status === null ? `${output}\nkilled: it did not end in time` : output };
}
