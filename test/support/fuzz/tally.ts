/** Counts the responses of operations, to show whether generated requests get past the first checks. */
import type { DescribedOperation } from './description.ts';
import type { SentAnswer } from './send.ts';

export interface Tally {
  count(operation: DescribedOperation, answer: SentAnswer): void;
  /** How many answers were counted. */
  total(): number;
  /** Operations without any successful call. */
  neverSucceeded(): string[];
  /** The share of successes, then a line for each operation: statuses and codes with their numbers, most frequent first. */
  lines(): string[];
}

export function createTally(operations: readonly DescribedOperation[]): Tally {
  const answers = new Map(operations.map(({ operationId }) => [operationId, new Map<string, number>()]));
  let total = 0;
  let succeeded = 0;
  return {
    count({ operationId }, { status, text }) {
      total++;
      if (status < 300) succeeded++;
      const kind = status < 300 ? String(status) : `${status} ${codeIn(text)}`;
      const of = answers.get(operationId)!;
      of.set(kind, (of.get(kind) ?? 0) + 1);
    },
    total: () => total,
    neverSucceeded: () =>
      [...answers].filter(([, of]) => ![...of.keys()].some((kind) => kind.startsWith('2'))).map(([id]) => id),
    lines: () => [
      `${total} requests, of which ${Math.round((100 * succeeded) / total)} % succeeded`,
      ...[...answers].map(([id, of]) => {
        const kinds = [...of].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${kind}: ${count}`);
        return `${id}  ${kinds.join(', ')}`;
      }),
    ],
  };
}

function codeIn(text: string): string {
  try {
    return String(JSON.parse(text).error.code);
  } catch {
    return 'without a code';
  }
}
