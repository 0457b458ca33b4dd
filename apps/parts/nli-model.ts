/** The NLI model of this machine, for the judge stage. */
import type { ShareOf } from '#common/fair-slots.ts';
import type { EntailmentModel } from '#contracts/ports/entailment-model.ts';
import type { NliModel } from '#pipeline/stages/stage.ts';
import type { LocalModel } from '#platform/entailment/local-model.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import type { ModelInUse, UsableModel } from '../models/model-in-use.ts';

/** Share of the time that a POST waits; the rest is for the other stages. */
const SHARE_OF_WAIT = 1 / 4;

/**
 * Returns null if there is no usable model; the log says what to do about it. The model loads while the service starts.
 */
export function openNliModel(
  inUse: ModelInUse,
  { syncTimeoutMs }: Pick<ServiceConfiguration, 'syncTimeoutMs'>,
  logger: Logger,
  shareOf: ShareOf,
  closing: AsyncDisposableStack,
): NliModel | null {
  if (inUse.state === 'none') {
    logger.debug('no NLI model checks undecided claims: "evidence model pull" gets one');
    return null;
  }
  if (inUse.state === 'unusable') {
    logger.warn({ reason: inUse.reason }, 'the NLI model is not used');
    return null;
  }
  const { table } = inUse.model;
  const model = startedModel(inUse.model, logger, shareOf, closing);
  return { model, table, limits: { milliseconds: syncTimeoutMs * SHARE_OF_WAIT } };
}

/** Pairs that come before the model is loaded wait for it, as long as their signal allows. */
function startedModel(
  { folder, runtime, files, configuration }: UsableModel,
  logger: Logger,
  shareOf: ShareOf,
  closing: AsyncDisposableStack,
): EntailmentModel {
  const onProblem = (problem: string) => logger.error({ model: configuration, problem }, 'the NLI model failed');
  const opened: Promise<LocalModel> = import('#platform/entailment/local-model.ts').then(({ openLocalModel }) =>
    openLocalModel({ model: folder, runtime, files, shareOf, onProblem }),
  );
  closing.defer(async () => (await opened).close());
  return { read: async (pairs, occasion) => (await opened).read(pairs, occasion) };
}
