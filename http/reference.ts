/** The reference of the API for people: Swagger UI, as it comes, over the published description. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { OPENAPI_PATH, REFERENCE_PATH } from './paths.ts';
import { sendText } from './send.ts';

/** The package holds a copy of Swagger UI without the install script that reports installations. */
const PACKAGE = '@fastify/swagger-ui/static';
const STYLES = 'swagger-ui.css';
const BUNDLE = 'swagger-ui-bundle.js';
const START = 'start.js';
/** Nothing is asked of other hosts, and nothing runs or is loaded that the service doesn't serve; icons stand in the style sheet. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
/** Another version of the service may bring another one. */
const KEPT = 'public, max-age=3600';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evidence verification: API reference</title>
<link rel="stylesheet" href="${REFERENCE_PATH}/${STYLES}">
<div id="reference"></div>
<noscript>This page needs JavaScript. The same is in <a href="${OPENAPI_PATH}">${OPENAPI_PATH}</a>, for programs.</noscript>
<script src="${REFERENCE_PATH}/${BUNDLE}"></script>
<script src="${REFERENCE_PATH}/${START}"></script>
</html>
`;

/** Without the validator, which would send the description to another host. A key that is entered is gone with the page. */
const STARTING = `SwaggerUIBundle({
  url: '${OPENAPI_PATH}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  validatorUrl: null,
});
`;

/** Serves the page at /reference, and what it consists of below, without authentication. */
export function registerReference(app: FastifyInstance): void {
  const { resolve } = createRequire(import.meta.url);
  const files = new Map<string, Promise<File>>();
  // Read when they are first asked for: a start need not wait for them.
  const fileOf = (name: string): Promise<File> => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const file = fileAt(resolve(`${PACKAGE}/${name}`));
    files.set(name, file);
    // The next call tries again.
    file.catch(() => files.delete(name));
    return file;
  };
  app.get(REFERENCE_PATH, async (request, reply) => {
    reply.headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer' });
    return sendText(request, reply.type('text/html; charset=utf-8'), PAGE);
  });
  app.get(`${REFERENCE_PATH}/${START}`, async (request, reply) =>
    sendText(request, reply.type('text/javascript; charset=utf-8'), STARTING),
  );
  for (const [name, type] of [
    [STYLES, 'text/css; charset=utf-8'],
    [BUNDLE, 'text/javascript; charset=utf-8'],
  ] as const) {
    app.get(`${REFERENCE_PATH}/${name}`, async (request, reply) => {
      const { plain, gzipped } = await fileOf(name);
      reply.type(type).headers({ 'cache-control': KEPT, vary: 'accept-encoding' });
      if (!takesGzip(request.headers['accept-encoding'])) return sendText(request, reply, plain);
      return sendText(request, reply.header('content-encoding', 'gzip'), gzipped);
    });
  }
}

/** The bytes of a file, which all connections share: anybody may ask for them, and read them slowly. */
interface File {
  plain: Buffer;
  gzipped: Buffer;
}

async function fileAt(path: string): Promise<File> {
  const plain = await readFile(path);
  return { plain, gzipped: await promisify(gzip)(plain) };
}

/** False if the client says nothing of it, or refuses it by `q=0`. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .some((coding) => coding === 'gzip' || (coding.startsWith('gzip;') && !/;\s*q=0(?:\.0*)?$/.test(coding)));
}
