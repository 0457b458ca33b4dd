/** The NLI model of this machine, as the judge stage has it read. */
import type { EntailmentModel } from '#contracts/ports/entailment-model.ts';
import type { ReadingModel } from '#pipeline/stage.ts';
import type { LocalModel } from '#platform/entailment/local-model.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import type { ModelInUse, UsableModel } from '../models/model-in-use.ts';

/** Of the time that a POST waits: the rest is for the other stages. */
const SHARE_OF_WAIT = 1 / 4;

/** Null where there is none to use; the log says what to do about it. It loads while the service starts. */
export function openReadingModel(
  inUse: ModelInUse,
  { syncTimeoutMs }: Pick<ServiceConfiguration, 'syncTimeoutMs'>,
  logger: Logger,
  closing: AsyncDisposableStack,
): ReadingModel | null {
  if (inUse.state === 'none') {
    logger.info('no NLI model reads what the judge leaves open: "evidence model pull" gets one');
    return null;
  }
  if (inUse.state === 'unusable') {
    logger.warn({ reason: inUse.reason }, 'the NLI model is not used');
    return null;
  }
  const { combiner } = inUse.model;
  const model = startedModel(inUse.model, logger, closing);
  return { model, combiner, limits: { milliseconds: syncTimeoutMs * SHARE_OF_WAIT } };
}

/** Whoever reads before it is loaded waits for it, as long as it likes. */
function startedModel(
  { folder, runtime, configuration }: UsableModel,
  logger: Logger,
  closing: AsyncDisposableStack,
): EntailmentModel {
  const opening: Promise<LocalModel | null> = import('#platform/entailment/local-model.ts')
    .then(({ openLocalModel }) =>
      openLocalModel({
        model: folder,
        runtime,
        onProblem: (problem) => logger.error({ model: configuration, problem }, 'the NLI model failed'),
      }),
    )
    .catch((error: Error) => {
      logger.error({ model: configuration, problem: error.message }, 'the NLI model can not be used');
      return null;
    });
  closing.defer(async () => {
    await (await opening)?.close();
  });
  return {
    async read(pairs, occasion) {
      const ended = Promise.withResolvers<'ended'>();
      const end = () => ended.resolve('ended');
      occasion.signal.addEventListener('abort', end, { once: true });
      try {
        const model = occasion.signal.aborted ? 'ended' : await Promise.race([opening, ended.promise]);
        if (model === 'ended') return { ok: false, failure: 'timeout' };
        return model === null ? { ok: false, failure: 'unavailable' } : await model.read(pairs, occasion);
      } finally {
        occasion.signal.removeEventListener('abort', end);
      }
    },
  };
}
