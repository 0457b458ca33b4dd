/** Costs of the months as the file of the operational stores holds them, for a move to or from another shape. */
import type { DatabaseSync } from 'node:sqlite';
import type { CostRow, MovedTable } from '#contracts/ports/moved-table.ts';
import { isShareOfKey } from '../../moved-costs.ts';
import { transaction } from '../database.ts';
import { keyPayer, organizationPayer } from '../operations/admission.ts';

interface Reservation {
  reservation_id: string;
  key_id: string;
  organization_id: string;
  month: number;
  cents: number;
  reserved_at: number;
}

/** Rows of all shapes are compared. */
export function sorted(row: CostRow): CostRow {
  return {
    ...row,
    keys: row.keys.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    open: row.open.toSorted((a, b) => (a.reservation_id < b.reservation_id ? -1 : 1)),
  };
}

/**
 * `organizationOf` tells whose key it is, as the file doesn't: null for one that nobody knows. Its share is left out
 * unless it was put here, and counts in its organization's sum all the same.
 */
export function movedCosts(
  database: DatabaseSync,
  organizationOf: (keyId: string) => Promise<string | null>,
): MovedTable<CostRow> {
  /** Organizations of the keys that were put. */
  const given = new Map<string, string>();
  return {
    async *rows() {
      const rows = new Map<string, CostRow>();
      const rowOf = (organizationId: string, month: number): CostRow => {
        const id = JSON.stringify([organizationId, month]);
        const row = rows.get(id) ?? { id, cents: 0, keys: [], open: [] };
        rows.set(id, row);
        return row;
      };
      const payers = database.prepare('SELECT month, payer, cents FROM month_costs ORDER BY payer').all();
      for (const { month, payer, cents } of payers as { month: number; payer: string; cents: number }[]) {
        if (payer.startsWith(organizationPayer(''))) {
          rowOf(payer.slice(organizationPayer('').length), month).cents = cents;
          continue;
        }
        const keyId = payer.slice(keyPayer('').length);
        if (!isShareOfKey(keyId)) continue;
        const organizationId = given.get(keyId) ?? (await organizationOf(keyId));
        if (organizationId !== null) rowOf(organizationId, month).keys.push([keyId, cents]);
      }
      const reservations = database.prepare(
        `SELECT verification_id AS reservation_id, key_id, organization_id, month, cents, reserved_at
         FROM cost_reservations ORDER BY verification_id`,
      );
      for (const row of reservations.all() as unknown as Reservation[]) {
        const { reservation_id, key_id, cents, reserved_at } = row;
        rowOf(row.organization_id, row.month).open.push({ reservation_id, key_id, cents, reserved_at });
      }
      for (const row of rows.values()) yield sorted(row);
    },
    async put(rows) {
      const putCost = database.prepare('REPLACE INTO month_costs (month, payer, cents) VALUES (?, ?, ?)');
      const putReservation = database.prepare(
        `REPLACE INTO cost_reservations (verification_id, key_id, organization_id, month, cents, reserved_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      );
      transaction(database, () => {
        for (const { id, cents, keys, open } of rows) {
          const [organizationId, month] = JSON.parse(id) as [string, number];
          putCost.run(month, organizationPayer(organizationId), cents);
          for (const [keyId, ofKey] of keys) {
            putCost.run(month, keyPayer(keyId), ofKey);
            given.set(keyId, organizationId);
          }
          for (const { reservation_id, key_id, cents: reserved, reserved_at } of open) {
            putReservation.run(reservation_id, key_id, organizationId, month, reserved, reserved_at);
          }
        }
      });
    },
  };
}
