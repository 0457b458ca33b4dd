#!/usr/bin/env node
// The command of the package: `npx evidence …`. On an older Node it starts again on the one that was installed with it.
// Plain JavaScript, so that old Node versions can run it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = 26;
const { node } = process.versions;

const program = new URL('../../dist/apps/run.mjs', import.meta.url);

if (!existsSync(program)) {
  console.error('evidence: this package was packed without its code: npm skips the build where ignore-scripts is set. Pack it with "npm pack --ignore-scripts=false".');
  process.exit(2);
} else if (Number(node.split('.')[0]) >= NEEDED) {
  process.argv.splice(2, 0, 'apps/cli/main.js');
  await import(program.href);
} else {
  const brought = broughtNode();
  if (brought === null) {
    console.error(`evidence needs Node ${NEEDED} or newer, and this is Node ${node}; the one that npm installs with it is missing.`);
    process.exit(2);
  }
  const child = spawn(brought, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`evidence: the Node that was installed with it can't be started (${error.code}).`);
    process.exit(2);
  });
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
}

function broughtNode() {
  const require = createRequire(import.meta.url);
  for (const name of [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]) {
    try {
      const folder = dirname(require.resolve(`${name.replace('win32', 'win')}/package.json`));
      return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    } catch {
      // Not for this platform.
    }
  }
  return null;
}
