/** What all parts of the service share: settings, stores, keys, metrics and the outbound guard. */
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import type { OrganizationModels } from '#contracts/ports/organization-models.ts';
import type { Payments } from '#contracts/ports/payments.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { Tracing } from '#contracts/ports/tracing.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { createOutboundGuard, type OutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { withSharedAllowance } from '#streams/shared-allowance.ts';
import { cacheVerifications } from '#streams/verification-cache.ts';
import { createVerificationStreams, type VerificationStreams } from '#streams/verification-streams.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import { createMetrics, type ServiceMetrics } from '../metrics.ts';
import { type ModelInUse, modelInUse } from '../models/model-in-use.ts';
import { VERSION } from '../version.ts';
import { createConnectedModels } from './connected-models.ts';
import { type OperatorModel, openOperatorModel } from './operator-model.ts';
import { organizationModels } from './organization-models.ts';
import { openPayments } from './payments.ts';
import type { Stores } from './stores.ts';
import { openTracing, tracedEvents } from './tracing.ts';

export interface Core {
  configuration: ServiceConfiguration;
  /** The NLI model that runs on this machine. */
  modelInUse: ModelInUse;
  logger: Logger;
  metrics: ServiceMetrics;
  stores: Stores;
  sealer: Sealer;
  guard: OutboundGuard;
  verifications: VerificationStreams;
  models: OrganizationModels;
  operatorModel: OperatorModel;
  tracing: Tracing;
  payments: Payments;
  secrets: {
    /** HMAC key of API-key secrets. */
    pepper: Uint8Array;
    /** HMAC key of content fingerprints, idempotency keys and request fingerprints. */
    fingerprint: Uint8Array;
    /** Derives the tokens of document jobs. */
    jobTokens: Uint8Array;
  };
}

/** Without a free allowance, there is none to be shared. */
function operationsOf({ operations }: Stores, { freeMonthlyCents }: ServiceConfiguration): Stores['operations'] {
  if (freeMonthlyCents === null) return operations;
  const { idempotency, admission, uniqueValues, values, leases, counters } = operations;
  return {
    idempotency,
    admission: withSharedAllowance(admission),
    uniqueValues,
    values,
    leases,
    counters,
    sweep: (now) => operations.sweep(now),
    close: () => operations.close(),
  };
}

/**
 * Throws KeyVaultError `wrong_master_key` when the server secrets cannot be unwrapped. `wrapModel` wraps the operator's
 * language model.
 */
export async function openCore(
  configuration: ServiceConfiguration,
  logger: Logger,
  stores: Stores,
  closing: AsyncDisposableStack,
  wrapModel?: (model: LanguageModel) => LanguageModel,
): Promise<Core> {
  const [pepper, fingerprint, jobTokens] = await Promise.all([
    stores.vault.serverSecret('api-key-pepper'),
    stores.vault.serverSecret('fingerprint'),
    stores.vault.serverSecret('job-tokens'),
  ]);
  const tracing = await openTracing(configuration.tracing, logger, stores.clock);
  closing.defer(() => tracing.close());
  const guard = createOutboundGuard({
    allowHosts: configuration.allowHosts,
    contact: configuration.contact ?? null,
    version: VERSION,
  });
  closing.defer(() => guard.close());
  const events = tracedEvents(stores.events, tracing);
  const sealer = createSealer();
  const metrics = createMetrics();
  const shareOf = stores.roots.of;
  const models = { ...stores, events, sealer, guard, configuration, logger, shareOf };
  const operatorModel = openOperatorModel(
    { values: stores.operations.values, clock: stores.clock, configuration, logger, metrics, shareOf },
    closing,
    wrapModel,
  );
  return {
    configuration,
    modelInUse: modelInUse(configuration),
    logger,
    metrics,
    stores: { ...stores, events, operations: operationsOf(stores, configuration) },
    sealer,
    guard,
    models: organizationModels(createConnectedModels(models), operatorModel),
    operatorModel,
    verifications: cacheVerifications(createVerificationStreams({ events, vault: stores.vault, sealer })),
    tracing,
    payments: await openPayments(configuration, stores.clock, fingerprint, logger),
    secrets: { pepper, fingerprint, jobTokens },
  };
}
