/** Looks for language model servers on this machine, on the ports that they use by default. */
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { discard, parsedJson, readResponse } from '../outbound/response.ts';

export interface LocalServer {
  /** What `evidence model use` calls it. */
  id: string;
  name: string;
  /** Base URL of its chat completions. */
  url: string;
}

export interface FoundServer extends LocalServer {
  /** The models that it offers, at most a thousand. */
  models: string[];
}

const server = (id: string, name: string, port: number): LocalServer => ({
  id,
  name,
  url: `http://127.0.0.1:${port}/v1`,
});

/** llama.cpp's port is that of many others; whatever else answers there is passed over. */
export const LOCAL_SERVERS: readonly LocalServer[] = [
  server('ollama', 'Ollama', 11_434),
  server('lmstudio', 'LM Studio', 1_234),
  server('llama.cpp', 'llama.cpp', 8_080),
  server('vllm', 'vLLM', 8_000),
];

const WITHIN_MS = 1_500;
const MOST_BYTES = 1_000_000;
const MOST_MODELS = 1_000;
const Model = z.object({ id: z.string().regex(/^[\x21-\x7e]{1,200}$/) });
const Models = z.object({ data: z.array(z.unknown()).max(MOST_MODELS) });

/** Those of `servers` that answer as such a server does. Never rejects. */
export async function findServers(
  dispatcher: Dispatcher,
  servers: readonly LocalServer[] = LOCAL_SERVERS,
): Promise<FoundServer[]> {
  const all = await Promise.all(
    servers.map(async (each) => ({ ...each, models: await listModels(dispatcher, each.url).catch(() => null) })),
  );
  return all.flatMap(({ models, ...each }) => (models === null ? [] : [{ ...each, models }]));
}

/** The models of the server at `url`; null: something else answers there. Rejects if nothing does. */
export async function listModels(dispatcher: Dispatcher, url: string, key = ''): Promise<string[] | null> {
  const { origin, pathname } = new URL(url);
  const response = await dispatcher.request({
    origin,
    path: `${pathname.replace(/\/$/, '')}/models`,
    method: 'GET',
    headers: { accept: 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  if (response.statusCode !== 200) {
    discard(response);
    return null;
  }
  const { success, data } = Models.safeParse(await parsedJson(await readResponse(response, MOST_BYTES)));
  if (!success) return null;
  return data.data.flatMap((model) => {
    const known = Model.safeParse(model);
    return known.success ? [known.data.id] : [];
  });
}
