/** The distributed shape: stores in the servers that the environment names, or in the tests' own servers. */
import { randomBytes } from 'node:crypto';
import { readConfiguration } from '#apps/configuration.ts';
import { openDistributedService } from '#apps/distributed/service.ts';
import { SERVICE_ROLES } from '#apps/parts/service.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { openServers } from '#test/support/servers/all.ts';
import { forgetKeyIn, tracesInServers, wrappedKeyIn } from '#test/support/servers/traces.ts';
import type { Ground } from './ground.ts';

/** Throws if there is no Kafka. */
export async function distributedGround(): Promise<Ground> {
  const servers = await openServers();
  if ('reason' in servers) throw new Error(`no Kafka: ${servers.reason}`);
  const configuration = readConfiguration({
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
    EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64'),
    ...servers.environment,
  });
  if (configuration.mode !== 'distributed') throw new Error('not the distributed shape');
  return {
    folder: '',
    open: (settings, logger, parts) =>
      openDistributedService({ ...configuration, publicSources: false, ...settings }, logger, new Set(SERVICE_ROLES), parts),
    traces: (needles) => tracesInServers(servers, needles),
    wrappedKey: (id) => wrappedKeyIn(servers, id),
    forgetKey: (id) => forgetKeyIn(servers, id),
    ephemeralKeys: 'key store',
    // No reader can block an erasure here. How long the servers' own logs keep old data is up to them.
    holdVault: null,
    remove: servers.stop,
  };
}
