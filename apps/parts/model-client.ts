/** Settings of the clients of all language models. */
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import type { ModelClientOptions } from '#platform/models/client.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';

/** A reasoning model takes half a minute; longer would keep the caller of the verification waiting. */
const LONGEST_TIMEOUT_MS = 45_000;
/** Share of the time that a POST waits; the rest is for the other stages. */
const SHARE_OF_WAIT = 1 / 2;
/**
 * Limit of one question, as a share of the time that a verification has for its questions. A question that ends only
 * with that whole time says nothing about the server, so a hanging server would be asked again and again without a log
 * line.
 */
const SHARE_OF_TIME = 0.8;

/** How long a verification may ask questions, in milliseconds. */
export function timeForQuestions({ syncTimeoutMs }: Pick<ServiceConfiguration, 'syncTimeoutMs'>): number {
  return syncTimeoutMs * SHARE_OF_WAIT;
}

/** Time limits of a client. */
export function clientTimes(
  configuration: Pick<ServiceConfiguration, 'syncTimeoutMs'>,
): Required<Pick<ModelClientOptions, 'timeoutMs' | 'deadlineMs'>> {
  const timeoutMs = Math.min(LONGEST_TIMEOUT_MS, timeForQuestions(configuration) * SHARE_OF_TIME);
  return { timeoutMs, deadlineMs: timeoutMs };
}

/** `which` names the model in log lines. */
export function withFailuresLogged(
  model: LanguageModel,
  logger: Pick<Logger, 'warn'>,
  which: { connection_id?: string; provider?: string } = {},
): LanguageModel {
  return {
    async ask(request, occasion) {
      const outcome = await model.ask(request, occasion);
      // While the circuit is open, nothing is asked, and the failures that opened it are in the log already.
      if (!outcome.ok && !outcome.unasked) {
        logger.warn({ model: request.model, ...which, failure: outcome.failure }, 'the language model did not answer');
      }
      return outcome;
    },
  };
}
