/**
 * How a script runs a server that tests and people start: until Ctrl-C, or, `--piped`, for as long as whoever started it
 * lives, who may then have it killed and started again.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { UnavailableError } from './cache.ts';

export interface LocalServer {
  /** How clients reach it; stays the same over restarts. */
  address: string;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  resume(): Promise<void>;
  /** Ends it and removes its data. */
  end(): Promise<void>;
}

/** Exit status where the machine lacks what the server is made with. */
const UNAVAILABLE = 3;

/** Starts the server on the port of `--port`, or any. `announcement`: what people read once it is there. */
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

  /** Until standard input ends: whoever started this is gone then, however that came about. */
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
