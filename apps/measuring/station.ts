/** The embedded service in this process, over a folder of its own, for one article at a time. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import type { ModelKind, QuestionForms } from '#contracts/ports/organization-models.ts';
import { LONGEST_WAIT_MS } from '#domain/verification/reservation-id.ts';
import { RetrievedPassage } from '#domain/verification/stage-events.ts';
import type { EnginePool } from '#platform/engine-pool/engine-pool.ts';
import type { ReplayedEvent, ReplayPart } from '#query-api/replay.ts';
import { readEmbeddedConfiguration } from '../configuration.ts';
import { createOperations } from '../control/operations.ts';
import { openService } from '../embedded/service.ts';
import { createLogger } from '../logger.ts';
import { clockOfRun } from './clock.ts';

const CREATED = 201;

/** A passage of the library, with its document's URL as the library names it. */
export interface LocatedPassage {
  text: string;
  url: string;
}

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

/** A language model behind the judge. */
export interface StationModel {
  url: string;
  name: string;
  /** '' if the server needs none. */
  key: string;
  /** Default: by its name. */
  kind?: ModelKind;
  /** The questions that it is asked. Default: the full forms. */
  forms?: QuestionForms;
  /** EVIDENCE_ALLOW_HOSTS, where its server is neither on this machine nor reached over https. */
  allow_hosts?: string;
  /** Records or replays its answers. */
  wrap: (model: LanguageModel) => LanguageModel;
}

/** Calls of a language model and what they cost in tokens. */
export interface ModelUse {
  calls: number;
  /** Of the calls: those without an answer. */
  failed: number;
  input_tokens: number;
  output_tokens: number;
}

export interface Verified {
  result: VerificationResult;
  /** By claim: the passages that were found for it, best first. The judge shows those that speak of the claim. */
  retrieved: Map<string, LocatedPassage[]>;
  /** From request to result. */
  milliseconds: number;
  model: ModelUse;
}

/** The service could not do its work; the evaluation has no figures then. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  readonly code = 'evaluation_failed';
}

/** Opens a service that uses `engine` and leaves it open. */
export async function openStation(engine: EnginePool, model: StationModel | null = null): Promise<Station> {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-measuring-'));
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
    const configuration = readEmbeddedConfiguration({
      EVIDENCE_DATA_DIR: folder,
      EVIDENCE_PUBLIC_SOURCES: 'off',
      ...modelSettings(model),
    });
    const { kind, forms } = model ?? {};
    const asked = configuration.model && {
      ...configuration.model,
      ...(kind !== undefined && { kind }),
      ...(forms !== undefined && { forms }),
    };
    const service = await openService({ ...configuration, model: asked }, createLogger('silent'), lost.reject, {
      createEngine: () => ({ ...engine, close: async () => {} }),
      clock: clockOfRun(),
      ...(model && { wrapModel: model.wrap }),
    });
    const operations = createOperations(service, () => {});
    const verify = async (input: { kind: 'text' | 'claim'; body: Record<string, string> }): Promise<Verified> => {
      const started = performance.now();
      const verified = operations.verify({ ...input, html: null });
      const { status, body } = await Promise.race([verified, lost.promise]);
      if (status !== CREATED) throw new EvaluationError(`the service answered ${status}`);
      const milliseconds = performance.now() - started;
      const { result } = body as { result: VerificationResult };
      const events: ReplayedEvent[] = [];
      const receive = async (part: ReplayPart) => void ('event' in part && events.push(part.event));
      await operations.replay({ verification_id: result.id, as_of: 'now' }, { receive });
      const retrieved = new Map(events.flatMap(retrievedPassages));
      return { result, retrieved, milliseconds, model: sumOfUse(events.flatMap(modelUse)) };
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

/** A model may think for half a minute about a question, and a text has many. */
function modelSettings(model: StationModel | null): Record<string, string> {
  if (model === null) return {};
  return {
    EVIDENCE_MODEL_URL: model.url,
    EVIDENCE_MODEL: model.name,
    EVIDENCE_SYNC_TIMEOUT_MS: String(LONGEST_WAIT_MS),
    ...(model.allow_hosts !== undefined && { EVIDENCE_ALLOW_HOSTS: model.allow_hosts }),
    ...(model.key !== '' && { EVIDENCE_MODEL_KEY: model.key }),
  };
}

const Passages = z.array(RetrievedPassage);

/** The claim's id and its passages, if the event tells of them. */
function retrievedPassages({ type, data }: ReplayedEvent): [string, LocatedPassage[]][] {
  if (type !== 'EvidenceRetrieved') return [];
  const passages = Passages.parse(data.detail);
  return [[String(data.claim_id), passages.map(({ text, source }) => ({ text, url: source.canonical_url }))]];
}

const Consulted = z.object({
  outcome: z.string(),
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
  shared: z.literal(true).optional(),
});

function modelUse({ type, data }: ReplayedEvent): ModelUse[] {
  if (type !== 'ModelConsulted' && type !== 'ExtractionConsulted') return [];
  const { outcome, input_tokens, output_tokens, shared } = Consulted.parse(data);
  // The question stands with another claim.
  if (shared) return [];
  const failed = outcome === 'answered' ? 0 : 1;
  return [{ calls: 1, failed, input_tokens: input_tokens ?? 0, output_tokens: output_tokens ?? 0 }];
}

export function sumOfUse(uses: readonly ModelUse[]): ModelUse {
  const sum = (field: keyof ModelUse) => uses.reduce((total, use) => total + use[field], 0);
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
  };
}
