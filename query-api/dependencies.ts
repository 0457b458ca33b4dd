/** What the read side needs; the composition root provides it. */

import type { BasePolicyRecord } from '#contracts/http/policy.ts';
import type { ModelRecord } from '#contracts/http/registry.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { CheckpointSigner } from '#domain/audit/checkpoint.ts';
import type { Tariff } from '#domain/tariff.ts';
import type { EngineVersions } from '#domain/verification/applied.ts';
import type { ResultReader } from '#results/reader.ts';
import type { RootsAllowance } from '#streams/cost-limits.ts';

export interface ModelRegistry {
  registry_version: string;
  /** The models that an organization may use: those of connected providers first, the embedded ones last. */
  modelsOf(organizationId: string): Promise<readonly ModelRecord[]>;
}

export interface QueryDependencies {
  events: Pick<EventStore, 'readStream'>;
  views: Pick<ReadStore, 'get' | 'find'>;
  /** Reads results wherever they are. */
  results: ResultReader;
  vault: Pick<KeyVault, 'dataKey'>;
  sealer: Pick<Sealer, 'open' | 'openBytes'>;
  /** Stores the artifacts of document jobs. */
  blobs: Pick<BlobStore, 'get'>;
  clock: Clock;
  /** The base profiles with their rules, in display order. */
  basePolicies: readonly BasePolicyRecord[];
  /** Versions of everything that shapes an organization's verdicts. */
  engineOf(organizationId: string): Promise<EngineVersions>;
  /** Version of the policy table, for the engine record. */
  policyVersion: string;
  models: ModelRegistry;
  tariff: Tariff;
  /** What organizations without a plan may spend in a month; null: no limit. */
  freeAllowance: RootsAllowance | null;
  /** Ids of the organizations that a person created over HTTP. */
  organizationsOf(userId: string): Promise<readonly string[]>;
  /** Ids of an organization's webhooks, oldest first; some may have been deleted since. */
  webhookIdsOf(organizationId: string): Promise<readonly string[]>;
  /** Signs the ends of audit chains. */
  checkpoints: CheckpointSigner;
}
