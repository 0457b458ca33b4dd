/**
 * The double as a process of its own, which a test can kill:
 *   node test/doubles/mongodb/main.ts --port 0 --data FILE
 * With `--answers N` it goes on writing after N writes but answers none, so that a kill finds all of them unanswered.
 * With `--expire MS` it looks at TTL indexes as often as that.
 * Prints its connection string as one line. Ends when its standard input does, so that it never outlives a test run.
 */
import { parseArgs } from 'node:util';
import { startMongoDouble } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    answers: { type: 'string', default: 'Infinity' },
    expire: { type: 'string' },
  },
});
if (values.data === undefined) throw new Error('usage: main.ts [--port N] [--answers N] [--expire MS] --data FILE');
const expiry = values.expire === undefined ? {} : { expireEveryMs: Number(values.expire) };
const double = await startMongoDouble({ port: Number(values.port), data: values.data, ...expiry });
double.faults.answersLeft = Number(values.answers);
console.log(double.url);
const stop = () => void double.stop().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
