/** `evidence mcp`, called with the protocol's own client, in its present version and in earlier ones. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { callTool, ERAS, fillsAllSlots, newClient } from '#test/support/agents/client.ts';
import { evidence } from '#test/support/command-line.ts';
import { eventually } from '#test/support/eventually.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RUN = join(ROOT, 'apps/run.mjs');
const SOURCES = [{ title: 'Survey', text: 'The bridge of Oldford is 412 metres long.' }];
const CLAIM = 'The bridge of Oldford is 412 metres long.';
/** Some thousand claims, which take seconds where a source speaks of each. */
const LONG_TEXT = Array.from({ length: 1_200 }, (_, n) => `The mill of Oldford number ${n + 2} has ${n + 3} wheels.`);

test('the entry that the documentation gives to clients starts it from any folder', async () => {
  const folder = await temporaryFolder();
  const [, entry] = /^```json\n(\{\s*"mcpServers".*?)^```/ms.exec(
    readFileSync(join(ROOT, 'docs/how-to/agents.md'), 'utf8'),
  )!;
  const { command, args, env } = JSON.parse(entry!.replace('/path/to/evidence', ROOT)).mcpServers.evidence;
  const client = newClient('auto');
  try {
    const environment = { ...env, PATH: process.env.PATH!, EVIDENCE_DATA_DIR: join(folder.path, 'data') };
    await client.connect(new StdioClientTransport({ command, args, env: environment, cwd: folder.path }));
    assert.equal((await client.listTools()).tools.length, 4);
  } finally {
    await client.close();
    await folder.remove();
  }
});

for (const shape of ['beside a running service', 'without a service'] as const) {
  for (const era of ERAS) {
    describe(`${era === 'auto' ? 'the version of 2026-07-28' : 'versions before it'}, ${shape}`, () => {
      let folder: Awaited<ReturnType<typeof temporaryFolder>>;
      let data: string;
      let service: ServiceProcess | null = null;
      let client: Client;
      let said = '';

      before(async () => {
        folder = await temporaryFolder();
        data = join(folder.path, 'data');
        const library = join(folder.path, 'lights');
        await mkdir(library);
        await writeFile(join(library, 'skerra.txt'), 'The lighthouse of Skerra has a range of 24 nautical miles.\n');
        if (shape === 'beside a running service') service = await startService(data);
        const transport = new StdioClientTransport({
          command: process.execPath,
          args: [RUN, 'apps/cli/main.ts', 'mcp', '--library', library],
          env: { PATH: process.env.PATH!, EVIDENCE_DATA_DIR: data, EVIDENCE_PUBLIC_SOURCES: 'off' },
          stderr: 'pipe',
        });
        transport.stderr?.on('data', (chunk) => (said += chunk));
        client = newClient(era);
        await client.connect(transport);
      });
      after(async () => {
        await client.close();
        await service?.stop();
        await folder.remove();
      });

      test('the four tools answer', async () => {
        const { tools } = await client.listTools();
        assert.equal(tools.length, 4, said);
        const { output, text } = await callTool(client, 'verify_text', { text: CLAIM, sources: SOURCES });
        assert.equal(output?.claims[0].verdict, 'supported', text);
        const { verification_id } = output;
        assert.deepEqual((await callTool(client, 'get_verification', { verification_id })).output, output);
        const one = await callTool(client, 'verify_claim', { claim: CLAIM.replace('412', '512'), sources: SOURCES });
        assert.equal(one.output.claims[0].verdict, 'contradicted');
        const found = await callTool(client, 'search_library', { query: 'range of the lighthouse' });
        assert.equal(found.output.passages[0].title, 'skerra.txt');
      });

      test('a long text reports progress, and nothing runs on after a cancellation', async () => {
        const stopping = new AbortController();
        const seen: number[] = [];
        const onprogress = ({ progress }: { progress: number }) => {
          seen.push(progress);
          if (seen.length === 2) stopping.abort('enough');
        };
        const options = { signal: stopping.signal, timeout: 120_000, onprogress };
        const text = LONG_TEXT.join(' ');
        const sources = [{ title: 'Mills', text }];
        await assert.rejects(callTool(client, 'verify_text', { text, sources }, options));
        assert.ok(stopping.signal.aborted, `it failed by itself: ${said}`);
        assert.deepEqual(
          seen,
          seen.toSorted((a, b) => a - b),
        );
        // The client does not wait for the end of what it cancelled; then the call's slot is free as well.
        await eventually('all slots of the key', () => fillsAllSlots(client));
      });

      test('a wrong argument is a tool error that names it', async () => {
        const { isError, text } = await callTool(client, 'verify_claim', { text: CLAIM });
        assert.equal(isError, true);
        assert.match(text, /^validation_error: claim: Field required; text: Extra inputs are not permitted$/);
      });

      test('of 50 calls at once each has a result or an error that names the limit', async () => {
        const claims = Array.from({ length: 50 }, (_, n) => ({ claim: `The mill has ${n} wheels.` }));
        const answers = await Promise.all(claims.map((claim) => callTool(client, 'verify_claim', claim)));
        assert.ok(answers.filter(({ isError }) => !isError).length >= 8);
        for (const { isError, text } of answers) if (isError) assert.match(text, /^concurrency_limit_exceeded: /);
      });

      test('the process ends with its client, and the cancelled run has left no result', async () => {
        await client.close();
        await service?.stop();
        const audit = await evidence(data, ['dead-letters', 'list', '--json']);
        assert.deepEqual(JSON.parse(audit.stdout).data, [], audit.stderr);
      });
    });
  }
}
