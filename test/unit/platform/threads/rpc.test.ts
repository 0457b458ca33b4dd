import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EventStoreError } from '#contracts/ports/event-store.ts';
import { KeyVaultError } from '#contracts/ports/key-vault.ts';
import { type HostedThread, hostInThread, type Remote, ThreadLostError } from '#platform/threads/rpc.ts';
import type { Echo, EchoOptions } from './echo-thread.ts';

const entry = new URL('./echo-thread.ts', import.meta.url);

function host(options: Partial<EchoOptions> = {}, onLost: (error: Error) => void = assert.fail) {
  return hostInThread<EchoOptions>(entry, { greeting: 'hello', ...options }, { name: 'echo', onLost });
}

describe('objects hosted in a thread', () => {
  let thread: HostedThread;
  let echo: Remote<Echo>;
  before(async () => {
    thread = await host();
    echo = thread.port<Echo>('echo');
  });
  after(() => thread.close());

  it('answers calls of synchronous and asynchronous methods', async () => {
    assert.equal(await echo.greet('world'), 'hello world');
    assert.deepEqual(await echo.same({ bytes: new Uint8Array([1, 2]) }), { bytes: new Uint8Array([1, 2]) });
  });

  it('hosts several objects and refuses unknown names', async () => {
    assert.equal(await thread.port<Echo>('other').greet('world'), 'other world');
    assert.throws(() => thread.port('absent'), RangeError);
  });

  it('transfer marked bytes, unless their buffer may hold something else', async () => {
    const given = await echo.give();
    assert.deepEqual(
      given.map((bytes) => [...bytes]),
      [
        [1, 2],
        [3, 4],
      ],
    );
    assert.deepEqual(await echo.left(), [0, 2]);
  });

  it('is not mistaken for a promise', async () => {
    assert.equal(await (async () => echo)(), echo);
  });

  it('carries calls that promise callbacks make together in one message', async () => {
    const [one, two, three] = await Promise.all([echo.turn(), echo.turn(), Promise.resolve().then(() => echo.turn())]);
    assert.equal(one, two);
    assert.equal(one, three);
    assert.notEqual(await echo.turn(), one);
  });

  it('lets later calls overtake one that waits', async () => {
    const waiting = echo.waitForGate();
    assert.equal(await echo.greet('you'), 'hello you');
    await echo.openGate();
    assert.equal(await waiting, 'opened');
  });

  it('keeps class, code and message of errors', async () => {
    await assert.rejects(echo.fail('event-store'), (error: unknown) => {
      assert.ok(error instanceof EventStoreError);
      assert.equal(error.code, 'append_too_large');
      assert.equal(error.message, 'too many bytes');
      return true;
    });
    await assert.rejects(echo.fail('vault'), (error: unknown) => {
      assert.ok(error instanceof KeyVaultError);
      assert.equal(error.code, 'key_destroyed');
      return true;
    });
    await assert.rejects(echo.fail('other'), { name: 'TypeError', code: 'ERR_ODD', message: 'odd' });
  });

  it('fails only the call whose argument or result cannot be cloned', async () => {
    const outcomes = await Promise.allSettled([
      echo.greet('a'),
      echo.same(() => {}),
      echo.notClonable(),
      echo.greet('b'),
    ]);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
  });

  it('delivers notifications in order, before the reply that follows them', async () => {
    const seen: number[] = [];
    const stop = thread.on<number>('counted', (n) => seen.push(n));
    await echo.announce(3);
    assert.deepEqual(seen, [0, 1, 2]);
    stop();
    await echo.announce(2);
    assert.equal(seen.length, 3);
  });
});

describe('the life of a hosting thread', () => {
  it('rejects with the error that kept it from starting', async () => {
    await assert.rejects(host({ failToStart: true }), { name: 'EventStoreError', code: 'unavailable' });
  });

  it('answers calls made before the closing, then closes, then refuses', async () => {
    const thread = await host();
    const echo = thread.port<Echo>('echo');
    let closing = false;
    thread.on('closing', () => {
      closing = true;
    });
    const waiting = echo.waitForGate();
    const opened = echo.openGate();
    await thread.close();
    assert.equal(await waiting, 'opened');
    await opened;
    assert.ok(closing);
    await assert.rejects(echo.greet('late'), ThreadLostError);
    await thread.close();
  });

  it('reports a failure to close', async () => {
    const thread = await host({ failToClose: true });
    await assert.rejects(thread.close(), { message: 'cannot close' });
  });

  it('rejects everything pending when the thread dies, and says so once', async () => {
    const lost = Promise.withResolvers<Error>();
    const thread = await host({}, lost.resolve);
    const echo = thread.port<Echo>('echo');
    const pending = echo.waitForGate();
    const [outcome] = await Promise.allSettled([pending, echo.die()]);
    assert.equal(outcome.status, 'rejected');
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof ThreadLostError);
    const error = await lost.promise;
    assert.match(error.message, /deliberate crash/);
    await assert.rejects(echo.greet('late'), { code: 'thread_lost' });
    await thread.close();
  });
});
