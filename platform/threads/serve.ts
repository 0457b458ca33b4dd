/** The worker side of a hosting thread: builds the objects, executes calls, and sends their results. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Call, type FromThread, type Outgoing, type ThreadData, type ToThread, toWireError } from './wire.ts';

export interface Hosted {
  /** Objects by name. Their public methods may be asynchronous or not; the caller always gets a promise. */
  ports: Record<string, object>;
  /** Releases everything. Runs after all earlier calls have been replied to. */
  close(): void | Promise<void>;
}

/** Sends a notification to the listeners of `thread.on(name, …)`, in order with the replies. */
export type Notify = (name: string, payload: unknown) => void;

/**
 * Called once by a thread's entry module. `build` creates the hosted objects from the options of `hostInThread`, which
 * rejects with the errors of `build`.
 */
export async function serveThread<Options>(build: (options: Options, notify: Notify) => Hosted | Promise<Hosted>) {
  if (parentPort === null) throw new Error('serveThread must run in a worker thread');
  const port = parentPort;
  const outbox = createOutbox(port);
  try {
    const { options } = workerData as ThreadData<Options>;
    const hosted = await build(options, (name, payload) => outbox.push({ kind: 'notification', name, payload }));
    listen(port, hosted, outbox);
    send(port, { kind: 'ready', ports: Object.keys(hosted.ports) });
  } catch (error) {
    send(port, { kind: 'broken', error: toWireError(error) });
    port.close();
  }
}

function listen(port: MessagePort, hosted: Hosted, outbox: Outbox): void {
  const running = new Set<Promise<void>>();
  port.on('message', (message: ToThread) => {
    if (message.kind === 'close') {
      void closeInOrder(port, hosted, outbox, running);
      return;
    }
    for (const call of message.calls) {
      const execution = execute(hosted, call).then((reply) => {
        running.delete(execution);
        outbox.push(reply);
      });
      running.add(execution);
    }
  });
}

async function closeInOrder(port: MessagePort, hosted: Hosted, outbox: Outbox, running: Set<Promise<void>>) {
  await Promise.all(running);
  try {
    await hosted.close();
  } catch (error) {
    send(port, { kind: 'broken', error: toWireError(error) });
  }
  outbox.flush();
  port.close();
}

async function execute(hosted: Hosted, call: Call): Promise<Outgoing> {
  try {
    const target = hosted.ports[call.port] as Record<string, unknown>;
    const method = target[call.method];
    if (typeof method !== 'function') throw new TypeError(`${call.port} has no method ${call.method}`);
    const value: unknown = await method.apply(target, call.args);
    return { kind: 'result', id: call.id, value };
  } catch (error) {
    return { kind: 'failure', id: call.id, error: toWireError(error) };
  }
}

interface Outbox {
  push(item: Outgoing): void;
  flush(): void;
}

/**
 * Collects replies until all promises settled by one piece of work (one commit, one batch of calls) have run, so that
 * they leave together with its notifications: a tick queued from a promise callback runs after the last of them.
 */
function createOutbox(port: MessagePort): Outbox {
  let items: Outgoing[] = [];
  const flush = () => {
    if (items.length === 0) return;
    const batch = items;
    items = [];
    sendBatch(port, batch);
  };
  return {
    push(item) {
      if (items.push(item) === 1) queueMicrotask(() => process.nextTick(flush));
    },
    flush,
  };
}

/** The buffers that a result transfers. */
const moved = new WeakMap<object, ArrayBuffer[]>();

/**
 * Marks bytes in a result for transfer: they cross without a copy, and this side can no longer read them. Views of a
 * part of a buffer are copied, as the rest of the buffer may belong to something else.
 */
export function transferring<Result extends object>(result: Result, bytes: readonly Uint8Array[]): Result {
  const whole = bytes.filter((part) => part.byteLength === part.buffer.byteLength);
  moved.set(
    result,
    whole.map((part) => part.buffer as ArrayBuffer),
  );
  return result;
}

function transferOf(items: readonly Outgoing[]): ArrayBuffer[] {
  return items.flatMap((item) => (item.kind === 'result' && isObject(item.value) && moved.get(item.value)) || []);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** If a result cannot be cloned, only its own reply fails. */
function sendBatch(port: MessagePort, items: Outgoing[]): void {
  try {
    send(port, { kind: 'batch', items }, transferOf(items));
  } catch (error) {
    const [first] = items;
    if (items.length > 1) {
      for (const item of items) sendBatch(port, [item]);
    } else if (first?.kind === 'result') {
      send(port, { kind: 'batch', items: [{ kind: 'failure', id: first.id, error: toWireError(error) }] });
    } else {
      throw error;
    }
  }
}

function send(port: MessagePort, message: FromThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
