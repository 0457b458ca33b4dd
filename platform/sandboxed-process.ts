/**
 * What a process gets that reads a stranger's files: its own code to read and nothing else. No other files, no network,
 * no processes of its own, no secrets in its environment.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Beside them may lie the data folder, with its keys. */
const CODE = ['package.json', 'node_modules/*', 'platform/*', 'contracts/*', 'common/*', 'engine/*'];
/** What a process needs to start, and nothing that is secret. */
const PASSED_ON = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'LANG'];
const OWN_OOM_SCORE = '/proc/self/oom_score_adj';

/** Flags of node for such a process. It may also read the files and folders of `readable`. */
export function sandboxFlags(heapMb: number, readable: readonly string[] = []): string[] {
  const paths = [...CODE.map((path) => ROOT + path), ...readable];
  const flags = ['--permission', ...paths.map((path) => `--allow-fs-read=${path}`), `--max-old-space-size=${heapMb}`];
  return process.platform === 'linux' ? [...flags, `--allow-fs-write=${OWN_OOM_SCORE}`] : flags;
}

export function sandboxEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Called by such a process: where memory runs out, Linux ends it rather than the service. */
export function goFirstWithoutMemory(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(OWN_OOM_SCORE, '1000');
  } catch {
    // A container may forbid it.
  }
}
