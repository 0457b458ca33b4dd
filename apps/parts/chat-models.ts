/** The models that conversations can be had with: those of the organization, then those that come with the service. */
import type { OrganizationModels } from '#contracts/ports/organization-models.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { Core } from './core.ts';
import { deidentified } from './deidentified-model.ts';
import { extractiveModel } from './extractive-model.ts';
import { withFailuresLogged } from './model-client.ts';

export function chatModels(
  { models, stores, logger }: Pick<Core, 'models' | 'stores' | 'logger'>,
  engine: SharedEngine,
): OrganizationModels {
  const extractive = extractiveModel(stores.library, engine);
  const embedded = { ...extractive, client: withFailuresLogged(extractive.client, logger) };
  return {
    async usable(organizationId) {
      const own = await models.usable(organizationId);
      return [
        ...own.map((model) =>
          model.is_external ? { ...model, client: deidentified(model.client, engine, logger) } : model,
        ),
        embedded,
      ];
    },
  };
}
