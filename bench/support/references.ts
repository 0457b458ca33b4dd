/**
 * Reference figures, measured in the same run on the same machine. Limits are ratios to them, because absolute times say more
 * about a machine than about the code.
 */
import { createRequire } from 'node:module';
import winkNLP from 'wink-nlp';
import { startProcess } from '#test/support/service.ts';
import { call } from './client.ts';

/** A server with fastify alone, in its own process. */
export interface Echo {
  /** Milliseconds from spawning it to its first response. */
  startedInMs: number;
  /** Sets the response, a JSON text, to all further requests. */
  respondWith(response: string): Promise<void>;
  /** Milliseconds of a POST with this body until the complete response; without a body, of a GET. */
  time(body?: unknown): Promise<number>;
  stop(): Promise<unknown>;
}

type Evidence = Record<'supporting_evidence' | 'opposing_evidence' | 'contextual_evidence', { passage: string }[]>;

/** Starts the reference server. */
export async function startEcho(): Promise<Echo> {
  const server = await startProcess('bench/support/echo-server.ts', {});
  const target = { url: server.url, key: '' };
  return {
    startedInMs: server.startedInMs,
    async respondWith(response) {
      await call(target, 'PUT', '/response', { body: JSON.parse(response) });
    },
    async time(body) {
      return (await call(target, body === undefined ? 'GET' : 'POST', '/', { body })).milliseconds;
    },
    stop: () => server.stop(),
  };
}

/** Tags texts with wink-nlp, the tagger that the engine uses, but without the engine. */
export interface Tagger {
  /** Milliseconds for tagging each of the texts once. */
  time(texts: readonly string[]): number;
}

/** Loads wink-nlp with its English model. */
export function createTagger(): Tagger {
  const model = createRequire(import.meta.url)('wink-eng-lite-web-model');
  const nlp = winkNLP(model, ['sbd', 'pos']);
  const { its } = nlp;
  return {
    time(texts) {
      const started = performance.now();
      for (const text of texts) nlp.readDoc(text).tokens().out(its.pos);
      return performance.now() - started;
    },
  };
}

/** The texts that a verification had to read: its content, and each passage of its evidence once. */
export function textsOf(content: string, response: string): string[] {
  const { result } = JSON.parse(response) as { result: { claims: Evidence[] } };
  const evidence = result.claims.flatMap((claim) => [
    ...claim.supporting_evidence,
    ...claim.opposing_evidence,
    ...claim.contextual_evidence,
  ]);
  return [content, ...new Set(evidence.map(({ passage }) => passage))];
}
