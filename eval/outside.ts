/**
 * `npm run eval:outside -- DIR`: how much of an encyclopaedia behind a stand-in the service finds by itself. DIR holds the
 * FoolMeTwice sets and the articles of everyday/. Prints the figures as JSON. Ends with 2 where the data can't be used.
 */
import { DataError } from './data/data-error.ts';
import { readEncyclopaedia } from './data/encyclopaedia.ts';
import { measureEncyclopaedia } from './outside/measure.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run eval:outside -- DIR');
  process.exit(2);
}
try {
  const figures = await measureEncyclopaedia(readEncyclopaedia(folder), (done, all) => {
    if (done % 100 === 0) console.error(`${done} of ${all} claims`);
  });
  console.log(JSON.stringify(figures, null, 1));
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof DataError ? 2 : 1);
}
