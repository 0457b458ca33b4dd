/** Entry module of the process that runs a model. It may end at any time without losing anything else. */
import { dieFirstWithoutMemory } from '../sandboxed-process.ts';
import { lowerPriority } from '../threads/background.ts';
import { ModelError } from './model-error.ts';
import type { FromProcess, ToProcess } from './protocol.ts';
import { openRunner, type Runner } from './runner.ts';

lowerPriority();
dieFirstWithoutMemory();
let runner: Runner | null = null;
process.on('message', (message: ToProcess) => void receive(message));
// The service has ended.
process.on('disconnect', () => process.exit(0));

async function receive(message: ToProcess): Promise<void> {
  if ('open' in message) {
    try {
      runner = await openRunner(message.open);
      send({ opened: true });
    } catch (error) {
      send({ unusable: error instanceof ModelError ? error.message : "it can't be loaded" });
    }
    return;
  }
  try {
    send({ id: message.id, scores: await runner!.read(message.pairs) });
  } catch {
    send({ id: message.id, failed: true });
  }
}

function send(message: FromProcess): void {
  process.send?.(message);
}
