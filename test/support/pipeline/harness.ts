/** A pipeline in memory: its stages, its stores, and a library of a few passages. */

import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Timers } from '#contracts/ports/clock.ts';
import type { DocumentReader } from '#contracts/ports/document-reader.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import type { Engine, SharedEngine } from '#engine/engine.ts';
import { languageOfPassages } from '#engine/retrieval/terms-of-language.ts';
import { type ModelAnswerCache, NO_ANSWER_CACHE } from '#pipeline/consultations/model-answer-cache.ts';
import { createDeliveries, type Deliveries } from '#pipeline/deliveries/deliveries.ts';
import { createLibrarySource } from '#pipeline/sources/library.ts';
import type { JudgingModel, NliModel, StageName } from '#pipeline/stages/stage.ts';
import { STAGE_NAMES, STAGES } from '#pipeline/stages/stage-table.ts';
import type { PipelineDependencies } from '#pipeline/start.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import type { RootsAllowance } from '#streams/cost-limits.ts';
import { cacheVerifications } from '#streams/verification-cache.ts';
import { createVerificationStreams } from '#streams/verification-streams.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#test/support/memory-event-store.ts';
import { delivery, drain } from './deliver.ts';
import { documentWork } from './document-work.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';
import { request } from './request.ts';
import { createScriptedEngine } from './scripted-engine.ts';

export const NOW = Date.parse('2026-01-01T00:00:00.000Z');

/** Thrown inside a stage to simulate that the process was killed. */
export class Killed extends Error {}

export interface HarnessOptions {
  library?: readonly string[];
  engine?: Engine & SharedEngine;
  /** Wraps the log for the stages, e.g. to kill them. */
  between?(events: EventStore): EventStore;
  sources?: PipelineDependencies['sources'];
  nliModel?: NliModel;
  /** The model of every organization; a function returns the model in force at that moment. */
  judgingModel?: JudgingModel | (() => JudgingModel | null);
  answerCache?: ModelAnswerCache;
  admission?: AdmissionStore;
  /** Reads documents. */
  reader?: Pick<DocumentReader, 'read'>;
  blobs?: BlobStore;
  values?: ServerValues;
  /** Default: no timer ever falls due. */
  timers?: Timers;
  publicUrl?: string | null;
  /** Default: null, no limit. */
  freeAllowance?: RootsAllowance | null;
}

export interface Harness extends PipelineDependencies {
  engine: Engine & SharedEngine;
  events: MemoryEventStore;
  vault: MemoryVault;
  sealer: Sealer;
  now: { ms: number };
  /** Calls to the operational stores and the blob store, in order. */
  calls: string[];
  lines: object[];
  retries: string[];
  /** Outcomes of questions to the language model, as reported to the metrics. */
  consulted: string[];
  /** Appends a request with its key and returns the stream's name. */
  request(content: string, overrides?: Partial<VerificationRequestedData>): Promise<string>;
  deliveries: Record<StageName, Deliveries>;
  /** Delivers a message with retries until it is handled or dead-lettered, as the queue does. */
  deliver(stage: StageName, message: StageMessage): Promise<void>;
  /** Delivers all events, including those that follow from them. */
  run(): Promise<void>;
}

function inForce(judgingModel: HarnessOptions['judgingModel']): JudgingModel | null {
  return typeof judgingModel === 'function' ? judgingModel() : (judgingModel ?? null);
}

