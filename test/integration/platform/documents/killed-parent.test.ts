/** A service that is killed can't end the processes that read its documents. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endWithThisProcess } from '#test/support/children.ts';
import { eventually } from '#test/support/eventually.ts';

const SERVICE = fileURLToPath(new URL('../../../support/reading-service.ts', import.meta.url));
/** Longer than a start, so that the document itself is being read. */
const BUSY_TICKS = 100;
/** Reading it to its end takes minutes. */
const WITHIN_MS = 30_000;

/** Whether a process has ended, and its processor time in ticks; see proc_pid_stat(5). Nobody may have waited for it. */
async function statOf(pid: number): Promise<{ hasEnded: boolean; ticks: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return { hasEnded: true, ticks: 0 };
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { hasEnded: fields[0] === 'Z' || fields[0] === 'X', ticks: Number(fields[11]) };
}

const skip = process.platform !== 'linux' && 'needs /proc';

test('a process that reads a document ends when the service was killed', { skip }, async () => {
  const service = spawn(process.execPath, [SERVICE], { stdio: 'ignore' });
  endWithThisProcess(service);
  let reading = 0;
  const isReading = async () => {
    const path = `/proc/${service.pid}/task/${service.pid}/children`;
    reading = Number((await readFile(path, 'latin1')).trim().split(' ')[0]);
    return reading > 0 && (await statOf(reading)).ticks > BUSY_TICKS;
  };
  try {
    await eventually('a process that reads', isReading);
    service.kill('SIGKILL');
    await once(service, 'exit');
    await eventually('its end', async () => (await statOf(reading)).hasEnded, WITHIN_MS);
  } finally {
    service.kill('SIGKILL');
    if (reading > 0 && !(await statOf(reading)).hasEnded) process.kill(reading, 'SIGKILL');
  }
});
