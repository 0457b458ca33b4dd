/**
 * Writes what is in a release, as CycloneDX, by `npm sbom` (npm run sbom):
 *
 *   out/sbom-package.cdx.json   the package with all that npm installs for its users
 *   out/sbom-image.cdx.json     what the image holds of npm's packages; its Node and Debian are not in it
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'out');
/** What is left out, as in the Dockerfile. */
const OMITTED = { package: ['dev'], image: ['dev', 'optional'] };

mkdirSync(OUT, { recursive: true });
for (const [name, omitted] of Object.entries(OMITTED)) {
  const omit = omitted.map((type) => `--omit=${type}`);
  const made = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', ...omit], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (made.status !== 0) throw new Error(`npm sbom failed:\n${made.stderr}`);
  const { components } = JSON.parse(made.stdout) as { components: unknown[] };
  const file = join(OUT, `sbom-${name}.cdx.json`);
  writeFileSync(file, made.stdout);
  console.log(`${file}: ${components.length} packages`);
}
