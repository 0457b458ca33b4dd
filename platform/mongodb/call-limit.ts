/**
 * A time limit around every call of the driver. The driver's own limits end almost every call, but one that is written
 * to a connection just as that breaks is never answered and never fails (mongodb 7.9.1: `writeCommand` waits for the
 * `drain` of a destroyed socket). Without this limit, whoever made the call, such as a projector, would wait for ever.
 */
import { AbstractCursor, Collection, type Db, type MongoClientOptions, MongoNetworkTimeoutError } from 'mongodb';
import { within } from '#common/within.ts';

type DriverLimits = Pick<MongoClientOptions, 'serverSelectionTimeoutMS' | 'waitQueueTimeoutMS' | 'socketTimeoutMS'>;

/** The driver selects a server, waits for a connection and calls, and retries once. */
const ATTEMPTS = 2;
/** On top of the driver's limits, so that a call that the driver ends fails with the driver's error. */
const MARGIN_MS = 5_000;

/** Milliseconds after which no call can be running any more, by the driver's limits; null if one of them is off. */
export function callLimitMs(driver: DriverLimits): number | null {
  const limits = [driver.serverSelectionTimeoutMS, driver.waitQueueTimeoutMS, driver.socketTimeoutMS];
  if (limits.some((limit) => !limit)) return null;
  return ATTEMPTS * limits.reduce<number>((sum, limit) => sum + limit!, 0) + MARGIN_MS;
}

/**
 * The database, whose calls, also those of its collections and cursors, reject with MongoNetworkTimeoutError after
 * `limitMs`. The connection of such a call stays taken from the pool.
 */
export function withCallLimit(database: Db, limitMs: number): Db {
  return limited(database, limitMs);
}

function limited<Target extends object>(target: Target, limitMs: number): Target {
  const proxy: Target = new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const result: unknown = member.apply(target, given);
        if (result === target) return proxy;
        if (result instanceof Promise) return within(limitMs, result, neverEnded);
        return makesCalls(result) ? limited(result, limitMs) : result;
      };
    },
  });
  return proxy;
}

/** Whether it is a collection, a cursor, or the generator with which a cursor is iterated. */
function makesCalls(result: unknown): result is object {
  if (result instanceof Collection || result instanceof AbstractCursor) return true;
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

function neverEnded(): Error {
  return new MongoNetworkTimeoutError('a call never ended');
}
