/** `/` leads a browser to the workbench. For programs there is nothing at this path, as before. */
import type { FastifyInstance } from 'fastify';
import { handleUnknownRoute } from '#http/error-handler.ts';
import { HOME_PATH } from '../paths.ts';

export function registerFrontDoor(app: FastifyInstance): void {
  app.get('/', async (request, reply) => {
    reply.header('vary', 'accept');
    const isBrowser = (request.headers.accept ?? '').includes('text/html');
    return isBrowser ? reply.redirect(HOME_PATH, 303) : handleUnknownRoute(request, reply);
  });
}
