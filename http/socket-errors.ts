/**
 * Requests that are not HTTP, or not HTTP that we support. The response is written by hand, in the same shape as every
 * other error.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, type ErrorCode, errorBody } from '#contracts/errors.ts';
import { newId } from '#domain/ids.ts';

/**
 * Reason phrases of the statuses sent here. Node has a table of all, but importing its module also loads its `fetch`.
 */
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request_header_fields_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** How long a refused client has to read the response; then its connection is destroyed. */
const LINGER_MS = 1_000;

/** Sockets that were refused already; whatever else they send is ignored. */
const refused = new WeakSet<Duplex>();

/** Use as fastify's `clientErrorHandler`. */
export function handleClientError(error: Error & { code?: string }, socket: Duplex): void {
  // A reset connection can't receive a response.
  if (error.code === 'ECONNRESET') socket.destroy();
  if (socket.destroyed || refused.has(socket)) return;
  refused.add(socket);
  afterEarlierResponses(socket, () => {
    // Once a response has begun, further bytes would become part of it.
    if (!socket.writable || responseOf(socket)?.headersSent) socket.destroy();
    else refuseAndClose(socket, new ApiError(CODES[error.code ?? ''] ?? 'bad_request'));
  });
}

/**
 * Delays the refusal until earlier requests of the connection have their responses: only the pipelined request is
 * invalid.
 */
function afterEarlierResponses(socket: Duplex, refuse: () => void): void {
  const response = responseOf(socket);
  if (response?.req.complete) response.once('close', () => afterEarlierResponses(socket, refuse));
  else refuse();
}

/** Refuses a request whose body arrives too slowly. */
export function refuseSlow(socket: Duplex): void {
  handleClientError(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}

/** Handles what Node would otherwise answer itself without our headers, or by closing the connection. */
export function takeOverProtocolEvents(server: Server): void {
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuseAndClose(socket, new ApiError('method_not_allowed'), 'Allow: GET, HEAD, POST, PATCH, DELETE\r\n');
  });
}

function refuseAndClose(socket: Duplex, error: ApiError, moreHeaders = ''): void {
  refused.add(socket);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const requestId = newId('req');
  const body = JSON.stringify(errorBody(error, requestId));
  socket.end(
    `HTTP/1.1 ${error.status} ${REASONS[error.status]}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-ID: ${requestId}\r\n` +
      'X-Content-Type-Options: nosniff\r\n' +
      'Cache-Control: no-store\r\n' +
      `${moreHeaders}Connection: close\r\n\r\n${body}`,
  );
}

/**
 * The response in progress. Node keeps it on the socket in a private property, which its own error handler reads too.
 */
function responseOf(socket: Duplex): ServerResponse | null | undefined {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage;
}
