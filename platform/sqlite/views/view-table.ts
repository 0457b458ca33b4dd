/** The SQL of one generation of a view: a table of JSON documents with indexes on their fields. */
import type { FindOptions, View } from '#contracts/ports/read-store.ts';

/** Names are inserted into statements unquoted. */
const NAME = /^[a-z][a-z0-9_]*$/;

type FieldValue = FindOptions['where'][string];

export function tableName(view: View, generation: number): string {
  return `view_${checked(view.name)}_v${view.version}_g${generation}`;
}

/** Statements that create the table and its missing indexes. */
export function createTable(table: string, view: View): string {
  const indexes = view.indexes.map(({ fields }) => {
    const columns = [...fields.map(fieldValue), 'id'].join(', ');
    return `CREATE INDEX IF NOT EXISTS ${table}__${fields.map(checked).join('__')} ON ${table} (${columns});`;
  });
  return `
    CREATE TABLE IF NOT EXISTS ${table} (id TEXT PRIMARY KEY, position TEXT NOT NULL, document TEXT NOT NULL) STRICT;
    ${indexes.join('\n')}`;
}

/** Writes a document unless the stored one has the same or a later position. Takes id, position, document. */
export function upsert(table: string): string {
  return `
    INSERT INTO ${table} (id, position, document) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, document = excluded.document
    WHERE excluded.position > ${table}.position`;
}

export interface Search {
  /** Takes the parameters, then a limit. */
  sql: string;
  parameters: (string | number)[];
}

/**
 * The statements of a search, whose rows one after another are the result. Fields are compared and sorted by the same
 * expressions as the indexes use; text is compared by its UTF-8 bytes.
 *
 * After a place these are two ranges of the index: entries with the place's value and an id beyond its own, then entries
 * with values beyond. SQLite finds no range for both in one statement: it compares a row value with columns of an index, but
 * not with expressions, and would read everything up to the place.
 */
export function searches(table: string, { where, sort }: Omit<FindOptions, 'limit'>): Search[] {
  const equal = Object.entries(where).map(([field, value]) => equals(field, value));
  const direction = sort?.direction === 'descending' ? 'DESC' : 'ASC';
  const byId = `id ${direction}`;
  if (sort === undefined) return [search(table, equal, byId)];
  const { field, after } = sort;
  const byField = `${fieldValue(field)} ${direction}, ${byId}`;
  if (after === undefined) return [search(table, equal, byField)];
  const beyond = direction === 'ASC' ? '>' : '<';
  const ofItsType = { sql: hasTypeOf(field, after.value), parameters: [] };
  return [
    search(table, [...equal, equals(field, after.value), { sql: `id ${beyond} ?`, parameters: [after.id] }], byId),
    search(
      table,
      [...equal, { sql: `${fieldValue(field)} ${beyond} ?`, parameters: [after.value] }, ofItsType],
      byField,
    ),
  ];
}

function search(table: string, conditions: readonly Search[], order: string): Search {
  const condition = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  return {
    sql: `SELECT id, position, document FROM ${table} ${condition} ORDER BY ${order} LIMIT ?`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

function equals(field: string, value: FieldValue): Search {
  if (value === null) return { sql: `${fieldValue(field)} IS NULL`, parameters: [] };
  const sql = `${fieldValue(field)} = ? AND ${hasTypeOf(field, value)}`;
  return { sql, parameters: [typeof value === 'boolean' ? Number(value) : value] };
}

function fieldValue(field: string): string {
  return `json_extract(document, '$.${checked(field)}')`;
}

/**
 * SQLite has no booleans and returns objects as text, so the type is compared too: 1 is not true, and '{}' is not {}.
 */
function hasTypeOf(field: string, value: Exclude<FieldValue, null>): string {
  const types = { string: "'text'", number: "'integer', 'real'", boolean: "'true', 'false'" };
  return `json_type(document, '$.${field}') IN (${types[typeof value as keyof typeof types]})`;
}

function checked(name: string): string {
  if (!NAME.test(name)) throw new RangeError(`"${name}" cannot name a view or a field of one`);
  return name;
}
