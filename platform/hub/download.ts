/** Downloads one file, in several requests if the connection breaks, and checks it against the hub's listing. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open as openFile, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { backoffDelay } from '#common/backoff.ts';
import { codeOf, HubError } from './hub-error.ts';
import type { HubFile, HubResponse } from './hub-types.ts';

export interface Download {
  file: HubFile;
  to: string;
  /** Requests the file from this byte on. */
  open: (from: number) => Promise<HubResponse>;
  onBytes: (bytes: number) => void;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Consecutive tries that received nothing. */
const MOST_FAILURES = 5;
const BETWEEN_TRIES = { base_ms: 500, max_ms: 8_000 };

/** Resolves to the SHA-256 of the whole file. A wrong file is deleted; an incomplete one is kept. Throws HubError. */
export async function downloadVerified(download: Download): Promise<string> {
  const { file, to } = download;
  const handle = await openFile(to, 'a+', 0o600);
  try {
    await receive(download, handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const { sha256, matches } = await hashesOf(file, to);
  if (matches) return sha256;
  await rm(to, { force: true });
  throw new HubError('wrong_content', `${file.path} is not what the hub lists (wrong hash); it was deleted: try again`);
}

async function receive({ file, open, onBytes, pause = delay }: Download, handle: FileHandle): Promise<void> {
  let there = (await handle.stat()).size;
  if (there > file.size) {
    await handle.truncate(0);
    there = 0;
  }
  for (let failures = 0; there < file.size; ) {
    onBytes(there);
    const before = there;
    const problem = await receiveOnce();
    if (problem === null) continue;
    failures = there > before ? 1 : failures + 1;
    if (failures === MOST_FAILURES) throw problem;
    await pause(backoffDelay(BETWEEN_TRIES, failures));
  }
  onBytes(there);

  /** Resolves to null when the body is complete, or to the error that interrupted it. */
  async function receiveOnce(): Promise<HubError | null> {
    const response = await openOrProblem(there);
    if (response instanceof HubError) return response;
    const begins = response.statusCode === 206 ? startOf(response) : 0;
    if (begins !== there) {
      // The server ignores ranges, so the whole file would be appended to what is there.
      await handle.truncate(0);
      there = 0;
    }
    if (begins !== 0 && begins !== there) {
      await response.body.dump();
      return new HubError('bad_response', `${response.url.host} sends another part of ${file.path} than was asked for`);
    }
    try {
      for await (const piece of response.body as AsyncIterable<Buffer>) {
        if (there + piece.length > file.size) {
          await handle.truncate(0);
          throw new HubError('wrong_content', `${file.path} is larger than the hub lists; it was deleted: try again`);
        }
        await handle.write(piece);
        there += piece.length;
        onBytes(there);
      }
    } catch (error) {
      if (error instanceof HubError || !isOfConnection(error)) throw error;
      return new HubError(
        'interrupted',
        `the connection to ${response.url.host} broke (${codeOf(error)}): the same command goes on from here`,
      );
    }
    return there === file.size
      ? null
      : new HubError('interrupted', `${file.path} came to an end too early: the same command goes on from here`);
  }

  async function openOrProblem(from: number): Promise<HubResponse | HubError> {
    try {
      return await open(from);
    } catch (error) {
      // Once a part of the file is there, an unreachable server counts as an interruption.
      if (error instanceof HubError && error.code === 'unreachable' && from > 0) return error;
      throw error;
    }
  }
}

/** Whether an error is of undici or a socket, as opposed to the disk. */
function isOfConnection(error: unknown): boolean {
  return /^(?:UND_|ECONN|EPIPE|ETIMEDOUT|ERR_SSL|ERR_STREAM)/.test(codeOf(error));
}

/** The first byte of a partial response; -1 if it is not stated. */
function startOf({ headers }: HubResponse): number {
  const [, start = '-1'] = /^bytes (\d+)-/.exec(String(headers['content-range'] ?? '')) ?? [];
  return Number(start);
}

async function hashesOf({ hash, size }: HubFile, path: string): Promise<{ sha256: string; matches: boolean }> {
  const sha256 = createHash('sha256');
  const listed: Hash | null = hash.algorithm === 'git-sha1' ? createHash('sha1').update(`blob ${size}\0`) : null;
  for await (const piece of createReadStream(path)) {
    sha256.update(piece as Buffer);
    listed?.update(piece as Buffer);
  }
  const hex = sha256.digest('hex');
  return { sha256: hex, matches: (listed?.digest('hex') ?? hex) === hash.hex };
}
