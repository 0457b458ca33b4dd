/**
 * Places for the streams of pages. Each looks for changes several times a second, so there are only so many; who finds no
 * place gets what can be said at once, and asks again later.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import type { Principal } from '#http/context.ts';
import type { RouteDependencies } from '#http/route.ts';

/** In this process: of one person or key (tabs of a browser), of organizations with one root, and of all. */
const PLACES = { perCaller: 10, perRoot: 50, all: 200 };
/** A browser connects again by itself, so a role or scope that was taken away is noticed. */
const OPEN_MS = 20_000;

export interface LivePlaces {
  /**
   * Takes a place until the response ends. Returns the signal that ends the stream, at the latest after 20 s; null if there
   * is no place. While the process shuts down, streams end at once.
   */
  open(caller: Pick<Principal, 'organization_id' | 'key_id'>, reply: FastifyReply): Promise<AbortSignal | null>;
}

export function createLivePlaces(
  scope: FastifyInstance,
  { rootOf = async (organizationId) => organizationId }: Pick<RouteDependencies, 'rootOf'>,
): LivePlaces {
  const closing = new AbortController();
  scope.addHook('preClose', async () => closing.abort());
  const byCaller = new FairSlots({
    slots: Number.POSITIVE_INFINITY,
    perKey: PLACES.perCaller,
    waitingPerKey: 0,
  });
  const byRoot = new FairSlots({ slots: PLACES.all, perKey: PLACES.perRoot, waitingPerKey: 0 });
  return {
    async open({ organization_id, key_id }, { raw }) {
      const left = new AbortController();
      const root = await rootOf(organization_id);
      const freeCaller = await ifFree(byCaller, key_id);
      const freeRoot = freeCaller && (await ifFree(byRoot, root));
      if (freeRoot === null) {
        freeCaller?.();
        return null;
      }
      const end = () => {
        left.abort();
        freeCaller?.();
        freeRoot();
      };
      raw.once('close', end);
      if (raw.destroyed) end();
      return AbortSignal.any([left.signal, closing.signal, AbortSignal.timeout(OPEN_MS)]);
    },
  };
}

async function ifFree(places: FairSlots, key: string): Promise<(() => void) | null> {
  try {
    return await places.acquire(key);
  } catch (error) {
    if (error instanceof SlotsFullError) return null;
    throw error;
  }
}
