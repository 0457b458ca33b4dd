/** The language model that judges for an organization: the first one that it may use. */
import {
  FULL_FORMS,
  type ModelKind,
  type OrganizationModels,
  type QuestionForms,
  type UsableModel,
} from '#contracts/ports/organization-models.ts';
import type { EngineVersions } from '#domain/verification/applied.ts';
import { extractionVersions } from '#engine/extraction/model/versions.ts';
import { judgeConfiguration, promptVersionOf } from '#engine/judging/model/versions.ts';
import { ENGINE_VERSIONS } from '#engine/versions.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ModelInUse } from '../models/model-in-use.ts';
import { timeForQuestions } from './model-client.ts';

/**
 * More than the claims of long articles need. Grounding models, and those that read one passage at a time, get up to
 * eight short questions per claim.
 */
const MOST_QUESTIONS = { fewLong: 300, manyShort: 2_400 };

function mostQuestions(kind: ModelKind, { claims }: QuestionForms): number {
  return kind === 'general' && (claims === 'several' || claims === 'passages')
    ? MOST_QUESTIONS.fewLong
    : MOST_QUESTIONS.manyShort;
}

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
    const { client, id, kind, forms = FULL_FORMS, provider, server, is_external, prices } = model;
    return {
      model: client,
      name: id,
      server: `${provider} ${server}`,
      prompt_version: promptVersionOf({ kind, form: forms.claims }),
      kind,
      form: forms.claims,
      text_form: forms.text,
      deidentify: is_external,
      prices,
      limits: { questions: mostQuestions(kind, forms), milliseconds },
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
    const { claims, text } = model?.forms ?? FULL_FORMS;
    const judge = judgeConfiguration(local.join('+'), model && { kind: model.kind, form: claims, name: model.id });
    return {
      ...ENGINE_VERSIONS,
      ...(model?.kind === 'general' && text !== 'none' ? extractionVersions(model.id, text) : extractionVersions(null)),
      judge_configuration: judge,
    };
  };
}
