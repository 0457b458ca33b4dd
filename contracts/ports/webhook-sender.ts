/** The port that sends a message to a webhook. */

export interface WebhookRequest {
  headers: Record<string, string>;
  /** JSON. */
  body: string;
  /** Ends the request, which then rejects with the signal's reason. */
  signal: AbortSignal;
}

export type WebhookAnswer =
  | { status: number; retry_after_ms: number | null }
  /** Why there was no answer: a word that never holds the URL. */
  | { failure: string };

export interface WebhookSender {
  /** One POST, without redirects, of 15 s at most. Rejects only with the signal's reason. */
  send(url: string, request: WebhookRequest): Promise<WebhookAnswer>;
}
