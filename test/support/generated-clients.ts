/** A running service for clients that are generated from its description. */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { NO_PROVIDERS } from './no-providers.ts';
import { startService } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const ROOT = join(import.meta.dirname, '../..');

export interface ClientTest {
  /** Empty, and gone after the test. */
  folder: string;
  /** The file that holds the description. */
  description: string;
  /** What drives take: the service's URL, a key, a PDF about salmon. */
  args: string[];
}

/** The library says that the station has 18 turbines. */
export async function openClientTest(context: TestContext): Promise<ClientTest> {
  const temporary = await temporaryFolder();
  const folder = join(temporary.path, 'client');
  await mkdir(folder);
  const library = { EVIDENCE_LIBRARY_DIR: join(ROOT, 'examples/library') };
  const service = await startService(join(temporary.path, 'data'), { ...NO_PROVIDERS, ...library });
  context.after(async () => {
    await service.stop();
    await temporary.remove();
  });
  const description = join(folder, 'openapi.json');
  await writeFile(description, (await service.request('GET', '/v1/openapi.json')).text);
  return { folder, description, args: [service.url, service.key, join(ROOT, 'examples/newsletter.pdf')] };
}

/** What the program writes. Rejects with it if it fails. */
export function outputOf(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ${args[0]}: ${output}`)),
    );
  });
}
