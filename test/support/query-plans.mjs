/**
 * Preloaded into a process: appends every SQLite statement that any of its threads prepares, with its plan, as a line of
 * JSON to the file that QUERY_PLANS names.
 */
import { appendFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const { prepare } = DatabaseSync.prototype;
const HAS_PLAN = /^\s*(?:select|insert|replace|update|delete|with)\b/i;

DatabaseSync.prototype.prepare = function prepareAndTell(sql, ...options) {
  const statement = prepare.call(this, sql, ...options);
  if (HAS_PLAN.test(sql)) {
    const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).all();
    const line = JSON.stringify({ sql: sql.replace(/\s+/g, ' ').trim(), plan: plan.map(({ detail }) => detail) });
    appendFileSync(process.env.QUERY_PLANS, `${line}\n`);
  }
  return statement;
};
