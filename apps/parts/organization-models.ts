/** The language models that organizations may use, with their clients. */
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import type { OrganizationModels, UsableModel } from '#contracts/ports/organization-models.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import type { ServiceMetrics } from '../metrics.ts';
import { type ConnectedModelsDependencies, createConnectedModels } from './connected-models.ts';
import { openOperatorModel } from './operator-model.ts';

export interface OrganizationModelsDependencies extends ConnectedModelsDependencies {
  configuration: Pick<ServiceConfiguration, 'model' | 'providers' | 'syncTimeoutMs'>;
  logger: Logger;
  metrics: Pick<ServiceMetrics, 'gauge'>;
}

/** `wrapModel` decorates the client of the operator's model. */
export async function openOrganizationModels(
  dependencies: OrganizationModelsDependencies,
  closing: AsyncDisposableStack,
  wrapModel: (model: LanguageModel) => LanguageModel = (model) => model,
): Promise<OrganizationModels> {
  const { configuration, logger, metrics, shareOf } = dependencies;
  const operator = await openOperatorModel({ configuration, logger, metrics, shareOf }, closing, wrapModel);
  const connected = createConnectedModels(dependencies);
  return {
    async usable(organizationId) {
      const models = await connected(organizationId);
      return firstOfEachId(operator === null ? models : [...models, operator]);
    },
  };
}

function firstOfEachId(models: readonly UsableModel[]): UsableModel[] {
  const ids = new Set<string>();
  return models.filter(({ id }) => !ids.has(id) && ids.add(id));
}
