/** The operator's language model, as the judge stage asks it. */
import { FairSlots } from '#common/fair-slots.ts';
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import { promptVersionOf } from '#engine/judging/model/versions.ts';
import { ENGINE_VERSIONS } from '#engine/versions.ts';
import type { JudgingModel } from '#pipeline/stage.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import type { ModelInUse } from '../models/model-in-use.ts';

/** Questions at a time in a process, and of them those of one organization. Servers on one machine queue the rest. */
const SLOTS = { slots: 8, perKey: 6, waitingPerKey: 5_000 };
/** A model that thinks before it answers takes half a minute; somebody waits for the verification. */
const LONGEST_TIMEOUT_MS = 45_000;
/** More than the claims of long articles need. Grounding models are asked up to eight short questions about a claim. */
const MOST_QUESTIONS = { general: 300, grounding: 2_400 };
/** Of the time that a POST waits: the rest is for the other stages. */
const SHARE_OF_WAIT = 1 / 2;
/**
 * Of the time that a verification has for its questions. A question that ends with that time says nothing of the server,
 * so one that hangs would be asked for ever, and no log line would say why.
 */
const SHARE_OF_TIME = 0.8;

/** Null where the operator has set none. `wrapModel` stands between the client and whoever asks. */
export async function openJudgingModel(
  { model: settings, syncTimeoutMs }: Pick<ServiceConfiguration, 'model' | 'syncTimeoutMs'>,
  logger: Logger,
  closing: AsyncDisposableStack,
  wrapModel: (model: LanguageModel) => LanguageModel = (model) => model,
): Promise<JudgingModel | null> {
  if (settings === undefined) return null;
  const { url, name, key, kind, isExternal } = settings;
  // What no start without a model needs; and the HTTP client is loaded for the first question only.
  const [{ createModelClient }, { OPERATOR_WIRE, openDirectDispatcher }] = await Promise.all([
    import('#platform/models/client.ts'),
    import('#platform/models/providers.ts'),
  ]);
  const milliseconds = syncTimeoutMs * SHARE_OF_WAIT;
  const timeoutMs = Math.min(LONGEST_TIMEOUT_MS, milliseconds * SHARE_OF_TIME);
  let dispatcher: ReturnType<typeof openDirectDispatcher> | null = null;
  closing.defer(async () => {
    await (await dispatcher)?.close();
  });
  const client = createModelClient({
    wire: OPERATOR_WIRE,
    baseUrl: url,
    credential: key,
    dispatcher: () => (dispatcher ??= openDirectDispatcher()),
    slots: new FairSlots(SLOTS),
    timeoutMs,
    deadlineMs: timeoutMs,
  });
  return {
    model: withFailuresLogged(wrapModel(client), name, logger),
    name,
    prompt_version: promptVersionOf(kind),
    kind,
    deidentify: isExternal,
    limits: { questions: MOST_QUESTIONS[kind], milliseconds },
  };
}

/** Versions of all that shapes a verdict, the models included. */
export function engineVersions({
  configuration: { model },
  modelInUse,
}: {
  configuration: Pick<ServiceConfiguration, 'model'>;
  modelInUse: ModelInUse;
}) {
  const tiers = [
    ENGINE_VERSIONS.judge_configuration,
    ...(modelInUse.state === 'usable' ? [modelInUse.model.configuration] : []),
    ...(model === undefined ? [] : [`${model.name} (${promptVersionOf(model.kind)})`]),
  ];
  return { ...ENGINE_VERSIONS, judge_configuration: tiers.join('+') };
}

function withFailuresLogged(model: LanguageModel, name: string, logger: Logger): LanguageModel {
  return {
    async ask(request, occasion) {
      const outcome = await model.ask(request, occasion);
      // While the circuit is open nothing is asked, and the failures that opened it stand in the log.
      const isNews = !outcome.ok && !('reason' in outcome.failure && outcome.failure.reason === 'circuit_open');
      if (isNews) logger.warn({ model: name, failure: outcome.failure }, 'the language model did not answer');
      return outcome;
    },
  };
}
