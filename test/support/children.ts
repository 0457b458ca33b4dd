/** Ends child processes together with this process, however it ends (except by SIGKILL). */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

const children = new Set<ChildProcess>();

/** Kills `child` if it still runs when this process ends. */
export function endWithThisProcess(child: ChildProcess): void {
  watch();
  children.add(child);
  child.once('exit', () => children.delete(child));
}

let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Without a signal listener, Node exits without emitting 'exit'.
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
