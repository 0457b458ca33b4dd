/** Index specifications: validation, and comparison with the existing indexes. */
import { badValue, CommandError, unsupported } from './errors.ts';
import { checkFilter, matches } from './query.ts';
import { at, type Doc, isDoc, keyOf } from './values.ts';

export interface Index {
  name: string;
  key: Doc;
  unique?: boolean;
  sparse?: boolean;
  expireAfterSeconds?: number;
  partialFilterExpression?: Doc;
  default_language?: string;
}

/** Document key by the value of the indexed fields. */
export type IndexKeys = Map<string, string>;

const OPTIONS = ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression', 'default_language'] as const;
/** Options that are accepted without effect. */
const IGNORED = new Set(['v', 'background', 'ns']);

/** Validates a specification. Throws for options that a server refuses or that the double doesn't support. */
export function checkedIndex(given: Doc): Index {
  const { name, key } = given;
  if (typeof name !== 'string' || !isDoc(key) || Object.keys(key).length === 0) {
    throw new CommandError(67, 'CannotCreateIndex', 'an index needs a name and a key');
  }
  const unknown = Object.keys(given).filter((option) => ![...OPTIONS, 'name', 'key', ...IGNORED].includes(option));
  if (unknown.length > 0) throw unsupported(`index options like ${unknown.join(', ')}`);
  for (const kind of Object.values(key)) {
    if (kind !== 1 && kind !== -1 && kind !== 'text') throw unsupported(`indexes of the kind ${String(kind)}`);
  }
  const kinds = new Set(Object.values(key));
  if (kinds.has('text') && kinds.size > 1) throw unsupported('text indexes with other fields in their key');
  const language = given.default_language;
  if (language !== undefined && language !== 'english' && language !== 'none') {
    throw unsupported(`the text language ${String(language)}`);
  }
  const { expireAfterSeconds } = given;
  if (expireAfterSeconds !== undefined && (Object.keys(key).length > 1 || !(Number(expireAfterSeconds) >= 0))) {
    throw new CommandError(67, 'CannotCreateIndex', 'TTL indexes have one field and seconds from 0');
  }
  if (given.partialFilterExpression !== undefined) checkFilter(given.partialFilterExpression as Doc);
  const index: Doc = { name, key };
  for (const option of OPTIONS)
    if (given[option] !== undefined && given[option] !== false) index[option] = given[option];
  return index as unknown as Index;
}

/** Whether the index already exists. Throws if an existing index conflicts with it. */
export function alreadyExists(index: Index, present: ReadonlyMap<string, Index>): boolean {
  const named = present.get(index.name);
  if (named !== undefined && keyOf(named.key) !== keyOf(index.key)) {
    const message = `An existing index has the same name as the requested index ${index.name}, with another key`;
    throw new CommandError(86, 'IndexKeySpecsConflict', message);
  }
  const filter = keyOf(index.partialFilterExpression);
  const like = [...present.values()].find(
    ({ key, partialFilterExpression }) =>
      (keyOf(key) === keyOf(index.key) && keyOf(partialFilterExpression) === filter) ||
      (isText(key) && isText(index.key)),
  );
  const found = named ?? like;
  if (found === undefined) return false;
  if (found.name === index.name && OPTIONS.every((option) => keyOf(found[option]) === keyOf(index[option])))
    return true;
  // An index on _id always exists, under any name.
  if (found.name === '_id_') return true;
  const message = `Index already exists with a different name or options: ${found.name}`;
  throw new CommandError(85, 'IndexOptionsConflict', message);
}

/** Whether it is the key of a text index. A collection has one of them at most. */
export function isText(key: Doc): boolean {
  return Object.values(key).includes('text');
}

/** False if a partial or sparse index excludes the document. */
export function isPartOf(index: Index, document: Doc): boolean {
  if (index.partialFilterExpression !== undefined && !matches(document, index.partialFilterExpression)) return false;
  return !index.sparse || Object.keys(index.key).some((path) => at(document, path) !== undefined);
}

/** The index in the form that listIndexes returns. */
export function described(index: Index): Doc {
  if (!isText(index.key)) return { v: 2, ...index };
  const language = index.default_language ?? 'english';
  const text = {
    // In alphabetical order, as a server gives them.
    weights: Object.fromEntries(
      Object.keys(index.key)
        .sort()
        .map((field) => [field, 1]),
    ),
    default_language: language,
    language_override: 'language',
    textIndexVersion: 3,
  };
  return { v: 2, ...index, key: { _fts: 'text', _ftsx: 1 }, ...text };
}

/** Names of the indexes that `dropIndexes` selects: by name, by key, by a list of these, or by `*`. */
export function named(wanted: unknown, present: ReadonlyMap<string, Index>): string[] {
  if (wanted === '*') return [...present.keys()].filter((name) => name !== '_id_');
  if (Array.isArray(wanted)) return wanted.flatMap((one) => named(one, present));
  const found = [...present.values()].find(({ name, key }) =>
    isDoc(wanted) ? keyOf(key) === keyOf(wanted) : name === wanted,
  );
  if (typeof wanted !== 'string' && !isDoc(wanted)) throw badValue('an index is named by its name or its key');
  if (found === undefined) throw new CommandError(27, 'IndexNotFound', `index not found: ${keyOf(wanted)}`);
  if (found.name === '_id_') throw new CommandError(72, 'InvalidOptions', 'cannot drop _id index');
  return [found.name];
}
