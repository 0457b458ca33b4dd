/** Where a command's work is done: by the service that runs on the data folder, here where none does, or on servers. */
import { readCommandConfiguration } from '../configuration.ts';
import { NoServiceError, remoteOperations } from '../control/client.ts';
import type { Operations } from '../control/operations.ts';
import type { Report } from '../control/progress.ts';
import { UsageError } from './usage-error.ts';

/**
 * Embedded: runs `work` beside a running service through its control socket; else takes the data folder, opens the
 * service without listening, and closes it afterwards. Distributed: works on the servers. `settings` are variables for
 * this command alone; UsageError where another process would have to take them. Throws ConfigurationError and what
 * opening the service throws.
 */
export async function withOperations<Outcome>(
  report: Report,
  work: (operations: Operations) => Promise<Outcome>,
  settings: Record<string, string> = {},
): Promise<Outcome> {
  const configuration = readCommandConfiguration({ ...process.env, ...settings });
  const own = Object.keys(settings);
  if (configuration.mode === 'distributed') {
    if (own.length > 0) throw new UsageError(`the processes that verify have their own ${own.join(' and ')}`);
    const { workOnServers } = await import('./work-on-servers.ts');
    return await workOnServers(configuration, report, work);
  }
  const running = await runningService(configuration.dataDirectory, report);
  if (running !== null) {
    if (own.length > 0) {
      throw new UsageError(`a service runs on this data folder: start it with ${own.join(' and ')}, or stop it`);
    }
    return await work(running);
  }
  // Loaded where it is needed: it is the whole service, and most commands only talk to one.
  const { workAlone } = await import('./work-alone.ts');
  return await workAlone(configuration, report, work);
}

async function runningService(dataDirectory: string, report: Report): Promise<Operations | null> {
  try {
    return await remoteOperations(dataDirectory, report);
  } catch (error) {
    if (error instanceof NoServiceError) return null;
    throw error;
  }
}
