import { listAuditEvents } from '#contracts/http/operations/audit.ts';
import { EMPTY_CHAIN } from '#domain/audit/chain.ts';
import { readNewestAuditRecords } from '#streams/audit-trail.ts';
import type { QueryDependencies } from '../dependencies.ts';
import type { RegisterOperation } from '../register.ts';

/** Reads the organization's stream of records, which is the list as it is shown. */
export function registerAuditRoutes(
  register: RegisterOperation,
  { events, clock, checkpoints }: QueryDependencies,
): void {
  register(listAuditEvents, async ({ params: { organization_id }, query: { limit } }) => {
    const records = await readNewestAuditRecords(events, organization_id, limit + 1);
    const { seq, hash } = records[0] ?? EMPTY_CHAIN;
    const issued_at = new Date(clock.now()).toISOString();
    const signed_checkpoint = checkpoints.sign({ issued_at, chains: [{ organization_id, seq, hash }] });
    const data = records.slice(0, limit);
    return { body: { object: 'list' as const, data, has_more: records.length > limit, signed_checkpoint } };
  });
}
