/**
 * Stages that could not begin because the vault never had the verification's key: it is an older copy, or a different
 * vault. The log does not mention them, because no data is known to be lost. They are kept here, in pages of small
 * values, until an operator connects the right vault and retries them, or their texts expire.
 */
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageDeadLetteredData } from '#domain/verification/events.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import type { PeriodicTask } from '../periodic/periodic.ts';
import { timedMetadata } from '../runs/metadata.ts';
import { executeAs } from '../runs/run.ts';

export interface UnopenedStage extends StageDeadLetteredData {
  verification_id: string;
  organization_id: string | null;
  request_id: string;
  /** RFC 3339: when the text expires. Missing in entries of earlier versions. */
  expires_at?: string;
}

const FIRST_PAGE = 'unopened-stages';
/** Stages per page. A stage takes half a kilobyte. */
const PER_PAGE = 250;
const PAGES = 40;
/**
 * Only stages that were in progress when a vault was replaced are kept. Stages beyond the limit wait in their queue.
 */
export const MAX_UNOPENED = PER_PAGE * PAGES;

/** Returns all kept stages, oldest first. */
export async function unopenedStages(values: Pick<ServerValues, 'get'>): Promise<UnopenedStage[]> {
  const stages: UnopenedStage[] = [];
  for await (const page of pagesOf(values)) stages.push(...page.stages);
  return stages.toSorted((a, b) => Date.parse(a.dead_lettered_at) - Date.parse(b.dead_lettered_at));
}

/** Keeps one stage per run of a verification. Throws when all pages are full; the stage is then redelivered later. */
export async function keepUnopened(values: ServerValues, stage: UnopenedStage): Promise<void> {
  for (;;) {
    let pageWithRoom: Page | null = null;
    let pages = 0;
    for await (const page of pagesOf(values)) {
      if (page.stages.some((kept) => kept.verification_id === stage.verification_id && kept.run === stage.run)) return;
      if (pageWithRoom === null && page.stages.length < PER_PAGE) pageWithRoom = page;
      pages++;
    }
    if (pageWithRoom === null && pages >= PAGES) {
      throw new Error(`${MAX_UNOPENED} stages that could not begin are kept already`);
    }
    if (await write(values, pageWithRoom ?? newPage(pages), (kept) => [...kept, stage])) return;
  }
}

/** Removes the verification's stages of all runs up to `lastRun`; a later run may have been set aside meanwhile. */
export async function dropUnopened(
  values: ServerValues,
  verificationId: string,
  lastRun: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  const isDropped = ({ verification_id, run }: UnopenedStage) => verification_id === verificationId && run <= lastRun;
  for await (let page of pagesOf(values)) {
    while (
      page.stages.some(isDropped) &&
      !(await write(values, page, (kept) => kept.filter((stage) => !isDropped(stage))))
    ) {
      page = (await readPage(values, page.key))!;
    }
  }
}

const SWEEPER = 'unopened-sweeper';

export interface UnopenedSweeperDependencies {
  verifications: VerificationStreams;
  values: ServerValues;
  clock: Clock;
}

/**
 * Ends the verifications whose texts have expired in the meantime. No key can bring them back: if a vault with the key
 * turns up, it finds the key due and destroys it.
 */
export function createUnopenedSweeper(dependencies: UnopenedSweeperDependencies): PeriodicTask {
  const { values, clock } = dependencies;
  return {
    name: SWEEPER,
    interval_ms: 60_000,
    async run(signal) {
      const now = timestamp(clock);
      const failures: unknown[] = [];
      for (const { verification_id: id, expires_at } of await unopenedStages(values)) {
        if (signal.aborted) return;
        if (expires_at !== undefined && expires_at > now) continue;
        try {
          if (await expire(dependencies.verifications, id, now)) await dropUnopened(values, id);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Returns false if the verification is not due yet. */
async function expire(verifications: VerificationStreams, id: string, now: string): Promise<boolean> {
  const loaded = await verifications.load(id);
  const { request } = loaded.state.head;
  if (request === null) return true;
  if (request.expires_at > now) return false;
  const command = { type: 'ExpireVerification', reason: 'expired', expired_at: now } as const;
  const metadata = timedMetadata(SWEEPER, id, request.organization_id);
  await executeAs(verifications, 'erase', id, command, metadata, loaded);
  return true;
}

interface Page {
  key: string;
  /** The stored value; null if not stored yet. */
  value: string | null;
  stages: UnopenedStage[];
}

/** Yields the stored pages. Pages are never deleted, only emptied. */
async function* pagesOf(values: Pick<ServerValues, 'get'>): AsyncGenerator<Page> {
  for (let number = 0; number < PAGES; number++) {
    const page = await readPage(values, keyOf(number));
    if (page === null) return;
    yield page;
  }
}

async function readPage(values: Pick<ServerValues, 'get'>, key: string): Promise<Page | null> {
  const value = await values.get(key);
  return value === null ? null : { key, value, stages: JSON.parse(value) };
}

function newPage(number: number): Page {
  return { key: keyOf(number), value: null, stages: [] };
}

function keyOf(number: number): string {
  return number === 0 ? FIRST_PAGE : `${FIRST_PAGE}/${number}`;
}

/** Returns false if another process has changed the page in the meantime. */
function write(
  values: ServerValues,
  page: Page,
  changed: (kept: UnopenedStage[]) => UnopenedStage[],
): Promise<boolean> {
  return values.compareAndSet(page.key, page.value, JSON.stringify(changed(page.stages)));
}
