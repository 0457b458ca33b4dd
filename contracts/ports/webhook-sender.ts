/** The port that sends a message to a webhook. */

export interface WebhookRequest {
  headers: Record<string, string>;
  /** JSON. */
  body: string;
  /** Ends the request, which then rejects with the signal's reason. */
  signal: AbortSignal;
}

export type WebhookOutcome =
  | { status: number; retry_after_ms: number | null }
  /** Why there was no response: a word that never contains the URL. */
  | { failure: string };

export interface WebhookSender {
  /** Sends one POST without following redirects, within 15 s. Rejects only with the signal's reason. */
  send(url: string, request: WebhookRequest): Promise<WebhookOutcome>;
}
