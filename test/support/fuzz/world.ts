/** The service under generated requests: concurrent clients with their own organizations. */
import { Agent } from 'node:http';
import { form } from '#test/support/documents.ts';
import type { DescribedOperation } from './description.ts';
import { partsOf } from './files.ts';
import { createOrganizations, type Organization } from './organizations.ts';
import type { DrawnCaller, DrawnRequest } from './request.ts';
import { ANSWER_WITHIN_MS, type SentAnswer, type SentRequest, send } from './send.ts';
import type { Things } from './things.ts';
import { textOf } from './values.ts';

/** Below the 60 calls a minute of one key. */
const CALLS_OF_A_KEY = 45;
/**
 * After this many calls a client moves on to its next organization, because generated settings may have disabled most
 * of the last one.
 */
const CALLS_OF_A_VISIT = 5 * CALLS_OF_A_KEY;
/** A person may create a hundred organizations; those that are left are for generated requests to create. */
const MOST_ORGANIZATIONS_OF_A_CLIENT = 4;
const UNKNOWN_KEY = 'evs_dev_0000000000000000000000000000000000000';

/** Sends one request at a time. */
export interface Client {
  /** Sends the request and collects the ids in its response. */
  call(operation: DescribedOperation, drawn: DrawnRequest): Promise<SentAnswer>;
  /** The last request that was sent, without credentials, for failure messages. */
  lastRequest(): string;
}

export interface World {
  clients: readonly Client[];
  close(): void;
}

/**
 * Creates all organizations before the first generated request, which may use up what the person may still create.
 *
 * @param ownerKey key of the service's first organization
 * @param size number of clients
 * @param callsOfAClient how many calls each of them will make
 */
export async function createWorld(url: string, ownerKey: string, size: number, callsOfAClient: number): Promise<World> {
  const agent = new Agent({ keepAlive: true });
  const { make, changeKey } = createOrganizations(url, ownerKey, agent);
  const count = Math.min(Math.ceil(callsOfAClient / CALLS_OF_A_VISIT), MOST_ORGANIZATIONS_OF_A_CLIENT);
  const organizations = await Promise.all(Array.from({ length: size }, () => makeSeveral(count)));
  /** The organization in which each client is. */
  const current = organizations.map(([first]) => first!);

  async function makeSeveral(count: number): Promise<Organization[]> {
    const made: Organization[] = [];
    // Only every second one is subscribed, because a subscription can't be bought twice.
    while (made.length < count) made.push(await make({ subscribed: made.length % 2 === 0 }));
    return made;
  }

  function createClient(place: number): Client {
    const own = organizations[place]!;
    let calls = 0;
    let last = 'none';

    return {
      async call(operation, drawn) {
        calls++;
        const organization = own[Math.floor(calls / CALLS_OF_A_VISIT) % own.length]!;
        current[place] = organization;
        if (calls % CALLS_OF_A_KEY === 0) await changeKey(organization);
        const keys: Record<DrawnCaller, string | null> = {
          owner: organization.key,
          stranger: current[(place + 1) % size]!.key,
          viewer: organization.viewer,
          unknown: UNKNOWN_KEY,
          nobody: null,
        };
        const sent = requestOf(operation, drawn, organization.things, keys[drawn.caller]);
        last = shown(sent);
        const answer = await send(url, sent, agent, ANSWER_WITHIN_MS);
        if (answer.status < 300 && drawn.caller === 'owner') learn(organization.things, sent, answer);
        return answer;
      },
      lastRequest: () => last,
    };
  }

  return { clients: current.map((_, place) => createClient(place)), close: () => agent.destroy() };
}

function learn(things: Things, { method, path }: SentRequest, { text }: SentAnswer): void {
  if (text.startsWith('{')) things.learn(JSON.parse(text));
  if (method === 'DELETE') things.remove(path.split('?', 1)[0]!.split('/').at(-1)!);
}

function requestOf(
  { method, path, body }: DescribedOperation,
  drawn: DrawnRequest,
  things: Things,
  key: string | null,
): SentRequest {
  const fill = things.filler();
  // From the inside out: the body refers to the claim, the path to its verification.
  const content = body === null || !('body' in drawn) ? {} : contentOf(body.mediaType, fill(drawn.body));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const segments = new Map(names.toReversed().map((name) => [name, segment(fill(drawn.path[name]))]));
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segments.get(name)!);
  const query = drawn.query.map(([name, value]) => `${segment(name)}=${segment(fill(value))}`).join('&');
  const headers = fill(drawn.headers) as Record<string, string>;
  return {
    method,
    path: `/v1${target}${query === '' ? '' : `?${query}`}`,
    ...content,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers, ...content.headers },
  };
}

function contentOf(mediaType: string, value: unknown): { body?: Buffer; headers?: Record<string, string> } {
  if (mediaType !== 'application/json') return form(partsOf(value));
  return { body: Buffer.from(JSON.stringify(value) ?? ''), headers: { 'content-type': mediaType } };
}

/** A value as one segment of a path or one part of a query. */
function segment(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed()) || '%20';
}

/** Values of these fields and headers are credentials. */
const SECRET = /credential|secret|token|authorization/i;
const LONGEST_SHOWN = 2_000;

function shown({ method, path, headers, body }: SentRequest): string {
  const open = Object.entries(headers).filter(([name]) => !SECRET.test(name));
  const text = body === undefined ? 'no body' : withoutSecrets(body.toString('utf8'));
  return `${method} ${path} ${JSON.stringify(Object.fromEntries(open))} ${text.slice(0, LONGEST_SHOWN)}`;
}

/** JSON text with the values of secret fields replaced. */
export function withoutSecrets(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (name, value) => (SECRET.test(name) ? '[redacted]' : value));
  } catch {
    return text;
  }
}
