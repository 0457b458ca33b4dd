/** Chat completions with the verification of their text. */

import { ChatCompletion, ChatCompletionRequest } from '../chat.ts';
import { defineOperation, LARGE_BODY_LIMIT } from '../operation.ts';
import { ACCESS } from './access.ts';
import { ADMISSION_ERRORS, FAILURE_ERRORS, IDEMPOTENCY_ERRORS } from './errors.ts';

export const createChatCompletion = defineOperation({
  operationId: 'createChatCompletion',
  method: 'POST',
  path: '/chat/completions',
  tag: 'Chat',
  summary: 'Generate an answer and verify it',
  ...ACCESS.createChatCompletion,
  metered: true,
  idempotent: true,
  body: ChatCompletionRequest,
  bodyLimit: LARGE_BODY_LIMIT,
  success: {
    status: 200,
    description:
      'The answer with its verification; streamed, an event `completion` with the unverified answer, then an event `verification`',
    body: ChatCompletion,
    otherMediaTypes: ['text/event-stream'],
  },
  errors: ['not_found', ...IDEMPOTENCY_ERRORS, ...ADMISSION_ERRORS, ...FAILURE_ERRORS],
});

export const CHAT_OPERATIONS = [createChatCompletion] as const;
