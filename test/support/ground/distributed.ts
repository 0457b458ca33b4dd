/** Servers: the ones that the environment names, or the tests' own. */
import { randomBytes } from 'node:crypto';
import { readConfiguration } from '#apps/configuration.ts';
import { openDistributedService } from '#apps/distributed/service.ts';
import { ROLES } from '#apps/parts/service.ts';
import { generateApiKey } from '#contracts/api-key-format.ts';
import { openServers } from '#test/support/servers/all.ts';
import { tracesInServers, wrappedKeyIn } from '#test/support/servers/traces.ts';
import type { Ground } from './ground.ts';

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
      openDistributedService({ ...configuration, ...settings }, logger, new Set(ROLES), parts),
    traces: (needles) => tracesInServers(servers, needles),
    wrappedKey: (id) => wrappedKeyIn(servers, id),
    ephemeralKeys: 'key store',
    // Erasing waits for nobody here; what the servers' own logs keep, and for how long, is theirs.
    holdVault: null,
    remove: servers.stop,
  };
}
