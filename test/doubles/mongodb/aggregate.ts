/** Aggregation pipelines: supports the stages that the adapters and the driver's counts use and refuses any other. */
import type { Collection } from './collection.ts';
import { badValue, failedToParse, unsupported } from './errors.ts';
import { evaluate, extreme, setFields } from './expressions.ts';
import { checkFilter, matches } from './query.ts';
import { projector, sorted } from './shaping.ts';
import { copyOf, type Doc, isDoc, keyOf, unset } from './values.ts';

type Stage = (documents: Doc[], argument: unknown) => Doc[];

const STAGES: Record<string, Stage> = {
  $match(documents, filter) {
    checkFilter(filter as Doc);
    return documents.filter((document) => matches(document, filter as Doc));
  },
  $group: (documents, argument) => grouped(documents, argument as Doc),
  $sort: (documents, sort) => sorted(documents, sort as Doc),
  $limit: (documents, count) => documents.slice(0, Number(count)),
  $skip: (documents, count) => documents.slice(Number(count)),
  $count: (documents, name) => (documents.length === 0 ? [] : [{ [String(name)]: documents.length }]),
  $project: (documents, projection) => documents.map(projector(projection as Doc)),
  $set(documents, fields) {
    const now = new Date();
    return documents.map((document) => {
      const changed = copyOf(document);
      setFields(changed, fields as Doc, now, unset);
      return changed;
    });
  },
};

/** Runs a pipeline on a collection. Throws for an unsupported stage. */
export function aggregated(collection: Collection, pipeline: readonly Doc[]): Doc[] {
  if (!Array.isArray(pipeline)) throw failedToParse('a pipeline is a list');
  const stages = pipeline.map((stage): [string, unknown] => {
    const [first, ...others] = Object.entries(stage);
    if (first === undefined || others.length > 0) throw failedToParse('a stage has one name');
    if (!Object.hasOwn(STAGES, first[0])) throw unsupported(`the stage ${first[0]}`);
    return first;
  });
  // A leading $match may search text or use an index, so the collection evaluates it.
  const [head] = stages;
  const filter = head?.[0] === '$match' && isDoc(head[1]) ? head[1] : {};
  checkFilter(filter);
  const later = filter === head?.[1] ? stages.slice(1) : stages;
  if (later.some(([name, argument]) => name === '$match' && isDoc(argument) && argument.$text !== undefined)) {
    throw badValue('$text is for the first stage');
  }
  return later.reduce((documents, [name, argument]) => STAGES[name]!(documents, argument), collection.find(filter));
}

function grouped(documents: readonly Doc[], { _id: key, ...fields }: Doc): Doc[] {
  const groups = new Map<string, { id: unknown; members: Doc[] }>();
  const now = new Date();
  for (const document of documents) {
    const id = evaluate(key, document, now) ?? null;
    const name = keyOf(id);
    const group = groups.get(name) ?? { id, members: [] };
    groups.set(name, group);
    group.members.push(document);
  }
  for (const field of Object.values(fields)) accumulated(field, [], now);
  return [...groups.values()].map(({ id, members }) => {
    const results = Object.entries(fields).map(([name, field]) => [name, accumulated(field, members, now)]);
    return { _id: id, ...Object.fromEntries(results) };
  });
}

function accumulated(field: unknown, members: readonly Doc[], now: Date): unknown {
  const [operator, expression] = (isDoc(field) && Object.entries(field)[0]) || ['', null];
  const values = members.map((document) => evaluate(expression, document, now));
  switch (operator) {
    case '$sum':
      return values.reduce<number>((sum, one) => (isNumber(one) ? sum + Number(one) : sum), 0);
    case '$count':
      return members.length;
    case '$max':
      return extreme(values, 1);
    case '$min':
      return extreme(values, -1);
    case '$first':
      return values[0] ?? null;
    case '$last':
      return values.at(-1) ?? null;
    case '$push':
      return values.filter((value) => value !== undefined);
    case '$addToSet':
      return [...new Map(values.filter((value) => value !== undefined).map((value) => [keyOf(value), value])).values()];
    default:
      throw unsupported(`the accumulator ${operator}`);
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}
