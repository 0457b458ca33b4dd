/**
 * Where a command runs: in the running service of the data folder, in this process if there is none, or on the servers.
 */
import { readCommandConfiguration } from '../configuration.ts';
import { NoServiceError, remoteOperations } from '../control/client.ts';
import type { Operations } from '../control/operations.ts';
import type { Report } from '../control/progress.ts';
import { UsageError } from './usage-error.ts';

/**
 * Embedded: runs `work` in a running service through its control socket; otherwise locks the data folder, opens the
 * service without listening, and closes it afterwards. Distributed: works on the servers. `settings`: variables for
 * this command only; throws UsageError if they would have to apply to another process, with what else helps (`instead`).
 * Throws ConfigurationError and the errors of opening the service.
 */
export async function withOperations<Outcome>(
  report: Report,
  work: (operations: Operations) => Promise<Outcome>,
  settings: Record<string, string> = {},
  instead = '',
): Promise<Outcome> {
  const configuration = readCommandConfiguration({ ...process.env, ...settings });
  const own = Object.keys(settings);
  if (configuration.mode === 'distributed') {
    if (own.length > 0) throw new UsageError(`the processes that verify have their own ${own.join(' and ')}${instead}`);
    const { workDistributed } = await import('./work-distributed.ts');
    return await workDistributed(configuration, report, work);
  }
  const running = await runningService(configuration.dataDirectory, report);
  if (running !== null) {
    if (own.length > 0) {
      throw new UsageError(
        `a service runs on this data folder: start it with ${own.join(' and ')}, or stop it${instead}`,
      );
    }
    return await work(running);
  }
  // Loaded on demand: it contains the whole service, while most commands only talk to a running one.
  const { workEmbedded } = await import('./work-embedded.ts');
  return await workEmbedded(configuration, report, work);
}

async function runningService(dataDirectory: string, report: Report): Promise<Operations | null> {
  try {
    return await remoteOperations(dataDirectory, report);
  } catch (error) {
    if (error instanceof NoServiceError) return null;
    throw error;
  }
}
