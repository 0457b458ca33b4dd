/** The models for chat completions: those of the organization, then those that come with the service. */
import type { ChatDependencies } from '#command-api/dependencies.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { Core } from './core.ts';
import { deidentified } from './deidentified-model.ts';
import { extractiveModel } from './extractive-model.ts';
import { withFailuresLogged } from './model-client.ts';

export function chatModels(
  { models, stores, logger }: Pick<Core, 'models' | 'stores' | 'logger'>,
  engine: SharedEngine,
): ChatDependencies['chatModels'] {
  const extractive = extractiveModel(stores.library, engine, stores.roots.of);
  const embedded = { ...extractive, client: withFailuresLogged(extractive.client, logger) };
  return {
    async usable(organizationId) {
      const own = await models.usable(organizationId);
      return [
        ...own.map((model) => ({
          ...model,
          client: model.is_external ? deidentified(model.client, engine, logger) : model.client,
        })),
        embedded,
      ];
    },
  };
}
