/** A FerretDB server on loopback with its own data, behind the proxy of front.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endChild } from '../end-child.ts';
import type { LocalServer } from '../serving.ts';
import { ferretDbProgram } from './build.ts';
import { type Front, startFront } from './front.ts';

/** Controls the server process; the proxy stays up while the server is killed and resumed. */
export class FerretDbServer implements LocalServer {
  readonly #program: string;
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #port = 0;
  #front: Front | null = null;

  private constructor(program: string, folder: string) {
    this.#program = program;
    this.#folder = folder;
  }

  /** Builds FerretDB if needed and starts it; clients connect on `port` (0: any free port). Throws UnavailableError. */
  static async start(port = 0): Promise<FerretDbServer> {
    const server = new FerretDbServer(await ferretDbProgram(), await mkdtemp(join(tmpdir(), 'ferretdb-')));
    try {
      await server.resume();
      server.#front = await startFront(port, () => server.#port);
      return server;
    } catch (error) {
      await server.end();
      throw error;
    }
  }

  /** Connection string. */
  get address(): string {
    return `mongodb://127.0.0.1:${this.#front?.port}/`;
  }

  async resume(): Promise<void> {
    const child = spawn(this.#program, [this.#folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      this.#port = Number(new URL(line).port);
      return;
    }
    throw new Error('FerretDB did not start');
  }

  async kill(): Promise<void> {
    if (this.#child !== null) await endChild(this.#child, 'SIGKILL');
    this.#child = null;
  }

  /** Kills FerretDB, because a graceful stop would wait for its clients. The data is removed anyway. */
  async end(): Promise<void> {
    await this.#front?.close();
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
