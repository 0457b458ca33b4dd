// Starts a program of this project: node apps/run.mjs apps/main.ts …
// Plain JavaScript, so that old Node versions, which can't parse TypeScript, can run it and report the problem.
import { readdirSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const NEEDED = 26;
const { node } = process.versions;

if (Number(node.split('.')[0]) < NEEDED) {
  console.error(
    `Node ${NEEDED} or newer is needed, and this is Node ${node}: run "npm ci", which installs it for this project, and start with "npm start", "npm run evidence" or "npm run demo".`,
  );
  process.exit(2);
}

const root = new URL('../', import.meta.url);
// Cache compiled code, which halves the time of the next start. Threads find the cache by the variable.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('node_modules/.cache/compiled', root));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
// A process that compiles TypeScript keeps Node's compiler in each thread that has met an uncached file, some 30 MB in all.
// So when the cache is empty, the service has another process fill it first, for a second once per release.
const cache = module.getCompileCacheDir();
if (process.argv[2] === 'apps/main.ts' && cache !== undefined && readdirSync(cache).length === 0) {
  const { spawnSync } = await import('node:child_process');
  const compile = [...process.execArgv, fileURLToPath(import.meta.url), 'apps/compile.ts'];
  spawnSync(process.execPath, compile, { stdio: 'ignore' });
}
// The flag of serve.mjs has set the main thread's young generation. Remove it for threads started from here on, because
// V8 would prefer it to their own limits.
v8.setFlagsFromString('--max-semi-space-size=0');
// All own modules have explicit file names, so skip Node's search, which takes a tenth of the loading time.
module.registerHooks({
  resolve(specifier, context, search) {
    if (!/^#.*\.ts$/.test(specifier)) return search(specifier, context);
    return { url: root.href + specifier.slice(1), format: 'module-typescript', shortCircuit: true };
  },
});
const program = fileURLToPath(new URL(process.argv[2], root));
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
