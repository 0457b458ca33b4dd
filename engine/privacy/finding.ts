/** What identifies a person in a text. */

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
  /** Equal for the same thing written in another way. */
  key: string;
}

/** Of findings that overlap, those of the kind that is listed first; in order of the text. */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const rank = ({ kind }: Finding) => IDENTIFIER_KINDS.indexOf(kind);
  const chosen: Finding[] = [];
  for (const finding of findings.toSorted((a, b) => rank(a) - rank(b) || b.end - b.start - (a.end - a.start))) {
    if (chosen.every(({ start, end }) => finding.end <= start || finding.start >= end)) chosen.push(finding);
  }
  return chosen.sort((a, b) => a.start - b.start);
}
