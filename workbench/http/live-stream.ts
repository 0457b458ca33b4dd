/**
 * The one event stream of a page: what the page shows live, and that its session has ended. Each is a route of its own, so
 * that its role and scope are checked as for any page; it counts apart from the calls of a person.
 */
import { pause, systemTimers } from '#common/time.ts';
import type { SessionAuthenticator, SignedIn } from '#http/auth/session-authenticator.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { encoded, send } from '#http/send.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { LivePlaces } from './live-places.ts';
import type { PageCall, PageDeclaration, RegisterPage } from './page.ts';

/** A state of what a page shows. */
export interface LiveState {
  /** A page that has this state already is not sent it again. */
  version: string;
  /** For the page's script, as JSON. Made only if it is sent. */
  data(): Promise<unknown>;
}

/**
 * The present state at once, then each further one. `had`: the version that the page has, as its browser says. Throws ApiError
 * at first if there is nothing to watch. Ends with the signal.
 */
export type Watch = (call: PageCall, signal: AbortSignal, had: Had) => AsyncGenerator<LiveState>;

/** `watch` null: the page shows nothing live. */
export type RegisterLiveStream = (
  declaration: Pick<PageDeclaration, 'name' | 'path' | 'roles' | 'scope'>,
  watch: Watch | null,
) => void;

/** When a browser connects again, in milliseconds: once the stream has ended, and if there was no place for one. */
const RETRY_MS = { open: 500, full: 15_000 };
const LOOK_AT_SESSION_EVERY_MS = 1_000;
/** What a page is told when its session has ended. */
export const SESSION_ENDED = 'event: ended\ndata: \n\n';

export function liveStreamRegistrar(
  page: RegisterPage,
  places: LivePlaces,
  { routes }: WorkbenchDependencies,
): RegisterLiveStream {
  return (declaration, watch) =>
    page({ ...declaration, method: 'GET', counted: 'apart', isUse: false }, async (call) => {
      const { context, session, request, reply, client } = call;
      const place = request.method === 'HEAD' ? null : await places.open(context.principal, reply);
      const signal = place ?? new AbortController().signal;
      const had = hadOf(call);
      const states = watch?.(call, signal, had);
      // Before the first byte, so that what can't be watched gets a status of its own.
      const first = await states?.next();
      reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      const frames =
        place === null
          ? onlyFirst(states, first, had)
          : whileOpen(states, first, had, endOf(routes.sessions, session, signal));
      send(request, reply, client, routes.responseSlots.pace, new ResponsePieces(encoded(frames)));
      return 'sent';
    });
}

type States = AsyncGenerator<LiveState> | undefined;
type First = IteratorResult<LiveState> | undefined;
type Had = string | null;

/** The header is sent by a stream that connects again, and is newer than its address. */
function hadOf({ request, query }: PageCall): Had {
  const last = request.headers['last-event-id'];
  return typeof last === 'string' ? last : query.get('seen');
}

async function* onlyFirst(states: States, first: First, had: Had): AsyncGenerator<string> {
  await states?.return(undefined);
  yield `retry: ${RETRY_MS.full}\n\n`;
  if (first?.done === false) yield* frame(first.value, had);
}

/** Ends with what is watched, or when `ended` says so. */
async function* whileOpen(
  states: States,
  first: First,
  had: Had,
  ended: Promise<'session' | 'stream'>,
): AsyncGenerator<string> {
  // It may fail while nobody waits for it.
  ended.catch(() => {});
  const next = () => Promise.race([ended, ...(states === undefined ? [] : [states.next()])]);
  let known = had;
  try {
    yield `retry: ${RETRY_MS.open}\n\n`;
    for (let got = first ?? (await next()); ; got = await next()) {
      if (got === 'session') yield SESSION_ENDED;
      if (typeof got === 'string' || got.done) return;
      yield* frame(got.value, known);
      known = null;
    }
  } finally {
    // Not awaited: it may be looking right now, and ends with the signal.
    void states?.return(undefined).catch(() => {});
  }
}

async function* frame({ version, data }: LiveState, had: Had): AsyncGenerator<string> {
  if (version !== had) yield `id: ${version}\ndata: ${JSON.stringify(await data())}\n\n`;
}

/** Resolves when the session has ended, or the signal ends the stream. */
async function endOf(
  sessions: SessionAuthenticator,
  session: SignedIn['session'],
  signal: AbortSignal,
): Promise<'session' | 'stream'> {
  while (!signal.aborted) {
    if (!(await sessions.isOpen(session))) return 'session';
    await pause(systemTimers, LOOK_AT_SESSION_EVERY_MS, signal);
  }
  return 'stream';
}
