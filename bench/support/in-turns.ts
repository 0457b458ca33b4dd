/**
 * Measures the cost of one more verification at several services in turns, so that other load on the machine affects all alike.
 */
import type { Figure } from '../result.ts';
import { verify } from './client.ts';
import { verificationText } from './corpus.ts';
import { median, pause } from './options.ts';
import { processorMs } from './process.ts';

/** Length of the verified text. */
export const CHARACTERS = 1_000;
/** Requests between two readings of the processor clock, which ticks in hundredths of a second. */
const GROUP = 5;
const WARMING_GROUPS = 2;
/** Pause after a group of requests, so that the work done after the responses is counted too. */
const AFTERWARDS_MS = 50;

/** A service, with the processes whose processor time counts as its own. */
export interface Subject {
  url: string;
  key: string;
  pids(): Iterable<number>;
}

/** Latency of each request, and processor time per request for each group, in milliseconds. */
export interface Measured {
  latencies: number[];
  processor: number[];
}

/** Measures `groups` groups of requests at each service. */
export async function measuredInTurns(subjects: readonly Subject[], groups: number): Promise<Measured[]> {
  const measured: Measured[] = subjects.map(() => ({ latencies: [], processor: [] }));
  for (let group = -WARMING_GROUPS; group < groups; group++) {
    for (const [i, subject] of subjects.entries()) {
      const one = await measureGroup(subject, group);
      if (group < 0) continue;
      measured[i]!.latencies.push(...one.latencies);
      measured[i]!.processor.push(...one.processor);
    }
  }
  return measured;
}

async function measureGroup(subject: Subject, group: number): Promise<Measured> {
  const before = usedBy(subject);
  const latencies: number[] = [];
  for (let i = 0; i < GROUP; i++) {
    const { milliseconds } = await verify(subject, verificationText(CHARACTERS, 1_000 + group * GROUP + i));
    latencies.push(milliseconds);
  }
  await pause(AFTERWARDS_MS);
  return { latencies, processor: [(usedBy(subject) - before) / GROUP] };
}

function usedBy(subject: Subject): number {
  return [...subject.pids()].reduce((sum, pid) => sum + processorMs(pid), 0);
}

interface Stored {
  /** Number of verifications that the service has stored. */
  count: number;
  measured: Measured;
}

/** Median costs with few and with many stored verifications. `atMost` limits their ratios, unless it is null. */
export function costFigures(few: Stored, many: Stored, atMost: number | null): Figure[] {
  const kinds = [
    { label: 'latency', of: ({ latencies }: Measured) => median(latencies) },
    { label: 'processor time', of: ({ processor }: Measured) => median(processor) },
  ];
  return kinds.flatMap(({ label, of }) => [
    ...[few, many].map(({ count, measured }) => ({
      label: `${label} with ${count.toLocaleString('en')}, median`,
      value: of(measured),
      unit: 'ms',
    })),
    {
      label: `${label}, many to few`,
      value: of(many.measured) / of(few.measured),
      unit: '',
      ...(atMost !== null && { limit: { at_most: atMost } }),
    },
  ]);
}
