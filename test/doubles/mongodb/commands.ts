/** The supported commands with their permitted fields, and how an outcome becomes a reply. */

import * as catalog from './catalog.ts';
import { CommandError, unsupported } from './errors.ts';
import { Cursors, count, distinct } from './reads.ts';
import { type Doc, keyOf } from './values.ts';
import { MAX_MESSAGE_BYTES } from './wire.ts';
import { type Command, MAX_DOCUMENT_BYTES, type Work } from './work.ts';
import * as writes from './writes.ts';

interface Implementation {
  /** Fields that it accepts besides {@link COMMON_FIELDS}. */
  fields: readonly string[];
  writes: boolean;
  run(command: Command): Doc | Promise<Doc>;
}

/** Accepted with every command. Only `$db`, `maxTimeMS`, and of a write `lsid`, `txnNumber` and `writeConcern.w` have an effect. */
const COMMON_FIELDS = new Set(
  '$db lsid txnNumber $clusterTime $readPreference readConcern writeConcern maxTimeMS comment'.split(' '),
);

const GREETINGS = new Set(['hello', 'isMaster', 'ismaster']);
const STEPPED_DOWN = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

export class Commands {
  readonly cursors = new Cursors();
  readonly #known: Map<string, Implementation>;
  readonly #identity: () => Doc;

  /** `identity`: {@link memberAt} an address, or {@link ROUTER}. */
  constructor(identity: () => Doc) {
    this.#identity = identity;
    const { cursors } = this;
    const writing = (fields: string, run: Implementation['run']) => ({ fields: fields.split(' '), writes: true, run });
    const reading = (fields: string, run: Implementation['run']) => ({ fields: fields.split(' '), writes: false, run });
    this.#known = new Map<string, Implementation>([
      ['insert', writing('documents ordered', writes.insert)],
      ['update', writing('updates ordered', writes.update)],
      ['delete', writing('deletes ordered', writes.remove)],
      ['findAndModify', writing('query sort remove update new fields upsert', writes.findAndModify)],
      ['create', writing('', catalog.create)],
      ['createIndexes', writing('indexes', catalog.createIndexes)],
      ['dropIndexes', writing('index', catalog.dropIndexes)],
      ['drop', writing('', catalog.drop)],
      ['dropDatabase', writing('', catalog.dropDatabase)],
      ['find', reading('filter sort projection limit skip batchSize singleBatch', cursors.find)],
      ['aggregate', reading('pipeline cursor', cursors.aggregate)],
      ['getMore', reading('collection batchSize', cursors.getMore)],
      ['killCursors', reading('cursors', cursors.kill)],
      ['count', reading('query limit skip', count)],
      ['distinct', reading('key query', distinct)],
      ['listIndexes', reading('cursor', catalog.listIndexes(cursors))],
      ['listCollections', reading('filter nameOnly authorizedCollections cursor', catalog.listCollections(cursors))],
      ['listDatabases', reading('filter nameOnly', catalog.listDatabases)],
      ['ping', reading('', () => ({}))],
      ['buildInfo', reading('', buildInfo)],
      ['buildinfo', reading('', buildInfo)],
      ['endSessions', reading('', () => ({}))],
    ]);
  }

  isWrite(name: string): boolean {
    return this.#known.get(name)?.writes ?? false;
  }

  isGreeting(name: string): boolean {
    return GREETINGS.has(name);
  }

  /** Runs the command and returns its reply, also for a failure. Its changes are written but not yet flushed. */
  async run(name: string, fields: Doc, work: Work): Promise<Doc> {
    if (GREETINGS.has(name)) return { ...greeting(name, this.#identity()), ok: 1 };
    await work.begin();
    try {
      const known = this.#known.get(name);
      if (known === undefined) throw new CommandError(59, 'CommandNotFound', `no such command: '${name}'`);
      for (const field of Object.keys(fields)) {
        if (field !== name && !COMMON_FIELDS.has(field) && !known.fields.includes(field)) {
          throw unsupported(`${field} in ${name}`);
        }
      }
      const before = known.writes ? storedReply(fields, work) : null;
      if (before !== null) return before;
      const command = { name, database: String(fields.$db), fields, work };
      const reply = { ...(await known.run(command)), ...(known.writes && unacknowledged(fields)), ok: 1 };
      work.write(known.writes ? retryOf(fields, reply) : null);
      return reply;
    } catch (error) {
      work.write(null);
      return failure(error, fields);
    } finally {
      work.end();
    }
  }
}

/** A set of one member can't acknowledge a write for more: it is carried out, and the reply says so. */
function unacknowledged({ writeConcern }: Doc): Doc {
  const { w } = (writeConcern ?? {}) as { w?: unknown };
  if (typeof w !== 'number' || w <= 1) return {};
  const errmsg = 'Not enough data-bearing nodes';
  return { writeConcernError: { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg } };
}

/** The stored reply if the session repeats its last write; null for a new write. */
function storedReply(fields: Doc, work: Work): Doc | null {
  const asked = retryOf(fields, {});
  const known = asked === null ? undefined : work.storage.retries.get(asked.session);
  if (asked === null || known === undefined || asked.number > known.number) return null;
  if (asked.number === known.number) return known.reply;
  throw new CommandError(225, 'TransactionTooOld', `the session has gone on to number ${known.number}`);
}

function retryOf({ lsid, txnNumber }: Doc, reply: Doc) {
  if (lsid === undefined || txnNumber === undefined) return null;
  return { session: keyOf((lsid as Doc).id), number: BigInt(txnNumber as bigint), reply };
}

/** A failure reply. Retryable failures get the label that tells a driver so. */
export function failure(error: unknown, fields: Doc): Doc {
  const { code, codeName, message, details } =
    error instanceof CommandError ? error : new CommandError(8, 'UnknownError', String((error as Error).stack));
  const labelled = fields.txnNumber !== undefined && STEPPED_DOWN.has(code);
  return {
    ok: 0,
    errmsg: message,
    code,
    codeName,
    ...details,
    ...(labelled && { errorLabels: ['RetryableWriteError'] }),
  };
}

/** What the reply to a greeting says of the server: here that it is the primary of a replica set of one. */
export function memberAt(address: string): Doc {
  return { hosts: [address], setName: 'double', setVersion: 1, secondary: false, primary: address, me: address };
}

/** The same of a router (mongos) of a sharded cluster, which names no replica set. */
export const ROUTER: Doc = { msg: 'isdbgrid' };

/** With either, drivers retry writes and wait for the majority. */
function greeting(name: string, identity: Doc): Doc {
  return {
    helloOk: true,
    ...(name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    ...identity,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  };
}

function buildInfo(): Doc {
  return { version: '7.0.0', versionArray: [7, 0, 0, 0], modules: ['double'], maxBsonObjectSize: MAX_DOCUMENT_BYTES };
}
