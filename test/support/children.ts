/** Processes that must not outlive the one that started them, however it ends (but for SIGKILL, which tells nobody). */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

const children = new Set<ChildProcess>();

/** Kills `child` when this process ends before it. */
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
    // Without a listener, Node ends without the exit event.
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
