/** Times are stored as milliseconds since the Unix epoch, so that they compare independently of their text form. */

/** Throws RangeError for an invalid time. */
export function toMilliseconds(rfc3339: string): number {
  const milliseconds = Date.parse(rfc3339);
  if (Number.isNaN(milliseconds)) throw new RangeError('not an RFC 3339 time');
  return milliseconds;
}

export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
