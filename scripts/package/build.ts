/**
 * Builds what `npm pack` packs: JavaScript and declarations in `dist/`, as Node strips no types from installed packages.
 * Only what the command line and the import can reach is there. The package's entries stand beside it, so that a package
 * without it can say so.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { licencesPage, shippedPackages } from '../release/licences.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'dist');
const DECLARED = join(OUT, 'declared');
const COMMAND = 'apps/cli/main';
const IMPORT = 'apps/package/verify';
/** No TypeScript. */
const AS_THEY_ARE = [
  'apps/run.mjs',
  'apps/models/runtime',
  'engine/data',
  'platform/documents/cmaps',
  'workbench/assets',
];
/** A module of this project, by its place or from the root: in imports, and where threads and processes are started. */
const MODULE = /(?<quote>['"])(?<module>(?:\.{1,2}|#[\w-]+)\/[^'"\n]*)\.(?<kind>ts|json)\k<quote>/g;

rmSync(OUT, { recursive: true, force: true });
const modules = write([COMMAND, IMPORT], '.js', (module) =>
  stripTypeScriptTypes(readFileSync(join(ROOT, `${module}.ts`), 'utf8')),
);
declare();
const declarations = write([IMPORT], '.d.ts', (module) => readFileSync(join(DECLARED, `${module}.d.ts`), 'utf8'));
rmSync(DECLARED, { recursive: true });
for (const path of AS_THEY_ARE) {
  mkdirSync(dirname(join(OUT, path)), { recursive: true });
  cpSync(join(ROOT, path), join(OUT, path), { recursive: true });
}
const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify({ name, version, type: 'module' })}\n`);
writeFileSync(join(OUT, 'THIRD-PARTY-LICENCES.txt'), licencesPage(shippedPackages(ROOT)));
console.log(`dist: ${modules} modules, ${declarations} declarations`);

/** Writes the modules and all that they name; returns how many these are. `textOf` takes a path without extension. */
function write(entries: readonly string[], extension: '.js' | '.d.ts', textOf: (module: string) => string): number {
  const found = new Set(entries);
  for (const module of found) {
    const text = textOf(module).replaceAll(MODULE, (_all, quote: string, named: string, kind: string) => {
      const target = named.startsWith('#') ? named.slice(1) : posix.join(posix.dirname(module), named);
      // Data is copied.
      if (kind === 'ts') found.add(target);
      // By its place: the package's root is not that of the project.
      const way = posix.relative(posix.dirname(module), target);
      return `${quote}${way.startsWith('.') ? way : `./${way}`}.${kind === 'ts' ? 'js' : kind}${quote}`;
    });
    const path = join(OUT, module + extension);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return found.size;
}

function declare(): void {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.package.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0 || !existsSync(DECLARED)) throw new Error(`the package has no declarations:\n${stdout}`);
}
