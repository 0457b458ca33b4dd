/** The embedded shape: one process on a data folder. */
import { takeDataFolder } from '#apps/data-folder.ts';
import { createLogger } from '#apps/logger.ts';
import { openStores } from '#test/support/embedded-stores.ts';
import { failOn } from '#test/support/fail-on.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { FreshDeployment } from './deployment.ts';

const NAME = 'service';

/** Starts the process with a new data folder, which `remove` deletes. */
export async function deployEmbedded(environment: Record<string, string> = {}): Promise<FreshDeployment> {
  const { path, remove } = await temporaryFolder();
  let service: ServiceProcess = await startService(path, environment);
  // Restart on the same port, so that the URL stays the same.
  const settings = { ...environment, EVIDENCE_PORT: new URL(service.url).port };
  let running = true;
  return {
    remove,
    deployment: {
      shape: 'embedded',
      url: service.url,
      key: service.key,
      request: (method, path, options) => service.request(method, path, options),
      metrics: async () => (await service.request('GET', '/metrics', { key: null })).text,
      logs: () => new Map(running ? [[NAME, service.logs]] : []),
      environment: { ...environment, EVIDENCE_DATA_DIR: path },
      processes: [NAME],
      pids: () => new Map(running ? [[NAME, service.pid]] : []),
      urlOf: () => service.url,
      logsOf: () => service.logs,
      async kill(names) {
        if (!names.includes(NAME)) return;
        running = false;
        await service.kill();
      },
      async restart() {
        if (running) return;
        service = await startService(path, settings);
        running = true;
      },
      async stop() {
        if (running) await service.stop();
        running = false;
      },
      async openStores() {
        const folder = takeDataFolder(path);
        const stores = await openStores({
          folder,
          masterKey: undefined,
          previousMasterKey: undefined,
          logger: createLogger('silent'),
          onLost: failOn,
        });
        return {
          ...stores,
          async close() {
            await stores.close();
            folder.release();
          },
        };
      },
    },
  };
}
