/** What a verification costs: a price per started 10,000 UTF-8 bytes of content (nothing else is billed). */
export function costCents(bytes: number, centsPer10Kb: number): number {
  return Math.ceil(bytes / 10_000) * centsPer10Kb;
}
