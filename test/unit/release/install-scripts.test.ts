/** Scripts of packages that npm runs when it installs: this repository allows them, as `npm pack` needs its own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const LOCK = join(import.meta.dirname, '../../../package-lock.json');
/** Looks at the version numbers of what depends on it, and writes nothing. */
const KNOWN = ['node_modules/protobufjs'];

test('no package but a known one brings a script that runs when it is installed', () => {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(
    scripted.map(([path]) => path),
    KNOWN,
  );
});
