/** The operator's own language model. */
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import { type LanguageModel, MOST_WAITING_COMPLETIONS } from '#contracts/ports/language-model.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import type { ServiceMetrics } from '../metrics.ts';
import { clientTimes, withFailuresLogged } from './model-client.ts';

/** Concurrent questions of a process, and those of one organization. Servers on one machine queue the rest. */
const SLOTS = { slots: 8, perKey: 6, waitingPerKey: 5_000 };
/** Chat completions that are written concurrently, in addition to the questions. */
const CHAT_SLOTS = { slots: 4, perKey: 3, waitingPerKey: MOST_WAITING_COMPLETIONS };

export interface OperatorModelDependencies {
  configuration: Pick<ServiceConfiguration, 'model' | 'syncTimeoutMs'>;
  logger: Pick<Logger, 'warn'>;
  metrics: Pick<ServiceMetrics, 'gauge'>;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
}

/** Returns null if the operator has set no model. `wrapModel` decorates the client, e.g. to record its outcomes. */
export async function openOperatorModel(
  { configuration, logger, metrics, shareOf }: OperatorModelDependencies,
  closing: AsyncDisposableStack,
  wrapModel: (model: LanguageModel) => LanguageModel,
): Promise<UsableModel | null> {
  if (configuration.model === undefined) return null;
  const { url, name, key, kind, isExternal } = configuration.model;
  // Loaded only if there is a model; the HTTP client is loaded on the first question.
  const [{ createModelClient }, { OPERATOR_WIRE }] = await Promise.all([
    import('#platform/models/client.ts'),
    import('#platform/models/providers.ts'),
  ]);
  let dispatcher: ReturnType<typeof openDirectDispatcher> | null = null;
  closing.defer(async () => {
    await (await dispatcher)?.close();
  });
  const client = createModelClient({
    wire: OPERATOR_WIRE,
    baseUrl: url,
    credential: key,
    dispatcher: () => (dispatcher ??= openDirectDispatcher()),
    slots: new FairSlots({ ...SLOTS, shareOf }),
    chatSlots: new FairSlots({ ...CHAT_SLOTS, shareOf }),
    shareOf,
    ...clientTimes(configuration),
  });
  metrics.gauge(
    'model_circuit_open',
    "1 while nobody asks the server of the operator's language model, as the questions of several organizations have failed.",
    {},
    () => Number(client.openCircuits().shared),
  );
  metrics.gauge(
    'model_circuits_open_organizations',
    "Organizations that don't ask the operator's language model for a while, as their own questions have failed in a row.",
    {},
    () => client.openCircuits().organizations,
  );
  return {
    id: name,
    provider: 'operator',
    connection_id: null,
    kind,
    is_external: isExternal,
    created: 0,
    shutdown_date: null,
    client: withFailuresLogged(wrapModel(client), logger),
  };
}
