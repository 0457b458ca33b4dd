/**
 * The native runtime that executes models. It is not a dependency of the service, because it has 290 MB for all
 * platforms. To use a model, it is installed beside the models, or by hand into this installation.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { makeFolder } from '#platform/files/make-folder.ts';
import { readJson } from './model-store.ts';

export const RUNTIME_PACKAGE = 'onnxruntime-node';
export const RUNTIME_VERSION = '1.30.0';
const FOLDER = 'runtime';
/** Manifest with the package and the hashes of everything that it consists of. */
const MANIFEST = fileURLToPath(new URL('./runtime', import.meta.url));
const INSTALLATION = fileURLToPath(new URL('../..', import.meta.url));
const BINARIES = 'bin/napi-v6';

const Package = z.object({ name: z.literal(RUNTIME_PACKAGE), version: z.literal(RUNTIME_VERSION) });

export class RuntimeError extends Error {
  override readonly name = 'RuntimeError';
}

/** The folder of the runtime's package: in `models`, or in this installation. Null if neither has the right version. */
export function findRuntime(models: string): string | null {
  const places = [join(models, FOLDER), INSTALLATION].map((place) => join(place, 'node_modules', RUNTIME_PACKAGE));
  return places.find((place) => readJson(join(place, 'package.json'), Package) !== null) ?? null;
}

/** Tells the operator what to do if there is no runtime. */
export function withoutRuntime(): string {
  return `${RUNTIME_PACKAGE} ${RUNTIME_VERSION} is not installed: run "evidence model pull", or "npm install --no-save ${RUNTIME_PACKAGE}@${RUNTIME_VERSION}" in the folder of this installation`;
}

/**
 * Installs the runtime into `models` with npm, without running packages' scripts, and keeps only what this platform
 * needs. Throws RuntimeError.
 */
export async function installRuntime(models: string, npm = 'npm'): Promise<void> {
  const partial = join(models, `.partial-${FOLDER}-${process.pid}`);
  rmSync(partial, { recursive: true, force: true });
  makeFolder(partial);
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(MANIFEST, file), join(partial, file));
  await runNpm(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], partial);
  const installed = join(partial, 'node_modules', RUNTIME_PACKAGE);
  removeOtherPlatforms(join(installed, BINARIES));
  // Another process may have installed it meanwhile, and have it open.
  if (findRuntime(models) === null) {
    rmSync(join(models, FOLDER), { recursive: true, force: true });
    renameSync(partial, join(models, FOLDER));
  }
  rmSync(partial, { recursive: true, force: true });
}

async function runNpm(npm: string, args: string[], cwd: string): Promise<void> {
  const byHand = `install ${RUNTIME_PACKAGE}@${RUNTIME_VERSION} by hand`;
  const { code, errors } = await new Promise<{ code: number | string; errors: string }>((resolve) => {
    // On Windows, npm is a script that needs a shell. The arguments contain no external input.
    const child = spawn(npm, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32' });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (errors.length < 10_000) errors += text;
    });
    child.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? 'failed', errors }));
    child.once('close', (code) => resolve({ code: code ?? 'killed', errors }));
  });
  if (code === 0) return;
  if (code === 'ENOENT')
    throw new RuntimeError(`npm is needed to install ${RUNTIME_PACKAGE} and is not there: ${byHand}`);
  const [, reason = String(code)] = /npm error code (\w+)/.exec(errors) ?? [];
  throw new RuntimeError(`npm could not install ${RUNTIME_PACKAGE} (${reason}): check the network, or ${byHand}`);
}

function removeOtherPlatforms(binaries: string): void {
  const own = join(binaries, process.platform, process.arch);
  if (!existsSync(own)) {
    throw new RuntimeError(`${RUNTIME_PACKAGE} has no build for ${process.platform} on ${process.arch}`);
  }
  for (const folder of [binaries, dirname(own)]) {
    const kept = folder === binaries ? process.platform : process.arch;
    for (const name of readdirSync(folder)) {
      if (name !== kept) rmSync(join(folder, name), { recursive: true });
    }
  }
}
