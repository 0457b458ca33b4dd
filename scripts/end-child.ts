import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends the signal to a process and resolves when it has ended; at once if it has ended already. */
export async function endChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
