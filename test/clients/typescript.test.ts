/** TypeScript types that openapi-typescript generates from the published description: they compile, and drive the service. */
import assert from 'node:assert/strict';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openClientTest, outputOf, ROOT } from '#test/support/generated-clients.ts';

const PROJECT = {
  compilerOptions: {
    ...{ target: 'es2024', module: 'nodenext', lib: ['es2024', 'dom'], types: ['node'] },
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, allowImportingTsExtensions: true },
  },
  include: ['*.ts'],
};

test('TypeScript types of the description compile and drive the service', async (context) => {
  const { folder, description, args } = await openClientTest(context);
  const modules = join(ROOT, 'node_modules');
  await symlink(modules, join(folder, 'node_modules'));
  await copyFile(join(import.meta.dirname, 'typescript/drive.ts'), join(folder, 'drive.ts'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(PROJECT));
  const node = (module: string, ...args: string[]) =>
    outputOf(process.execPath, [join(modules, module), ...args], folder);
  await node('openapi-typescript/bin/cli.js', description, '--output', 'api.d.ts', '--default-non-nullable=false');
  await node('typescript/bin/tsc');
  const output = await outputOf(process.execPath, ['drive.ts', ...args], folder);
  assert.equal(output, 'created contradicted\nexported\nreviewed\nuploaded 3\nlisted 6\n');
});
