/**
 * Preloaded into a service to break it on purpose: transactions of the event log look committed at once and are
 * committed up to 300 ms later. A crash test that does not notice this proves nothing.
 */
import { DatabaseSync } from 'node:sqlite';

const LATE_BY_MS = 300;
const execute = DatabaseSync.prototype.exec;
const late = new WeakSet<DatabaseSync>();

DatabaseSync.prototype.exec = function exec(this: DatabaseSync, sql: string): void {
  const command = sql.trim().toUpperCase();
  if (command.startsWith('BEGIN') && late.has(this)) return;
  if (command === 'COMMIT' && isEventLog(this)) {
    if (!late.has(this)) {
      late.add(this);
      setTimeout(() => {
        late.delete(this);
        if (this.isOpen && this.isTransaction) execute.call(this, 'COMMIT');
      }, LATE_BY_MS);
    }
    return;
  }
  execute.call(this, sql);
};

function isEventLog(database: DatabaseSync): boolean {
  return database.location()?.endsWith('events.db') ?? false;
}
