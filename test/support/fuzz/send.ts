/** Sends a request over loopback as it is: neither its path nor its body is normalised on the way. */
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** An answer that takes longer counts as a hang. */
export const ANSWER_WITHIN_MS = 30_000;

export interface SentRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface SentAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Rejects if the answer is not complete within the time, in milliseconds. */
export function send(url: string, sent: SentRequest, agent: Agent, within: number): Promise<SentAnswer> {
  const { method, path, headers, body } = sent;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(within);
    const outgoing = request(url, { method, path, headers, agent, signal }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
