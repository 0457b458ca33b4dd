/** The outside of a service that writes a kept folder: a library, a page, a receiver of webhooks, a model. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ModelSettings } from '#apps/model-settings.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { readerOf } from '#test/doubles/models/readers.ts';
import { openModelServer } from '#test/doubles/models/server.ts';

const BEGAN = 'Crossings of the fjord by the Halvorsen ferry began in 1987.';
const BRIDGE = 'The Sandvik bridge is 412 metres long.';
const READER = readerOf([
  { claim: /ferry/, quote: BEGAN, label: 'supports' },
  { claim: /412/, quote: BRIDGE, label: 'supports' },
  { claim: /900/, quote: BRIDGE, label: 'contradicts' },
]);

/** A sentence that the library contains literally. */
export const SUPPORTED = BRIDGE;
export const CONTRADICTED = 'The Sandvik bridge is 900 metres long.';
/** A claim for the model, which finds it in the library. */
export const REWORDED = 'The Halvorsen ferry has been crossing the fjord since 1987.';
export const MODEL = 'writer:8b';
/** File of the library whose document is removed again. */
export const REMOVED = 'quay.md';

export interface OutsideServers {
  library: string;
  model: ModelSettings;
  /** Host and port of the server of pages and webhooks. */
  host: string;
  page: string;
  /** URL that responds 204. */
  hook: string;
  /** URL that responds 410. */
  goneHook: string;
  close(): Promise<void>;
}

/** Creates the library in `folder` and starts the servers. */
export async function openOutsideServers(folder: string): Promise<OutsideServers> {
  const library = join(folder, 'library');
  await mkdir(library);
  await writeFile(join(library, 'ferry.md'), `# Ferries of the coast\n\n${BEGAN}\n`);
  await writeFile(join(library, 'bridge.md'), `# Bridges of the coast\n\n${BRIDGE}\n`);
  await writeFile(join(library, REMOVED), '# Quays of the coast\n\nThe old quay is gone.\n');
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/page') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<html><head><title>Register</title></head><body><p>${BRIDGE}</p></body></html>`);
    } else response.writeHead(request.url === '/gone' ? 410 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const models = await openModelServer({
    format: chatCompletions('ollama'),
    says: (understood) => (understood.prompt.includes('<<<claim') ? READER(understood) : { text: REWORDED }),
  });
  return {
    library,
    model: { url: models.url, name: MODEL, key: '', kind: 'general', isExternal: false, prices: NO_PRICES },
    host,
    page: `http://${host}/page`,
    hook: `http://${host}/hook`,
    goneHook: `http://${host}/gone`,
    async close() {
      await models.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
