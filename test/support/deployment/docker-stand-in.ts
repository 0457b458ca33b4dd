/**
 * Stands in for `docker compose` in scripts/compose-drill.sh: what would run in a container runs here, on folders that stand for
 * volumes. `node docker-stand-in.ts compose ARGS…`, in the environment of {@link StandIn}.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The variable that names its folder. */
export const STAND_IN = 'DOCKER_STAND_IN';

/**
 * What is in the folder: the volumes of the running stack and of the drill's servers, programs for the containers, a line for
 * each call, and, once the drill's servers have been started, the settings by which they are reached.
 */
export function standIn(folder: string) {
  return {
    volumes: { stack: join(folder, 'stack'), drill: join(folder, 'drill') },
    programs: join(folder, 'programs'),
    calls: join(folder, 'calls'),
    settings: join(folder, 'settings.json'),
  };
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const KURRENTDB = '/var/lib/kurrentdb';

async function main(): Promise<void> {
  const { volumes, programs, calls, settings } = standIn(process.env[STAND_IN]!);
  const [, ...args] = process.argv.slice(2);
  const isDrill = args[0] === '--project-name';
  const [command, ...rest] = isDrill ? args.slice(2) : args;
  const volume = isDrill ? volumes.drill : volumes.stack;
  appendFileSync(calls, `${isDrill ? 'drill' : 'stack'} ${[command, ...named(rest)].join(' ')}\n`);
  if (command === 'ps') console.log('a1b2c3');
  if (command === 'up') while (!existsSync(settings)) await delay(20);
  if (command !== 'exec' && command !== 'run') return;
  const { service, values, words } = parsed(rest);
  if (service === 'mongodb-replica-set') return;
  if (service === 'query-api-1') {
    const [here, there] = values['--volume']![0]!.split(':') as [string, string];
    const outside = (text: string) => text.replace(new RegExp(`^${there}(?=/)`), here);
    const own = Object.fromEntries(values['--env']!.map((each) => each.split('=')).map(([k, v]) => [k!, outside(v!)]));
    const environment = { PATH: process.env.PATH, ...JSON.parse(readFileSync(settings, 'utf8')), ...own };
    return end(process.execPath, words.slice(1).map(outside), environment);
  }
  mkdirSync(join(volume, 'kurrentdb'), { recursive: true });
  const environment = { PATH: `${programs}:${process.env.PATH}`, VOLUME: volume, ...MONGODB };
  const script = words.map((word) => word.replaceAll(KURRENTDB, join(volume, 'kurrentdb')));
  const [program, ...of] = values['--entrypoint'] === undefined ? script : [...values['--entrypoint'], ...script];
  end(program!, of, environment);
}

const MONGODB = { MONGO_INITDB_ROOT_USERNAME: 'root', MONGO_INITDB_ROOT_PASSWORD: 'secret' };
const WITH_VALUE = new Set(['--user', '--volume', '--env', '--entrypoint']);

/** Options with values, the service, and what follows it. */
function parsed(args: readonly string[]): { service: string; values: Record<string, string[]>; words: string[] } {
  const values: Record<string, string[]> = {};
  for (let at = 0; ; at++) {
    const word = args[at]!;
    if (WITH_VALUE.has(word)) values[word] = [...(values[word] ?? []), args[++at]!];
    else if (!word.startsWith('-')) return { service: word, values, words: args.slice(at + 1) };
  }
}

/** Without what differs from run to run, and without scripts. */
function named(args: readonly string[]): readonly string[] {
  return args.filter((arg) => /^[\w-]+$/.test(arg) && !arg.startsWith('-'));
}

function end(program: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(program, args, { cwd: ROOT, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

if (import.meta.main) await main();
