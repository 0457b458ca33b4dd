/**
 * Runs the double in its own process, which a test can kill:
 *   node test/doubles/mongodb/main.ts --port 0 --data FILE
 * With `--answers N` it answers only N writes; it still applies later ones, so that a kill finds them unanswered.
 * With `--expire MS` it evaluates TTL indexes at this interval.
 * With `--router` it greets as a router of a sharded cluster.
 * Prints its connection string on one line. Exits when its standard input ends, so that it never outlives a test run.
 */
import { parseArgs } from 'node:util';
import { startMongoDouble } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    answers: { type: 'string', default: 'Infinity' },
    expire: { type: 'string' },
    router: { type: 'boolean', default: false },
  },
});
if (values.data === undefined)
  throw new Error('usage: main.ts [--port N] [--answers N] [--expire MS] [--router] --data FILE');
const expiry = values.expire === undefined ? {} : { expireEveryMs: Number(values.expire) };
const { data, router } = values;
const double = await startMongoDouble({ port: Number(values.port), data, router, ...expiry });
double.faults.answersLeft = Number(values.answers);
console.log(double.url);
const stop = () => void double.stop().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
