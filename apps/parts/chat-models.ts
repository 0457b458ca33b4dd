/** The models for chat completions: those of the organization, then those that come with the service. */
import type { ChatDependencies } from '#command-api/dependencies.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { Core } from './core.ts';
import { deidentified } from './deidentified-model.ts';
import { extractiveModel } from './extractive-model.ts';
import { withFailuresLogged } from './model-client.ts';
import { pricesOf } from './model-prices.ts';

export function chatModels(
  { configuration, models, stores, logger }: Pick<Core, 'configuration' | 'models' | 'stores' | 'logger'>,
  engine: SharedEngine,
): ChatDependencies['chatModels'] {
  const extractive = extractiveModel(stores.library, engine, stores.roots.of);
  const embedded = { ...extractive, client: withFailuresLogged(extractive.client, logger), prices: NO_PRICES };
  return {
    async usable(organizationId) {
      const own = await models.usable(organizationId);
      return [
        ...own.map((model) => ({
          ...model,
          client: model.is_external ? deidentified(model.client, engine, logger) : model.client,
          prices: pricesOf(model, configuration),
        })),
        embedded,
      ];
    },
  };
}
