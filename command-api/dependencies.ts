/** What the command API needs. Created once, in the composition root. */

import type { FairSlots } from '#common/fair-slots.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import type { Payments } from '#contracts/ports/payments.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { BaseProfile } from '#contracts/vocabulary.ts';
import type { Tariff } from '#domain/tariff.ts';
import type { EngineVersions } from '#domain/verification/applied.ts';
import type { ClaimWriter } from '#results/claim-writer.ts';
import type { CredentialDependencies } from '#sealed/credentials.ts';
import type { RootsAllowance } from '#streams/cost-limits.ts';
import type { Roots } from '#streams/roots.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import type { Passwords } from './sessions/passwords.ts';
import type { TerminalWaiter } from './verification/terminal-waiter.ts';

/** The rules of a base profile, as the engine defines them. */
export interface ProfileRules {
  minimum_independent_sources: number;
  authoritative_source_can_decide: boolean;
  coverage_threshold: number;
}

/** Log lines carry ids and error classes, never text. pino's loggers fit. */
export interface CommandLogger {
  error(fields: object, message: string): void;
}

/** What commands on keys, organizations, policies and source sets need. */
export interface ResourceDependencies {
  logger: CommandLogger;
  events: EventStore;
  operations: Pick<OperationalStores, 'uniqueValues' | 'counters' | 'values'>;
  clock: Clock;
  secrets: {
    /** HMAC key of API-key secrets. */
    pepper: Uint8Array;
  };
}

export interface OrganizationDependencies extends ResourceDependencies {
  roots: Roots;
  settings: {
    /** Whether anybody may create organizations; otherwise only the operator's own. */
    openOrganizations: boolean;
  };
}

export interface SourceSetDependencies extends ResourceDependencies {
  /** Whether a URL may become a source resource: not if its address is private or its scheme is not https. */
  checkSourceUrl(url: string): Promise<{ ok: true } | { ok: false; reason: string }>;
}

/** What inviting and erasing members needs. */
export interface MemberDependencies extends ResourceDependencies, CredentialDependencies {
  sealer: Pick<Sealer, 'seal' | 'open'>;
  vault: CredentialDependencies['vault'] & Pick<KeyVault, 'dataKey'>;
}

/** What commands on provider connections need. */
export type ProviderConnectionDependencies = ResourceDependencies & CredentialDependencies;

export interface WebhookDependencies extends ProviderConnectionDependencies {
  /** Whether a URL may be called: not if its address is private or its scheme is not https. */
  checkWebhookUrl(url: string): Promise<{ ok: true } | { ok: false; reason: string }>;
}

export interface ReviewDependencies {
  events: EventStore;
  verifications: VerificationStreams;
  clock: Clock;
  /** Resolves when the views that show reviews include the position, or after a limited wait. */
  projected(position: Position): Promise<void>;
}

/** What the commands that verify need. */
export interface CommandDependencies {
  logger: CommandLogger;
  events: EventStore;
  verifications: VerificationStreams;
  operations: Pick<OperationalStores, 'idempotency' | 'admission' | 'counters'>;
  vault: KeyVault;
  /** Stores the sources that callers give, and the files of documents. */
  blobs: BlobStore;
  sealer: Sealer;
  clock: Clock;
  waiter: TerminalWaiter;
  /** Shared by all calls of the process. */
  textSlots: FairSlots;
  /** Serializes the claims of long results. */
  claimWriter: ClaimWriter;
  /** Versions of everything that shapes an organization's verdicts. */
  engineOf(organizationId: string): Promise<EngineVersions>;
  profiles: { version: string; rules: Readonly<Record<BaseProfile, ProfileRules>> };
  secrets: {
    /** HMAC key of content fingerprints, idempotency keys and request fingerprints. */
    fingerprint: Uint8Array;
  };
  settings: {
    syncTimeoutMs: number;
    tariff: Tariff;
    /** What organizations without a plan may spend in a month; null: no limit. */
    freeAllowance: RootsAllowance | null;
  };
}

export interface ChatDependencies extends CommandDependencies {
  /** The models that can write: those of the organization, and the operator's. */
  chatModels: { usable(organizationId: string): Promise<readonly UsableModel[]> };
}

/** What commands on document jobs need beside what verifications do. */
export interface DocumentDependencies extends CommandDependencies {
  operations: CommandDependencies['operations'] & Pick<OperationalStores, 'values'>;
  secrets: CommandDependencies['secrets'] & {
    /** Derives the tokens of jobs. */
    jobTokens: Uint8Array;
  };
  settings: CommandDependencies['settings'] & {
    /** Base URL of the service as browsers reach it; null: as the request did. */
    publicUrl: string | null;
  };
}

/** What billing needs. */
export interface BillingDependencies {
  events: EventStore;
  operations: Pick<OperationalStores, 'idempotency' | 'counters'>;
  clock: Clock;
  payments: Payments;
  secrets: {
    /** HMAC key of idempotency keys and of links to local pages. */
    fingerprint: Uint8Array;
  };
  settings: {
    tariff: Tariff;
    /** Base URL of the service as browsers reach it; null: as the request did. */
    publicUrl: string | null;
  };
}

/** What signing in and out needs. */
export interface SessionDependencies extends MemberDependencies {
  passwords: Passwords;
  settings: {
    /** Base URL of the service as browsers reach it; null: as the request did. */
    publicUrl: string | null;
  };
}

export type CommandApiDependencies = ChatDependencies &
  BillingDependencies &
  DocumentDependencies &
  OrganizationDependencies &
  SourceSetDependencies &
  SessionDependencies &
  WebhookDependencies &
  ReviewDependencies;
