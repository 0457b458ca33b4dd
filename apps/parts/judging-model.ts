/** The language model that judges for an organization: the first one that it may use. */
import type { ModelKind, OrganizationModels, UsableModel } from '#contracts/ports/organization-models.ts';
import type { EngineVersions } from '#domain/verification/events.ts';
import { extractionVersions } from '#engine/extraction/model/versions.ts';
import { judgeConfiguration, promptVersionOf } from '#engine/judging/model/versions.ts';
import { ENGINE_VERSIONS } from '#engine/versions.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ModelInUse } from '../models/model-in-use.ts';
import { timeForQuestions } from './model-client.ts';

/** More than the claims of long articles need. Grounding models get up to eight short questions per claim. */
const MOST_QUESTIONS: Record<ModelKind, number> = { general: 300, grounding: 2_400, guardian: 2_400 };

async function judgingModel(models: OrganizationModels, organizationId: string): Promise<UsableModel | null> {
  const [first = null] = await models.usable(organizationId);
  return first;
}

/** The model that the judge stage asks for an organization; null: only the local judge is used. */
export function judgingModelsOf(
  models: OrganizationModels,
  configuration: Pick<ServiceConfiguration, 'syncTimeoutMs'>,
): (organizationId: string) => Promise<JudgingModel | null> {
  const milliseconds = timeForQuestions(configuration);
  return async (organizationId) => {
    const model = await judgingModel(models, organizationId);
    if (model === null) return null;
    const { client, id, kind, provider, server, is_external, prices } = model;
    return {
      model: client,
      name: id,
      server: `${provider} ${server}`,
      prompt_version: promptVersionOf(kind),
      kind,
      deidentify: is_external,
      prices,
      limits: { questions: MOST_QUESTIONS[kind], milliseconds },
    };
  };
}

/** Versions of everything that shapes an organization's verdicts, including models. */
export function engineVersionsOf(
  models: OrganizationModels,
  nli: ModelInUse,
): (organizationId: string) => Promise<EngineVersions> {
  const local = [ENGINE_VERSIONS.judge_configuration, ...(nli.state === 'usable' ? [nli.model.configuration] : [])];
  return async (organizationId) => {
    const model = await judgingModel(models, organizationId);
    const judge = judgeConfiguration(local.join('+'), model && { ...model, name: model.id });
    return {
      ...ENGINE_VERSIONS,
      ...extractionVersions(model?.kind === 'general' ? model.id : null),
      judge_configuration: judge,
    };
  };
}
