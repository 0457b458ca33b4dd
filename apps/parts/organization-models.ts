/** The language models that organizations may use, with their clients. */
import type { OrganizationModels, UsableModel } from '#contracts/ports/organization-models.ts';
import type { OperatorModel } from './operator-model.ts';

/** Those of an organization's own connections, then the operator's. */
export function organizationModels(
  connected: (organizationId: string) => Promise<UsableModel[]>,
  operator: Pick<OperatorModel, 'current'>,
): OrganizationModels {
  return {
    async usable(organizationId) {
      const [models, last] = await Promise.all([connected(organizationId), operator.current()]);
      return firstOfEachId(last === null ? models : [...models, last]);
    },
  };
}

function firstOfEachId(models: readonly UsableModel[]): UsableModel[] {
  const ids = new Set<string>();
  return models.filter(({ id }) => !ids.has(id) && ids.add(id));
}
