/** `npm run sbom` names every package that a release holds, and no other. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

interface Bom {
  metadata: { component: { name: string; version: string } };
  components: { purl: string }[];
}

interface Lock {
  packages: Record<string, { version: string; dev?: boolean; optional?: boolean }>;
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** Package URLs of the lock, without what is for development alone, nor, for the image, what is optional. */
function lockedPackages(optional: boolean): string[] {
  const { packages } = read(join(ROOT, 'package-lock.json')) as Lock;
  const kept = Object.entries(packages).filter(
    ([path, each]) => path !== '' && !each.dev && (optional || !each.optional),
  );
  const urls = kept.map(([path, { version }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `pkg:npm/${name.replace('@', '%40')}@${version}`;
  });
  return [...new Set(urls)].toSorted();
}

test('the SBOMs of package and image name all of their packages and no others', async () => {
  const folder = await temporaryFolder();
  try {
    const made = spawnSync(process.execPath, ['apps/run.mjs', 'scripts/release/sbom.ts', folder.path], { cwd: ROOT });
    assert.equal(made.status, 0, String(made.stderr));
    const { name, version } = read(join(ROOT, 'package.json'));
    for (const [release, optional] of [
      ['package', true],
      ['image', false],
    ] as const) {
      const { metadata, components } = read(join(folder.path, `sbom-${release}.cdx.json`)) as Bom;
      assert.deepEqual([metadata.component.name, metadata.component.version], [name, version]);
      assert.deepEqual(components.map(({ purl }) => purl).toSorted(), lockedPackages(optional), release);
    }
  } finally {
    await folder.remove();
  }
});
