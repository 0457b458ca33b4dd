/** Converts failures of a model to errors for the caller, which never contain the words of the model's server. */
import { ApiError } from '#contracts/errors.ts';
import { MOST_ANSWER_BYTES, MOST_WAITING_COMPLETIONS, type ModelFailure } from '#contracts/ports/language-model.ts';
import { invalidField } from '../execute-command.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Returns 429, 502 or 504; 404 for a model that the server does not have; 422 for a conversation that it finds too
 * long.
 */
export function errorOfModel(failure: ModelFailure): ApiError {
  switch (failure.kind) {
    case 'unavailable':
      if (failure.reason === 'timeout') {
        return new ApiError('timeout', { message: 'The model did not answer in time.' });
      }
      if (failure.reason === 'busy') {
        const message = `The limit of ${MOST_WAITING_COMPLETIONS} completions of an organization that wait for a model is reached.`;
        return new ApiError('concurrency_limit_exceeded', { message, retryAfter: 1 });
      }
      return new ApiError('provider_error', {
        message: 'The server of the model could not be reached, or failed.',
        retryAfter: RETRY_AFTER_SECONDS,
      });
    case 'rate_limited':
      return new ApiError('rate_limit_exceeded', {
        message: "A limit that the model's provider sets is reached.",
        retryAfter: failure.retry_after_ms === null ? RETRY_AFTER_SECONDS : failure.retry_after_ms / 1_000,
      });
    case 'unknown_model':
    case 'disconnected':
      return new ApiError('not_found', { message: 'There is no such model.', param: 'model' });
    case 'over_limit':
      if (failure.limit === 'context') {
        return invalidField('messages', 'the conversation is longer than the model can read');
      }
      return lasting(OVER_LIMIT[failure.limit]);
    case 'refused':
      return lasting('The model declined to answer.');
    case 'unauthorised':
      return lasting('The server of the model does not accept the credential.');
    case 'rejected':
      return lasting('The server of the model does not take this request.');
    case 'invalid_answer':
      return new ApiError('provider_error', { message: 'The model gave no usable answer.' });
    case 'not_recorded':
      return lasting('There is no recorded answer to this request.');
  }
}

const OVER_LIMIT = {
  output_tokens: 'The model used up max_tokens before it had written anything.',
  response_size: `The answer of the model is larger than ${MOST_ANSWER_BYTES / 1_000_000} MB.`,
  quota: "The quota at the model's provider is used up.",
};

/** An error that the same request would get again. */
function lasting(message: string): ApiError {
  return new ApiError('provider_error', { message, headers: { 'x-should-retry': 'false' } });
}
