/** Finds schemathesis, which is written in Python and not a dependency of the project. */
import { spawnSync } from 'node:child_process';

export interface SchemathesisCommand {
  program: string;
  args: readonly string[];
  version: string;
}

const CANDIDATES = [
  { program: 'schemathesis', args: [] },
  { program: 'python3', args: ['-m', 'schemathesis.cli'] },
];

/** The command on PATH, or the module of python3; null if there is neither. */
export function findSchemathesis(): SchemathesisCommand | null {
  for (const { program, args } of CANDIDATES) {
    const { status, stdout } = spawnSync(program, [...args, '--version'], { encoding: 'utf8' });
    if (status === 0) return { program, args, version: stdout.trim() };
  }
  return null;
}
