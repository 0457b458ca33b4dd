import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = new URL('../../../', import.meta.url);
const PAGE_READERS = ['linkedom', 'htmlparser2', '@mozilla/readability', 'markdown-it'];
const SERVERS = ['mongodb', 'kafkajs', '@eventstore/db-client'];

/** A thread running a module of this project, in which importing one of the packages fails. */
function threadWithout(packages: readonly string[], module: string, workerData: object = {}): Worker {
  const hook = `
    import { registerHooks } from 'node:module';
    const refused = new Set(${JSON.stringify(packages)});
    registerHooks({
      resolve(specifier, context, next) {
        if (refused.has(specifier)) throw new Error(specifier + ' is imported by ' + context.parentURL);
        return next(specifier, context);
      },
    });`;
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
  return new Worker(new URL(module, ROOT), { workerData, execArgv });
}

test('threads of stores, and of what reads results, load no schemas', async (context) => {
  const { path, remove } = await temporaryFolder();
  context.after(remove);
  const options = { folder: path, masterKey: randomBytes(32), previousMasterKey: null };
  for (const [name, given] of [
    ['store', options],
    ['reader', options],
    ['library', { path: `${path}/library.db` }],
  ] as const) {
    const thread = threadWithout(['zod'], `apps/embedded/${name}-thread.ts`, { options: given });
    const [message] = (await once(thread, 'message')) as [{ kind: string; error?: { message: string } }];
    assert.equal(message.kind, 'ready', message.error?.message ?? '');
    thread.postMessage({ kind: 'close' });
    assert.deepEqual(await once(thread, 'exit'), [0]);
  }
});

test('an engine thread loads neither schemas nor what reads pages', async () => {
  const thread = threadWithout(['zod', ...PAGE_READERS], 'platform/engine-pool/engine-worker.ts');
  assert.deepEqual(await once(thread, 'exit'), [0]);
});

test('the embedded start loads no server client, page reader or engine', async () => {
  const packages = ['undici', 'tldts', 'wink-nlp', '@opentelemetry/sdk-trace-base', ...SERVERS, ...PAGE_READERS];
  const thread = threadWithout(packages, 'apps/embedded/start-on-threads.ts');
  assert.deepEqual(await once(thread, 'exit'), [0]);
});
