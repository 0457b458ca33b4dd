import { getEngine, listModels } from '#contracts/http/operations/configuration.ts';
import { RESULT_SCHEMA_VERSION } from '#contracts/result-version.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';

export function registerEngineRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  const { engineOf, policyVersion, models } = dependencies;

  register(getEngine, async ({ context }) => {
    const engine = await engineOf(context.principal.organization_id);
    return { body: { ...engine, policy_version: policyVersion, result_schema_version: RESULT_SCHEMA_VERSION } };
  });

  register(listModels, async ({ context }) => {
    const list = listOf(await models.modelsOf(context.principal.organization_id));
    return { body: { ...list, registry_version: models.registry_version } };
  });
}
