/** Costs of the months in MongoDB, for a move to or from another shape. */
import type { Collection, Db } from 'mongodb';
import type { CostRow, MovedTable } from '#contracts/ports/moved-table.ts';
import { isShareOfKey } from '../../moved-costs.ts';
import { fieldName, LIFETIME_MS, type MonthCosts } from '../operations/month-costs.ts';
import { putAll, replacing } from './documents.ts';

export function movedCosts(database: Db): MovedTable<CostRow> {
  const costs: Collection<MonthCosts> = database.collection('month_costs');
  return {
    async *rows() {
      for await (const { _id: id, cents, keys = {}, open } of costs.find({})) {
        // A raised reservation has several entries.
        const reservations = new Map<string, CostRow['open'][number]>();
        for (const { verification_id: reservation_id, key_id, cents: more, at } of open) {
          const before = reservations.get(reservation_id);
          const reserved_at = before?.reserved_at ?? at;
          reservations.set(reservation_id, { reservation_id, key_id, cents: (before?.cents ?? 0) + more, reserved_at });
        }
        yield {
          id,
          cents,
          keys: Object.entries(keys)
            .map(([name, ofKey]): [string, number] => [decodeURIComponent(name.slice(1)), ofKey])
            .filter(([payer]) => isShareOfKey(payer))
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
          open: [...reservations.values()].toSorted((a, b) => (a.reservation_id < b.reservation_id ? -1 : 1)),
        };
      }
    },
    put: (rows) =>
      putAll(
        costs,
        rows.map(({ id, cents, keys, open }) => {
          const [organization_id, month] = JSON.parse(id) as [string, number];
          return replacing<MonthCosts>({
            _id: id,
            organization_id,
            month,
            cents,
            keys: Object.fromEntries(keys.map(([keyId, ofKey]) => [fieldName(keyId), ofKey])),
            open: open.map(({ reservation_id: verification_id, key_id, cents: reserved, reserved_at: at }) => ({
              verification_id,
              key_id,
              cents: reserved,
              at,
            })),
            expires_at: new Date(Date.now() + LIFETIME_MS),
          });
        }),
      ),
  };
}
