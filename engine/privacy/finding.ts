/** Parts of a text that identify a person. */

export const IDENTIFIER_KINDS = [
  'email',
  'account',
  'card',
  'identity_number',
  'birth_date',
  'address',
  'phone',
  'person',
] as const;

export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export interface Finding {
  kind: IdentifierKind;
  /** UTF-16 range, end exclusive. */
  start: number;
  end: number;
  /** Equal for different spellings of the same thing. */
  key: string;
}

type Range = Pick<Finding, 'start' | 'end'>;

/** Tracks which parts of a text are covered by ranges. The time of a look-up doesn't depend on their number. */
export class Covered {
  readonly #units: Uint8Array;

  constructor(ranges: readonly Range[], length: number) {
    this.#units = new Uint8Array(length);
    for (const range of ranges) this.add(range);
  }

  add({ start, end }: Range): void {
    this.#units.fill(1, start, end);
  }

  /** True if a part of the range is covered. */
  touches({ start, end }: Range): boolean {
    return this.#units.subarray(start, end).includes(1);
  }
}

/** Resolves overlaps: the kind listed first in IDENTIFIER_KINDS wins, then the longer finding. The result is in text order. */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const rank = ({ kind }: Finding) => IDENTIFIER_KINDS.indexOf(kind);
  const covered = new Covered(
    [],
    findings.reduce((most, { end }) => Math.max(most, end), 0),
  );
  const chosen = findings
    .toSorted((a, b) => rank(a) - rank(b) || b.end - b.start - (a.end - a.start))
    .filter((finding) => {
      if (covered.touches(finding)) return false;
      covered.add(finding);
      return true;
    });
  return chosen.sort((a, b) => a.start - b.start);
}
