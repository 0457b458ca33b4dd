/**
 * A client of the Hugging Face hub: lists the files of a model, and downloads them. Works with every server that has
 * the same two paths, such as a mirror.
 */

import { Buffer } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { z } from 'zod';
import { hasControlCharacter } from '#contracts/http/url.ts';
import { downloadVerified } from './download.ts';
import { codeOf, HubError } from './hub-error.ts';
import type { HubFile, HubModel, HubResponse } from './hub-types.ts';
import { errorOfStatus, secondsToWait } from './status.ts';

export interface Hub {
  /** All files of the model. Throws HubError. */
  files(model: HubModel): Promise<HubFile[]>;
  /**
   * Downloads `file` to the path `to`, continuing an earlier try, and checks it. `onBytes` gets the number of bytes
   * that are there. Returns its SHA-256 and the commit that the hub reports for it. Throws HubError and file system
   * errors.
   */
  download(
    model: HubModel,
    file: HubFile,
    to: string,
    onBytes: (bytes: number) => void,
  ): Promise<{ sha256: string; commit: string | null }>;
  close(): Promise<void>;
}

export interface HubOptions {
  /** Base URL without credentials, such as https://huggingface.co. */
  endpoint: string;
  /** Sent to the endpoint only; null: none. */
  token: string | null;
  /** Waits between two tries; replaceable in tests. */
  pause?: (milliseconds: number) => Promise<void>;
}

const CONNECT_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** Time limit between two chunks of a body. */
const BODY_TIMEOUT_MS = 60_000;
const MOST_REDIRECTS = 5;
/** A listing of a thousand files takes some 300 kB. */
const LONGEST_LISTING = 4_000_000;
const MOST_PAGES = 20;
/** Far larger than any model that is used on a processor. */
const LARGEST_FILE = 20_000_000_000;

/** The hub has been asked too much, or is overloaded. */
const WAITED_FOR: ReadonlySet<number> = new Set([429, 503]);
const TRIES = 3;
/** Where the hub doesn't say how long to wait: so long, and then twice as long. */
const FIRST_WAIT_MS = 1_000;
/** Whoever typed the command would rather try again later. */
const LONGEST_WAIT_MS = 120_000;

const Size = z.int().min(0);
/** Entries of other kinds, and files that are far too large, belong to no model that is used here. */
const Listing = z.array(
  z.union([
    z.object({
      type: z.literal('file'),
      path: z.string().min(1).max(1_000),
      size: Size,
      lfs: z.object({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: Size }),
    }),
    z.object({
      type: z.literal('file'),
      path: z.string().min(1).max(1_000),
      size: Size,
      oid: z.string().regex(/^[0-9a-f]{40}$/),
    }),
    z.object({ type: z.string().refine((type) => type !== 'file') }),
  ]),
);

