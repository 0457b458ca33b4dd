/** Opens the process in its configured shape. Each shape is loaded on demand. */
import type { Configuration } from './configuration.ts';
import type { Logger } from './logger.ts';
import type { OpenedProcess } from './process.ts';

export async function openProcess(
  configuration: Configuration,
  logger: Logger,
  die: (error: Error) => void,
): Promise<OpenedProcess> {
  switch (configuration.mode) {
    case 'embedded': {
      const { openEmbedded } = await import('./embedded/process.ts');
      return openEmbedded(configuration, logger, die);
    }
    case 'distributed': {
      const { openDistributed } = await import('./distributed/process.ts');
      return openDistributed(configuration, logger);
    }
    case 'gateway': {
      const { openGateway } = await import('./gateway/process.ts');
      return openGateway(configuration, logger);
    }
  }
}
