/** Processes of two versions of the service on the same servers, each called by itself. */

import { fail } from 'node:assert/strict';
import { generateApiKey } from '#common/api-key-format.ts';
import type { Servers } from '#test/support/servers/all.ts';
import {
  type RequestOptions,
  requestOf,
  type ServiceResponse,
  type StartedProcess,
  startProcess,
} from '#test/support/service.ts';
import { distributedEnvironment } from './distributed.ts';

export type Version = 'old' | 'new';
export type Role = 'command-api' | 'query-api' | 'projectors' | 'pipeline';

export interface Fleet {
  /** Of the owner. */
  key: string;
  environment: Record<string, string>;
  start(version: Version, role: Role): Promise<void>;
  /** By SIGTERM. */
  stop(version: Version, role: Role): Promise<void>;
  urlOf(version: Version, role: Role): string;
  call(of: [Version, Role], method: string, path: string, options?: RequestOptions): Promise<ServiceResponse>;
  /** Kills what still runs. */
  remove(): Promise<void>;
}

/** `oldFolder`: where the code of the old version is. */
export function fleetOn(servers: Servers, oldFolder: string, settings: Record<string, string>): Fleet {
  const key = generateApiKey('production');
  const environment = distributedEnvironment(servers, key, settings);
  const running = new Map<string, StartedProcess>();
  const find = (version: Version, role: Role) =>
    running.get(`${version} ${role}`) ?? fail(`no ${version} ${role} is running`);
  return {
    key,
    environment,
    async start(version, role) {
      const folder = version === 'old' ? oldFolder : undefined;
      running.set(`${version} ${role}`, await startProcess(`apps/${role}.ts`, environment, folder));
    },
    async stop(version, role) {
      const ending = find(version, role);
      running.delete(`${version} ${role}`);
      await ending.stop();
    },
    urlOf: (version, role) => find(version, role).url,
    call: ([version, role], method, path, options) => requestOf(find(version, role).url, key, method, path, options),
    async remove() {
      await Promise.all([...running.values()].map((started) => started.kill()));
    },
  };
}
