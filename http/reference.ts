/** The reference of the API for people: Swagger UI, as it comes, over the published description. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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
  const texts = new Map<string, Promise<string>>();
  // Read when they are first asked for: a start need not wait for them.
  const textOf = (name: string): Promise<string> => {
    const text = texts.get(name) ?? readFile(resolve(`${PACKAGE}/${name}`), 'utf8');
    texts.set(name, text);
    return text;
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
    app.get(`${REFERENCE_PATH}/${name}`, async (request, reply) =>
      sendText(request, reply.type(type).header('cache-control', KEPT), await textOf(name)),
    );
  }
}
