/** A call of POST /chat/completions. */
import type { ChatCompletionRequest } from '#contracts/http/chat.ts';
import type { Client } from '#http/client.ts';
import type { Caller } from '../caller.ts';

export interface ChatCall {
  caller: Caller;
  request: ChatCompletionRequest;
  /** The caller's Idempotency-Key, or null. */
  idempotencyKey: string | null;
  client: Client;
}
