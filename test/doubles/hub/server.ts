/**
 * A model hub on loopback, with the paths of the Hugging Face hub: the listing of a model's files, and downloads that lead
 * to another origin for large files. It fails as it is told.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request instead of an answer. */
export type HubTrouble =
  | { status: number; headers?: Record<string, string> }
  /** None, this time. */
  | 'none'
  /** Half of the body, and the connection breaks. */
  | 'breaks_in_body'
  | 'hangs_up'
  /** Other bytes of the same length. */
  | 'broken_content'
  | 'longer_content'
  | 'not_json'
  /** The whole file, though a part of it was asked for. */
  | 'ignores_range';

export interface HubModelFiles {
  id: string;
  revision: string;
  commit?: string;
  files: Record<string, Buffer>;
  /** Wants this token. */
  gatedFor?: string;
}

export interface HubServer {
  url: string;
  /** Of the hub itself. */
  requests: { path: string; range: string | undefined; authorization: string | undefined }[];
  /** Of where it redirects large files to. */
  downloads: HubServer['requests'];
  models: HubModelFiles[];
  /** Happens to the next requests whose path contains the text, one each. */
  trouble(path: string, ...next: HubTrouble[]): void;
  close(): Promise<void>;
}

/** Larger files are stored apart and listed with their SHA-256. */
const LARGE = 1_000;
/** Entries on a page of the listing. */
const PAGE = 3;

export async function openHubServer(...models: HubModelFiles[]): Promise<HubServer> {
  const troubles: { path: string; next: HubTrouble[] }[] = [];
  const requests: HubServer['requests'] = [];
  const downloads: HubServer['requests'] = [];
  const troubleFor = (path: string) =>
    troubles.find((each) => path.includes(each.path) && each.next.length > 0)?.next.shift();
  const noted = ({ url = '', headers: { range, authorization } }: IncomingMessage) => ({
    path: url,
    range,
    authorization,
  });

  const storage = await listening((request, response) => {
    downloads.push(noted(request));
    const [, index = '', path = ''] = /^\/(\d+)\/([^?]*)/.exec(request.url ?? '') ?? [];
    const file = hub.models[Number(index)]?.files[decodeURIComponent(path)];
    if (file === undefined) response.writeHead(404).end();
    else sendFile(request, response, file, troubleFor(`storage/${path}`));
  });

  const front = await listening((request, response) => {
    requests.push(noted(request));
    const url = new URL(request.url ?? '', hub.url);
    const path = decodeURIComponent(url.pathname);
    const trouble = troubleFor(path);
    if (typeof trouble === 'object') {
      response.writeHead(trouble.status, trouble.headers).end('{"error":"trouble"}');
      return;
    }
    const [, listed, listedRevision] = /^\/api\/models\/([^/]+\/[^/]+)\/tree\/(.+)$/.exec(path) ?? [];
    const [, resolved, resolvedRevision, file = ''] = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const index = hub.models.findIndex(({ id }) => id === (listed ?? resolved));
    const model = hub.models[index];
    const refuse = (status: number, code: string) => response.writeHead(status, { 'x-error-code': code }).end();
    if (model === undefined) {
      // As the hub does: who has no token is not told whether the model exists.
      refuse(request.headers.authorization === undefined ? 401 : 404, 'RepoNotFound');
    } else if (model.gatedFor !== undefined && request.headers.authorization !== `Bearer ${model.gatedFor}`) {
      refuse(request.headers.authorization === undefined ? 401 : 403, 'GatedRepo');
    } else if (![model.revision, model.commit].includes(listedRevision ?? resolvedRevision)) {
      refuse(404, 'RevisionNotFound');
    } else if (listed !== undefined) {
      sendListing(url, response, model, trouble);
    } else {
      const content = model.files[file];
      response.setHeader('x-repo-commit', model.commit ?? 'none');
      if (content === undefined) refuse(404, 'EntryNotFound');
      else if (content.length > LARGE) {
        const location = `${storage.url}/${index}/${encodeURIComponent(file)}?signature=secret`;
        response.writeHead(302, { location }).end();
      } else sendFile(request, response, content, trouble);
    }
  });

  const hub: HubServer = {
    url: front.url,
    requests,
    downloads,
    models,
    trouble: (path, ...next) => void troubles.push({ path, next }),
    async close() {
      await Promise.all([front.close(), storage.close()]);
    },
  };
  return hub;
}

function sendListing(url: URL, response: ServerResponse, { files }: HubModelFiles, trouble: HubTrouble | undefined) {
  if (trouble === 'not_json') {
    response.end('<html>captive portal</html>');
    return;
  }
  const entries = [
    { type: 'directory', path: 'onnx', oid: '0'.repeat(40), size: 0 },
    ...Object.entries(files).map(([path, content]) => ({
      type: 'file',
      path,
      size: content.length,
      oid: createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex'),
      ...(content.length > LARGE && {
        lfs: { oid: createHash('sha256').update(content).digest('hex'), size: content.length, pointerSize: 134 },
      }),
    })),
  ];
  const from = Number(url.searchParams.get('cursor') ?? 0);
  if (from + PAGE < entries.length) {
    url.searchParams.set('cursor', String(from + PAGE));
    response.setHeader('link', `<${url.href}>; rel="next"`);
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(entries.slice(from, from + PAGE)));
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: Buffer, trouble: HubTrouble | undefined) {
  if (typeof trouble === 'object') {
    response.writeHead(trouble.status, trouble.headers).end();
    return;
  }
  if (trouble === 'hangs_up') {
    request.socket.destroy();
    return;
  }
  const [, start] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const from = start === undefined || trouble === 'ignores_range' ? 0 : Number(start);
  const content =
    trouble === 'broken_content'
      ? Buffer.alloc(file.length, 1)
      : trouble === 'longer_content'
        ? Buffer.concat([file, file])
        : file;
  const body = content.subarray(from);
  if (from > 0) response.setHeader('content-range', `bytes ${from}-${content.length - 1}/${content.length}`);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length });
  if (trouble === 'breaks_in_body') {
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => request.socket.destroy());
    return;
  }
  response.end(body);
}

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
