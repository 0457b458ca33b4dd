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

/**
 * Returns the statement of a search and its parameters. Fields are compared and sorted by the same expressions as the
 * indexes use; text is compared by its UTF-8 bytes.
 */
export function find(
  table: string,
  { where, sort, limit }: FindOptions,
): { sql: string; parameters: (string | number)[] } {
  const parameters: (string | number)[] = [];
  const conditions = Object.entries(where).map(([field, value]) => {
    if (value === null) return `${fieldValue(field)} IS NULL`;
    parameters.push(typeof value === 'boolean' ? Number(value) : value);
    return `${fieldValue(field)} = ? AND ${hasTypeOf(field, value)}`;
  });
  if (sort?.after !== undefined) {
    // As a row value it is one range of the index, which ends with the id.
    conditions.push(`(${fieldValue(sort.field)}, id) ${sort.direction === 'ascending' ? '>' : '<'} (?, ?)`);
    conditions.push(hasTypeOf(sort.field, sort.after.value));
    parameters.push(sort.after.value, sort.after.id);
  }
  const direction = sort?.direction === 'descending' ? 'DESC' : 'ASC';
  const order = sort === undefined ? 'id' : `${fieldValue(sort.field)} ${direction}, id ${direction}`;
  const condition = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return {
    sql: `SELECT id, position, document FROM ${table} ${condition} ORDER BY ${order} LIMIT ?`,
    parameters: [...parameters, limit],
  };
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
