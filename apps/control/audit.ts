/** Operations on the audit trail, which provide the content of exports. */
import { setTimeout as delay } from 'node:timers/promises';
import { timestamp } from '#common/time.ts';
import { type ChainHead, EMPTY_CHAIN } from '#domain/audit/chain.ts';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { AuditRecord } from '#domain/audit/events.ts';
import { deriveHeads, firstDifference } from '#pipeline/audit/derive.ts';
import { readAuditHead, readAuditRecords } from '#streams/audit-trail.ts';
import { openCheckpointSigner } from '../parts/audit.ts';
import type { Service } from '../parts/service.ts';
import type { Input } from './inputs.ts';
import { OperationError } from './operation-error.ts';
import type { Report } from './progress.ts';

export interface AuditOperations {
  /**
   * The signed ends of the chains of one organization or of all. Waits until they include everything that the log had
   * when the operation began, and throws if a chain differs from what is derived from the log.
   */
  auditCheckpoint(input: Input<'auditCheckpoint'>): Promise<SignedCheckpoint>;
  /** Records of one organization, beginning with number `from`. */
  auditRecords(input: Input<'auditRecords'>): Promise<{ records: AuditRecord[] }>;
}

/** The follower takes a second, or half a minute if it first has to take over from a killed one. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 200;

export function createAuditOperations({ stores }: Pick<Service, 'stores'>, report: Report): AuditOperations {
  const { events, vault, clock } = stores;

  async function completeHead(organizationId: string, derived: ChainHead): Promise<ChainHead> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const { head } = await readAuditHead(events, organizationId);
      if (head.seq >= derived.seq) break;
      if (performance.now() > until) {
        throw new OperationError(
          `the chain of ${organizationId} has ${head.seq} records where the log gives ${derived.seq}: records were cut ` +
            'off, or no process of the pipeline makes them',
        );
      }
      await delay(LOOK_MS);
    }
    // Later records may have been appended since.
    const [last] = await readAuditRecords(events, organizationId, { from: derived.seq, limit: 1 });
    if (last?.hash === derived.hash) return derived;
    const seq = await firstDifference(events, organizationId);
    throw new OperationError(`record ${seq} of ${organizationId} differs from what the log gives: it was changed`);
  }

  return {
    async auditCheckpoint({ organization_id: only }) {
      const derived = await deriveHeads(events);
      const ids = only === null ? [...derived.keys()].sort() : [only];
      const chains: SignedCheckpoint['checkpoint']['chains'] = [];
      for (const organization_id of ids) {
        const wanted = derived.get(organization_id) ?? EMPTY_CHAIN;
        if (wanted.seq === 0) throw new OperationError(`there is no organization ${organization_id}`);
        const { seq, hash } = await completeHead(organization_id, wanted);
        chains.push({ organization_id, seq, hash });
        report({ label: 'checking chains', done: chains.length, total: ids.length });
      }
      return (await openCheckpointSigner(vault)).sign({ issued_at: timestamp(clock), chains });
    },

    auditRecords: async ({ organization_id, from, limit }) => ({
      records: await readAuditRecords(events, organization_id, { from, limit }),
    }),
  };
}
