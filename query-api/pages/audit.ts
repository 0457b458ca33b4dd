/** Pages of an organization's audit records, newest first. */
import type { AuditRecord } from '#domain/audit/events.ts';
import { readAuditRecords, readNewestAuditRecords } from '#streams/audit-trail.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { numberCursor, placeNumber } from './cursor.ts';
import { entriesOf, type Page, type PageOptions } from './page.ts';

const LIST = 'audit';

/** Read from the chain itself, whose records are numbered without gaps. Throws ApiError validation_error. */
export async function auditPage(
  { events }: Pick<QueryDependencies, 'events'>,
  organizationId: string,
  options: PageOptions,
): Promise<Page<AuditRecord>> {
  const limit = entriesOf(options);
  const data =
    options.after == null
      ? await readNewestAuditRecords(events, organizationId, limit)
      : await recordsBefore(events, organizationId, placeNumber(LIST, options.after), limit);
  const last = data.at(-1);
  return { data, next: last === undefined || last.seq <= 1 ? null : numberCursor(LIST, last.seq) };
}

async function recordsBefore(
  events: QueryDependencies['events'],
  organizationId: string,
  seq: number,
  limit: number,
): Promise<AuditRecord[]> {
  const from = Math.max(1, seq - limit);
  if (seq <= from) return [];
  return (await readAuditRecords(events, organizationId, { from, limit: seq - from })).reverse();
}
