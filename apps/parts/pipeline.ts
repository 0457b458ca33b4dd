/** Starts the pipeline: all stages and their sources of evidence. */
import { systemTimers } from '#common/time.ts';
import { registry } from '#domain/events/registry.ts';
import { createModelAnswerCache } from '#pipeline/consultations/model-answer-cache.ts';
import { createGivenSource } from '#pipeline/sources/given.ts';
import { createLibrarySource, type LibrarySearch } from '#pipeline/sources/library.ts';
import { createOutsideSource } from '#pipeline/sources/outside.ts';
import { createSourceSetSource } from '#pipeline/sources/source-set.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { type Pipeline, startPipeline } from '#pipeline/start.ts';
import { createDocumentReader } from '#platform/documents/document-reader.ts';
import type { EnginePool } from '#platform/engine-pool/engine-pool.ts';
import { CRAWLER, createRobots } from '#platform/outbound/robots.ts';
import { createWebhookSender } from '#platform/outbound/webhook-sender.ts';
import { createSourceFetcher } from '#platform/sources/source-fetcher.ts';
import type { ServiceMetrics } from '../metrics.ts';
import type { Core } from './core.ts';
import { documentWork } from './documents.ts';
import { judgingModelsOf } from './judging-model.ts';
import { watchLag } from './lag.ts';
import { openNliModel } from './nli-model.ts';
import { openPageCache } from './page-cache.ts';
import type { Stores } from './stores.ts';
import { freeAllowanceOf } from './tariff.ts';
import { createWebSources } from './web-sources.ts';

/** A page is revalidated after five minutes, and removed after a day without use. */
const PAGE_FRESH_SECONDS = 300;
const PAGE_KEPT_SECONDS = 86_400;
/** Unreadable pages are not retried for longer, because parsing them takes time that others need. */
const UNREADABLE_SECONDS = 3_600;
/** Timed-out pages are retried sooner, because the machine may have been busy; each try may take ten seconds. */
const TIMED_OUT_SECONDS = 120;

/**
 * PDFs on the web are smaller than uploaded documents, and a caller waits for their content. They have separate
 * processes, so that neither kind delays the other. PDFs that a search named get less time.
 */
const WEB_PDFS = {
  processes: 2,
  timeoutMs: 10_000,
  processorMs: 5_000,
  mostMemory: 400 * 1024 * 1024,
  heapMb: 256,
};

export interface PipelinePart {
  engine: EnginePool;
  searchLibrary: LibrarySearch;
  /** Identifies this process as a lease holder. */
  instance: string;
}

/** Starts the pipeline and adds it to `closing`. Resolves when all stages are consuming. */
export async function openPipeline(
  core: Core,
  { engine, searchLibrary, instance }: PipelinePart,
  closing: AsyncDisposableStack,
): Promise<Pipeline> {
  const { configuration, modelInUse, stores, sealer, guard, verifications, models, logger, metrics, tracing } = core;
  const { events, operations, vault, blobs, clock, roots } = stores;
  const shareOf = roots.of;
  const pdfs = createDocumentReader({ ...WEB_PDFS, shareOf });
  closing.defer(() => pdfs.close());
  const fetcher = createSourceFetcher({
    guard,
    robots: createRobots({ guard, token: CRAWLER }),
    readers: engine,
    documents: pdfs,
    shareOf,
    ...(await openPageCache({ blobs, sealer, clock, vault })),
    now: () => new Date(clock.now()),
    cacheTtl: PAGE_KEPT_SECONDS,
    freshFor: PAGE_FRESH_SECONDS,
    unreadableFor: UNREADABLE_SECONDS,
    timedOutFor: TIMED_OUT_SECONDS,
    tracing,
    onFailure: (failure, { verification_id, request_id }) =>
      logger.warn({ ...failure, verification_id, request_id }, 'a source could not be read'),
  });
  const web = await createWebSources(core, { engine, pages: fetcher, instance }, closing);
  const pipeline = await startPipeline({
    events: events,
    queue: stores.queue,
    verifications,
    vault,
    engine,
    clock,
    timers: systemTimers,
    shareOf,
    blobs,
    documents: documentWork(core, closing),
    nliModel: openNliModel(modelInUse, configuration, logger, shareOf, closing),
    judgingModels: judgingModelsOf(models, configuration),
    answerCache: createModelAnswerCache({
      blobs,
      verifications,
      clock,
      secret: await vault.serverSecret('model-answers'),
      onFailure: (error) => logger.warn({ err: error }, 'a remembered answer could not be used'),
    }),
    operations,
    admission: operations.admission,
    freeAllowance: freeAllowanceOf(configuration, roots),
    sealer,
    webhookSender: createWebhookSender({ guard, clock }),
    publicUrl: configuration.publicUrl ?? null,
    leases: operations.leases,
    values: operations.values,
    sources: [
      createGivenSource(),
      createSourceSetSource(events, fetcher),
      createLibrarySource(stores.library, searchLibrary),
      createOutsideSource(web, clock),
    ],
    logger,
    metrics: metrics.pipeline,
    tracing,
    instance,
  });
  closing.defer(() => pipeline.stop());
  watchStages(metrics, stores, pipeline);
  return pipeline;
}

function watchStages(metrics: ServiceMetrics, stores: Stores, pipeline: Pipeline): void {
  for (const [stage, consumer] of pipeline.consumers) {
    const filter = { types: registry.storedTypes(STAGES[stage].triggers) };
    watchLag(metrics, stores, { kind: 'stage', subscription: stage }, { position: () => consumer.position(), filter });
    metrics.gauge(
      'pipeline_stage_pending',
      'Messages known to a stage and not finished: in flight or waiting for a retry.',
      { stage },
      () => consumer.pending(),
    );
    const { topic } = consumer;
    if (topic === undefined) continue;
    watchLag(metrics, stores, { kind: 'relay', subscription: stage }, { position: () => topic.relayed(), filter });
    metrics.gauge(
      'pipeline_topic_backlog_messages',
      'Messages of a topic that no process has finished; NaN while the document store can not be asked.',
      { topic: topic.name },
      () => topic.backlog().catch(() => Number.NaN),
    );
  }
}
