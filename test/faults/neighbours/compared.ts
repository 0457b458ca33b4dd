/** What others notice of an attack, compared with the same run before the attacker came. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Seen } from './neighbour.ts';

/** Milliseconds of each piece of work, by its kind. */
type Times<Kind extends string> = Record<Kind, number[]>;

/**
 * Others may be served so much more slowly than without the attacker; and in any case within FAST_MS, where a post
 * without an attacker takes no longer than QUIET_POST_MS. Where it takes longer, so may that.
 */
const TIMES = 5;
const FAST_MS = 1_000;
const QUIET_POST_MS = 100;
const HEALTH_MEDIAN_MS = 250;
const MEMORY_MB = 700;

/** What others notice more of an attack than they may; `kinds` are those of work that is timed. */
export function complaints<Kind extends string>(
  kinds: readonly Kind[],
  quiet: Seen & Times<Kind>,
  attacked: Seen & Times<Kind>,
): string[] {
  const machine = Math.max(1, median(quiet.posts) / QUIET_POST_MS);
  const fast = machine * FAST_MS;
  const slow = kinds
    .filter((kind) => Math.max(...attacked[kind]) > Math.max(fast, TIMES * Math.max(...quiet[kind])))
    .map((kind) => `${kind}: ${Math.max(...attacked[kind]).toFixed(0)} ms`);
  return [
    ...slow,
    ...(median(attacked.health) < HEALTH_MEDIAN_MS ? [] : [`/healthz: ${median(attacked.health).toFixed(0)} ms`]),
    ...(attacked.memoryMb < MEMORY_MB ? [] : [`${attacked.memoryMb} MB`]),
    // Too many calls of its own at once only say that each takes long, which is judged above.
    ...attacked.refused.filter((refusal) => !refusal.includes('concurrency_limit_exceeded')),
  ];
}

/** The times of each kind, and memory, for the log of the suite. */
export function inWords<Kind extends string>(kinds: readonly Kind[], seen: Seen & Times<Kind>): string {
  const times = [...kinds, 'health' as const].map(
    (kind) => `${kind} ${median(seen[kind]).toFixed(0)}/${Math.max(...seen[kind]).toFixed(0)} ms`,
  );
  return `median/slowest of ${times.join(', ')}; ${seen.memoryMb.toFixed(0)} MB`;
}

/** Begins a piece of work every `pauseMs` for so long, and waits for all of them. */
export async function every(
  milliseconds: number,
  pauseMs: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  const until = performance.now() + milliseconds;
  const begun: Promise<unknown>[] = [];
  for (let n = 0; performance.now() < until; n++) {
    const working = work(n);
    // Awaited below, and must not be unhandled until then.
    working.catch(() => {});
    begun.push(working);
    await delay(pauseMs);
  }
  await Promise.all(begun);
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
