/** The audit chain: its records, and a check that each follows from the one before. */

import { timestamp } from '#common/time.ts';
import { Turn } from '#common/turns.ts';
import { ApiError } from '#contracts/errors.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { type ChainHead, EMPTY_CHAIN, follows, headAfter } from '#domain/audit/chain.ts';
import { countHourly } from '#http/rate-limit.ts';
import { auditPage } from '#query-api/pages/audit.ts';
import { readAuditHead, readAuditRecords } from '#streams/audit-trail.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { AUDIT_PATH } from '../paths.ts';
import { auditListPage, type CheckedChain, checkedPage } from '../views/audit.ts';

const PER_PAGE = 50;
const RECORDS_AT_A_TIME = 500;
/** Checked by one call, which takes about a second; the page leads on to the next ones. */
const MOST_CHECKED = 10_000;
/** By an organization: over a million records. */
const CHECKS_PER_HOUR = 120;
const SEQ = /^[1-9]\d{0,9}$/;

export function registerAudit(page: RegisterPage, { commands, queries }: WorkbenchDependencies): void {
  page(
    { name: 'showAudit', method: 'GET', path: AUDIT_PATH, ...ACCESS.listAuditEvents },
    async ({ context, query }) => {
      const { organization_id } = context.principal;
      const after = query.get('after');
      return auditListPage(await auditPage(queries, organization_id, { limit: PER_PAGE, after }), after);
    },
  );

  page(
    { name: 'checkAudit', method: 'GET', path: `${AUDIT_PATH}/check`, ...ACCESS.listAuditEvents },
    async ({ context, query, client }) => {
      const { organization_id } = context.principal;
      const from = query.get('from') ?? '1';
      if (!SEQ.test(from)) throw new ApiError('not_found');
      const counter = `audit-checks:${organization_id}`;
      await countHourly(commands, counter, CHECKS_PER_HOUR, 'checks of the audit chain per hour');
      await client.takeResponseSlot('read');
      const checked = await checkedChain(queries.events, organization_id, Number(from));
      const { seq, hash } = checked.end;
      const issued_at = timestamp(queries.clock);
      // The end of a broken chain is nothing to compare with later.
      const isBroken = checked.broken !== null;
      const signed = isBroken
        ? null
        : queries.checkpoints.sign({ issued_at, chains: [{ organization_id, seq, hash }] });
      return checkedPage(checked, signed);
    },
  );
}

/** Checks at most MOST_CHECKED records from number `from` on, against the record before it. */
async function checkedChain(
  events: WorkbenchDependencies['queries']['events'],
  organizationId: string,
  from: number,
): Promise<CheckedChain> {
  const { head: end } = await readAuditHead(events, organizationId);
  let head: ChainHead = EMPTY_CHAIN;
  if (from > 1) {
    const [before] = await readAuditRecords(events, organizationId, { from: from - 1, limit: 1 });
    if (before === undefined) throw new ApiError('not_found');
    head = headAfter(before);
  }
  const until = Math.min(end.seq, from - 1 + MOST_CHECKED);
  const turn = new Turn();
  while (head.seq < until) {
    const limit = Math.min(RECORDS_AT_A_TIME, until - head.seq);
    const records = await readAuditRecords(events, organizationId, { from: head.seq + 1, limit });
    // A record that the end tells of is gone.
    if (records.length === 0) return { from, checked: head.seq, end, broken: head.seq + 1 };
    for (const record of records) {
      if (turn.isOver) await turn.next();
      if (!follows(head, record)) return { from, checked: head.seq, end, broken: head.seq + 1 };
      head = headAfter(record);
    }
  }
  return { from, checked: head.seq, end, broken: null };
}
