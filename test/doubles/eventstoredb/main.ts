/**
 * Runs the double in its own process, which a test can kill:
 *   node test/doubles/eventstoredb/main.ts --port 0 --data FILE
 * With `--answers N` it answers only N appends; it still writes later ones, so that a kill finds them unanswered.
 * Prints its connection string on one line. Exits when its standard input ends, so that it never outlives a test run.
 */
import { parseArgs } from 'node:util';
import { startEventStoreDouble } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    answers: { type: 'string', default: 'Infinity' },
  },
});
if (values.data === undefined) throw new Error('usage: main.ts [--port N] [--answers N] --data FILE');
const double = await startEventStoreDouble({ port: Number(values.port), data: values.data });
double.faults.answersLeft = Number(values.answers);
console.log(double.url);
const stop = () => void double.stop().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
