/** Cost of one verification, part by part: time per stage and kind of work, number and size of events and documents. */
import { join } from 'node:path';
import type { Stores } from '#apps/parts/stores.ts';
import { START } from '#contracts/ports/event-store.ts';
import { auditStream } from '#domain/audit/events.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import type { BenchResult, Figure } from './result.ts';
import { verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import type { BenchOptions } from './support/options.ts';
import { processorMs } from './support/process.ts';

const CHARACTERS = 2_000;

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const rounds = quick ? 5 : 60;
  const library = join(folder, 'library');
  await writeLibrary(library, quick ? 100 : 1_000);
  const { deployment: service, remove } = await deployEmbedded({ EVIDENCE_LIBRARY_DIR: library });
  try {
    await several(service, rounds, 1_000_000);
    const before = await seconds(service);
    const cpu = processorOf(service);
    await several(service, rounds, 0);
    const processor = processorOf(service) - cpu;
    const times = [...(await seconds(service))].map(([label, sum]) => ({
      label,
      value: ((sum - (before.get(label) ?? 0)) * 1_000) / rounds,
      unit: 'ms',
    }));
    await service.stop();
    const stores = await service.openStores();
    const stored = await amounts(stores, 2 * rounds).finally(() => stores.close());
    return {
      name: `one verification of ${CHARACTERS} characters, part by part (mean of ${rounds})`,
      figures: [{ label: 'processor time, all threads', value: processor / rounds, unit: 'ms' }, ...times, ...stored],
    };
  } finally {
    await remove();
  }
}

async function several(service: Deployment, count: number, first: number): Promise<void> {
  for (let i = 0; i < count; i++) await verify(service, verificationText(CHARACTERS, first + i));
}

function processorOf(service: Deployment): number {
  return [...service.pids().values()].reduce((sum, pid) => sum + processorMs(pid), 0);
}

/** Total seconds per stage and per kind of work, from the histograms in /metrics. */
async function seconds(service: Deployment): Promise<Map<string, number>> {
  const sums = (await service.metrics()).matchAll(
    /^(pipeline_stage|work)_duration_seconds_sum\{(?:stage|work)="(\w+)"\} (\S+)$/gm,
  );
  return new Map(
    [...sums].map(([, kind, name, sum]) => [`${kind === 'work' ? 'work' : 'stage'} ${name}`, Number(sum)]),
  );
}

async function amounts({ events, views }: Stores, verifications: number): Promise<Figure[]> {
  let [count, bytes, records, recordBytes, documents, documentBytes] = [0, 0, 0, 0, 0, 0];
  for (let after = START; ; ) {
    const page = await events.readAll({ after, limit: 500 });
    for (const event of page.events) {
      const size = JSON.stringify(event.data).length + JSON.stringify(event.metadata).length;
      if (event.stream.startsWith('verification-')) {
        count++;
        bytes += size;
      } else if (event.stream.startsWith(auditStream(''))) {
        records++;
        recordBytes += size;
      }
    }
    if (page.at_end) break;
    after = page.position;
  }
  for (const { view } of PROJECTIONS) {
    const generation = await views.live(view);
    for (let after = ''; ; ) {
      const page = await views.scan(generation, { after, limit: 500 });
      documents += page.length;
      documentBytes += page.reduce((sum, each) => sum + JSON.stringify(each.document).length, 0);
      after = page.at(-1)?.id ?? after;
      if (page.length < 500) break;
    }
  }
  const each = (label: string, sum: number, unit: string) => ({ label, value: sum / verifications, unit });
  return [
    each('events', count, ''),
    each('bytes of events', bytes, 'B'),
    each('audit records', records, ''),
    each('bytes of audit records', recordBytes, 'B'),
    each('documents of views', documents, ''),
    each('bytes of views', documentBytes, 'B'),
  ];
}
