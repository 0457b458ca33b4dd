/** The steps of a drill, each printed with its time and the processor time of all processes. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';

/** Of a clock tick in /proc. */
const TICK_MS = 10;

export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** `verifications`: how many there are, for times per 10,000 of them. */
export function stepsOf(context: Pick<TestContext, 'diagnostic'>, verifications: number): Step {
  const per10000 = (ms: number) => Math.round((ms / 1000) * (10_000 / verifications));
  return async (what, work) => {
    const [began, used] = [performance.now(), treeProcessorMs()];
    const value = await work();
    const [took, cost] = [performance.now() - began, treeProcessorMs() - used];
    const measured = `${inSeconds(took)} s, ${inSeconds(cost)} s of processors`;
    context.diagnostic(`${what}: ${measured}; for 10,000: ${per10000(took)} s, ${per10000(cost)} s`);
    return value;
  };
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1);

/** Of this process and all that it started, those that have ended too. */
function treeProcessorMs(): number {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (fields === null) continue;
    // Its own time, and that of children that it has waited for.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    processes.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (processes.has(pid) && isOurs(processes.get(pid)!.parent));
  let sum = 0;
  for (const [pid, { ticks }] of processes) if (isOurs(pid)) sum += ticks;
  return sum * TICK_MS;
}

/** What follows the program's name; null once the process has ended. */
function statOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
