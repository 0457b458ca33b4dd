/** The embedded service in this process, over a folder of its own, for one article at a time. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readEmbeddedConfiguration } from '#apps/configuration.ts';
import { createOperations } from '#apps/control/operations.ts';
import { openService } from '#apps/embedded/service.ts';
import { createLogger } from '#apps/logger.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import { RetrievedPassage } from '#domain/verification/events.ts';
import type { EnginePool } from '#platform/engine-pool/engine-pool.ts';
import type { ReplayedEvent } from '#query-api/replay.ts';
import { clockOfRun } from './clock.ts';
import type { LocatedPassage } from './quotes.ts';

const CREATED = 201;

export interface Station {
  /** Makes these documents the whole library. */
  useLibrary(folder: string): Promise<void>;
  /** POST /v1/verifications. Throws EvaluationError where it is refused. */
  verifyText(content: string): Promise<Verified>;
  /** POST /v1/claims/verify. Throws EvaluationError where it is refused. */
  verifyClaim(claim: string): Promise<Verified>;
  /** What `useLibrary` was told last. */
  library: Pick<EvidenceLibrary, 'search'>;
  close(): Promise<void>;
}

export interface Verified {
  result: VerificationResult;
  /** By claim: the passages that were found for it, best first. The judge shows those that speak of the claim. */
  retrieved: Map<string, LocatedPassage[]>;
  /** From request to result. */
  milliseconds: number;
}

/** The service could not do its work; the evaluation has no figures then. */
export class EvaluationError extends Error {
  readonly code = 'evaluation_failed';
  constructor(message: string) {
    super(message);
    this.name = 'EvaluationError';
  }
}

/** Opens a service that uses `engine` and leaves it open. */
export async function openStation(engine: EnginePool): Promise<Station> {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-eval-'));
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // However the process ends, nothing of it stays.
  process.once('exit', remove);
  const close = async (service?: { close(): Promise<void> }) => {
    await service?.close();
    remove();
    process.off('exit', remove);
  };
  try {
    const configuration = readEmbeddedConfiguration({ EVIDENCE_DATA_DIR: folder });
    const service = await openService(configuration, createLogger('silent'), lost.reject, {
      createEngine: () => ({ ...engine, close: async () => {} }),
      clock: clockOfRun(),
    });
    const operations = createOperations(service, () => {});
    const verify = async (input: { kind: 'text' | 'claim'; body: Record<string, string> }): Promise<Verified> => {
      const started = performance.now();
      const verified = operations.verify({ ...input, html: false });
      const { status, body } = await Promise.race([verified, lost.promise]);
      if (status !== CREATED) throw new EvaluationError(`the service answered ${status}`);
      const milliseconds = performance.now() - started;
      const { result } = body as { result: VerificationResult };
      const { events } = await operations.replay({ verification_id: result.id, as_of: 'now' });
      return { result, retrieved: new Map(events.flatMap(retrievedPassages)), milliseconds };
    };
    return {
      library: service.stores.library,
      async useLibrary(documents) {
        await operations.addLibrary({ folder: documents, prune: true });
      },
      verifyText: (content) => verify({ kind: 'text', body: { content } }),
      verifyClaim: (claim) => verify({ kind: 'claim', body: { claim } }),
      close: () => close(service),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const Passages = z.array(RetrievedPassage);

/** The claim's id and its passages, if the event tells of them. */
function retrievedPassages({ type, data }: ReplayedEvent): [string, LocatedPassage[]][] {
  if (type !== 'EvidenceRetrieved') return [];
  const passages = Passages.parse(data.detail);
  return [[String(data.claim_id), passages.map(({ text, source }) => ({ text, url: source.canonical_url }))]];
}
