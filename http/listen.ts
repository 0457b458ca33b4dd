/** Listens at one address. */
import type { FastifyInstance } from 'fastify';

/**
 * Listens and returns the server's URL. `localhost` means the IPv4 address, which clients also try under that name:
 * fastify would open a second server for IPv6, to which the limits of connections.ts do not apply. Logs nothing: the
 * process does, with what it was started with.
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  const { level } = app.log;
  // Fastify's own line can't be switched off otherwise.
  app.log.level = 'silent';
  try {
    return await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  } finally {
    app.log.level = level;
  }
}
