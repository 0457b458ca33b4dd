/**
 * Compiles what `npm start` runs, its threads included, into Node's cache, and runs nothing of it: all modules are compiled
 * before the first one is executed, which ends the process.
 */
import './compile-workers.ts';
import './main.ts';
import './embedded/process.ts';
import './embedded/start-on-threads.ts';
import './embedded/store-thread.ts';
import './embedded/library-thread.ts';
import './embedded/reader-thread.ts';
import './control/operations.ts';
import '#engine/privacy/deidentify.ts';
import '#engine/retrieval/readable.ts';
import '#markup/html-to-markdown.ts';
import '#platform/models/local-servers.ts';
import '#results/page/text/marked-text.ts';
import '#workbench/views/result.ts';
