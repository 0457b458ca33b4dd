/**
 * How long documents take: assumed rates, and how an organization's own documents compared with them. Kept per
 * organization, because models and sources differ, and because estimates must not reveal how busy others are.
 */
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { DocumentPace } from '#domain/document-job/events.ts';

/** Characters of text per byte of a file, and bytes read per second on one core. */
const RATES: Readonly<Record<DocumentKind, { charactersPerByte: number; bytesPerSecond: number }>> = {
  pdf: { charactersPerByte: 0.3, bytesPerSecond: 400_000 },
  docx: { charactersPerByte: 1, bytesPerSecond: 500_000 },
  html: { charactersPerByte: 0.6, bytesPerSecond: 5_000_000 },
  md: { charactersPerByte: 1, bytesPerSecond: 20_000_000 },
  txt: { charactersPerByte: 1, bytesPerSecond: 20_000_000 },
};
/** Starting the reader process. */
const START_SECONDS = 1;
const CHARACTERS_PER_CLAIM = 110;
/** On one core with the local judge. */
const CLAIMS_PER_SECOND = { extracting: 300, retrieving: 60, judging: 30 };

/** The pace before any document was measured. */
export const ASSUMED_PACE: DocumentPace = { reading: 1, verifying: 1 };

/** A document that has ended. */
export interface MeasuredDocument {
  kind: DocumentKind;
  bytes: number;
  claims: number;
  reading_seconds: number;
  verifying_seconds: number;
}

/** Weight of a long document in the mean. Short ones weigh less, because starting takes most of their time. */
const WEIGHT = 0.3;
const FULL_WEIGHT_SECONDS = 3;
/** A single document counts as at most ten times slower than expected: a process may have been down meanwhile. */
const MOST_CHANGE = 10;

/** Seconds by stage, and `total`. */
export function estimateSeconds(kind: DocumentKind, bytes: number, pace: DocumentPace): Record<string, number> {
  const claims = Math.min(MOST_CLAIMS.document, (bytes * RATES[kind].charactersPerByte) / CHARACTERS_PER_CLAIM);
  const verifying = (rate: number) => Math.ceil((claims / rate) * pace.verifying);
  const parts = {
    parsing: Math.ceil(readingSeconds(kind, bytes) * pace.reading),
    extracting: verifying(CLAIMS_PER_SECOND.extracting),
    retrieving: verifying(CLAIMS_PER_SECOND.retrieving),
    judging: verifying(CLAIMS_PER_SECOND.judging),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, seconds) => sum + seconds, 0) };
}

/** The pace after one more document: an exponentially weighted mean. */
export function paceAfter(pace: DocumentPace, measured: MeasuredDocument): DocumentPace {
  const { kind, bytes, claims, reading_seconds, verifying_seconds } = measured;
  return {
    reading: meanWith(pace.reading, reading_seconds, readingSeconds(kind, bytes)),
    verifying: meanWith(pace.verifying, verifying_seconds, verifyingSeconds(claims)),
  };
}

function meanWith(mean: number, seconds: number, assumed: number): number {
  if (assumed === 0 || !(seconds > 0)) return mean;
  const measured = Math.min(mean * MOST_CHANGE, Math.max(mean / MOST_CHANGE, seconds / assumed));
  return mean + WEIGHT * Math.min(1, assumed / FULL_WEIGHT_SECONDS) * (measured - mean);
}

function readingSeconds(kind: DocumentKind, bytes: number): number {
  return START_SECONDS + bytes / RATES[kind].bytesPerSecond;
}

function verifyingSeconds(claims: number): number {
  return Object.values(CLAIMS_PER_SECOND).reduce((sum, rate) => sum + claims / rate, 0);
}

/** The organization's present pace. */
export async function paceOf(values: Pick<ServerValues, 'get'>, organizationId: string): Promise<DocumentPace> {
  return parsed(await values.get(keyOf(organizationId)));
}

/** Records how long a document took. If another process records one at the same moment, this one is dropped. */
export async function recordPace(
  values: ServerValues,
  organizationId: string,
  measured: MeasuredDocument,
): Promise<void> {
  const stored = await values.get(keyOf(organizationId));
  await values.compareAndSet(keyOf(organizationId), stored, JSON.stringify(paceAfter(parsed(stored), measured)));
}

function parsed(stored: string | null): DocumentPace {
  return stored === null ? ASSUMED_PACE : DocumentPace.parse(JSON.parse(stored));
}

function keyOf(organizationId: string): string {
  return `document-pace/${organizationId}`;
}
