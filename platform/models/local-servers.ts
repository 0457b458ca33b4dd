/** Looks for language model servers on this machine, on the ports that they use by default. */
import type { Dispatcher } from 'undici';
import { z } from 'zod';

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
  const { statusCode, body } = await dispatcher.request({
    origin,
    path: `${pathname.replace(/\/$/, '')}/models`,
    method: 'GET',
    headers: { accept: 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  if (statusCode !== 200) {
    await body.dump({ limit: MOST_BYTES });
    return null;
  }
  return modelsIn(await textOf(body));
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new RangeError('the list of models is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function modelsIn(text: string): string[] | null {
  try {
    const { data } = Models.parse(JSON.parse(text));
    return data.flatMap((model) => {
      const { success, data: known } = Model.safeParse(model);
      return success ? [known.id] : [];
    });
  } catch {
    return null;
  }
}
