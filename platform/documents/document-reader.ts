/**
 * Reads each document in a separate process without network, files or secrets, which is killed when it takes too long,
 * too much processor time or too much memory. Texts, which take milliseconds, never wait for other types.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import { DocumentError, type DocumentReader, type DocumentText } from '#contracts/ports/document-reader.ts';
import { sandboxEnvironment, sandboxFlags } from '../sandboxed-process.ts';
import { usageOf } from './process-usage.ts';
import { type ReadingOutcome, TEXTS } from './protocol.ts';

export interface ProcessReaderOptions {
  /** Documents read concurrently, and as many texts. */
  processes?: number;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Time limit of one document, unless the call sets its own. */
  timeoutMs?: number;
  /** Most processor time of one document, in milliseconds. Default: by its type. */
  processorMs?: number;
  /** Resident memory of one process, in bytes. */
  mostMemory?: number;
  heapMb?: number;
  /** Module of the process, replaceable in tests. */
  module?: URL;
}

/** Each may take most of a gigabyte for a moment. */
const PROCESSES = 2;
/** Long enough for 500 pages on a busy machine; a test reads 300. */
const TIMEOUT_MS = 90_000;
/** A PDF of 300 pages takes two seconds. */
const PROCESSOR_MS = 20_000;
/** The largest texts take one. */
const TEXT_PROCESSOR_MS = 10_000;
/**
 * So that a process is free for others, whatever takes long: one that reads can't be asked to wait, and the next
 * organization may come at any time.
 */
const PER_ORGANIZATION = 1;
/** An organization whose documents took long lately waits behind others. */
const HALF_LIFE_MS = 60_000;
const MOST_MEMORY = 800 * 1024 * 1024;
const HEAP_MB = 512;
const CHECKED_EVERY_MS = 50;
/** As many as an organization can have in progress. */
const MOST_WAITING = 1_000;
/** Limit of the process's outcome, in case the process is broken. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

export function createDocumentReader(options: ProcessReaderOptions = {}): DocumentReader {
  const { processes = PROCESSES } = options;
  const lane = () =>
    new FairSlots({
      slots: processes,
      perKey: PER_ORGANIZATION,
      waitingPerKey: MOST_WAITING,
      halfLifeMs: HALF_LIFE_MS,
      shareOf: options.shareOf,
    });
  const lanes = { texts: lane(), others: lane() };
  const running = new Set<ChildProcess>();
  return {
    async read(kind, file, { organization_id, signal, timeout_ms = options.timeoutMs ?? TIMEOUT_MS }) {
      const isText = TEXTS.has(kind);
      const slots = isText ? lanes.texts : lanes.others;
      const release = await slots.acquire(organization_id, signal).catch((error: unknown) => {
        if (error instanceof SlotsFullError) throw Object.assign(new Error('no process is free'), { code: 'busy' });
        throw error;
      });
      const processorMs = options.processorMs ?? (isText ? TEXT_PROCESSOR_MS : PROCESSOR_MS);
      const child = start(kind, options);
      running.add(child);
      try {
        return await readWith(child, file, { ...options, timeoutMs: timeout_ms, processorMs }, signal);
      } finally {
        child.kill('SIGKILL');
        running.delete(child);
        release();
      }
    },
    async close() {
      lanes.texts.close();
      lanes.others.close();
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/**
 * Starts the process. It may read the code of the service, and has no other files, no network and no child processes.
 */
function start(kind: DocumentKind, { module, heapMb = HEAP_MB }: ProcessReaderOptions): ChildProcess {
  const entry = fileURLToPath(module ?? new URL('./reading-process.ts', import.meta.url));
  // A thread in it looks whether this process still runs.
  const flags = [...sandboxFlags(heapMb), '--allow-worker'];
  return spawn(process.execPath, [...flags, entry, kind, String(process.pid)], {
    env: sandboxEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

type ReadLimits = Pick<ProcessReaderOptions, 'mostMemory'> & { timeoutMs: number; processorMs: number };

async function readWith(
  child: ChildProcess,
  file: AsyncIterable<Uint8Array>,
  { timeoutMs, processorMs, mostMemory = MOST_MEMORY }: ReadLimits,
  signal: AbortSignal,
): Promise<DocumentText> {
  let killedFor: DocumentError | null = null;
  const end = (error: DocumentError) => {
    killedFor ??= error;
    child.kill('SIGKILL');
  };
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  // It may have waited for the machine rather than computed.
  const timer = setTimeout(() => end(new DocumentError('parse_timeout')), timeoutMs);
  const watch = setInterval(async () => {
    const usage = child.pid === undefined ? null : await usageOf(child.pid);
    if (usage === null) return;
    if (usage.memory > mostMemory) end(new DocumentError('decompression_limit_exceeded'));
    else if (usage.processorMs > processorMs) end(new DocumentError('parse_timeout', null, true));
  }, CHECKED_EVERY_MS);
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('close', (code, endedBy) => resolve({ code, endedBy }));
    child.once('error', () => resolve({ code: null, endedBy: null }));
  });
  try {
    const tooLong = () => end(new DocumentError('decompression_limit_exceeded'));
    const [, outcome, how] = await Promise.all([send(child, file), outcomeFrom(child, tooLong), exited]);
    signal.throwIfAborted();
    if (killedFor !== null) throw killedFor;
    if (outcome === null) throw causeOfDeath(how);
    if (!outcome.ok) throw new DocumentError(outcome.code, outcome.empty_because);
    return { text: outcome.text, page_starts: outcome.page_starts };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
  }
}

interface ProcessEnd {
  /** null if a signal ended it, or if it could not be started. */
  code: number | null;
  endedBy: NodeJS.Signals | null;
}

/** The ways in which Node aborts when the heap is full. */
const OUT_OF_HEAP = new Set<number | NodeJS.Signals>([133, 134, 'SIGTRAP', 'SIGABRT']);

/**
 * Only an end that the process caused itself says something about the document. If it was killed from outside, for
 * example because the machine ran out of memory or shuts down, or could not be started, that is our own error, and the
 * document is read again.
 */
function causeOfDeath({ code, endedBy }: ProcessEnd): Error {
  if (OUT_OF_HEAP.has(code ?? endedBy ?? 0)) return new DocumentError('decompression_limit_exceeded');
  if (code !== null) return new DocumentError('document_corrupt');
  return new Error(`the process that reads a document was ended by ${endedBy ?? 'its start'}`);
}

/** Writes the file piece by piece. Ignores a process that ends early: its exit code tells more. */
async function send({ stdin }: ChildProcess, file: AsyncIterable<Uint8Array>): Promise<void> {
  if (stdin === null) return;
  let isOpen = true;
  const closed = once(stdin, 'close').catch(() => {});
  stdin.on('error', () => {
    isOpen = false;
  });
  try {
    for await (const piece of file) {
      if (!isOpen || stdin.destroyed) return;
      if (!stdin.write(piece)) await Promise.race([once(stdin, 'drain').catch(() => {}), closed]);
    }
  } finally {
    stdin.end();
  }
}

/** Resolves to null if the process ended without an outcome. */
async function outcomeFrom(child: ChildProcess, tooLong: () => void): Promise<ReadingOutcome | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of child.stdout ?? []) {
    bytes += (piece as Buffer).length;
    if (bytes > MOST_ANSWER_BYTES) {
      tooLong();
      return null;
    }
    pieces.push(piece as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as ReadingOutcome;
  } catch {
    return null;
  }
}
