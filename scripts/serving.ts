/**
 * Runs a server for a script: until Ctrl-C, or with `--piped` until standard input ends, that is, no longer than the
 * parent process lives. With `--piped` it takes the commands `kill` and `resume` on standard input.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { UnavailableError } from './cache.ts';

export interface LocalServer {
  /** Address for clients; the same after a restart. */
  address: string;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  resume(): Promise<void>;
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

/** Exit status if the machine lacks the tools to build or run the server. */
const UNAVAILABLE = 3;

/** Starts the server on the port in `--port`, or any free port. `announcement`: the message once it listens. */
export async function serveByCommandLine(
  start: (port: number | undefined) => Promise<LocalServer>,
  announcement: (address: string) => string,
): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string' }, piped: { type: 'boolean', default: false } } });
  const starting = start(values.port === undefined ? undefined : Number(values.port));
  let ending = false;

  async function end(status: number): Promise<void> {
    if (ending) return;
    ending = true;
    const server = await starting.catch(() => null);
    await server?.end();
    process.exit(status);
  }

  /** Serves until standard input ends, which also happens when the parent process dies. */
  async function serve(): Promise<void> {
    const commands = createInterface({ input: process.stdin });
    commands.on('close', () => void end(0));
    const server = await starting;
    console.log(`listening ${server.address}`);
    for await (const command of commands) {
      if (command === 'kill') await server.kill();
      if (command === 'resume') await server.resume();
      console.log(`done ${command}`);
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  try {
    if (values.piped) await serve();
    else console.log(announcement((await starting).address));
  } catch (error) {
    if (error instanceof UnavailableError) console.log(`unavailable ${error.message}`);
    else console.error(error);
    await end(error instanceof UnavailableError ? UNAVAILABLE : 1);
  }
}
