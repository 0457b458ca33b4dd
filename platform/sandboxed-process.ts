/**
 * Restricts processes that read files from strangers: they may read their own code, and have no other files, no
 * network, no child processes and no secrets in their environment.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Only these folders, because the data folder with its keys may be beside them. */
const CODE = ['package.json', 'node_modules/*', 'platform/*', 'contracts/*', 'common/*', 'markup/*', 'engine/*'];
/** Installed as a package, its dependencies are beside it: in the innermost folder of packages around it. */
const BESIDE = /^.*[\\/]node_modules[\\/]/.exec(ROOT);
/** Environment variables that a process needs to start; none is secret. */
const PASSED_ON = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'LANG'];
const OWN_OOM_SCORE = '/proc/self/oom_score_adj';

/** Flags of Node for such a process. It may also read the files and folders in `readable`. */
export function sandboxFlags(heapMb: number, readable: readonly string[] = []): string[] {
  const paths = [...CODE.map((path) => ROOT + path), ...(BESIDE ? [`${BESIDE[0]}*`] : []), ...readable];
  const flags = ['--permission', ...paths.map((path) => `--allow-fs-read=${path}`), `--max-old-space-size=${heapMb}`];
  return process.platform === 'linux' ? [...flags, `--allow-fs-write=${OWN_OOM_SCORE}`] : flags;
}

export function sandboxEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Call it in such a process: if memory runs out, Linux then kills it instead of the service. */
export function dieFirstWithoutMemory(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(OWN_OOM_SCORE, '1000');
  } catch {
    // A container may forbid it.
  }
}
