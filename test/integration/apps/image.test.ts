/** What the Dockerfile puts into an image, laid out without docker: it starts from these files alone and writes to none. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { startProcess } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Of the last stage, continued lines as one. */
const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .at(-1)!
  .replaceAll('\\\n', ' ');

/** The JSON array that stands behind an instruction. */
function commandOf(instruction: RegExp): string[] {
  const [, command] = instruction.exec(image) ?? [];
  return JSON.parse(command!);
}

function layOut(folder: string): void {
  for (const [, from, to] of image.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)) {
    for (const path of from!.split(' ')) {
      const target = to!.endsWith('/') ? join(folder, to!, basename(path)) : join(folder, to!);
      mkdirSync(join(target, '..'), { recursive: true });
      cpSync(join(ROOT, path), target, { recursive: true });
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** Every file with its size and the time of its last change. */
function contentsOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^node_modules/.test(name),
  );
  return names.sort().map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

test('the service runs from the files of the image, and writes none of them', async (context) => {
  const { path, remove } = await temporaryFolder();
  context.after(remove);
  const folder = join(path, 'service');
  layOut(folder);
  const before = contentsOf(folder);
  const [node, serve, program] = commandOf(/^CMD (\[.*\])$/m);
  assert.deepEqual([node, serve], ['node', 'apps/serve.mjs']);
  const service = await startProcess(program!, { EVIDENCE_DATA_DIR: join(path, 'data') }, folder);
  context.after(() => service.kill());

  const [, ...check] = commandOf(/^HEALTHCHECK .* CMD (\[.*\])$/m);
  const { port } = new URL(service.url);
  const environment = { PATH: process.env.PATH, EVIDENCE_PORT: port };
  const health = () => spawnSync(process.execPath, check, { env: environment }).status;
  assert.equal(health(), 0);
  assert.equal(await service.stop(), 0);
  assert.equal(health(), 1);
  assert.deepEqual(contentsOf(folder), before);
});

test('nothing in the image is made for one kind of processor', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; cpu?: string[] }>;
  };
  const held = Object.entries(packages).filter(([path, each]) => path !== '' && !each.dev && !each.optional);
  assert.ok(held.length > 50);
  for (const [path, { cpu }] of held) assert.equal(cpu, undefined, path);
  // An install script may build or fetch for the machine that it runs on.
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  for (const [install] of dockerfile.matchAll(/^RUN npm .*$/gm)) assert.match(install, / --ignore-scripts /);
});

test('the image does not run as root', () => assert.match(image, /^USER node$/m));
