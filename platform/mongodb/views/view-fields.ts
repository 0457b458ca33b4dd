/**
 * A view's document is stored as JSON text, as its names and numbers may be invalid in BSON (dots, dollar signs, NUL).
 * Its top-level fields are stored next to it in the form in which they are compared, sorted and indexed.
 */
import { createHash } from 'node:crypto';
import type { Document, Sort } from 'mongodb';
import type { JsonObject } from '#contracts/json.ts';
import type { FindOptions, ViewIndex } from '#contracts/ports/read-store.ts';
import { checkedField } from './view-heads.ts';

type Comparable = string | number | boolean | null | Record<string, never>;

/** Longer texts are compared by hash, and sorted by this prefix. */
const MAX_TEXT = 512;
const FIELD = /^[a-z][a-z0-9_]*$/;

/** Lists and objects equal nothing and are not missing either, so an empty object stands for them. */
export function comparableFields(document: JsonObject): Record<string, Comparable> {
  const fields: Record<string, Comparable> = {};
  for (const [name, value] of Object.entries(document)) {
    if (FIELD.test(name)) fields[name] = typeof value === 'object' && value !== null ? {} : comparable(value);
  }
  return fields;
}

/**
 * The filters of a search, whose documents one after another are the result. After a place these are two: documents with the
 * place's value and an id beyond its own, then those with values beyond. Each is one range of the index for any planner; as
 * branches of one filter they might be read from the beginning.
 */
export function searchFilters({ where, sort }: Pick<FindOptions, 'where' | 'sort'>): Document[] {
  const equal = Object.fromEntries(
    Object.entries(where).map(([field, value]) => [path(field), { $eq: comparable(value) }]),
  );
  if (sort?.after === undefined) return [equal];
  // A value is compared with those of its type only.
  const beyond = sort.direction === 'ascending' ? '$gt' : '$lt';
  const field = path(sort.field);
  const value = comparable(sort.after.value);
  return [
    { $and: [equal, { [field]: { $eq: value }, _id: { [beyond]: sort.after.id } }] },
    { $and: [equal, { [field]: { [beyond]: value } }] },
  ];
}

export function searchOrder(sort: FindOptions['sort']): Sort {
  const direction = sort?.direction === 'descending' ? -1 : 1;
  return sort === undefined ? { _id: direction } : { [path(sort.field)]: direction, _id: direction };
}

export function indexKey({ fields }: ViewIndex): Record<string, 1> {
  return Object.fromEntries([...fields.map((field) => [path(field), 1]), ['_id', 1]]);
}

function path(field: string): string {
  return `fields.${checkedField(field)}`;
}

function comparable(value: string | number | boolean | null): string | number | boolean | null {
  if (typeof value !== 'string' || value.length <= MAX_TEXT) return value;
  return `${value.slice(0, MAX_TEXT).toWellFormed()}\0${createHash('sha256').update(value).digest('hex')}`;
}