/** Creates the pipeline at the time NOW, with nothing in its log. */
export function createHarness(options: HarnessOptions = {}): Harness {
  const memory = createMemoryEventStore();
  const vault = createMemoryVault();
  const now = { ms: NOW };
  const calls: string[] = [];
  const lines: object[] = [];
  const retries: string[] = [];
  const consulted: string[] = [];
  const log = (fields: object) => void lines.push(fields);
  const sealer = createSealer();
  const events = options.between?.(memory) ?? memory;
  const dependencies: PipelineDependencies & Pick<Harness, 'engine'> = {
    events,
    verifications: verificationsOn({ events, vault, sealer }),
    vault,
    engine: options.engine ?? createScriptedEngine(),
    clock: { now: () => now.ms },
    nliModel: options.nliModel ?? null,
    judgingModels: async () => inForce(options.judgingModel),
    answerCache: options.answerCache ?? NO_ANSWER_CACHE,
    sources: options.sources ?? [createLibrarySource(libraryOf(options.library ?? []))],
    blobs: options.blobs ?? recorder<BlobStore>('blobs', calls, { deletePrefix: 0, trim: 0, sweep: 0 }),
    documents: documentWork({ sealer, vault }, options.reader),
    admission:
      options.admission ??
      recorder<AdmissionStore>('admission', calls, {
        raiseReservation: true,
        openReservations: [],
        settleCost: undefined,
        releaseSlot: undefined,
      }),
    leases: recorder<Leases>('leases', calls, { acquire: true, release: undefined }),
    operations: recorder<Pick<OperationalStores, 'sweep'>>('operations', calls, { sweep: 0 }),
    values: options.values ?? recorder<ServerValues>('values', [], { get: null }),
    logger: { debug: log, info: log, warn: log, error: log },
    metrics: {
      stageHandled() {},
      stageRetried: (stage) => void retries.push(`retried ${stage}`),
      stageDeadLettered: (stage) => void retries.push(`gave up ${stage}`),
      modelConsulted: (outcome) => void consulted.push(outcome),
      webhookAttempted() {},
    },
    queue: { consume: () => Promise.reject(new Error('no queue here')), close: async () => {} },
    timers: options.timers ?? { after: () => () => {} },
    sealer,
    webhookSender: { send: () => Promise.reject(new Error('no webhooks here')) },
    publicUrl: options.publicUrl ?? null,
    freeAllowance: options.freeAllowance ?? null,
    instance: 'test',
  };
  const deliveries = Object.fromEntries(
    STAGE_NAMES.map((stage) => {
      const { retry, create } = STAGES[stage];
      return [stage, createDeliveries(dependencies, stage, retry, create(dependencies))];
    }),
  ) as Record<StageName, Deliveries>;

  async function deliver(stage: StageName, message: StageMessage): Promise<void> {
    const { handle, onDeadLetter } = deliveries[stage];
    const { max_attempts } = STAGES[stage].retry;
    for (let attempt = 1; ; attempt++) {
      try {
        return await handle(message, delivery({ attempt, last: attempt === max_attempts }));
      } catch (error) {
        if (error instanceof Killed) continue;
        if (attempt === max_attempts) return onDeadLetter(message, { attempts: attempt, error });
      }
    }
  }

  return {
    ...dependencies,
    events: memory,
    vault,
    sealer,
    now,
    calls,
    lines,
    retries,
    consulted,
    deliveries,
    deliver,
    run: () => drain(memory.log, deliver),
    request: (content, overrides) => request({ events: memory, vault, sealer }, content, overrides),
  };
}

/** Verifications on the given stores, with a separate cache, as in another process. */
export function verificationsOn({ events, vault, sealer }: Pick<Harness, 'vault' | 'sealer'> & { events: EventStore }) {
  return cacheVerifications(createVerificationStreams({ events, vault, sealer }));
}

/** A library with one document per passage; a query finds the passages that contain one of its terms. */
export function libraryOf(passages: readonly string[]): EvidenceLibrary {
  return recorder<EvidenceLibrary>('library', [], {
    hasDocuments: passages.length > 0,
    languages: passages.map((text) => ({ language: languageOfPassages([text]), documents: 1 })),
    search: (queries: readonly { terms: readonly string[]; limit: number }[]) =>
      queries.map(({ terms, limit }) =>
        passages
          .map((text, i) => ({
            path: `document ${i}.md`,
            title: `Document ${i}`,
            publisher: 'library',
            publication_date: null,
            licence: null,
            indexed_at: '2025-12-01T00:00:00.000Z',
            ordinal: 0,
            text,
          }))
          .filter(({ text }) => terms.some((term) => text.toLowerCase().split(/\W+/).includes(term)))
          .slice(0, limit),
      ),
  });
}

/** The methods of a port that a test expects, each with its result or an implementation. */
type Expected<Port> = {
  [Method in keyof Port]?: Port[Method] extends (...args: infer Args) => Promise<infer Result>
    ? Result | ((...args: Args) => Result | Promise<Result>)
    : never;
};

/** A stub of a port that records its calls. It has only the expected methods. */
export function recorder<Port extends object>(name: string, calls: string[], expected: Expected<Port>): Port {
  const methods = Object.entries(expected).map(([method, result]) => {
    const call = async (...args: unknown[]) => {
      calls.push(`${name}.${method}(${args.join(', ')})`);
      return typeof result === 'function' ? result(...args) : result;
    };
    return [method, call];
  });
  return Object.fromEntries(methods) as Port;
}
