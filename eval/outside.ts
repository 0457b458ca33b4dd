/**
 * `npm run eval:outside -- DIR [encyclopaedia | web]`: measures how much evidence the service finds by itself in an encyclopaedia
 * and in a small web, both served by stand-ins, and how precise its verdicts on it are. DIR contains the FoolMeTwice sets and the
 * articles of everyday/. Prints the figures as JSON. Exits with 2 if the data can't be used.
 */
import { join } from 'node:path';
import { findArticles, readArticle } from './data/article.ts';
import { DataError } from './data/data-error.ts';
import { readEncyclopaedia } from './data/encyclopaedia.ts';
import { measureEncyclopaedia } from './outside/encyclopaedia.ts';
import { measureWeb } from './outside/web.ts';

const PARTS: Record<string, (folder: string) => Promise<unknown>> = {
  encyclopaedia: (folder) => measureEncyclopaedia(readEncyclopaedia(folder), progress('claims', 100)),
  web: (folder) => measureWeb(findArticles(join(folder, 'everyday')).map(readArticle), progress('texts', 10)),
};

const [folder, only] = process.argv.slice(2);
if (folder === undefined || (only !== undefined && !(only in PARTS))) {
  console.error(`usage: npm run eval:outside -- DIR [${Object.keys(PARTS).join(' | ')}]`);
  process.exit(2);
}
try {
  for (const part of only === undefined ? Object.keys(PARTS) : [only]) {
    console.log(JSON.stringify({ [part]: await PARTS[part]!(folder) }, null, 1));
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof DataError ? 2 : 1);
}

function progress(what: string, every: number) {
  return (done: number, all: number) => {
    if (done % every === 0) console.error(`${done} of ${all} ${what}`);
  };
}
