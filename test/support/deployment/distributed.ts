/** The distributed shape: processes of every role and the gateway, on the servers. */
import { fail } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readConfiguration } from '#apps/configuration.ts';
import { openServerStores } from '#apps/distributed/stores.ts';
import { createLogger } from '#apps/logger.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { systemClock } from '#common/time.ts';
import type { Servers } from '#test/support/servers/all.ts';
import { requestOf, type StartedProcess, startProcess } from '#test/support/service.ts';
import type { FreshDeployment } from './deployment.ts';

const APIS = { 'command-api-1': 'command-api', 'command-api-2': 'command-api', 'query-api': 'query-api' } as const;
/** Roles by process name. */
export const WORKERS: Record<string, string> = {
  projectors: 'projectors',
  'pipeline-1': 'pipeline',
  'pipeline-2': 'pipeline',
};
const GATEWAY = 'gateway';
/** The programs that `apps/serve.mjs` starts. */
export const PROGRAMS = [...new Set([...Object.values(APIS), ...Object.values(WORKERS), GATEWAY])].map(programOf);

/** Of a process of a new deployment on the servers, whose owner has the key; `environment` comes first. */
export function distributedEnvironment(
  servers: Servers,
  key: string,
  environment: Record<string, string>,
): Record<string, string> {
  return {
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_PUBLIC_SOURCES: 'off',
    EVIDENCE_BOOTSTRAP_KEY: key,
    EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64'),
    ...servers.environment,
    ...environment,
  };
}

/** Starts all processes. `remove` stops them; the caller stops the servers. */
export async function deployDistributed(
  servers: Servers,
  environment: Record<string, string> = {},
  workers: Record<string, string> = WORKERS,
): Promise<FreshDeployment> {
  const key = environment.EVIDENCE_BOOTSTRAP_KEY ?? generateApiKey('production');
  const settings = distributedEnvironment(servers, key, environment);
  const running = new Map<string, StartedProcess>();
  const starts = new Map<string, () => Promise<void>>();

  /** Calls `own` at every start, because a test may change the settings before a restart. */
  async function add(name: string, program: string, own: () => Record<string, string>): Promise<string> {
    const first = await startProcess(program, own());
    running.set(name, first);
    // Restart on the same port, because the gateway has this URL.
    const { port } = new URL(first.url);
    const again = async () => startProcess(program, { ...own(), EVIDENCE_PORT: port });
    starts.set(name, async () => void running.set(name, await again()));
    return first.url;
  }
  // Only the pipeline gets the brokers, which proves that no other role needs them.
  const settingsOf = (role: string) => (role === 'pipeline' ? settings : { ...settings, KAFKA_BROKERS: '' });
  const addAll = async (programs: Record<string, string>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(programs).map(
          async ([name, role]) => [name, await add(name, programOf(role), () => settingsOf(role))] as const,
        ),
      ),
    );
  const end = async (how: 'stop' | 'kill', names: readonly string[]) => {
    await Promise.all(names.map((name) => running.get(name)?.[how]()));
    for (const name of names) running.delete(name);
  };

  const [urls] = await Promise.all([addAll(APIS), addAll(workers)]);
  const url = await add(GATEWAY, programOf(GATEWAY), () => ({
    EVIDENCE_COMMAND_API_URLS: [urls['command-api-1'], urls['command-api-2']].join(','),
    EVIDENCE_QUERY_API_URLS: String(urls['query-api']),
    ...Object.fromEntries(
      Object.entries(environment).filter(([variable]) => /^(?:(?:LOG|OTEL)_|EVIDENCE_TRUSTED_PROXIES$)/.test(variable)),
    ),
  }));
  const runningProcess = (name: string) => running.get(name) ?? fail(`${name} does not run`);
  const stop = async () => {
    // From the gateway inwards, so that no accepted request is refused.
    for (const some of [[GATEWAY], Object.keys(APIS), Object.keys(workers)]) await end('stop', some);
  };
  return {
    remove: stop,
    deployment: {
      shape: 'distributed',
      url,
      key,
      request: (method, path, options) => requestOf(url, key, method, path, options),
      async metrics() {
        const texts = [...running.values()].map(
          async (process) => (await requestOf(process.url, key, 'GET', '/metrics', { key: null })).text,
        );
        return (await Promise.all(texts)).join('\n');
      },
      logs: () => new Map([...running].map(([name, { logs }]) => [name, logs])),
      environment: settings,
      processes: [...starts.keys()],
      pids: () => new Map([...running].map(([name, { pid }]) => [name, pid])),
      urlOf: (name) => runningProcess(name).url,
      logsOf: (name) => runningProcess(name).logs,
      kill: (names) => end('kill', names),
      async restart() {
        const gone = [...starts].filter(([name]) => !running.has(name));
        await Promise.all(gone.filter(([name]) => name !== GATEWAY).map(([, start]) => start()));
        await Promise.all(gone.filter(([name]) => name === GATEWAY).map(([, start]) => start()));
      },
      stop,
      openStores: () => {
        const configuration = readConfiguration({ ...settings, EVIDENCE_ROLE: 'all' });
        if (configuration.mode !== 'distributed') throw new Error('not the distributed shape');
        return openServerStores({
          configuration,
          logger: createLogger('silent'),
          clock: systemClock,
          instance: 'inspection',
        });
      },
    },
  };
}

function programOf(role: string): string {
  return `apps/${role}.ts`;
}
