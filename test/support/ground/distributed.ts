/** The distributed shape: stores in the servers that the environment names, or in the tests' own servers. */
import { randomBytes } from 'node:crypto';
import { readConfiguration } from '#apps/configuration.ts';
import { openDistributedService } from '#apps/distributed/service.ts';
import { SERVICE_ROLES } from '#apps/parts/service.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { openServers, type Servers } from '#test/support/servers/all.ts';
import { forgetKeyIn, tracesInServers, wrappedKeyIn } from '#test/support/servers/traces.ts';
import type { Ground } from './ground.ts';

/** Throws if there is no Kafka. */
export async function distributedGround(): Promise<Ground> {
  const servers = await openServers();
  if ('reason' in servers) throw new Error(`no Kafka: ${servers.reason}`);
  return groundOn(servers, newDeployment(servers));
}

/** The environment of processes of a new deployment on the servers. */
export function newDeployment({ environment }: Pick<Servers, 'environment'>): Record<string, string> {
  return {
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
    EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64'),
    ...environment,
  };
}

/** Opens services of the deployment that has this environment, with all roles in this process. */
export function openerIn(environment: Record<string, string | undefined>): Ground['open'] {
  const configuration = readConfiguration(environment);
  if (configuration.mode !== 'distributed') throw new Error('not the distributed shape');
  return (settings, logger, parts) =>
    openDistributedService(
      { ...configuration, publicSources: false, ...settings },
      logger,
      new Set(SERVICE_ROLES),
      parts,
    );
}

/** The storage of a deployment on the servers, which `remove` stops. */
export function groundOn(servers: Servers, environment: Record<string, string>): Ground {
  return {
    folder: '',
    open: openerIn(environment),
    traces: (needles) => tracesInServers(servers, needles),
    wrappedKey: (id) => wrappedKeyIn(servers, id),
    forgetKey: (id) => forgetKeyIn(servers, id),
    ephemeralKeys: 'key store',
    // No reader can block an erasure here. How long the servers' own logs keep old data is up to them.
    holdVault: null,
    remove: servers.stop,
  };
}
