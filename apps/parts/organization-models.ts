/** The language models that organizations may use, with their clients. */
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import type { OrganizationModels } from '#contracts/ports/organization-models.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import { openOperatorModel } from './operator-model.ts';

/** `wrapModel` decorates the client of the operator's model. */
export async function openOrganizationModels(
  configuration: Pick<ServiceConfiguration, 'model' | 'syncTimeoutMs'>,
  logger: Logger,
  closing: AsyncDisposableStack,
  wrapModel: (model: LanguageModel) => LanguageModel = (model) => model,
): Promise<OrganizationModels> {
  const operator = await openOperatorModel(configuration, logger, closing, wrapModel);
  return {
    async usable() {
      return operator === null ? [] : [operator];
    },
  };
}
