/** Where a server listens: at one address. */
import type { FastifyInstance } from 'fastify';

/**
 * Listens, and returns the server's URL. For `localhost` fastify would open a second server, for IPv6, that knows nothing
 * of the limits in connections.ts: it stands for the IPv4 address, which clients of that name try as well.
 */
export function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  return app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
}
