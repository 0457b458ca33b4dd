/** Sends messages to webhooks: one POST to a public address, without redirects. The response body is not read. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '#contracts/ports/clock.ts';
import type { WebhookOutcome, WebhookSender } from '#contracts/ports/webhook-sender.ts';
import type { OutboundGuard } from './outbound-guard.ts';
import { OutboundError } from './outbound-url.ts';
import { rejectOnAbort } from './reject-on-abort.ts';

const TIMEOUT_MS = 15_000;

export interface WebhookSenderOptions {
  guard: Pick<OutboundGuard, 'dispatcher' | 'userAgent'>;
  /** Used to interpret a date in Retry-After. */
  clock: Clock;
  /** Time limit from name resolution to the response headers. */
  timeoutMs?: number;
}

export function createWebhookSender({ guard, clock, timeoutMs = TIMEOUT_MS }: WebhookSenderOptions): WebhookSender {
  return {
    async send(url, { headers, body, signal: ended }) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([deadline, ended]);
      const exchange = async (): Promise<WebhookOutcome> => {
        const [{ request }, dispatcher] = await Promise.all([import('undici'), guard.dispatcher()]);
        const response = await request(url, {
          method: 'POST',
          dispatcher,
          signal,
          headersTimeout: timeoutMs,
          headers: { 'user-agent': guard.userAgent, 'content-type': 'application/json', ...headers },
          body,
        });
        // Reading on would let the receiver decide how much.
        response.body.on('error', () => {}).destroy();
        return { status: response.statusCode, retry_after_ms: retryAfter(response.headers, clock) };
      };
      try {
        // undici notices an abort only once it has a connection.
        return await Promise.race([exchange(), rejectOnAbort(signal)]);
      } catch (error) {
        ended.throwIfAborted();
        return { failure: deadline.aborted ? 'timeout' : failureOf(error) };
      }
    },
  };
}

/** Retry-After in milliseconds, from seconds or a date; null if it is missing or invalid. */
function retryAfter(headers: IncomingHttpHeaders, clock: Clock): number | null {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now());
}

function failureOf(error: unknown): string {
  if (error instanceof OutboundError) return error.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/TIMEOUT/.test(code)) return 'timeout';
  return /CERT|TLS|SSL|SELF_SIGNED/.test(code) ? 'tls_failure' : 'network_error';
}