/** The hub at `endpoint`. Proxies are taken from the environment, as other tools do. */
export function openHub({ endpoint, token, pause = (milliseconds) => delay(milliseconds) }: HubOptions): Hub {
  const base = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`);
  const dispatcher: Dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
  });

  /**
   * Follows redirects. Sends the token to the hub only, and never goes from an encrypted to an unencrypted connection.
   */
  async function get(url: URL, model: HubModel, headers: Record<string, string> = {}): Promise<HubResponse> {
    let at = url;
    let commit: string | null = null;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const own: Record<string, string> =
        at.origin === base.origin && token !== null ? { authorization: `Bearer ${token}` } : {};
      const response = await sendPatiently(at, { 'user-agent': 'evidence-verification', ...headers, ...own });
      commit ??= commitOf(response.headers);
      const { statusCode } = response;
      if (statusCode < 300 || statusCode >= 400) {
        if (statusCode < 400) return { ...response, url: at, commit };
        await response.body.dump();
        throw errorOfStatus(statusCode, response.headers, model, { host: at.host, hasToken: token !== null });
      }
      await response.body.dump();
      at = redirected(at, response.headers.location);
    }
    throw new HubError('bad_response', `${base.host} redirects more than ${MOST_REDIRECTS} times`);
  }

  /** Waits for a hub that is overloaded, as long as it says. */
  async function sendPatiently(url: URL, headers: Record<string, string>) {
    for (let tries = 1; ; tries++) {
      const response = await send(url, headers);
      const told = secondsToWait(response.headers);
      const wait = told === null ? FIRST_WAIT_MS * tries : told * 1_000;
      if (!WAITED_FOR.has(response.statusCode) || tries === TRIES || wait > LONGEST_WAIT_MS) return response;
      await response.body.dump();
      await pause(wait);
    }
  }

  async function send(url: URL, headers: Record<string, string>) {
    try {
      return await request(url, { method: 'GET', headers, dispatcher });
    } catch (error) {
      const code = codeOf(error);
      throw new HubError('unreachable', `${url.host} can't be reached (${code}): check the network or HF_ENDPOINT`, {
        cause: error,
      });
    }
  }

  return {
    async files(model) {
      const files: HubFile[] = [];
      let next: URL | null = new URL(
        `api/models/${model.id}/tree/${encodeURIComponent(model.revision)}?recursive=true`,
        base,
      );
      for (let pages = 0; next !== null; pages++) {
        if (pages === MOST_PAGES) throw new HubError('bad_response', `${model.id} has too many files to be a model`);
        const page: HubResponse = await get(next, model);
        files.push(...(await readListing(page)));
        next = nextPage(page, base);
      }
      return files;
    },
    async download(model, file, to, onBytes) {
      const path = file.path.split('/').map(encodeURIComponent).join('/');
      const url = new URL(`${model.id}/resolve/${encodeURIComponent(model.revision)}/${path}`, base);
      let commit: string | null = null;
      const open = async (from: number) => {
        const response = await get(url, model, from === 0 ? {} : { range: `bytes=${from}-` });
        commit ??= response.commit;
        return response;
      };
      const sha256 = await downloadVerified({ file, to, open, onBytes, pause });
      return { sha256, commit };
    },
    close: () => dispatcher.close(),
  };
}

function commitOf(headers: Dispatcher.ResponseData['headers']): string | null {
  const commit = headers['x-repo-commit'];
  return typeof commit === 'string' && /^[0-9a-f]{40}$/.test(commit) ? commit : null;
}

function redirected(from: URL, location: string | string[] | undefined): URL {
  const isUrl = typeof location === 'string' && !hasControlCharacter(location) && URL.canParse(location, from);
  const to = isUrl ? new URL(location, from) : null;
  if (to === null || !/^https?:$/.test(to.protocol)) {
    throw new HubError('bad_response', `${from.host} redirects to nowhere`);
  }
  if (from.protocol === 'https:' && to.protocol !== 'https:') {
    throw new HubError('bad_response', `${from.host} redirects to an unencrypted connection`);
  }
  return to;
}

async function readListing({ body, url }: HubResponse): Promise<HubFile[]> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of body) {
      length += (piece as Buffer).length;
      if (length > LONGEST_LISTING) throw new HubError('bad_response', `${url.host} sends an endless list of files`);
      pieces.push(piece as Buffer);
    }
    const entries = Listing.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
    return entries.flatMap((entry): HubFile[] => {
      if (!('size' in entry) || entry.size > LARGEST_FILE) return [];
      if ('lfs' in entry) {
        return [{ path: entry.path, size: entry.lfs.size, hash: { algorithm: 'sha256', hex: entry.lfs.oid } }];
      }
      return [{ path: entry.path, size: entry.size, hash: { algorithm: 'git-sha1', hex: entry.oid } }];
    });
  } catch (error) {
    if (error instanceof HubError) throw error;
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      throw new HubError('bad_response', `${url.host} doesn't answer like a model hub: check HF_ENDPOINT`);
    }
    throw new HubError('interrupted', `the connection to ${url.host} broke (${codeOf(error)}): try again`);
  }
}

/** The URL of the next page of a long list, which the hub sends in a header. Only URLs of the hub are followed. */
function nextPage({ headers, url }: HubResponse, base: URL): URL | null {
  const [, next] = /<([^<>]+)>\s*;\s*rel="next"/.exec(String(headers.link ?? '')) ?? [];
  if (next === undefined || hasControlCharacter(next) || !URL.canParse(next, url)) return null;
  const page = new URL(next, url);
  return page.origin === base.origin ? page : null;
}
