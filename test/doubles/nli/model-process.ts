/** In place of the process that runs a model: it does what the premise says. */
import type { ToProcess } from '#platform/entailment/protocol.ts';

process.on('message', (message: ToProcess) => {
  if ('open' in message) {
    if (message.open.model.endsWith('crashes-at-open')) process.exit(1);
    if (!message.open.model.endsWith('hangs-at-open')) process.send!({ opened: true });
    return;
  }
  const { id, pairs } = message;
  const [first] = pairs;
  if (first!.premise === 'crash') process.kill(process.pid, 'SIGKILL');
  else if (first!.premise === 'fail') process.send!({ id, failed: true });
  else if (first!.premise !== 'hang') {
    // Which process it was, as a probability.
    const scores = pairs.map(({ premise }) => ({
      entailment: premise.length / 100,
      contradiction: process.pid / 1e9,
    }));
    process.send!({ id, scores });
  }
});
process.on('disconnect', () => process.exit(0));
