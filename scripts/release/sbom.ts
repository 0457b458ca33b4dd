/**
 * Writes what is in a release, as CycloneDX, by `npm sbom` (npm run sbom [-- FOLDER]), to `out/` unless a folder is named:
 *
 *   sbom-package.cdx.json   the package with all that npm installs for its users
 *   sbom-image.cdx.json     what the image holds of npm's packages; its Node and Debian are not in it
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Lock {
  packages: Record<string, Dependencies & { dev?: boolean; optional?: boolean }>;
}

interface Dependencies {
  devDependencies?: unknown;
  optionalDependencies?: unknown;
}

const ROOT = join(import.meta.dirname, '../..');
const OUT = process.argv[2] ?? join(ROOT, 'out');
/** Whether npm installs what is optional: Node, which the image has by itself. */
const RELEASES = { package: { optional: true }, image: { optional: false } };

mkdirSync(OUT, { recursive: true });
for (const [name, { optional }] of Object.entries(RELEASES)) {
  const made = withoutDevelopment(optional, sbomOf);
  const { components } = JSON.parse(made) as { components: unknown[] };
  const file = join(OUT, `sbom-${name}.cdx.json`);
  writeFileSync(file, made);
  console.log(`${file}: ${components.length} packages`);
}

/**
 * Runs `work` on a folder with package.json and lock of what is released. `npm sbom --omit=dev` would also leave out what
 * the service and its tests both use, such as ajv.
 */
function withoutDevelopment<Result>(optional: boolean, work: (folder: string) => Result): Result {
  const temporary = mkdtempSync(join(tmpdir(), 'evidence-sbom-'));
  try {
    const own = read<Dependencies & { name: string }>('package.json');
    // npm calls the whole by the folder's name.
    const folder = join(temporary, own.name);
    mkdirSync(folder);
    const lock = read<Lock>('package-lock.json');
    for (const root of [own, lock.packages['']!]) {
      delete root.devDependencies;
      if (!optional) delete root.optionalDependencies;
    }
    const kept = Object.entries(lock.packages).filter(([, each]) => !each.dev && (optional || !each.optional));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }));
    return work(folder);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

function sbomOf(folder: string): string {
  const made = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (made.status !== 0) throw new Error(`npm sbom failed:\n${made.stderr}`);
  return made.stdout;
}
